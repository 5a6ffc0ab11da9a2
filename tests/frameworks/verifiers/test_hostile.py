"""Whatever stands in a repository, the detector ends, and in bounded time."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagger.core.detections import Verdict
from tagger.engine.tags import detect_all
from tagger.frameworks.registry import own_frameworks
from tagger.tree.listing import MemoryTree
from tagger.tree.view import TreeView
from tests.frameworks.verifiers.support import EXPORTED, codes, detect, project

WORDS = st.sampled_from(
    [
        *"import from . * as class def del if else try except : ( ) [ ] = += @ , := match".split(),
        *"__all__ load_environment Taskset verifiers.v1 vf word_ladder one None lambda".split(),
        *("\n", "\n ", "'", '"', "'''", "\\", "#"),
    ]
)
PROGRAMS = st.lists(WORDS, max_size=40).map(" ".join)


def whole(files: dict[str, bytes]) -> Verdict:
    return detect_all(TreeView(MemoryTree(files)), own_frameworks())["verifiers"].verdict


@settings(max_examples=150)
@given(PROGRAMS, PROGRAMS)
def test_any_words_end_in_a_verdict(init: str, one: str) -> None:
    whole(
        {
            "pyproject.toml": project().encode(),
            "word_ladder/__init__.py": init.encode(),
            "word_ladder/one.py": one.encode(),
        }
    )


@settings(max_examples=100)
@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_end_in_a_verdict(source: bytes, toml: bytes) -> None:
    start = b"import verifiers.v1\n"
    whole({"pyproject.toml": toml, "word_ladder.py": start + source, "a/one.py": start + source})
    whole({"pyproject.toml": project().encode(), "word_ladder.py": source})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)
ROW = st.fixed_dictionaries(
    {"name": JSON, "version": JSON, "description": JSON, "tasks": JSON | st.lists(JSON, max_size=2)}
)


@settings(max_examples=100)
@given(JSON | st.lists(ROW, max_size=2), st.text(max_size=30))
def test_any_registry_ends_in_a_verdict(registry: object, config: str) -> None:
    whole(
        {
            "registry.json": json.dumps(registry).encode(),
            "tasks/a/task.toml": config.encode(),
            "tasks/a/instruction.md": b"",
        }
    )


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000,
        "x = " + "-" * 100_000 + "1",
        "x = " + "not " * 8_000 + "1",
        "x = 1" + " + 1" * 50_000,
        "x" + ".y" * 50_000,
        "if x:\n    pass\n" + "elif x:\n    pass\n" * 3_000,
        "match x:\n    case " + "[" * 150 + "]" * 150 + ": pass\n",
    ],
    ids=["brackets", "minus", "not", "sum", "attributes", "elif", "patterns"],
)
def test_deep_nesting_breaks_its_own_module_only(text: str) -> None:
    good = {"a/pyproject.toml": project("good"), "a/good.py": EXPORTED}
    bad = {"b/pyproject.toml": project("bad"), "b/bad.py": f"{text}\n{EXPORTED}"}
    found = detect(good | bad)
    assert found.verdict is Verdict.NATIVE
    assert "a" in [unit.path for unit in found.units]


def test_a_long_chain_of_imports_leaves_the_answer_open() -> None:
    chain = {f"word_ladder/m{n}.py": f"from .m{n + 1} import *\n" for n in range(200)}
    init = {"word_ladder/__init__.py": "from .m0 import *\n__all__ = ['OneTaskset']\n"}
    found = detect({"pyproject.toml": project()} | chain | init)
    assert (found.verdict, codes(found)) == (Verdict.ABSENT, [])


def test_a_long_chain_of_classes_is_followed() -> None:
    classes = "".join(f"class C{n + 1}(C{n}): pass\n" for n in range(5_000))
    text = f"import verifiers.v1 as vf\nC0 = vf.Taskset\n{classes}__all__ = ['C5000']\n"
    assert detect({"pyproject.toml": project(), "word_ladder.py": text}).verdict is Verdict.NATIVE


def test_many_branches_cost_no_more_than_they_change() -> None:
    names = "".join(f"n{n} = {n}\n" for n in range(5_000))
    branches = "".join(f"if x{n}():\n    n{n} = 1\n" for n in range(5_000))
    text = f"from somewhere import *\n{names}{branches}{EXPORTED}"
    assert detect({"pyproject.toml": project(), "word_ladder.py": text}).verdict is Verdict.NATIVE


@pytest.mark.parametrize("broken", ["def f(:\n", "\0", "x = " + "-" * 100_000 + "1\n"])
def test_a_second_file_that_does_not_compile_ends_in_a_verdict(broken: str) -> None:
    files = {
        "pyproject.toml": project("word.ladder"),
        "word/__init__.py": "",
        "word/ladder.py": "import verifiers\n",
        "word.ladder.py": f"{broken}\ndef load_environment(): pass\n",
    }
    assert not detect(files).verdict.proves
    package = {"word_ladder/__init__.py": "", "word_ladder.py": f"{broken}\nimport verifiers\n"}
    assert not detect({"pyproject.toml": project()} | package).verdict.proves
