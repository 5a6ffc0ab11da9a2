"""Add one tag to each card of a corpus, three ways, and count what else changes.

    python bench/headers.py [CORPUS] [--limit N] [--only tagger]

A line of the corpus is an object with ``id`` and ``text`` (``.xz`` files are unpacked); the default
is the one of the tests. The ways:
tagger's own splice; ``huggingface_hub``, as ``metadata_update`` does it (load, change, dump); a
ruamel.yaml round trip with its defaults. Each outcome is parsed again by PyYAML, and by ruamel.yaml
for headers of ordinary size, and compared with the old data plus the tag.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import logging
import lzma
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tagger.card.card import Card
from tagger.card.edit import add_items
from tagger.core import edits as editing
from tagger.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TAG = "rl-environment"
#: The Hub's pattern, here as the independent judge.
HEADER = re.compile(
    r"^([\s\ufeff]*---(?:\r\n|\r|\n))([\S\s]*?)((?:\r\n|\r|\n)---[ \t]*(\r\n|\n|\Z))"
)
CORPUS = Path(__file__).parent.parent / "tests" / "card" / "headers.jsonl.xz"
#: Larger headers are judged by PyYAML alone: ruamel.yaml takes seconds for them.
MAX_FOR_RUAMEL = 10_000


def by_tagger(text: str) -> str:
    """The splice."""
    raw = text.encode()
    edits = add_items(Card.parse("README.md", raw), "tags", [TAG])
    return editing.apply(raw, edits).decode()


def by_hub_client(text: str) -> str:
    """``huggingface_hub.metadata_update`` without its requests."""
    from huggingface_hub import DatasetCard

    try:
        card = DatasetCard(text, ignore_metadata_errors=False)
        card.data["tags"] = with_tag(card.data.get("tags"))
        return str(card)
    except (ValueError, TypeError, AttributeError, yaml.YAMLError) as error:
        raise RefusedError(type(error).__name__) from None


def by_ruamel(text: str) -> str:
    """A ruamel.yaml round trip with its defaults."""
    from ruamel.yaml import YAML, YAMLError

    match = HEADER.match(text)
    if not match:
        raise RefusedError("no header")
    try:
        data = YAML().load(match[2])
        if data is None or not hasattr(data, "items"):
            raise RefusedError("no mapping")
        tags = data.get("tags")
        if isinstance(tags, list):
            if TAG not in tags:
                tags.append(TAG)
        else:
            data["tags"] = with_tag(tags)
        out = io.StringIO()
        YAML().dump(data, out)
    except (YAMLError, ValueError) as error:
        raise RefusedError(type(error).__name__) from None
    return match[1] + out.getvalue().removesuffix("\n") + text[match.end(2) :]


def with_tag(tags: Any) -> list[Any]:
    """What the list should be."""
    present = [] if tags is None else tags if isinstance(tags, list) else [tags]
    return [*present, *([] if TAG in present else [TAG])]


@dataclass
class Tally:
    """What became of the corpus under one way to edit it."""

    edited: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    changed: Counter[tuple[int, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    again: int = 0
    seconds: float = 0.0

    def add(self, key: str, text: str, edit: Callable[[str], str]) -> None:
        """Edit one card and judge the outcome."""
        start = time.perf_counter()
        try:
            after = edit(text)
        except RefusedError as refusal:
            self.refused[str(refusal)] += 1
            return
        finally:
            self.seconds += time.perf_counter() - start
        self.edited += 1
        self.changed[changed_lines(text, after)] += 1
        reason = fault(text, after)
        if reason:
            self.wrong.append(f"{key}: {reason}")
        self.again += edit(after) != after


def changed_lines(before: str, after: str) -> tuple[int, int]:
    """How many lines went and came."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    start = min(len(old), len(new)) if same is None else same
    old, new = old[start:], new[start:]
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    kept = sum(block.size for block in blocks)
    return len(old) - kept, len(new) - kept


def fault(before: str, after: str) -> str | None:
    """What is wrong with an outcome, apart from how it looks."""
    old, new = HEADER.match(before), HEADER.match(after)
    if not new:
        return "the header is no longer found"
    if old and (before[old.end() :] != after[new.end() :]):
        return "the text below changed"
    for read in readers(max(len(before), len(after))):
        data = (read(old[2] + "\n") if old else None) or {}
        wanted, found = {**data, "tags": with_tag(data.get("tags"))}, read(new[2] + "\n")
        if found != wanted:
            keys = [key for key in wanted if key not in found or found[key] != wanted[key]]
            return f"{read.__name__} reads something else under {', '.join(map(str, keys))}"
    return None


def readers(size: int) -> Iterator[Callable[[str], Any]]:
    """YAML 1.1 always, YAML 1.2 for ordinary sizes."""
    yield pyyaml
    if size <= MAX_FOR_RUAMEL:
        yield ruamel


def pyyaml(text: str) -> Any:
    """YAML 1.1, by the loader that the Hub's client uses; the fast one for large headers."""
    large = len(text) > MAX_FOR_RUAMEL
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader) if large else yaml.SafeLoader
    return yaml.load(text, Loader=loader)  # noqa: S506


def ruamel(text: str) -> Any:
    """YAML 1.2; a key that stands twice cannot be there, since both readers are asked."""
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text)


def cards(path: Path, limit: int | None) -> Iterator[tuple[str, str]]:
    """The cards of a corpus whose header the Hub finds and Python can load, without the tag."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if limit is not None and number >= limit:
                return
            row = json.loads(line)
            yield row["id"], row["text"]


def parses(text: str) -> bool:
    """Whether the Hub finds a header that Python can load."""
    match = HEADER.match(text)
    try:
        return match is not None and pyyaml(match[2] + "\n") is not Ellipsis
    except (yaml.YAMLError, ValueError):
        return False


WAYS = {"tagger": by_tagger, "huggingface_hub": by_hub_client, "ruamel.yaml": by_ruamel}


def report(name: str, tally: Tally, total: int) -> Iterator[str]:
    """The figures of one way to edit."""
    few = sum(count for (gone, come), count in tally.changed.items() if gone + come <= 2)
    yield f"{name}: {tally.edited} of {total} edited in {tally.seconds:.1f} s"
    yield f"  at most two lines changed: {few} ({few / total:.1%} of all cards)"
    yield f"  wrong: {len(tally.wrong)}; a second run changes: {tally.again}"
    lines = ", ".join(f"-{g} +{c}: {n}" for (g, c), n in tally.changed.most_common(6))
    yield f"  lines gone and come, most common: {lines}"
    for reason, count in tally.refused.most_common():
        yield f"  refused {count}: {reason}"
    for line in tally.wrong[:5]:
        yield f"  wrong: {line}"


def main() -> int:
    """Run all ways over a corpus."""
    logging.disable()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--only", choices=WAYS)
    args = parser.parse_args()
    rows = list(cards(args.corpus, args.limit))
    usable = [(key, text) for key, text in rows if parses(text)]
    print(f"{len(rows)} cards, {len(usable)} with a header that is found and loads")
    for name, edit in WAYS.items():
        if args.only in (None, name):
            tally = Tally()
            for key, text in usable:
                tally.add(key, text, edit)
            print("\n".join(report(name, tally, len(usable))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
