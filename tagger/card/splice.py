"""Where an edit changes the text of a header, and to what (docs/card.md §4).

The rules, for items that are added to a list:

1. Present items keep their place and their bytes; new ones follow in the order asked for.
2. Block list: a new line each, directly below the line of the last item and above comments and
   blank lines that follow it, with what is before the last item's value on its line.
3. Quoted only when all present items are, with the same sign.
4. Flow list: behind the last item. If that begins its line, each new item gets a line of its own. A
   comma at the end stays at the end; an empty list is filled without inner spaces.
5. A bare string becomes the first item of a block list, as it is written.
6. A key without a value gets the items below it; a written null goes with the spaces before it.
7. A missing key goes directly above the closing fence, below comments and blank lines there.
8. A card without a header gets one in front of its text.

Nothing here is trusted: :mod:`tagger.card.proof` parses the outcome before it is offered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tagger.card.quoting import render
from tagger.core.edits import Splice
from tagger.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yaml import Node, ScalarNode, SequenceNode

    from tagger.card.header import Header
    from tagger.text.yaml import Pair

_DASH = re.compile(r" *- *\Z")
_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r|\n|\Z)")
_COMMA = re.compile(r"[ \t]*,")
_BREAK = re.compile(r"\r\n|\r|\n")


class Splicer:
    """Computes splices for one header.

    Args:
        header: a header that could be parsed.
        line_end: what ends its lines.
    """

    def __init__(self, header: Header, line_end: str) -> None:
        self._header = header
        self._text = header.text[:-1]
        self._line_end = line_end

    # -- lists -----------------------------------------------------------------------------

    def append(self, node: SequenceNode, items: Sequence[str]) -> list[Splice]:
        """New items behind the last one (rules 2 to 4)."""
        texts = self._render_like(node, items)
        if not node.value:
            return self._fill(node, texts)
        if node.flow_style:
            return self._append_in_flow(node, texts)
        last = node.value[-1]
        self._require_in_place(node, last)
        prefix = self._text[self._line_start(last.start_mark.index) : last.start_mark.index]
        if not _DASH.match(prefix):
            raise RefusedError("the last item is laid out in an unusual way")
        prefix = prefix if prefix.endswith(" ") else f"{prefix} "
        return [self._below(self._header.end(last), [prefix + text for text in texts])]

    def _render_like(self, node: SequenceNode, items: Sequence[str]) -> list[str]:
        """Quoted only when all present items are, with the same sign (rule 3)."""
        styles = {item.style if hasattr(item, "style") else None for item in node.value}
        quote = styles.pop() if len(styles) == 1 else ""
        sign = quote if quote in ("'", '"') else ""
        return [render(item, sign, flow=bool(node.flow_style)) for item in items]

    def _fill(self, node: SequenceNode, texts: list[str]) -> list[Splice]:
        start, end = node.start_mark.index, node.end_mark.index
        inner = self._text.index("[", start) + 1
        blank = not self._text[inner : end - 1].strip(" ")
        return [Splice(inner, end - 1 if blank else inner, ", ".join(texts))]

    def _append_in_flow(self, node: SequenceNode, texts: list[str]) -> list[Splice]:
        last = node.value[-1]
        self._require_in_place(node, last)
        start, end = last.start_mark.index, last.end_mark.index
        indent = self._text[self._line_start(start) : start]
        if indent.strip(" \t") or self._line_start(start) <= node.start_mark.index:
            return [Splice(end, end, "".join(f", {text}" for text in texts))]
        comma = _COMMA.match(self._text, end)
        rest = _REST_OF_LINE.match(self._text, comma.end() if comma else end)
        lines = [self._line_end + indent + text for text in texts]
        if rest is None:  # the bracket closes on the same line
            return [Splice(end, end, "".join(f",{line}" for line in lines))]
        if comma:
            return [Splice(rest.end(), rest.end(), "".join(f"{line}," for line in lines))]
        return [Splice(end, end, ","), Splice(rest.end(), rest.end(), ",".join(lines))]

    def remove(self, node: SequenceNode, index: int) -> Splice:
        """Take one item away, with the comment behind it in block style."""
        if len(node.value) == 1:
            raise RefusedError("it is the only item of its list")
        item = node.value[index]
        self._require_in_place(node, item)
        if node.flow_style:
            return self._remove_in_flow(node, index)
        start = self._line_start(item.start_mark.index)
        if not _DASH.match(self._text[start : item.start_mark.index]):
            raise RefusedError("the item is laid out in an unusual way")
        line_end = 2 if self._text.endswith("\r\n", 0, start) else 1
        return Splice(start - line_end, self._line_stop(self._header.end(item)), "")

    def _remove_in_flow(self, node: SequenceNode, index: int) -> Splice:
        items = node.value
        if index:
            start, end = items[index - 1].end_mark.index, items[index].end_mark.index
        else:
            start, end = items[0].start_mark.index, items[1].start_mark.index
        if "#" in self._text[start:end].replace(items[index].value, ""):
            raise RefusedError("there is a comment beside the item")
        return Splice(start, end, "")

    # -- values ----------------------------------------------------------------------------

    def enlist(self, pair: Pair, items: Sequence[str]) -> list[Splice]:
        """A bare scalar becomes the first item of a block list (rule 5)."""
        node: Any = pair.value
        if node.style in ("|", ">"):
            raise RefusedError("the value is a block of text")
        indent = self._key_indent(pair)
        start = node.start_mark.index
        gap = self._gap(pair)
        line = self._line_start(start)
        dash = f"{indent}- "
        opened = (
            Splice(line, start, dash)
            if line > pair.key.end_mark.index
            else Splice(gap, start, self._line_end + dash)
        )
        quote = node.style or ""
        lines = [dash + render(item, quote) for item in items]
        return [opened, self._below(self._header.end(node), lines)] if lines else [opened]

    def fill_null(self, pair: Pair, items: Sequence[str]) -> list[Splice]:
        """Items below a key without a value; a written null goes (rule 6)."""
        lines = [f"{self._key_indent(pair)}- {render(item)}" for item in items]
        gap, node = self._gap(pair), pair.value
        if not node.value:
            return [self._below(gap, lines)]
        start, end = node.start_mark.index, node.end_mark.index
        if self._text[gap:start].strip(" \t"):
            raise RefusedError("its null is on a line of its own")
        return [Splice(gap, end, ""), self._below(end, lines)]

    def replace(self, node: ScalarNode, text: str) -> Splice:
        """Another text for a scalar on its place."""
        if node.style in ("|", ">"):
            raise RefusedError("the value is a block of text")
        return Splice(node.start_mark.index, node.end_mark.index, text)

    def write_value(self, pair: Pair, text: str) -> Splice:
        """A value for a key that has none or a null."""
        gap, node = self._gap(pair), pair.value
        end = node.end_mark.index if node.value else gap
        if self._text[gap:end].strip(" \t") != node.value:
            raise RefusedError("its null is on a line of its own")
        return Splice(gap, end, f" {text}")

    # -- keys ------------------------------------------------------------------------------

    def insert(self, lines: Sequence[str]) -> Splice:
        """New lines directly above the closing fence, as deep as the other keys (rule 7)."""
        pairs = self._header.pairs
        indent = self._key_indent(pairs[0]) if pairs else ""
        end = len(self._text)
        return Splice(end, end, "".join(self._line_end + indent + line for line in lines))

    def rename(self, pair: Pair, name: str) -> Splice:
        """Another name for a key, in the quotes it has."""
        self._key_indent(pair)
        key: Any = pair.key
        return self.replace(key, render(name, key.style or ""))

    # -- places ----------------------------------------------------------------------------

    def _key_indent(self, pair: Pair) -> str:
        start = pair.key.start_mark.index
        indent = self._text[self._line_start(start) : start]
        if indent.strip(" "):
            raise RefusedError("the key is not at the beginning of its line")
        return indent

    def _gap(self, pair: Pair) -> int:
        """Index right behind the colon of a key."""
        end: int = pair.key.end_mark.index
        colon = self._text.find(":", end)
        if colon < 0 or self._text[end:colon].strip(" \t"):
            raise RefusedError("the key is laid out in an unusual way")
        return colon + 1

    def _below(self, index: int, lines: Sequence[str]) -> Splice:
        stop = self._line_stop(index)
        return Splice(stop, stop, "".join(self._line_end + line for line in lines))

    def _line_start(self, index: int) -> int:
        return max(self._text.rfind("\n", 0, index), self._text.rfind("\r", 0, index)) + 1

    def _line_stop(self, index: int) -> int:
        match = _BREAK.search(self._text, index)
        return match.start() if match else len(self._text)

    def _require_in_place(self, parent: SequenceNode, node: Node) -> None:
        if node.start_mark.index < parent.start_mark.index:
            raise RefusedError("an item is an alias")
