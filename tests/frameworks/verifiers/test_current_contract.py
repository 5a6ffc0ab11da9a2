"""``__all__`` with one taskset: what the loader of 0.2.0 to 0.4.0 takes, and what it refuses."""

from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tests.frameworks.verifiers.support import CLASS, EXPORTED, codes, detect, places, project

ALL = '__all__ = ["OneTaskset"]\n'
ONE = "from .taskset import OneTaskset\n"
INDENTED = f"    {ONE}"


def package(init: str, taskset: str = CLASS, **more: str) -> dict[str, str | None]:
    files = {f"word_ladder/{name}.py": text for name, text in more.items()}
    return {
        "pyproject.toml": project(needs="verifiers>=0.2"),
        "word_ladder/__init__.py": init,
        "word_ladder/taskset.py": taskset,
        **files,
    }


@pytest.mark.parametrize(
    "init",
    [
        f"from .taskset import OneTaskset\n{ALL}",
        f"from word_ladder.taskset import OneTaskset\n{ALL}",
        f"from .taskset import *\n{ALL}",
        f"from . import taskset\nOneTaskset = taskset.OneTaskset\n{ALL}",
        'import word_ladder.taskset as t\nMain = t.OneTaskset\n__all__ = ("Main",)\n',
        f"try:\n    from .fast import OneTaskset\nexcept ImportError:\n{INDENTED}{ALL}",
        f"try:\n    from quick import OneTaskset\nexcept ImportError:\n{INDENTED}{ALL}",
        f"import os\nif os.name == 'nt':\n{INDENTED}else:\n{INDENTED}{ALL}",
        'from .taskset import OneTaskset\n__all__: list[str] = []\n__all__ += ["OneTaskset"]\n',
        'from .taskset import OneTaskset\n__all__ = ["x"] + ["OneTaskset"]\nx = 1\n',
        'from .taskset import OneTaskset\n__all__ = []\n__all__.extend(["OneTaskset"])\n',
        f'{ONE}__all__ = ["OneTaskset", "not_there", "load"]\ndef load(): pass\n',
        f'from verifiers.v1 import Taskset\n{ONE}__all__ = ["Taskset", "OneTaskset"]\n',
        f'{ONE}from pydantic import M\nclass C(M): pass\n__all__ = ["C", "OneTaskset"]\n',
        "from .taskset import OneTaskset\nfrom .names import __all__\n",
    ],
)
def test_one_exported_taskset_loads(init: str) -> None:
    found = detect(package(init, names=ALL))
    assert (found.verdict, len(found.units), codes(found)) == (Verdict.NATIVE, 1, [])


@pytest.mark.parametrize(
    "base",
    [
        "from verifiers.v1 import Taskset\nclass OneTaskset(Taskset): pass",
        "from verifiers.v1 import Taskset as B\nclass M(B): pass\nclass OneTaskset(M): pass",
        "import verifiers.v1\nclass OneTaskset(verifiers.v1.Taskset): pass",
        "from verifiers.v1.taskset import Taskset\nclass OneTaskset(dict, Taskset): pass",
        "from verifiers.v1.tasksets import harbor\nclass OneTaskset(harbor.HarborTaskset): pass",
        "from verifiers.v1.tasksets.lean import LeanTaskset as L\nclass OneTaskset(L): pass",
        "from verifiers.v1 import *\nclass OneTaskset(Taskset): pass",
        "from .base import Ground\nclass OneTaskset(Ground): pass",
        "from word_ladder import base\nclass OneTaskset(base.Ground): pass",
    ],
)
def test_the_base_may_come_from_anywhere_in_the_library_or_the_package(base: str) -> None:
    ground = "import verifiers.v1 as vf\nclass Ground(vf.Taskset): pass\n"
    init = f"from .taskset import OneTaskset\n{ALL}"
    assert detect(package(init, base, base=ground)).verdict is Verdict.NATIVE


