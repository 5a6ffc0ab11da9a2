"""The proof of an edit: parsed again, the header is the old one plus the intended change.

Composing costs most, so where the text allows it only the edited top-level pair is composed
again. That is sound in block style: a key at the beginning of a line closes whatever is open
above it, and without anchors, aliases, directives and document marks nothing else reaches across.

Three readings must agree on the change: PyYAML's (YAML 1.1), the Hub's (js-yaml's scalars on the
same tree), and that of ruamel.yaml, whose scanner is independent of PyYAML's C code (YAML 1.2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.card.header import Header
from tagger.card.nodes import same_nodes
from tagger.card.split import CardState, Parts, split
from tagger.core.edits import same_data
from tagger.core.errors import ParseError
from tagger.text import scalars

if TYPE_CHECKING:
    from collections.abc import Callable

    from yaml import Node

    from tagger.text.yaml import Pair

#: Anchors, aliases, directives and document marks: what one line says may count for another.
_REACHES_FAR = re.compile(r"(?:^|[\s,:?\[{-])[&*]\S|^(?:%|---|\.\.\.)", re.MULTILINE)


#: The longest text, in characters, that ruamel.yaml reads, too.
MAX_THIRD_READING = 1_000


@dataclass(frozen=True, slots=True)
class Intent:
    """What an edit is meant to do to the data of a header: one top-level pair, nothing else.

    Attributes:
        key: the key before the edit; ``None`` for a pair that is new.
        name: the key after it.
        change: from the old value to the new one; on the new one it changes nothing.
        additive: no line of the header goes or changes.
    """

    key: str | None
    name: str
    change: Callable[[Any], Any]
    additive: bool = False


def holds(header: Header | None, before: Parts, after: bytes, intent: Intent) -> bool:
    """Whether ``after`` is the card ``before`` with the intended change and equal bytes elsewhere.

    Args:
        header: the old header, free of faults; ``None`` where the card has none.
        before: the old card.
        after: the bytes of the new one.
        intent: the change.
    """
    parts = split(after)
    if parts.state is not CardState.HEADER:
        return False
    if header is None:
        outside = parts.bom + parts.body == before.bom + before.body
        return outside and _Pairs(None, []).become(parts.header, intent)
    outside = all(
        getattr(parts, name) == getattr(before, name)
        for name in ("bom", "opening", "closing", "body")
    )
    if intent.additive and not _keeps_lines(before.header, parts.header):
        return False
    return outside and _header_holds(header, before.header, parts.header, intent)


def _keeps_lines(old: bytes, new: bytes) -> bool:
    """Whether the old lines are a subsequence of the new ones."""
    lines = iter(new.splitlines())
    return all(line in lines for line in old.splitlines())


def _header_holds(header: Header, old: bytes, new: bytes, intent: Intent) -> bool:
    window = _window(header, intent)
    if window is None:
        return _Pairs(header, header.pairs, header.text).become(new, intent)
    first = header.offset(window.start) - header.start
    tail = len(old) - (header.offset(window.stop) - header.start)
    stop = len(new) - tail
    if stop < first or old[:first] != new[:first] or old[len(old) - tail :] != new[stop:]:
        return False
    text = header.text[window.start : window.stop]
    return _Pairs(header, window.pairs, text).become(new[first:stop], intent)


@dataclass(frozen=True, slots=True)
class _Window:
    """The lines of the edited pair: ``text[start:stop]`` of the header."""

    pairs: list[Pair]
    start: int
    stop: int


def _window(header: Header, intent: Intent) -> _Window | None:
    """The part of the header that must be composed again; ``None``: all of it."""
    pairs, text = header.pairs, header.text[:-1]
    starts = [pair.key.start_mark.index for pair in pairs]
    at_line_starts = all(not start or text[start - 1] == "\n" for start in starts)
    if not pairs or not at_line_starts or _REACHES_FAR.search(text):
        return None
    if intent.key is None:
        return _Window([], len(text), len(text))
    at = next(i for i, pair in enumerate(pairs) if pair.key.value == intent.key)
    return _Window([pairs[at]], starts[at], [*starts, len(text)][at + 1])


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Top-level pairs before an edit, and their text."""

    header: Header | None
    pairs: list[Pair]
    text: str = ""

    def become(self, raw: bytes, intent: Intent) -> bool:
        """Whether new text holds the same pairs but for the one that the edit is about."""
        new = Header.parse(raw, 0, 1)
        return self._nodes_hold(new, intent) and _reads_the_same(self.text, new.text, intent)

    def _nodes_hold(self, new: Header, intent: Intent) -> bool:
        if new.fault or new.python_fault or new.duplicates:
            return False
        old, pairs = list(self.pairs), new.pairs
        at = len(old)
        if intent.key is not None:
            at = next(i for i, pair in enumerate(old) if pair.key.value == intent.key)
        changed = old.pop(at).value if at < len(old) else None
        if len(pairs) != len(old) + 1:
            return False
        pair = pairs.pop(at)
        return _same_pairs(old, pairs) and self._value_holds(changed, new, pair, intent)

    def _value_holds(self, old: Node | None, new: Header, pair: Pair, intent: Intent) -> bool:
        if pair.key.value != intent.name or pair.key.tag != scalars.STR:
            return False
        for reading in (Header.value, Header.core_value):
            before = reading(self.header, old) if self.header and old else None
            after = reading(new, pair.value)
            if not same_data(after, intent.change(before)):
                return False
            if not same_data(after, intent.change(after)):
                return False
        return new.is_string(pair.key)


def _same_pairs(old: list[Pair], new: list[Pair]) -> bool:
    return same_nodes(
        [node for pair in old for node in (pair.key, pair.value)],
        [node for pair in new for node in (pair.key, pair.value)],
    )


def _reads_the_same(old: str, new: str, intent: Intent) -> bool:
    """Whether ruamel.yaml reads the intended change; it is not asked where it cannot read ``old``.

    It is slow (a millisecond for 200 characters), so that large texts are left to the others.
    """
    if max(len(old), len(new)) > MAX_THIRD_READING:
        return True
    try:
        before = _by_ruamel(old)
    except ParseError:
        return True
    key = intent.name if intent.key is None else intent.key
    wanted = {name: value for name, value in before.items() if name != key}
    wanted[intent.name] = intent.change(before.get(key))
    try:
        return same_data(_by_ruamel(new), wanted, ordered=False)
    except ParseError:
        return False


def _by_ruamel(text: str) -> dict[Any, Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        data = YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ParseError(str(error)) from None
    return data if isinstance(data, dict) else {}
