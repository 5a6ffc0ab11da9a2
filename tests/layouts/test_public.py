"""What public repositories had that was judged wrongly once, each as a small tree.

The repositories and the figures are in docs/evidence.md.
"""

from __future__ import annotations

import pytest

from tagger.text.python import parse
from tests.layouts.layout import Layout, complaints, ids
from tests.layouts.parts import TASKSET, card, gym_rows, project, registry, task, tasks

OLD = "import verifiers as vf\n\n\ndef load_environment(**kwargs):\n    return vf.SingleTurnEnv()\n"
LOADER = (
    "from datasets import Dataset\nimport verifiers as vf\n\n\ndef rows():\n    return Dataset\n"
)
FORCED = (
    "\n[tool.hatch.build.targets.wheel.force-include]\n"
    '"__init__.py" = "shared/__init__.py"\n"parsers.py" = "shared/parsers.py"\n'
)
ENVIRONMENT = {
    "environments/words/pyproject.toml": project("words", "verifiers>=0.2"),
    "environments/words/words/__init__.py": (
        'from .taskset import WordsTaskset\n\n__all__ = ["WordsTaskset"]\n'
    ),
    "environments/words/words/taskset.py": TASKSET.format(name="WordsTaskset"),
}
LAZY = (
    "def __getattr__(name):\n    if name == 'Monitor':\n        from .monitor import Monitor\n"
    "        return Monitor\n    raise AttributeError(name)\n\n\n__all__ = ['Monitor']\n"
)
INLINE_TESTS = {
    f"eval/fixtures/{label}/{name}/{path}": text
    for label in ("pass", "warn", "fail")
    for name in ("a", "b")
    for path, text in task("").items()
}

PUBLIC = [
    Layout(
        "a folder of data that is called like a package",
        {
            "pyproject.toml": project("suite", "verifiers", "datasets"),
            "suite/__init__.py": LOADER + OLD,
            "datasets/public/train.jsonl": '{"prompt": "a"}\n',
        },
        proven=("verifiers",),
    ),
    Layout(
        "a folder of scripts that is called like a package",
        {
            "pyproject.toml": project("suite", "verifiers", "datasets"),
            "suite/__init__.py": LOADER + OLD,
            "datasets/download.py": "print('get')\n",
        },
        proven=("verifiers",),
    ),
    Layout(
        "tools that share a project with environments and cannot be imported alone",
        {
            **ENVIRONMENT,
            "pyproject.toml": project(
                "suite", "verifiers", more='\n[tool.setuptools]\npackages = ["bench"]\n'
            ),
            "bench/__init__.py": "from .missing import report\n",
            "shared/pyproject.toml": project("suite-utils", "verifiers", more=FORCED),
            "shared/__init__.py": "from .parsers import Parser\n",
            "shared/parsers.py": "from .base import Base\n\n\nclass Parser(Base):\n    pass\n",
        },
        proven=("verifiers",),
        units={"verifiers": 1},
        verdicts={"verifiers": "native"},
    ),
    Layout(
        "a package around the folders of environments",
        {**ENVIRONMENT, "environments/__init__.py": '"""All environments."""\n'},
        proven=("verifiers",),
        units={"verifiers": 1},
    ),
    Layout(
        "a library for environments that loads its parts lazily",
        {
            "pyproject.toml": project("monitor", "verifiers"),
            "monitor/__init__.py": LAZY,
            "monitor/monitor.py": "from verifiers import Rubric\n\n\nclass Monitor(Rubric): ...\n",
        },
    ),
    Layout(
        "an environment whose function is loaded lazily",
        {
            "pyproject.toml": project("monitor", "verifiers"),
            "monitor/__init__.py": LAZY.replace("Monitor", "load_environment"),
            "monitor/monitor.py": OLD,
        },
        suggested=("verifiers",),
    ),
    Layout("a checker's labelled tasks, without a build file", INLINE_TESTS),
    Layout(
        "one file that imports its neighbour by a dot",
        {
            "environments/fleet/pyproject.toml": project("fleet", "verifiers"),
            "environments/fleet/fleet.py": f"from .emulator import Board\n{OLD}",
            "environments/fleet/emulator.py": "class Board:\n    pass\n",
        },
        verdicts={"verifiers": "broken"},
        errors=True,
        codes=("VF007",),
    ),
    Layout(
        "a build context that lies beside environment/",
        {
            **task("tasks/bump"),
            "tasks/bump/environment/Dockerfile": "FROM debian:12\nCOPY app/ /app/\n",
            "tasks/bump/app/main.py": "print(1)\n",
        },
        proven=("harbor", "openenv"),
        codes=("HB046",),
    ),
    Layout(
        "flat tasks beside groups of tasks",
        tasks(["tasks/alone", "tasks/codegen/a", "tasks/codegen/b"]),
        proven=("harbor", "openenv"),
        units={"harbor": 3, "openenv": 1},
        codes=("OE021",),
    ),
    Layout(
        "a registry of a thousand tasks that lie elsewhere, and no task",
        registry((f"tasks/{n}" for n in range(1000)), git_url="https://github.com/a/b"),
        suggested=("verifiers",),
    ),
    Layout(
        "an example of NeMo Gym inside an environment of Verifiers",
        {**ENVIRONMENT, "environments/words/words/example.jsonl": gym_rows()},
        proven=("verifiers", "nemo-gym"),
    ),
]


@pytest.mark.parametrize("layout", PUBLIC, ids=ids)
def test_it_is_judged_rightly(layout: Layout) -> None:
    files = {"README.md": card(), **layout.files}
    assert complaints(Layout(**{**vars(layout), "files": files})) == []


def test_what_several_environments_import_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monorepo of six environments around one application took 19 seconds."""
    counts: dict[bytes, int] = {}

    def counted(source: bytes) -> object:
        counts[source] = counts.get(source, 0) + 1
        return parse(source)

    monkeypatch.setattr("tagger.frameworks.verifiers.sources.parse", counted)
    shared = "from app.core import Thing\n" + OLD
    files: dict[str, str | bytes] = {"app/__init__.py": "", "app/core.py": "class Thing: ...\n"}
    for name in ("alpha", "beta", "gamma"):
        files[f"{name}/__init__.py"] = shared
    files["pyproject.toml"] = project(
        "alpha",
        "verifiers",
        more='\n[tool.hatch.build.targets.wheel]\npackages = ["alpha", "beta", "gamma"]\n',
    )
    layout = Layout("monorepo", files, proven=("verifiers",), units={"verifiers": 3})
    assert complaints(layout) == []
    assert counts[b"class Thing: ...\n"] == 1