@pytest.mark.parametrize(
    ("init", "code", "line"),
    [
        ("", "VF001", 1),
        ("from .taskset import OneTaskset\n", "VF001", 1),
        (f"def names():\n    {ALL}", "VF001", 1),
        ("from .taskset import *  # its own __all__ stays there\n", "VF001", 1),
        ("from .taskset import OneTaskset\n__all__ = None\n", "VF001", 1),
        ("__all__ = []\n", "VF002", 1),
        ("\nfrom .taskset import OneTaskset\n__all__ = 'OneTaskset'\n", "VF002", 3),
        ("from .taskset import OneTaskset\n__all__ = [OneTaskset]\n", "VF002", 2),
        (
            f"{ONE}one = OneTaskset(None)\n__all__ = ['one']\n",
            "VF002",
            3,
        ),
        (f"def OneTaskset(): pass\n{ALL}", "VF002", 2),
        (f"from .taskset import OneTaskset\nOneTaskset = None\n{ALL}", "VF002", 3),
        (f"class Taskset: pass\nclass OneTaskset(Taskset): pass\n{ALL}", "VF002", 3),
        ("from .taskset import OneTaskset\n__all__ = ['OneTaskset', 'OneTaskset']\n", "VF003", 2),
        ("from .taskset import OneTaskset as A\nB = A\n__all__ = ['A', 'B']\n", "VF003", 3),
        (f"from .nowhere import OneTaskset\n{ALL}", "VF007", 1),
        (f"from .taskset import TwoTaskset\n{ALL}", "VF007", 1),
        (f"from ..taskset import OneTaskset\n{ALL}", "VF007", 1),
        (f"import verifiers.v1 as vf\nclass OneTaskset(vf.HarborTaskset): pass\n{ALL}", "VF007", 2),
        (
            f"from verifiers.v1 import Taskset as T\nclass A(B): pass\nclass B(T): pass\n{ALL}",
            "VF007",
            2,
        ),
        ("from .taskset import OneTaskset\ndef load_taskset(config): pass\n", "VF008", 2),
        (f"import verifiers as vf\nclass OneTaskset(vf.Taskset): pass\n{ALL}", "VF011", 2),
        ("def f(:\n", "VF006", 1),
    ],
)
def test_faults_are_reported_at_the_module_file(init: str, code: str, line: int) -> None:
    found = detect(package(init))
    assert found.verdict is Verdict.BROKEN
    assert places(found) == [(code, "word_ladder/__init__.py", line)]


@pytest.mark.parametrize(
    "init",
    [
        "__all__ = ['OneTaskset']\ndef __getattr__(name):\n    raise AttributeError(name)\n",
        "from .taskset import OneTaskset\n__all__ = [n for n in dir() if n[0] != '_']\n",
        f"from somewhere import make\nOneTaskset = make()\n{ALL}",
        f"from somewhere import OneTaskset\n{ALL}",
        f"from somewhere import *\n{ALL}",
        f"globals()['OneTaskset'] = 1\n{ALL}",
        f"exec('OneTaskset = 1')\n{ALL}",
    ],
)
def test_what_only_running_would_tell_is_a_suggestion_and_no_fault(init: str) -> None:
    found = detect(package(init))
    assert found.verdict is Verdict.ABSENT
    assert codes(found) == []
    assert [evidence.path for evidence in found.suggestions] == ["word_ladder/__init__.py"]


def test_a_fault_in_a_submodule_is_told_there_and_at_the_module() -> None:
    found = detect(package(f"\nfrom .taskset import OneTaskset\n{ALL}", "x = (\n"))
    assert places(found) == [
        ("VF006", "word_ladder/taskset.py", 1),
        ("VF007", "word_ladder/__init__.py", 2),
    ]


def test_two_files_that_need_each_other_are_a_circle() -> None:
    files = package(
        f"from .one import A\n{ALL}",
        one="from .two import B\nA = B\n",
        two="from .one import A\nB = A\n",
    )
    found = detect(files)
    assert ("VF007", "word_ladder/two.py", 1) in places(found)
    assert any("circle" in finding.message for finding in found.findings)


def test_a_circle_that_python_can_resolve_is_none() -> None:
    inner = f"import word_ladder\nfrom word_ladder import VALUE\n{CLASS}"
    found = detect(package(f"VALUE = 1\nfrom .taskset import OneTaskset\n{ALL}", inner))
    assert found.verdict is Verdict.NATIVE


def test_a_package_of_another_kind_of_plugin_is_no_taskset_and_not_broken() -> None:
    init = "import verifiers.v1 as vf\nclass H(vf.Harness): pass\n__all__ = ['H']\n"
    found = detect(package(init, "X = 1\n"))
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


def test_two_envs_beside_the_taskset_are_a_warning() -> None:
    envs = "import verifiers.v1 as vf\nclass A(vf.Env): pass\nclass B(A): pass\n"
    init = f"{ONE}{envs}__all__ = ['A', 'B', 'OneTaskset']\n"
    found = detect(package(init))
    assert (found.verdict, codes(found)) == (Verdict.NATIVE, ["VF013"])


def test_generated_and_compiled_modules_are_taken_on_trust() -> None:
    init = f"from ._version import __version__\nfrom .fast import speed\n{ONE}{ALL}"
    found = detect(package(init) | {"word_ladder/fast.cpython-312-x86_64-linux-gnu.so": ""})
    assert found.verdict is Verdict.NATIVE


def test_syntax_of_a_newer_python_is_read() -> None:
    text = (
        f"type Word = str\n{EXPORTED}\n\ndef f[T](x: T) -> str:\n    return f\"{{x!r:>{{'a'}}}}\"\n"
    )
    assert detect({"pyproject.toml": project(), "word_ladder.py": text}).verdict is Verdict.NATIVE


def test_old_names_of_the_library_beside_a_taskset_want_a_bound() -> None:
    text = f"import verifiers as old\n{EXPORTED}\nRUBRIC = old.Rubric()\n"
    files = {"pyproject.toml": project(needs="verifiers>=0.2"), "word_ladder.py": text}
    assert codes(detect(files)) == ["VF022"]
    assert codes(detect(files | {"pyproject.toml": project(needs="verifiers>=0.2,<0.4")})) == []
