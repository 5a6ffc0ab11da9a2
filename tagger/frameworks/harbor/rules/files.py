"""Rules for the files of a task: what makes Harbor refuse it (``Task.is_valid_dir``, 0.26.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.frameworks.harbor.config import LINUX, WINDOWS
from tagger.frameworks.harbor.ignore import IgnoreError, IgnoreRules
from tagger.frameworks.harbor.task import COMPOSE, DOCKERFILE, INSTRUCTION
from tagger.tree.links import follow
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.harbor.config import Config, ConfigFile, Step, TaskEnvironment
    from tagger.frameworks.harbor.task import Task
    from tagger.tree.view import TreeView

_REFUSED = "Harbor refuses the task"
_TASK = "tasks/sort"
_VALID = "harbor 0.26.0, Task.is_valid_dir"
_SILENT = (
    "Harbor silently leaves such a task out when it runs a folder, and lets it fail when it runs a"
    " repository. `harbor lint` reports it as `invalid-task-files`."
)
#: What the entry scripts end in, by operating system; ``.ps1`` and ``.cmd`` are not looked for.
_EXTENSIONS = {LINUX: ".sh", WINDOWS: ".bat"}
#: Links to folders can make a small tree look huge: the visits to a task's entries end after this
#: number, and this number for each entry that is listed.
_EXTRA_VISITS, _TIMES = 1000, 4

NO_ENVIRONMENT = Rule(
    code="HB030",
    name="no-environment",
    severity=Severity.ERROR,
    summary="A task with neither an `environment/` folder nor an image",
    why=f"{_SILENT} A task directory holds `task.toml`, `instruction.md`, `tests/test.sh` and the"
    " folder `environment/`; instead of the folder, `docker_image` under `[environment]` is enough"
    " since release 0.25. An empty image name counts as none, and git does not keep empty folders.",
    bad={f"{_TASK}/environment/": None},
    good={
        f"{_TASK}/environment/": None,
        f"{_TASK}/task.toml": '[environment]\ndocker_image = "debian:12-slim"\n',
    },
    source=_VALID,
)

NO_INSTRUCTION = Rule(
    code="HB032",
    name="no-instruction",
    severity=Severity.ERROR,
    summary="A task or a step without instruction.md",
    why=f"{_SILENT} The name is exactly `instruction.md`; a task with `[[steps]]` has one in the"
    " folder of each step instead. A `steps/` folder without `[[steps]]` means nothing.",
    bad={f"{_TASK}/instruction.md": None},
    good={f"{_TASK}/instruction.md": "Sort the cards.\n"},
    source=_VALID,
)

NO_TEST_SCRIPT = Rule(
    code="HB033",
    name="no-test-script",
    severity=Severity.ERROR,
    summary="A task without a test script for the verifier's system",
    why=f"{_SILENT} The script is `tests/test.sh`, for Windows `tests/test.bat`; a step may have"
    " its own in `steps/<name>/tests/`. None is needed where a separate verifier has an image, a"
    " `tests/Dockerfile` or a `tests/docker-compose.yaml`.",
    bad={f"{_TASK}/tests/test.sh": None, f"{_TASK}/run-tests.sh": "#!/bin/bash\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\n"},
    source=_VALID,
)

NO_STEP_FOLDER = Rule(
    code="HB034",
    name="no-step-folder",
    severity=Severity.ERROR,
    summary="A step of task.toml has no folder",
    why=f"{_SILENT} Each of `[[steps]]` needs `steps/<name>/` with exactly that name.",
    bad={
        f"{_TASK}/task.toml": '[[steps]]\nname = "first"\n',
        f"{_TASK}/steps/1/instruction.md": "Sort the cards.\n",
    },
    good={
        f"{_TASK}/task.toml": '[[steps]]\nname = "first"\n',
        f"{_TASK}/steps/first/instruction.md": "Sort the cards.\n",
    },
    source=_VALID,
)

TEST_SCRIPT_IGNORED = Rule(
    code="HB035",
    name="test-script-ignored",
    severity=Severity.ERROR,
    summary="`.harborignore` hides the test script",
    why=f"{_SILENT} The file is read since release 0.25, inside `tests/` and `solution/`.",
    bad={f"{_TASK}/tests/.harborignore": "*.sh\n"},
    good={f"{_TASK}/tests/.harborignore": "*.sh\n!test.sh\n"},
    source="harbor 0.26.0, models/task/file_filter.py",
)

IGNORE_FILE = Rule(
    code="HB036",
    name="ignore-file",
    severity=Severity.ERROR,
    summary="A `.harborignore` that cannot be used",
    why=f"{_SILENT} The file must be UTF-8, inside the task, and hold patterns that git allows."
    " Release 0.25 ignores a `.harborignore` that is a broken link, 0.26 refuses it.",
    bad={f"{_TASK}/tests/.harborignore": "!\n"},
    good={f"{_TASK}/tests/.harborignore": "*.tmp\n"},
    source="harbor 0.26.0, models/task/file_filter.py",
)

LINK_LEAVES_TASK = Rule(
    code="HB041",
    name="link-leaves-task",
    severity=Severity.ERROR,
    summary="A link under tests/, solution/ or a step leaves the task",
    why=f"{_SILENT} What Harbor uploads must lie in the task; a folder shared by several tasks has"
    " to be copied into each. `harbor lint` reports it as `invalid-task-files`.",
    bad={"shared/cards.txt": "7\n", f"{_TASK}/tests/cards.txt": "-> ../../../shared/cards.txt"},
    good={f"{_TASK}/tests/cards.txt": "7\n"},
    source="harbor 0.26.0, utils/path_safety.py",
)

LINK_LOOP = Rule(
    code="HB042",
    name="link-loop",
    severity=Severity.ERROR,
    summary="Links under tests/, solution/ or a step form a loop",
    why=f"{_SILENT} A link to itself is refused on Python 3.12, whose `Path.resolve` raises; from"
    " 3.13 on Harbor passes over it.",
    bad={f"{_TASK}/tests/again": "-> ."},
    good={f"{_TASK}/tests/cards.txt": "7\n"},
    source="harbor 0.26.0, utils/path_safety.py",
)


@NO_ENVIRONMENT.check
@NO_INSTRUCTION.check
@NO_TEST_SCRIPT.check
@NO_STEP_FOLDER.check
@TEST_SCRIPT_IGNORED.check
@IGNORE_FILE.check
@LINK_LEAVES_TASK.check
@LINK_LOOP.check
def _check_refused_files(view: TreeView, task: Task) -> Iterator[Finding]:
    """The steps of ``is_valid_dir`` after the model, every reason for a refusal."""
    if task.config:
        yield from _Judge(view, task, task.config).findings()
    elif task.file and task.file.faults:
        yield from _missing_anyway(view, task, task.file)


def _missing_anyway(view: TreeView, task: Task, file: ConfigFile) -> Iterator[Finding]:
    """What is missing however the faults of a task.toml are corrected."""
    if not file.docker_image and not task.has_environment:
        yield _no_environment(task)
    has_steps = (file.data or {}).get("steps")
    if not has_steps and view.resolve(task.path(INSTRUCTION)) is None:
        yield _missing(NO_INSTRUCTION, task, INSTRUCTION)


def _no_environment(task: Task) -> Finding:
    message = "there is no folder `environment` beside it, and docker_image is not set"
    return NO_ENVIRONMENT.at(task.config_path, f"{message}; {_REFUSED}")


def _missing(rule: Rule, task: Task, name: str, why: str = "") -> Finding:
    return rule.at(task.config_path, f"there is no {name}{why}; {_REFUSED}")


class _Judge:
    """The files of one task, which its task.toml asks for."""

    def __init__(self, view: TreeView, task: Task, config: Config) -> None:
        self._view = view
        self._task = task
        self._config = config
        self._inputs = _Inputs(view, task)

    def findings(self) -> Iterator[Finding]:
        """Every reason for a refusal."""
        if not self._config.environment.docker_image and not self._task.has_environment:
            yield _no_environment(self._task)
        for step in self._config.steps:
            yield from self._inputs.check(f"steps/{step.name}")
        yield from self._inputs.check("tests")
        yield from self._inputs.check("solution")
        if not self._config.steps:
            yield from self._instruction(INSTRUCTION)
            yield from self._verification(None)
        for step in self._config.steps:
            if self._exists(f"steps/{step.name}"):
                yield from self._instruction(f"steps/{step.name}/{INSTRUCTION}")
            else:
                why = " for the step"
                yield _missing(NO_STEP_FOLDER, self._task, f"folder steps/{step.name}", why)
            yield from self._verification(step)

    def _exists(self, name: str) -> bool:
        return self._view.resolve(self._task.path(name)) is not None

    def _instruction(self, name: str) -> Iterator[Finding]:
        if not self._exists(name):
            yield _missing(NO_INSTRUCTION, self._task, name)

    def _verification(self, step: Step | None) -> Iterator[Finding]:
        separate = step.verifier.is_separate if step else None
        if separate is None:
            separate = self._config.verifier.is_separate
        system = self._config.environment.os or LINUX
        if separate:
            bundle = self._bundle(step)
            # What is built or copied as it is, whatever ``.harborignore`` says.
            folder = "environment" if bundle is None else bundle
            if folder:
                yield from self._inputs.check(folder, ignored=False)
            if bundle is not None:
                return
            system = self._own_system(step) or system
        yield from self._script(step, f"test{_EXTENSIONS[system]}")

    def _bundle(self, step: Step | None) -> str | None:
        """The folder that is built into the image with the tests of a separate verifier.

        An empty text where that image is ready-made, ``None`` where there is none.
        """
        own = self._config.verifier.environment
        places: list[tuple[TaskEnvironment | None, str]] = [(own, "tests")]
        if step:
            places.insert(0, (step.verifier.environment, f"steps/{step.name}/tests"))
        for environment, folder in places:
            if environment and environment.docker_image:
                return ""
            paths = [self._task.path(f"{folder}/{name}") for name in (DOCKERFILE, COMPOSE)]
            if any(self._view.is_file(path) for path in paths):
                return folder
        return None

    def _own_system(self, step: Step | None) -> str | None:
        verifier = self._config.verifier
        environment = (step.verifier.environment if step else None) or verifier.environment
        return environment.os if environment else None

    def _script(self, step: Step | None, name: str) -> Iterator[Finding]:
        places = [f"tests/{name}"]
        if step:
            places.insert(0, f"steps/{step.name}/tests/{name}")
        script = next((place for place in places if self._exists(place)), None)
        if script is None:
            yield _missing(NO_TEST_SCRIPT, self._task, " or ".join(places))
        elif self._inputs.excludes(self._task.path(script)):
            message = f"a .harborignore hides the test script; {_REFUSED}"
            yield TEST_SCRIPT_IGNORED.at(self._task.path(script), message)


@dataclass(frozen=True, slots=True)
class _Visit:
    path: str
    above: frozenset[str]


class _Inputs:
    """What Harbor uploads, followed through links (``utils/path_safety.py``)."""

    def __init__(self, view: TreeView, task: Task) -> None:
        self._view = view
        self._task = task
        contents = task.contents
        self._visits_left = _EXTRA_VISITS + _TIMES * len(contents.entries)
        self._has_links = bool(contents.links)
        has_rules = bool(contents.ignore_files)
        self._rules = IgnoreRules(view, task.directory) if has_rules else None

    def check(self, name: str, *, ignored: bool = True) -> Iterator[Finding]:
        """Every link at or below a path that leads out of the task or round in a loop.

        Args:
            name: a folder of the task; it need not exist.
            ignored: whether what ``.harborignore`` excludes is passed over.
        """
        if not self._has_links and self._rules is None:
            return
        rules = self._rules if ignored else None
        checked: set[str] = set()
        todo = [_Visit(self._task.path(name), frozenset())]
        while todo:
            self._visits_left -= 1
            if self._visits_left < 0:
                path = self._task.path(name)
                self._view.note(path, "its links were not followed to the end: too many entries")
                return
            try:
                yield from self._visit(todo.pop(), rules, checked, todo)
            except IgnoreError as error:
                yield IGNORE_FILE.at(error.path, f"the file {error.reason}; {_REFUSED}")
                return

    def _visit(
        self, visit: _Visit, rules: IgnoreRules | None, checked: set[str], todo: list[_Visit]
    ) -> Iterator[Finding]:
        if rules and rules.excludes(visit.path):
            return
        target = follow(self._view.get, visit.path)
        is_loop = target.is_loop or target.path in visit.above
        if is_loop or target.path is None or not target.within(self._task.directory):
            rule = LINK_LOOP if is_loop else LINK_LEAVES_TASK
            what = "the link leads back to itself" if is_loop else "the link leaves the task"
            yield rule.at(self._link_on(visit.path), f"{what}; {_REFUSED}")
        elif self._view.is_dir(target.path) and (rules or target.path not in checked):
            checked.add(target.path)
            above = visit.above | {target.path}
            todo += [
                _Visit(f"{visit.path}/{child.name}", above)
                for child in self._view.children(target.path)
            ]

    def _link_on(self, path: str) -> str:
        """The first link on a way below the task; the path itself when there is none."""
        parts, root = path.split("/"), self._task.directory
        for length in range(len(root.split("/")) if root else 0, len(parts) + 1):
            prefix = "/".join(parts[:length])
            entry = self._view.get(prefix) if prefix else None
            if entry is not None and entry.kind is Kind.SYMLINK:
                return prefix
        return path

    def excludes(self, path: str) -> bool:
        """Whether ``.harborignore`` hides a file; ``False`` too when its rules cannot be read."""
        try:
            return self._rules is not None and self._rules.excludes(path)
        except IgnoreError:
            return False
