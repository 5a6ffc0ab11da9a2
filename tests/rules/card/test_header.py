from __future__ import annotations

import pytest

from tagger.core.findings import Severity
from tagger.rules.card.file import MAX_CARD_BYTES
from tagger.rules.facts import Options
from tests.support.cards import card, findings, places

NO_HEADER = ("DC001", "DC002", "DC003", "DC004", "DC005")


def test_a_card_over_the_limit_is_an_error() -> None:
    (found,) = findings(b"a" * (MAX_CARD_BYTES + 1), "DC009")
    assert found.severity is Severity.ERROR


def test_a_card_that_is_not_even_read_is_over_the_limit_too() -> None:
    assert findings(b"a" * (2 * MAX_CARD_BYTES), "DC009")


def test_a_card_at_the_limit_is_accepted() -> None:
    assert not findings(b"a" * MAX_CARD_BYTES, "DC009")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Grid\n",
        f"<!-- x -->\n{card('license: mit')}",
        "---\nlicense: mit\n",
        "---\ra\r---\rb",
    ],
)
def test_without_a_hub_dataset_a_missing_header_is_advice(text: str) -> None:
    (strict,) = findings(text, *NO_HEADER)
    (mild,) = findings(text, *NO_HEADER, options=Options(hub_dataset=False))
    assert (strict.severity, mild.severity) == (Severity.WARNING, Severity.INFO)


@pytest.mark.parametrize(
    ("code", "text", "line"),
    [
        ("DC003", "<!-- x -->\n\n---\nlicense: mit\n---\n", 3),
        ("DC004", "---\nlicense: mit\n...\n", 3),
        ("DC012", "---\n\n---\n", 2),
        ("DC012", "\n---\n- a\n---\n", 3),
        ("DC013", "---\na: |\n  b\n---\n  c\n---\n", 4),
    ],
)
def test_a_fault_of_the_fences_has_a_line(code: str, text: str, line: int) -> None:
    ((found, _),) = places(findings(text, code))
    assert found == line


def test_another_card_is_judged_where_the_options_say_so() -> None:
    options = Options(card="docs/card.md")
    files = {"docs/card.md": "# Grid\n"}
    (found,) = findings(card("license: mit\n"), "DC002", files=files, options=options)
    assert found.path == "docs/card.md"
