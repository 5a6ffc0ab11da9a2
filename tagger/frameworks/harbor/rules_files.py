"""Rules for the files of a task."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_TASK = "tasks/sort"
_VALID = "harbor 0.26.0, Task.is_valid_dir"
_SILENT = (
    "Harbor leaves such a task out without a word when it runs a folder, and lets it fail when it"
    " runs a repository. `harbor lint` reports it as `invalid-task-files`."
)
_POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 120\n"

HB030 = Rule(
    code="HB030",
    name="no-environment",
    severity=Severity.ERROR,
    summary="a task with neither an `environment/` folder nor an image",
    why=f"{_SILENT} A task directory holds `task.toml`, `instruction.md`, `tests/test.sh` and the"
    " folder `environment/`; instead of the folder, `docker_image` under `[environment]` will do"
    " since release 0.25. An empty image name counts as none, and git keeps no empty folder.",
    bad={f"{_TASK}/environment/": None},
    good={
        f"{_TASK}/environment/": None,
        f"{_TASK}/task.toml": '[environment]\ndocker_image = "debian:12-slim"\n',
    },
    source=_VALID,
)

HB031 = Rule(
    code="HB031",
    name="no-environment-definition",
    severity=Severity.WARNING,
    summary="a task that is accepted and cannot be built",
    why="Harbor accepts any folder called `environment`. When the task runs it needs"
    " `docker_image`, `environment/Dockerfile` or `environment/docker-compose.yaml`, by exactly"
    " these names. `harbor lint` says nothing of it.",
    bad={f"{_TASK}/environment/Dockerfile": None, f"{_TASK}/environment/cards.txt": "7\n"},
    good={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\n"},
    source="harbor 0.26.0, environments/definition.py",
)

HB032 = Rule(
    code="HB032",
    name="no-instruction",
    severity=Severity.ERROR,
    summary="a task or a step without instruction.md",
    why=f"{_SILENT} The name is exactly `instruction.md`; a task with `[[steps]]` has one in the"
    " folder of each step instead. A `steps/` folder without `[[steps]]` means nothing.",
    bad={f"{_TASK}/instruction.md": None},
    good={f"{_TASK}/instruction.md": "Sort the cards.\n"},
    source=_VALID,
)

HB033 = Rule(
    code="HB033",
    name="no-test-script",
    severity=Severity.ERROR,
    summary="a task without a test script for the verifier's system",
    why=f"{_SILENT} The script is `tests/test.sh`, for Windows `tests/test.bat`; a step may have"
    " its own in `steps/<name>/tests/`. None is needed where a separate verifier has an image, a"
    " `tests/Dockerfile` or a `tests/docker-compose.yaml`.",
    bad={f"{_TASK}/tests/test.sh": None, f"{_TASK}/run-tests.sh": "#!/bin/bash\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\n"},
    source=_VALID,
)

HB034 = Rule(
    code="HB034",
    name="no-step-folder",
    severity=Severity.ERROR,
    summary="a step of task.toml has no folder",
    why=f"{_SILENT} Each of `[[steps]]` needs `steps/<name>/` with the very name.",
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

HB035 = Rule(
    code="HB035",
    name="test-script-ignored",
    severity=Severity.ERROR,
    summary="`.harborignore` hides the test script",
    why=f"{_SILENT} The file is read since release 0.25, inside `tests/` and `solution/`.",
    bad={f"{_TASK}/tests/.harborignore": "*.sh\n"},
    good={f"{_TASK}/tests/.harborignore": "*.sh\n!test.sh\n"},
    source="harbor 0.26.0, models/task/file_filter.py",
)

HB036 = Rule(
    code="HB036",
    name="ignore-file",
    severity=Severity.ERROR,
    summary="a `.harborignore` that cannot be used",
    why=f"{_SILENT} The file must be UTF-8, inside the task, and hold patterns that git allows."
    " Release 0.25 passes over a `.harborignore` that is a link to nowhere, 0.26 refuses it.",
    bad={f"{_TASK}/tests/.harborignore": "!\n"},
    good={f"{_TASK}/tests/.harborignore": "*.tmp\n"},
    source="harbor 0.26.0, models/task/file_filter.py",
)

HB037 = Rule(
    code="HB037",
    name="instruction-unreadable",
    severity=Severity.ERROR,
    summary="instruction.md is not UTF-8, or no file",
    why="Harbor lists the task as valid and then fails to load it, because the listing asks only"
    " whether the path exists.",
    bad={f"{_TASK}/instruction.md": "Sort the caf\udce9 cards.\n"},
    good={f"{_TASK}/instruction.md": "Sort the café cards.\n"},
    source="harbor 0.26.0, Task",
)

HB038 = Rule(
    code="HB038",
    name="instruction-empty",
    severity=Severity.WARNING,
    summary="instruction.md says nothing",
    why="The agent is given an empty text. Canary lines at the top, and the blank lines behind"
    " them, are cut before the agent sees the text. `harbor lint` reports it as"
    " `invalid-task-files`.",
    bad={f"{_TASK}/instruction.md": "<!-- canary 0000 -->\n\n"},
    good={f"{_TASK}/instruction.md": "<!-- canary 0000 -->\n\nSort the cards.\n"},
    source="harbor 0.26.0, strip_canary and lint/task.py",
)

HB039 = Rule(
    code="HB039",
    name="text-pointer",
    severity=Severity.WARNING,
    summary="a Git LFS pointer stands in place of an instruction or an entry script",
    why="Where git-lfs is missing, the agent is given the text of the pointer, or the pointer is"
    " run as a script. Harbor pulls LFS only when the root `.gitattributes` names the filter and"
    " git-lfs is installed.",
    bad={f"{_TASK}/tests/test.sh": _POINTER},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\n"},
    source="harbor 0.26.0, tasks/client.py",
)

HB040 = Rule(
    code="HB040",
    name="data-pointer",
    severity=Severity.INFO,
    summary="a file under environment/ or tests/ lies in Git LFS",
    why="Whoever runs the task from git needs git-lfs; without it every attempt fails or scores 0,"
    " and nothing says why. The Hub itself wants large files there, so this is no fault.",
    bad={f"{_TASK}/environment/db.sqlite": _POINTER},
    good={f"{_TASK}/environment/db.sqlite": "7\n"},
    source="harbor 0.26.0, tasks/client.py",
)

HB041 = Rule(
    code="HB041",
    name="link-leaves-task",
    severity=Severity.ERROR,
    summary="a link under tests/, solution/ or a step leaves the task",
    why=f"{_SILENT} What Harbor uploads must lie in the task; a folder shared by several tasks has"
    " to be copied into each. `harbor lint` reports it as `invalid-task-files`.",
    bad={"shared/cards.txt": "7\n", f"{_TASK}/tests/cards.txt": "-> ../../../shared/cards.txt"},
    good={f"{_TASK}/tests/cards.txt": "7\n"},
    source="harbor 0.26.0, utils/path_safety.py",
)

HB042 = Rule(
    code="HB042",
    name="link-loop",
    severity=Severity.ERROR,
    summary="links under tests/, solution/ or a step run in a circle",
    why=f"{_SILENT} A link to itself is refused on Python 3.12, whose `Path.resolve` raises; from"
    " 3.13 on Harbor passes over it.",
    bad={f"{_TASK}/tests/again": "-> ."},
    good={f"{_TASK}/tests/cards.txt": "7\n"},
    source="harbor 0.26.0, utils/path_safety.py",
)

HB043 = Rule(
    code="HB043",
    name="link-not-fetched",
    severity=Severity.WARNING,
    summary="a link for which Harbor refuses to fetch the task from git",
    why="The folder on your disk is valid. Fetched from a repository, every link in a task must be"
    " relative, lead somewhere, and stay in the task, `environment/` included.",
    bad={
        f"{_TASK}/environment/Dockerfile": "-> ../../../Dockerfile",
        "Dockerfile": "FROM debian:12-slim\n",
    },
    good={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\n"},
    source="harbor 0.26.0, tasks/client.py",
)

HB044 = Rule(
    code="HB044",
    name="script-line-ends",
    severity=Severity.WARNING,
    summary="an entry script with CRLF line ends",
    why="Harbor runs the script as it is: the name of the interpreter then ends in a carriage"
    " return, which no system finds, and the task scores 0. A `.gitattributes` line"
    " `*.sh text eol=lf` keeps it right on Windows.",
    bad={f"{_TASK}/tests/test.sh": "#!/bin/bash\r\necho 1\r\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\necho 1\n"},
    source="harbor 0.26.0, utils/scripts.py",
    fix=Safety.SAFE,
)

HB045 = Rule(
    code="HB045",
    name="script-byte-order-mark",
    severity=Severity.WARNING,
    summary="an entry script that begins with a byte-order mark",
    why="The system finds no `#!` at the beginning and does not run the script by the interpreter"
    " that it names.",
    bad={f"{_TASK}/tests/test.sh": "\ufeff#!/bin/bash\necho 1\n"},
    good={f"{_TASK}/tests/test.sh": "#!/bin/bash\necho 1\n"},
    source="harbor 0.26.0, utils/scripts.py",
    fix=Safety.SAFE,
)

HB046 = Rule(
    code="HB046",
    name="copy-source-missing",
    severity=Severity.WARNING,
    summary="a Dockerfile copies what is not in its folder",
    why="The folder of the Dockerfile is the build context, so the image cannot be built, while"
    " Harbor lists the task as valid. A published set has 7,022 tasks of this kind: git keeps no"
    " empty folder.",
    bad={f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\nCOPY cards.txt /data/\n"},
    good={
        f"{_TASK}/environment/Dockerfile": "FROM debian:12-slim\nCOPY cards.txt /data/\n",
        f"{_TASK}/environment/cards.txt": "7\n",
    },
    source="Dockerfile reference, COPY; harbor 0.26.0, environments/docker",
)

HB047 = Rule(
    code="HB047",
    name="compose-not-read",
    severity=Severity.WARNING,
    summary="a compose file under a name that Harbor does not read",
    why="Harbor reads `environment/docker-compose.yaml` alone; other names that Docker Compose"
    " knows, and a file at the root of the task, are passed over.",
    bad={f"{_TASK}/environment/docker-compose.yml": "services: {}\n"},
    good={f"{_TASK}/environment/docker-compose.yaml": "services: {}\n"},
    source="harbor 0.26.0, environments/definition.py",
)

HB048 = Rule(
    code="HB048",
    name="ignore-file-not-read",
    severity=Severity.INFO,
    summary="a `.harborignore` where Harbor does not look",
    why="The file has an effect inside `tests/` and `solution/`, of the task and of its steps, and"
    " nowhere else. `harbor lint` reports it as `unused-harborignore` since release 0.26.",
    bad={f"{_TASK}/.harborignore": "*.tmp\n"},
    good={f"{_TASK}/tests/.harborignore": "*.tmp\n"},
    source="harbor 0.26.0, lint/task.py, unused-harborignore",
)
