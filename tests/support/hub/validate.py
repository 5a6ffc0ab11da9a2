"""The Hub's verdict on the header of a dataset card, as far as it is known."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tagger.core.places import Span
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = re.compile(r"^(\s*---(?:\r\n|\r|\n))([\S\s]*?)((?:\r\n|\r|\n)---[ \t]*(\r\n|\n|$))")
LANGUAGE = re.compile(r"[a-z]{2,3}|code|multilingual")
LISTS = ("task_categories", "task_ids", "configs")


VOCABULARY = Path(__file__).parents[3] / "schemas" / "vocab"


@cache
def words(name: str) -> frozenset[str]:
    """A published list of allowed values."""
    return frozenset(json.loads((VOCABULARY / f"{name}.json").read_text("utf-8"))["values"])


def _parsed(block: str) -> Any:
    """As js-yaml reads it: no deep nesting, no unknown tag, no key twice."""
    node = yaml.compose(block)
    if next(yaml.duplicates(node), None) is not None:
        raise yaml.YamlError("duplicated mapping key", Span(1))
    return yaml.construct(node)


def header(text: str) -> str | None:
    """The YAML between the fences."""
    match = HEADER.match(text.removeprefix("\ufeff"))
    return match[2] if match else None


def load(text: str) -> dict[str, Any]:
    """The header as data; empty when there is none or it is broken."""
    try:
        data = _parsed(header(text) or "")
    except yaml.YamlError:
        return {}
    return data if isinstance(data, dict) and _is_small(data) else {}


def _is_small(data: Any, limit: int = 10_000) -> bool:
    """Whether aliases leave the data small once it is written out."""
    pending, count = [data], 0
    while pending and count < limit:
        value = pending.pop()
        count += 1
        pending += value.values() if isinstance(value, dict) else ()
        pending += value if isinstance(value, list) else ()
    return not pending


def verdict(text: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Errors and warnings."""
    block = header(text)
    if block is None:
        return [], [{"message": "empty or missing yaml metadata in repo card"}]
    try:
        data = _parsed(block)
    except yaml.YamlError as error:
        return [{"message": f"Invalid YAML in README.md: {error}"}], []
    if not isinstance(data, dict):
        return [{"message": 'Invalid metadata: "value" must be of type object'}], []
    return [{"message": message} for message in _errors(data)], [
        {"message": message} for message in _warnings(data)
    ]


def _errors(data: dict[str, Any]) -> Iterator[str]:
    for key in LISTS:
        if key in data and not isinstance(data[key], list):
            yield f'"{key}" must be an array'
    for key in ("languages", "licenses"):
        if key in data:
            yield f'"{key}" is not allowed'
    if data.get("license") is not None and not set(_listed(data["license"])) <= words("licenses"):
        yield '"license" must be one of [...]'
    for item in _listed(data.get("language")):
        if not isinstance(item, str) or not LANGUAGE.fullmatch(item):
            yield f'"language" with value "{item}" is not valid'
    tags = data.get("tags")
    if tags is not None and not (
        isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)
    ):
        yield '"tags" must be an array of strings'


def _warnings(data: dict[str, Any]) -> Iterator[str]:
    for item in _listed(data.get("task_categories")):
        if item not in words("task_categories"):
            yield f'The task_categories "{item}" is not in the official list'


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]
