"""The words of a pull request: title, body, and the key by which it is known again.

Title and first sentence follow the pull requests that the Hub's staff open by hand.
Everything in a repository is a stranger's, and is escaped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from tagger._version import __version__
from tagger.report.markdown import code, prose
from tagger.text.words import joined, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The title of every pull request that adds tags.
TITLE = "Add RL environment tags"
_OTHER_TITLE = "Correct the header of the dataset card"
#: Raised whenever the rules come to prove other tags for the same files.
RULES_VERSION = 1
_MARKER = re.compile(r"<!-- tagger:key (\S+ \S+ rules-\d+) -->")


@dataclass(frozen=True, slots=True)
class Ground:
    """What shows that one framework loads a dataset.

    Attributes:
        tag: of the framework.
        label: its name for people.
        verdict: ``native``, ``bridged`` or ``registered``.
        units: how many load.
        more: how many further candidates were not looked at.
        evidence: paths, and what each shows.
        examples: paths of some units; ``""`` is the root.
        files: those of all these paths that are files.
    """

    tag: str
    label: str
    verdict: str
    units: int
    evidence: tuple[tuple[str, str], ...]
    examples: tuple[str, ...]
    files: frozenset[str] = frozenset()
    more: int = 0


@dataclass(frozen=True, slots=True)
class CommitPage:
    """A commit of a dataset, for links into it."""

    repo_id: str
    commit: str
    endpoint: str

    def link(self, path: str, *, is_file: bool) -> str:
        """Markdown that shows a path of the repository and leads there."""
        return f"[{code(path or 'the root')}]({self.address(path, is_file=is_file)})"

    def address(self, path: str = "", *, is_file: bool = False) -> str:
        """The page of a path at this commit."""
        kind = "blob" if is_file else "tree"
        page = f"{self.endpoint}/datasets/{self.repo_id}/{kind}/{self.commit}"
        below = quote(path.encode("utf-8", "surrogateescape"))
        return f"{page}/{below}" if below else page


def pull_title(tags: Sequence[str]) -> str:
    """The title; another one where no tag is added."""
    return TITLE if tags else _OTHER_TITLE


def pull_key(repo_id: str, tags: Sequence[str], codes: Sequence[str] = ()) -> str:
    """The identity of a change: repository, what it brings, version of the rules."""
    brought = [quote(word, safe="") for word in (*tags, *sorted(set(codes)))]
    return f"{repo_id} {'+'.join(brought)} rules-{RULES_VERSION}"


def key_in(body: str) -> str | None:
    """The key that the text of a pull request holds; ``None`` where tagger did not write it."""
    match = _MARKER.search(body)
    return match[1] if match else None


def pull_body(
    place: CommitPage,
    tags: Sequence[str],
    grounds: Sequence[Ground],
    others: Sequence[str],
    key: str,
) -> str:
    """The text of a pull request, in Markdown.

    Args:
        place: the commit that was read.
        tags: what the card gains.
        grounds: why.
        others: further changes of the header, a few words each.
        key: see :func:`pull_key`.
    """
    commit = f"[`{place.commit[:7]}`]({place.address()})"
    paragraphs = [f"{_adds(tags, others)} {_UNTOUCHED}"]
    if tags:
        rows = [f"- {_row(place, ground)}" for ground in grounds]
        paragraphs += [f"What the tags rest on, at commit {commit}:", "\n".join(rows)]
    return "\n\n".join([*paragraphs, _DECLINE, f"<!-- tagger:key {key} -->"])


_UNTOUCHED = (
    "Only the YAML header of `README.md` changes; the task data, the runtime and the text of the"
    " card stay as they are."
)
_DECLINE = (
    "If this is not wanted, close the pull request: that is kept as a refusal, and it is not"
    f" opened again. Prepared with tagger {__version__}."
)


def _adds(tags: Sequence[str], others: Sequence[str]) -> str:
    also = joined(prose(words) for words in dict.fromkeys(others)) if others else ""
    if not tags:
        return f"This pull request makes the header of the dataset card right: {also}."
    named = joined(f"`{tag}`" for tag in tags)
    sentence = (
        f"This pull request adds the {'tags' if len(tags) > 1 else 'tag'} {named} to the dataset"
        " card, for the Hub's RL Environments filter and the library menu of the page."
    )
    return f"{sentence} It also does this: {also}." if also else sentence


def _row(place: CommitPage, ground: Ground) -> str:
    least = "at least " if ground.more else ""
    units = f", {least}{plural(ground.units, 'unit')}" if ground.units else ""
    return f"**{prose(ground.label)}**{units}: {'; '.join(_pieces(place, ground))}"


def _pieces(place: CommitPage, ground: Ground) -> Iterator[str]:
    for path, what in ground.evidence:
        yield f"{place.link(path, is_file=path in ground.files)} ({prose(what)})"
    known = {path for path, _ in ground.evidence}
    new = [path for path in ground.examples if path not in known]
    if new:
        links = [place.link(path, is_file=path in ground.files) for path in new]
        yield f"for example {', '.join(links)}"
