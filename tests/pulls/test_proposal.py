from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.card.card import Card
from tagger.core.errors import TaggerError
from tagger.engine.check import check
from tagger.engine.fix import FileChange, Fixed, fix
from tagger.pulls.proposal import Nothing, _header_change, propose
from tagger.rules.facts import Options
from tagger.targets import open_target
from tagger.tree.listing import MemoryTree
from tests.support.pulls import CARD, FILES, ROOT, SET, TAGS, account, look, proposal, with_tags

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support.hub import LoopbackHub


def reason(
    hub: LoopbackHub, files: Mapping[str, bytes | None], options: Options | None = None
) -> str:
    """Why nothing is proposed."""
    hub.add(SET, files)
    target = open_target(f"hf://datasets/{SET}", hub=account(hub).client)
    found = propose(target, options)
    assert isinstance(found, Nothing)
    return found.reason


def test_the_header_gains_the_proven_tags_and_nothing_else_changes(hub: LoopbackHub) -> None:
    repository = hub.add(SET, FILES)
    found = proposal(account(hub))
    assert (found.repo_id, found.commit, found.tags) == (SET, repository.head(), TAGS)
    assert (found.before, found.after) == (CARD, with_tags(*TAGS))
    added = [line for line in found.diff.split(b"\n") if line.startswith((b"+", b"-"))]
    assert added[2:] == [f"+- {tag}".encode() for tag in TAGS]


def test_a_tag_in_another_spelling_counts_as_gained(hub: LoopbackHub) -> None:
    hub.add(SET, {**FILES, "README.md": with_tags("Harbor", "rl-environment")})
    found = proposal(account(hub))
    assert found.tags == ("harbor", "openenv")
    assert Card.parse("README.md", found.after).tags[-3:] == ("harbor", "rl-environment", "openenv")


def test_a_card_without_a_header_gets_one(hub: LoopbackHub) -> None:
    hub.add(SET, {**FILES, "README.md": b"# Puzzles\n"})
    found = proposal(account(hub))
    assert found.after.endswith(b"- openenv\n---\n# Puzzles\n")


def test_other_faults_of_the_card_stay(hub: LoopbackHub) -> None:
    card = CARD.replace(b"license: apache-2.0", b"license: Apache-2.0")
    hub.add(SET, {**FILES, "README.md": card})
    assert proposal(account(hub)).after == with_tags(*TAGS, card=card)


def test_they_are_mended_on_request(hub: LoopbackHub) -> None:
    card = CARD.replace(b"license: apache-2.0", b"license: Apache-2.0")
    hub.add(SET, {**FILES, "README.md": with_tags(*TAGS, card=card)})
    target = open_target(f"hf://datasets/{SET}", hub=account(hub).client)
    found = propose(target, wanted=lambda finding: finding.rule.code in ("TG001", "DC030"))
    assert not isinstance(found, Nothing)
    assert (found.tags, found.after) == ((), with_tags(*TAGS))
    assert found.title == "Correct the header of the dataset card"
    assert found.key.split()[1] == "DC030"


def test_fixes_of_other_files_are_no_part_of_it(hub: LoopbackHub) -> None:
    script = "tasks/count-divisors/tests/test.sh"
    hub.add(SET, {**FILES, script: FILES[script].replace(b"\n", b"\r\n")})
    target = open_target(f"hf://datasets/{SET}", hub=account(hub).client)
    assert [change.path for change in fix(target.tree).changes] == ["README.md", script]
    found = propose(target, wanted=lambda _: True)
    assert not isinstance(found, Nothing)
    assert found.after == with_tags(*TAGS)


def test_a_right_card_is_nothing_to_do(hub: LoopbackHub) -> None:
    files = {**FILES, "README.md": with_tags(*TAGS)}
    assert reason(hub, files) == "its card declares every tag that its files prove"


def test_files_that_prove_nothing(hub: LoopbackHub) -> None:
    assert reason(hub, {"README.md": CARD}) == "no framework is proven to load it"


def test_no_card_is_begun_for_its_owner(hub: LoopbackHub) -> None:
    files = {path: data for path, data in FILES.items() if path != "README.md"}
    assert "it has no README.md" in reason(hub, files)


def test_an_owner_can_silence_it(hub: LoopbackHub) -> None:
    card = CARD.replace(b"---\n", b"---\n# tagger: ignore[TG001]\n", 1)
    assert "silences TG001" in reason(hub, {**FILES, "README.md": card})


@pytest.mark.parametrize("header", ["{license: mit}", "a: 1\na: 2", "a: [", "tags: &t [x]\nb: *t"])
def test_a_header_that_cannot_be_edited_safely(hub: LoopbackHub, header: str) -> None:
    card = f"---\n{header}\n---\n".encode()
    assert "no edit is safe here" in reason(hub, {**FILES, "README.md": card})


def test_bridged_tags_can_be_kept_out(hub: LoopbackHub) -> None:
    files = {**FILES, "README.md": with_tags("rl-environment", "harbor")}
    assert "rest on another framework's layout" in reason(hub, files, Options(bridged=False))


@pytest.mark.parametrize(
    ("tags", "bridged"), [("rl-environment, harbor", True), ("rl-environment", False)]
)
def test_a_header_that_cannot_be_edited_says_so_whether_bridged_tags_count_or_not(
    hub: LoopbackHub, tags: str, bridged: bool
) -> None:
    files = {**FILES, "README.md": f"---\n{{license: mit, tags: [{tags}]}}\n---\n".encode()}
    assert "no edit is safe here" in reason(hub, files, Options(bridged=bridged))


def test_a_rule_that_is_left_out(hub: LoopbackHub) -> None:
    hub.add(SET, FILES)
    target = open_target(f"hf://datasets/{SET}", hub=account(hub).client)
    assert propose(target, wanted=lambda _: False) == Nothing("TG001 is left out")


def test_the_card_that_counts_is_the_one_that_the_hub_reads(hub: LoopbackHub) -> None:
    files = {**FILES, "sub/CARD.md": CARD}
    assert "the Hub reads no card but" in reason(hub, files, Options(card="sub/CARD.md"))


def test_a_folder_is_no_dataset_on_the_hub() -> None:
    with pytest.raises(TaggerError, match="is not a dataset on the Hub"):
        propose(open_target(str(ROOT)))


def test_a_gated_card_is_a_fault_and_not_nothing(hub: LoopbackHub) -> None:
    hub.add(SET, {**FILES, "README.md": b"# Not read before\n"}, gated=True)
    with pytest.raises(TaggerError, match="it is gated"):
        look(account(hub))


@pytest.mark.parametrize(
    ("after", "is_sent"),
    [(with_tags("harbor"), True), (CARD + b"x", False), (with_tags("harbor") + b"x", False)],
)
def test_a_change_that_reaches_into_the_text_is_not_sent(after: bytes, is_sent: bool) -> None:
    change = FileChange("README.md", CARD, after)
    fixed = Fixed([change], [], [], check(MemoryTree(FILES)))
    assert _header_change(fixed) == (change if is_sent else None)
