"""YAML with places, by either loader of PyYAML."""

from __future__ import annotations

import time
from typing import Any

import pytest
import yaml as pyyaml
from hypothesis import given

from tagger.core.edits import same_data
from tagger.text import yaml
from tests.support.generated import headers


@pytest.fixture(params=["C", "Python"], autouse=True)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "Python":
        monkeypatch.delattr(pyyaml, "CSafeLoader")


def fault(text: str) -> yaml.YamlError:
    with pytest.raises(yaml.YamlError) as caught:
        yaml.load(text)
    return caught.value


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n"])
def test_a_text_that_holds_nothing_has_no_node(text: str) -> None:
    assert yaml.compose(text) is None
    assert yaml.load(text) is None


@pytest.mark.parametrize(
    ("text", "index"),
    [("a: [b\n", 6), ("é: \x00", 3), ("a: b\n--- c\n", 5), ("a: *b\n", 3), ("🧩: \x07\n", 3)],
)
def test_a_fault_has_a_place(text: str, index: int) -> None:
    found = fault(text)
    assert found.index == index
    assert found.span.line == text.count("\n", 0, index) + 1


def nested(levels: int) -> list[str]:
    return [
        "[" * levels + "]" * levels,
        "{a: " * levels + "b" + "}" * levels,
        "- " * levels + "b",
        "? " * levels + "b",
        "\n".join(" " * level + "a:" for level in range(min(levels, 2000))),
    ]


@pytest.mark.parametrize("text", nested(90))
def test_deep_nesting_is_read(text: str) -> None:
    assert yaml.compose(text) is not None


@pytest.mark.parametrize("text", [*nested(101), *nested(700), *nested(20_000)])
def test_too_deep_nesting_is_a_fault_at_once(text: str) -> None:
    start = time.process_time()
    fault(text)
    assert time.process_time() - start < 3


def test_many_lists_side_by_side_are_not_deep() -> None:
    assert yaml.load("- [a]\n" * 1200) == [["a"]] * 1200


@pytest.mark.parametrize(
    "text",
    [
        "a: !!set {x, y}\n",
        "a: !!omap [x: 1]\n",
        "a: &x {q: 1}\nb: {<<: *x}\n",
        "a: !!binary aGk=\n",
        "1: a\n1.0: b\n",
        "~: a\n",
        "a: 2026-01-02\nb: 12:30\nc: 010\nd: on\n",
    ],
)
def test_data_is_what_pyyaml_loads(text: str) -> None:
    assert same_data(yaml.load(text), pyyaml.safe_load(text))


@given(headers())
def test_data_of_generated_headers_is_what_pyyaml_loads(text: str) -> None:
    try:
        expected: Any = pyyaml.safe_load(text)
    except pyyaml.YAMLError:
        return
    assert same_data(yaml.load(text), expected)


@pytest.mark.parametrize(
    "text",
    [
        "a: !x b\n",
        "a: !!python/tuple [b]\n",
        "a: 2026-13-01\n",
        "- =\n",
        "{a: b}: c\n",
        "!!int x\n",
    ],
)
def test_what_pyyaml_does_not_load_is_a_fault(text: str) -> None:
    fault(text)


def test_a_path_is_found() -> None:
    root = yaml.compose("a:\n- b\n- c: d\n")
    found = yaml.find(root, "a", 1, "c")
    assert found is not None
    assert (found.key.value, found.value.value) == ("c", "d")
    for path in (("a", 2), ("a", "c"), ("b",), ("a", 1, "c", 0)):
        assert yaml.find(root, *path) is None


def test_keys_that_repeat_are_found_at_any_depth() -> None:
    root = yaml.compose("a: {b: 1, b: 2}\nc: &c {d: 1}\ne: *c\na: 3\n<<: *c\n<<: *c\n")
    assert sorted(node.value for node in yaml.duplicates(root)) == ["a", "b"]
