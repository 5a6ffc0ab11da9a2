"""``load_environment``: what releases before 0.4.0 find, and what they do not."""

from __future__ import annotations

import pytest

from tagger.core.detections import Verdict
from tests.frameworks.verifiers.support import OLD, codes, detect, places, project

FUNCTION = "def load_environment(): pass\n"


def one_file(text: str, needs: str = "verifiers<0.4") -> dict[str, str | None]:
    return {"pyproject.toml": project(needs=needs), "word_ladder.py": text}


def package(init: str, core: str = OLD) -> dict[str, str | None]:
    return {
        "pyproject.toml": project(),
        "word_ladder/__init__.py": init,
        "word_ladder/core.py": core,
    }


@pytest.mark.parametrize(
    "text",
    [
        OLD,
        "def make(): pass\nload_environment = make\n",
        "import functools\nload_environment = functools.partial(dict)\n",
        "class Make:\n    def __call__(self): pass\nload_environment = Make()\n",
        "import functools\n@functools.cache\ndef load_environment(): pass\n",
        f"import os\nif os.environ.get('X'):\n    {FUNCTION}else:\n    {FUNCTION}",
        f"try:\n    from away import load_environment\nexcept ImportError:\n    {FUNCTION}",
        "from elsewhere import make as load_environment\n",
        "class load_environment: pass\n",
    ],
)
def test_anything_that_can_be_called_will_do(text: str) -> None:
    found = detect(one_file(text))
    assert (found.verdict, codes(found)) == (Verdict.NATIVE, [])


@pytest.mark.parametrize(
    "init",
    [
        "from .core import load_environment\n",
        "from word_ladder.core import load_environment\n",
        "from .core import load_environment as load_environment\n__all__ = ['load_environment']\n",
        "from .core import *\n",
    ],
)
def test_a_package_re_exports_the_function(init: str) -> None:
    assert detect(package(init)).verdict is Verdict.NATIVE


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("async def load_environment(): pass\n", 1),
        ("\nload_environment = None\n", 2),
        ("class Make: pass\nload_environment = Make()\n", 2),
        ("def load_environment(): pass\ndel load_environment\n", 1),
        ("import typing\nif typing.TYPE_CHECKING:\n    def load_environment(): pass\n", 3),
    ],
)
def test_a_binding_that_cannot_be_called_is_broken(text: str, line: int) -> None:
    found = detect(one_file(text))
    assert found.verdict is Verdict.BROKEN
    assert places(found) == [("VF005", "word_ladder.py", line)]


@pytest.mark.parametrize(
    ("init", "code"),
    [
        ("# nothing\n", "VF005"),
        (
            "import typing\nif typing.TYPE_CHECKING:\n    from .core import load_environment\n",
            "VF005",
        ),
        ("from .core import load_environment\ndel load_environment\n", "VF005"),
        ("from .nowhere import load_environment\n", "VF007"),
        ("from .core import load_env\n", "VF007"),
    ],
)
def test_a_package_that_loses_the_function_is_broken(init: str, code: str) -> None:
    found = detect(package(init))
    assert (found.verdict, codes(found)) == (Verdict.BROKEN, [code])
    assert found.findings[0].path == "word_ladder/__init__.py"


def test_a_star_import_that_all_stops_loses_it_too() -> None:
    assert codes(detect(package("from .core import *\n", f"{OLD}\n__all__ = []\n"))) == ["VF005"]


def test_an_empty_package_hides_the_file_of_its_name() -> None:
    found = detect(one_file(OLD) | {"word_ladder/__init__.py": ""})
    assert places(found) == [("VF005", "word_ladder/__init__.py", 1)]


def test_a_folder_without_init_hides_nothing() -> None:
    found = detect(one_file(OLD) | {"word_ladder/words.txt": "cold\n"})
    assert (found.verdict, codes(found)) == (Verdict.NATIVE, [])


def test_a_good_package_beside_a_file_of_its_name_is_warned_of() -> None:
    files = one_file(OLD) | {"word_ladder/__init__.py": OLD}
    assert places(detect(files)) == [("VF012", "word_ladder.py", 0)]


