"""The card as the rules see it: found or not, cut, parsed, with its tags."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tagger.card.header import Header
from tagger.card.split import CardState, Parts, line_at, split
from tagger.core.errors import EncodingError, LimitError, NotAFileError, PointerError, ReadError
from tagger.text import yaml
from tagger.tree.model import is_pointer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.core.places import Span
    from tagger.tree.view import TreeView


@dataclass(frozen=True)
class Card:
    """The dataset card.

    Attributes:
        path: where it is looked for, relative to the root of the tree.
        state: ``CardState.HEADER`` when the Hub finds a header, else why it does not.
        reason: for a card that could not be read, why, as a clause.
        raw: the bytes of the file, as far as they were read.
        parts: the same bytes, cut; joined they are ``raw`` again.
        header: the parsed header; ``None`` exactly when ``state`` is not ``HEADER``.
        link: the path is, or leads through, a symbolic link: it is read and never edited.
    """

    path: str
    state: CardState = CardState.MISSING
    reason: str = ""
    raw: bytes = b""
    parts: Parts = field(default_factory=lambda: Parts(CardState.MISSING))
    header: Header | None = None
    link: bool = False

    @classmethod
    def parse(cls, path: str, raw: bytes, *, link: bool = False) -> Card:
        """The card that these bytes are."""
        parts = split(raw)
        if is_pointer(raw):
            return cls(path, CardState.POINTER, "a Git LFS pointer is in its place", raw, link=link)
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as error:
            reason = (
                f"byte 0x{raw[error.start]:02x} on line {line_at(raw, error.start)} is not UTF-8"
            )
            return cls(path, CardState.NOT_UTF8, reason, raw, parts, link=link)
        header = None
        if parts.state is CardState.HEADER:
            line = line_at(raw, parts.header_start)
            header = Header.parse(parts.header, parts.header_start, line)
        return cls(path, parts.state, "", raw, parts, header, link)

    @property
    def tags(self) -> Sequence[str]:
        """The declared tags as the Hub's readers see them: the strings of the list ``tags``.

        A bare string is not a list, and an item that is a number, a boolean or null is not a tag. A
        header that cannot be parsed declares nothing.
        """
        return tuple(tag.value for tag in self.tag_items if tag.is_string)

    @cached_property
    def tag_items(self) -> Sequence[TagItem]:
        """The items of the list ``tags``, in order, whatever they are."""
        import yaml as pyyaml

        header = self.header
        pair = header.get("tags") if header else None
        if not header or not pair or not isinstance(pair.value, pyyaml.SequenceNode):
            return ()
        return tuple(
            TagItem(
                item.value if isinstance(item, pyyaml.ScalarNode) else "",
                header.is_string(item),
                header.span(item),
            )
            for item in pair.value.value
        )

    @property
    def body(self) -> str:
        """The text below the header, or the whole text where there is none."""
        return self.parts.body.decode("utf-8", "replace")

    @property
    def body_line(self) -> int:
        """The line of the file in which the body begins."""
        return line_at(self.raw, len(self.raw) - len(self.parts.body))

    def find(self, *keys: str | int) -> yaml.Pair | None:
        """The pair under a path of keys and list indices of the header."""
        return yaml.find(self.header.root, *keys) if self.header else None


@dataclass(frozen=True, slots=True)
class TagItem:
    """One item of ``tags``: its text, whether it is a string for the Hub, and its place."""

    value: str
    is_string: bool
    span: Span


_STATES: dict[type[ReadError], CardState] = {
    NotAFileError: CardState.NOT_A_FILE,
    PointerError: CardState.POINTER,
    LimitError: CardState.TOO_LARGE,
    EncodingError: CardState.NOT_UTF8,
}


def read_card(view: TreeView) -> Card:
    """Read and parse the card of a tree, once; every fault ends in its state."""
    card = view.memo.get("card")
    if not isinstance(card, Card):
        view.memo["card"] = card = _read(view)
    return card


def _read(view: TreeView) -> Card:
    path = view.card_path
    entry, known = view.resolve(path), view.get(path)
    link = entry.path != posixpath.normpath(path) if entry else known is not None
    if entry is None and not link:
        return Card(path, CardState.MISSING, "no such file")
    try:
        return Card.parse(path, view.read(path), link=link)
    except ReadError as error:
        state = _STATES.get(type(error), CardState.UNREADABLE)
        return Card(path, state, error.reason, link=link)
