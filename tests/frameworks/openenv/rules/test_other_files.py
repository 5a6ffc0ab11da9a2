"""environment.yaml: the draft's kind is information, conda's kind is nothing."""

from __future__ import annotations

import pytest

from tagger.core.findings import checks_of
from tagger.frameworks.openenv.rules.other_files import DRAFT as RULE
from tests.frameworks.openenv.support import view

DRAFT = "spec_version: hf-rl-env-0.1\nenvironments:\n- id: a\n  frameworks:\n    openenv: {}\n"


def findings(text: str | bytes, path: str = "environment.yaml") -> list[tuple[str, str]]:
    found = [finding for check in checks_of([RULE]) for finding in check(view({path: text}))]
    return [(f.severity.label, f.message) for f in found]


@pytest.mark.parametrize(
    "text",
    [
        "name: lab\nchannels: [conda-forge]\ndependencies: [openenv]\n",
        "spec_version: 1\nenvironments: [{id: a}]\n",
        "spec_version: hf-rl-env-0.1\n",
        "spec_version: hf-rl-env-0.1\nenvironments: {}\n",
        "name: [\n",
        b"name: \xff\n",
        "",
    ],
)
def test_other_files_of_that_name_produce_nothing(text: str | bytes) -> None:
    assert findings(text) == []


def test_draft_elsewhere_is_no_business_of_the_hub() -> None:
    assert findings(DRAFT, "docs/environment.yaml") == []


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ("{image: x}", None),
        ("{}", "no place to run"),
        ("{image: x, space_id: a/b}", "space_id and image at once"),
    ],
)
def test_draft_is_information_and_its_targets_are_counted(targets: str, said: str | None) -> None:
    found = findings(DRAFT.replace("{}", targets))
    assert {severity for severity, _ in found} == {"info"}
    assert len(found) == (2 if said else 1)
    assert said is None or said in found[1][1]


def test_draft_for_other_frameworks_has_no_targets_to_count() -> None:
    assert len(findings(DRAFT.replace("openenv: {}", "harbor: {}"))) == 1


@pytest.mark.parametrize("item", ["text", "[]", "{frameworks: text}", "{frameworks: {openenv: }}"])
def test_odd_items_are_survived(item: str) -> None:
    assert findings(f"spec_version: hf-env-0.1\nenvironments:\n- {item}\n")