@pytest.mark.parametrize(
    "text",
    [
        "VALUE = 1\n",
        "class Config:\n    def load_environment(self): pass\n",
        "def outer():\n    def load_environment(): pass\n",
        "",
    ],
)
def test_a_module_without_the_function_is_no_environment(text: str) -> None:
    found = detect(one_file(text))
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


@pytest.mark.parametrize("first", ["task", "env_id, **kwargs", "env_id: str, *, seed=0"])
def test_a_function_that_makes_environments_for_others_is_no_environment(first: str) -> None:
    found = detect(one_file(f"def load_environment({first}): pass\n"))
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


def test_a_required_argument_is_worth_a_word() -> None:
    found = detect(one_file("def load_environment(path, n=1, *, seed): pass\n"))
    assert found.verdict is Verdict.NATIVE
    (message,) = [f.message for f in found.findings if f.rule.code == "VF024"]
    assert message.startswith("`load_environment` has no default for 'path', 'seed'")


def test_a_function_on_the_factories_of_development_builds_runs_nowhere() -> None:
    text = (
        "import verifiers as vf\ndef load_environment(config: vf.EnvConfig):\n"
        "    return vf.Env(vf.load_taskset(config=config))\n"
    )
    found = detect(one_file(text))
    assert places(found) == [("VF008", "word_ladder.py", 2)]
    assert "no release" in found.findings[0].message


@pytest.mark.parametrize(
    ("needs", "expected"),
    [
        ("verifiers", ["VF020"]),
        ("verifiers>=0.1.9", ["VF020"]),
        ("verifiers>=0.1.9,<1", ["VF020"]),
        ("verifiers!=0.4.0", ["VF020"]),
        ("verifiers @ git+https://example.org/verifiers", ["VF020"]),
        ("verifiers<0.4", []),
        ("verifiers==0.1.6.post0", []),
        ("verifiers~=0.3.0", []),
        ("verifiers==0.1.*", []),
        ("Verifiers[all] >=0.1, <0.4.0 ; python_version >= '3.10'", []),
        ("verifiers @ git+https://example.org/verifiers@v0.1.9", []),
        ("verifiers>=0.4", ["VF021"]),
        ("verifiers==0.4.0", ["VF021"]),
    ],
)
def test_the_requirement_decides_on_the_warning(needs: str, expected: list[str]) -> None:
    found = detect(one_file(OLD, needs))
    assert (found.verdict, codes(found)) == (Verdict.NATIVE, expected)


def test_a_pin_in_the_sources_of_uv_is_a_bound() -> None:
    more = '\n[tool.uv.sources]\nverifiers = { git = "https://example.org/v", rev = "abc" }\n'
    files = one_file(OLD) | {"pyproject.toml": project(needs="verifiers", more=more)}
    assert codes(detect(files)) == []


@pytest.mark.parametrize(
    ("needs", "text", "more", "verdict"),
    [
        ("datasets", OLD, {}, Verdict.NATIVE),
        ("datasets", "def load_environment():\n    import verifiers\n", {}, Verdict.NATIVE),
        ("datasets", "def load_environment(): pass\n", {}, Verdict.ABSENT),
        ("verifiers-monitor", "def load_environment(): pass\n", {}, Verdict.ABSENT),
        ("verifiers_x", "def load_environment(): pass  # verifiers\n", {}, Verdict.ABSENT),
        (
            "datasets",
            "'''\nimport verifiers\n'''\ndef load_environment(): pass\n",
            {},
            Verdict.ABSENT,
        ),
        ("datasets", OLD, {"verifiers.py": ""}, Verdict.ABSENT),
        ("datasets", OLD, {"verifiers/rules.py": ""}, Verdict.ABSENT),
        ("verifiers<0.4", OLD, {"verifiers/rules.py": ""}, Verdict.NATIVE),
    ],
)
def test_the_function_alone_proves_nothing(
    needs: str, text: str, more: dict[str, str], verdict: Verdict
) -> None:
    assert detect(one_file(text, needs) | more).verdict is verdict


def test_a_loose_file_is_never_of_the_old_contract() -> None:
    found = detect({"word_ladder.py": OLD})
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])
