"""DC045: does the size category agree with what is there?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.sources import source, value
from tagger.rules.card.values import items, over_keys, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

_CLASS = re.compile(r"(?:(\d+)([KMBT])<)?n(?:<(\d+)([KMBT])|>(\d+)([KMBT]))?\Z")
_NUMBER = re.compile(r"[0-9]{1,18}\Z")
_FACTORS = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
#: Files that hold rows; where some lie outside the tasks, the size may be theirs.
ROW_FILES = (".parquet", ".jsonl", ".json", ".csv", ".tsv", ".arrow", ".ndjson")


SIZE_CATEGORY_CONTRADICTED = Rule(
    code="DC045",
    name="size-category-contradicted",
    severity=Severity.INFO,
    summary="A size category that does not agree with the tasks or rows that are there",
    why="The filter by size believes the card. The class is compared with the rows that"
    " `dataset_info` counts (all together, and each subset and split alone), or else with the"
    " number of Harbor tasks, as long as no other file could hold the rows that are meant.",
    bad={
        "README.md": "---\nsize_categories:\n- 1M<n<10M\ndataset_info:\n  splits:\n"
        "  - name: train\n    num_examples: 89\n---\n"
    },
    good={
        "README.md": "---\nsize_categories:\n- n<1K\ndataset_info:\n  splits:\n"
        "  - name: train\n    num_examples: 89\n---\n"
    },
    source="Hub, filter `size_categories`",
)


@SIZE_CATEGORY_CONTRADICTED.check
@over_keys
def _check_size_category_contradicted(facts: Facts, header: Header) -> Iterator[Finding]:
    declared = [node for node in items(header, "size_categories") if header.is_string(node)]
    classes = [bounds for node in declared if (bounds := _bounds(node.value))]
    if not classes or len(classes) < len(declared):
        return
    counts, what = _counts(facts)
    if counts and not any(low <= count < high for count in counts for low, high in classes):
        yield SIZE_CATEGORY_CONTRADICTED.at(
            facts.card.path,
            f"{quoted(declared[0].value)} does not agree with {what}",
            header.span(declared[0]),
            hint=f"the class of {counts[0]:,} is {_class_of(counts[0])}",
        )


def _bounds(word: str) -> tuple[int, float] | None:
    """From (included) and to (excluded) of a size category; ``None`` for another word."""
    match = _CLASS.match(word)
    if not match or word == "n":
        return None
    low, low_unit, high, high_unit, above, above_unit = match.groups()
    if above:
        return int(above) * _FACTORS[above_unit], float("inf")
    return int(low or 0) * _FACTORS.get(low_unit, 1), int(high or 0) * _FACTORS.get(high_unit, 1)


def _class_of(count: int) -> str:
    steps = ["1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T"]
    place = max(len(str(count)) - 3, 0)
    if place == 0:
        return "n<1K"
    return "n>1T" if place >= len(steps) else f"{steps[place - 1]}<n<{steps[place]}"


def _counts(facts: Facts) -> tuple[list[int], str]:
    """Numbers that the class may mean, and in words where they come from; none if unknown."""
    rows = _row_counts(facts)
    if rows:
        return rows, f"the {rows[0]:,} rows that `dataset_info` counts"
    detection = facts.detections.get("harbor")
    if not detection or not detection.verdict.proves or not facts.view.complete:
        return [], ""
    tasks, broken = len(detection.units), len(detection.broken)
    if _has_rows_apart(facts, [unit.path for unit in (*detection.units, *detection.broken)]):
        return [], ""
    return [tasks, tasks + broken], f"the {tasks:,} tasks in the repository"


def _row_counts(facts: Facts) -> list[int]:
    """Rows of everything that ``dataset_info`` describes, and of each subset and split alone."""
    found = source(facts, "dataset_info")
    if not found:
        return []
    node = found.pair.value
    subsets = [_splits(item) for item in (node.value if _is_list(node) else [node])]
    if not all(subsets):
        return []
    single = [count for counts in subsets for count in counts]
    return [sum(single), *(sum(counts) for counts in subsets), *single]


def _is_list(node: Node) -> bool:
    import yaml

    return isinstance(node, yaml.SequenceNode)


def _splits(subset: Node) -> list[int]:
    """The numbers of rows of a subset's splits; empty where one is missing."""
    import yaml

    splits = value(subset, "splits")
    counts: list[int] = []
    for split in splits.value if splits is not None and _is_list(splits) else ():
        number = value(split, "num_examples")
        if not isinstance(number, yaml.ScalarNode) or not _NUMBER.match(number.value):
            return []
        counts.append(int(number.value))
    return counts


def _has_rows_apart(facts: Facts, units: Sequence[str]) -> bool:
    """Whether a file with rows lies outside all tasks."""
    tasks = set(units)
    for path in facts.view.paths:
        if not path.lower().endswith(ROW_FILES) or _is_manifest(path):
            continue
        if not any(parent in tasks for parent in _parents(path)):
            return True
    return False


def _is_manifest(path: str) -> bool:
    """JSON at the root: a registry, an index, no rows."""
    return "/" not in path and path.endswith(".json")


def _parents(path: str) -> Iterator[str]:
    """Every folder above a path, the root (an empty string) included."""
    while path:
        path = path.rpartition("/")[0]
        yield path
