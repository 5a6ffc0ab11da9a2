from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tagger.core.errors import TaggerError
from tagger.core.places import Span
from tagger.data.shipped import read_shipped
from tagger.engine.baseline import Mark, load, marks, prefix_of, save
from tests.support.reports import checked, rule

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads(read_shipped("baseline.schema.json"))
MARK = Mark("README.md", "DC030", "0123456789abcdef")
#: Bytes of a path that are not UTF-8 stand in it as these surrogates.
BYTES = st.integers(0xDC80, 0xDCFF).map(chr)
TEXT = st.lists(st.characters(exclude_categories=["Cs"]) | BYTES).map("".join)


@given(st.dictionaries(st.builds(Mark, TEXT, TEXT, TEXT), st.integers(1, 9)))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, counts: dict[Mark, int]
) -> None:
    file = tmp_path_factory.mktemp("baseline") / "known.json"
    save(file, counts)
    assert load(file) == Counter(counts)


@pytest.mark.parametrize("counts", [{}, {MARK: 1}, {MARK: 2, Mark("a", "TG001", "0" * 16): 1}])
def test_the_schema_describes_it(tmp_path: Path, counts: dict[Mark, int]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    save(tmp_path / "known.json", counts)
    text = (tmp_path / "known.json").read_text("utf-8")
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert text.count('"code"') == len([line for line in text.splitlines() if '"code"' in line])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no such file; --write-baseline makes it"),
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "not a baseline of tagger, version 1"),
        ('{"version": 2, "findings": []}', "not a baseline of tagger, version 1"),
        ('{"version": 1}', "an entry lacks a key or has a wrong value"),
        ('{"version": 1, "findings": 3}', "an entry lacks a key"),
        ('{"version": 1, "findings": [3]}', "an entry lacks a key"),
        (
            '{"version": 1, "findings": [{"path": 1, "code": "", "subject": "", "count": 1}]}',
            "lack",
        ),
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "known.json"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(TaggerError, match=message):
        load(file)


def found(text: str, line: int, path: str = "README.md") -> Mark:
    finding = rule("DC030").at(path, f"on line {line}", Span(line, 1, line, 100))
    ((_, mark),) = marks(checked([finding], {path: text}), "")
    return mark


def test_moved_lines_and_blanks_leave_the_mark_as_it_is() -> None:
    mark = found("license: MIT\n", 1)
    assert found("# new\n\nlicense:   MIT \n", 3) == mark


def test_another_text_file_or_rule_is_another_mark() -> None:
    mark = found("license: MIT\n", 1)
    assert found("license: BSD\n", 1) != mark
    assert found("license: MIT\n", 1, "a.md") != mark


def test_no_text_of_a_repository_is_kept() -> None:
    assert "MIT" not in repr(found("license: MIT\n", 1))


@pytest.mark.parametrize(
    ("folder", "prefix"), [(".", ""), ("a/b", "a/b/"), ("..", "../"), (None, "org/name:")]
)
def test_paths_begin_at_the_folder_of_the_file(
    tmp_path: Path, folder: str | None, prefix: str
) -> None:
    where = (tmp_path / folder).resolve() if folder else None
    assert prefix_of("org/name", where, tmp_path / "known.json") == prefix
