from __future__ import annotations

import pytest

from tagger.core.errors import TaggerError
from tagger.core.findings import Severity
from tagger.engine.selection import Layer, Selection
from tests.support.reports import rule

TABLE = {
    made.code: made
    for made in (rule("DC001", "one"), rule("DC002", "two"), rule("HB001", "three-parts"))
}


@pytest.fixture(autouse=True)
def _few_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tagger.engine.selection.rules", lambda: TABLE)


def chosen(*layers: Layer) -> list[str]:
    findings = [made.at("README.md", "wrong") for made in TABLE.values()]
    return [finding.rule.code for finding in Selection(layers).apply(findings)]


def test_everything_by_default() -> None:
    assert chosen() == ["DC001", "DC002", "HB001"]


@pytest.mark.parametrize(
    ("layer", "codes"),
    [
        (Layer(select=["DC"]), ["DC001", "DC002"]),
        (Layer(select=["DC001", "three-parts"]), ["DC001", "HB001"]),
        (Layer(select=[]), []),
        (Layer(ignore=["DC"]), ["HB001"]),
        (Layer(ignore=["ALL"]), []),
        (Layer(select=["ALL"], ignore=["DC001"]), ["DC002", "HB001"]),
        (Layer(ignore=["DC"], extend_select=["DC001"]), ["DC001", "HB001"]),
        (Layer(select=["DC001"], ignore=["DC"]), ["DC001"]),
        (Layer(select=["DC"], ignore=["DC"]), []),
        (Layer(select=["one"], ignore=["DC001"]), []),
    ],
)
def test_the_more_precise_selector_wins(layer: Layer, codes: list[str]) -> None:
    assert chosen(layer) == codes


def test_a_later_choice_starts_afresh() -> None:
    assert chosen(Layer(select=["DC"], ignore=["HB"]), Layer(select=["HB"])) == ["HB001"]


def test_a_later_layer_without_a_choice_adds_and_takes_away() -> None:
    configured = Layer(select=["DC"])
    assert chosen(configured, Layer(extend_select=["HB"], ignore=["DC002"])) == ["DC001", "HB001"]


def test_paths_are_ignored_as_seen_from_the_configuration() -> None:
    findings = [TABLE["DC001"].at(path, "wrong") for path in ("README.md", "old/x/README.md")]
    selection = Selection(per_file_ignores={"sets/a/old/": ["DC"]}, prefix="sets/a/")
    assert [finding.path for finding in selection.apply(findings)] == ["README.md"]


def test_path_ignores_hold_for_their_rules_alone() -> None:
    findings = [made.at("README.md", "wrong") for made in TABLE.values()]
    selection = Selection(per_file_ignores={"*.md": ["DC001"]})
    assert [f.rule.code for f in selection.apply(findings)] == ["DC002", "HB001"]


def test_the_most_precise_severity_wins() -> None:
    findings = [made.at("README.md", "wrong") for made in TABLE.values()]
    selection = Selection(severity={"DC": "warning", "DC002": "info"})
    severities = [finding.severity for finding in selection.apply(findings)]
    assert severities == [Severity.WARNING, Severity.INFO, Severity.ERROR]


@pytest.mark.parametrize(
    "selection",
    [
        Selection([Layer(select=["DC003"])]),
        Selection([Layer(extend_select=["DC003"])]),
        Selection([Layer(ignore=["DC003"])]),
        Selection(severity={"DC003": "info"}),
        Selection(per_file_ignores={"*": ["DC003"]}),
    ],
)
def test_unknown_selectors_are_refused(selection: Selection) -> None:
    with pytest.raises(TaggerError, match="'DC003'; did you mean 'DC00"):
        selection.check()


@pytest.mark.parametrize("word", ["ALL", "D", "DC0", "DC001", "three-parts"])
def test_known_selectors_pass(word: str) -> None:
    Selection([Layer(select=[word])]).check()
