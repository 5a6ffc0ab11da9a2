"""The small repositories on the pages of the frameworks."""

from __future__ import annotations

import pytest

from tagger.engine.check import check, detect
from tagger.frameworks.registry import own_frameworks
from tagger.core.findings import Severity
from tagger.core.detections import Verdict
from tagger.tree.listing import MemoryTree
from tests.support.markdown import blocks

#: A taskset can be loaded from a folder too; its project file is what others install it by.
NOT_NEEDED = {"verifiers": "pyproject.toml"}
TAGS = [framework.tag for framework in own_frameworks()]


def repository(tag: str) -> MemoryTree:
    found = blocks(f"docs/frameworks/{tag}.md")
    return MemoryTree({block.title: block.text.encode() for block in found if block.title})


@pytest.mark.parametrize("tag", TAGS)
def test_the_framework_can_load_it(tag: str) -> None:
    assert detect(repository(tag))[tag].verdict is Verdict.NATIVE


@pytest.mark.parametrize("tag", TAGS)
def test_its_card_has_the_right_tags_and_nothing_is_wrong_with_it(tag: str) -> None:
    result = check(repository(tag))
    assert (result.facts.tags.missing, result.facts.tags.unproven) == ((), ())
    serious = [f for f in result.findings if f.severity > Severity.INFO]
    assert [(finding.rule.code, finding.message) for finding in serious] == []


@pytest.mark.parametrize("tag", TAGS)
def test_every_file_of_it_counts(tag: str) -> None:
    """Without any one of them the framework cannot load it, or the card says less."""
    tree = repository(tag)
    for entry in (e for e in tree.entries() if e.path != NOT_NEEDED.get(tag)):
        files = {e.path: tree.read(e.path, 1 << 20) for e in tree.entries() if e != entry}
        assert check(MemoryTree(files)).facts.tags != check(tree).facts.tags, entry.path
