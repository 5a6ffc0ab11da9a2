"""DC060-DC061: the file ``.huggingface.yaml``, which ``datasets`` lays over the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import EncodingError, ReadError
from tagger.core.findings import Rule, Severity
from tagger.rules.card.sources import SECOND_FILE, second_file
from tagger.rules.card.values import KNOWN_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.core.places import Span
    from tagger.rules.facts import Facts

_CARD = "---\nconfigs:\n- config_name: main\n  data_files: rows.jsonl\n---\n"
_CONFIGS = "configs:\n- config_name: main\n  data_files: rows.jsonl\n"
_ROWS = {"rows.jsonl": '{"q": 1}\n'}


SECOND_METADATA_FILE_BROKEN = Rule(
    code="DC060",
    name="second-metadata-file-broken",
    severity=Severity.WARNING,
    summary="`.huggingface.yaml` cannot be read",
    why="`datasets` and the viewer read this file after the card. If it is not YAML, not a mapping"
    " or not UTF-8, they fail, however good the card is. The Hub's validation does not look at it.",
    bad={"README.md": _CARD, ".huggingface.yaml": "- configs\n", **_ROWS},
    good={"README.md": _CARD, ".huggingface.yaml": _CONFIGS, **_ROWS},
    source="datasets 5.2.0, `load.LocalDatasetModuleFactory.get_module`",
)


@SECOND_METADATA_FILE_BROKEN.check
def _check_second_metadata_file_broken(facts: Facts) -> Iterator[Finding]:
    header = second_file(facts)
    reason, span = _fault(header) if header else _encoding(facts)
    if reason:
        yield SECOND_METADATA_FILE_BROKEN.at(
            SECOND_FILE,
            f"`datasets` and the viewer fail on this file: {reason}",
            span,
            hint="correct the file, or remove it: the card can hold everything in it",
        )


def _fault(header: Header) -> tuple[str | None, Span | None]:
    fault = header.fault or header.python_fault
    if fault:
        return fault.reason, fault.span
    if header.root is None or header.is_mapping or not header.data:
        return None, None
    return "it is not a mapping", header.span(header.root)


def _encoding(facts: Facts) -> tuple[str | None, Span | None]:
    try:
        if facts.view.is_file(SECOND_FILE):
            facts.view.text(SECOND_FILE)
    except EncodingError as error:
        return error.reason, None
    except ReadError:
        pass
    return None, None


SECOND_METADATA_FILE_OVERRIDES = Rule(
    code="DC061",
    name="second-metadata-file-overrides",
    severity=Severity.INFO,
    summary="`.huggingface.yaml` says something else than the card",
    why="A top-level key of this file replaces the card's. Whoever edits the card sees no effect,"
    " and the page and the loader show different data.",
    bad={
        "README.md": _CARD,
        ".huggingface.yaml": _CONFIGS.replace("main", "other"),
        **_ROWS,
    },
    good={"README.md": _CARD, ".huggingface.yaml": _CONFIGS, **_ROWS},
    source="datasets 5.2.0, `load.LocalDatasetModuleFactory.get_module`",
)


@SECOND_METADATA_FILE_OVERRIDES.check
def _check_second_metadata_file_overrides(facts: Facts) -> Iterator[Finding]:
    from tagger.core.edits import same_data

    header, card = second_file(facts), facts.card.header
    if not header or not header.is_mapping or not card or not card.is_mapping:
        return
    for key in sorted(KNOWN_KEYS):
        here, there = header.get(key), card.get(key)
        if here and there and not same_data(header.value(here.value), card.value(there.value)):
            yield SECOND_METADATA_FILE_OVERRIDES.at(
                SECOND_FILE,
                f"`{key}` replaces the value in {facts.card.path} for `datasets` and the viewer;"
                " the page shows the card's",
                header.span(here.key),
                hint="keep the key in one of the two files",
            )
