"""Reading one JSONL file: which rows it has, which of them load, and what is wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.rows.check import RowKind, check_row, kind_of
from tagger.frameworks.nemo_gym.rows.lines import LineReader, Lines, nesting, split_lines
from tagger.frameworks.nemo_gym.rows.states import RowFaults, Sample, Scan, Use
from tagger.frameworks.nemo_gym.rules import files as rules
from tagger.frameworks.nemo_gym.rules.rows import report_fault, warn_of_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BOM = "\ufeff"
_MAX_LAYOUT_DEPTH = 200


def scan(path: str, data: bytes, use: Use, *, extent: str) -> Scan:
    """Go through the lines of a file.

    Args:
        path: the file.
        data: its bytes, or the first of them.
        use: what configurations say about it.
        extent: the words for the part that was read; empty for the whole file.
    """
    result = Scan(path, extent=extent)
    lines = split_lines(data, cut=bool(extent))
    if lines.bad_line is not None:
        _not_utf8(result, lines)
    reader = LineReader()
    for number, text in enumerate(lines.texts, 1):
        if result.sample.left >= 0 and result.sample.rows:
            result.sample.left -= len(text.encode("utf-8", "surrogatepass")) + 1
        _read_line(result, reader, number, text, use)
    if (
        result.rows
        and not result.sample.keyed
        and (layout := _other_layout("\n".join(lines.texts)))
    ):
        _misprinted(result, layout)
    return result


@dataclass(frozen=True, slots=True)
class _Layout:
    """JSON that is not JSONL: what it is instead, and its values as far as they can be read."""

    noun: str
    values: Sequence[Any]


def _other_layout(text: str) -> _Layout | None:
    """The layout of a text of which no line is a row."""
    if nesting(text) > _MAX_LAYOUT_DEPTH:
        return None
    values = _json_values(text)
    if values and isinstance(values[0], list):
        return _Layout("a JSON array", values[0])
    if values and isinstance(values[0], dict):
        return _Layout("printed over several lines", values)
    return None


def _json_values(text: str) -> list[Any]:
    """The JSON values one after the other, up to the first that is not valid."""
    decoder = json.JSONDecoder()
    values: list[Any] = []
    place = 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        try:
            value, place = decoder.raw_decode(text, place)
        except ValueError:
            return values
        values.append(value)


def _misprinted(result: Scan, layout: _Layout) -> None:
    result.rows, result.sample = 0, Sample()
    for value in layout.values:
        _count(result, kind_of(value))
    if result.sample.keyed:
        result.lost = f"is {layout.noun}"
        message = f"the file is {layout.noun}, not one object a line: no row can be read"
        hint = "write every row on a line of its own"
        result.faults = RowFaults()
        result.faults.add(rules.UNREADABLE_FILE, 1, message, hint=hint)


def _not_utf8(result: Scan, lines: Lines) -> None:
    what = lines.encoding or "not UTF-8"
    result.lost = f"is {what}"
    message = (
        f"the file is {what}: no row can be read"
        if lines.encoding
        else "bytes that are not UTF-8: the whole file fails, whatever the other lines hold"
    )
    result.faults.add(rules.UNREADABLE_FILE, lines.bad_line or 1, message, hint="save it as UTF-8")


def _read_line(result: Scan, reader: LineReader, number: int, text: str, use: Use) -> None:
    if not text or text.isspace():
        message = "an empty line is not a row: collation and rollout collection stop here"
        result.faults.add(rules.UNREADABLE_ROW, number, message, hint="remove it", kind="blank")
        return
    marked = number == 1 and text.startswith(BOM)
    value = reader.read(text.removeprefix(BOM) if marked else text)
    kind = kind_of(value.data)
    if kind is RowKind.ROLLOUT:
        result.rollouts += 1
        return
    _count(result, kind)
    if value.rollout_fault:
        message = f"the row {value.rollout_fault}, which rollout collection cannot read"
        result.faults.add(rules.ROLLOUT_READER, number, message, kind=value.rollout_fault)
    if marked:
        message = "a byte-order mark: the first row is lost, and rollout collection stops at it"
        hint = "save the file without it"
        result.faults.add(rules.UNREADABLE_FILE, number, message, hint=hint, kind="mark")
    elif value.fault:
        message = f"the line {value.fault}; the row check refuses it"
        result.faults.add(rules.UNREADABLE_ROW, number, message, kind="line")
    elif not result.lost:
        _check(result, number, value.data, use)


def _count(result: Scan, kind: RowKind) -> None:
    result.rows += 1
    result.sample.count(kind)


def _check(result: Scan, number: int, row: Any, use: Use) -> None:
    if not isinstance(row, dict):
        message = "the line is not an object; the row check refuses it"
        result.faults.add(rules.UNREADABLE_ROW, number, message, kind="value")
        return
    if use.prompted and _has_input(row):
        message = "the row has an input, and its benchmark entry makes one from a `prompt_config`"
        hint = "drop the input or the `prompt_config`"
        result.faults.add(rules.PROMPT_AND_INPUT, number, message, hint=hint)
    faults = list(check_row(row, needs_params=not use.taskset))
    if use.prompted:
        faults = [fault for fault in faults if not _awaits_prompt(fault.pattern)]
    for fault in faults:
        report_fault(result.faults, number, fault)
    result.accepted += not faults
    warn_of_row(result.faults, result.agents, number, row)


def _has_input(row: Mapping[str, Any]) -> bool:
    params = row.get("responses_create_params")
    return isinstance(params, dict) and bool(params.get("input"))


def _awaits_prompt(pattern: tuple[str, ...]) -> bool:
    return pattern in (("responses_create_params",), ("responses_create_params", "input"))
