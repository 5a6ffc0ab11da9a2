"""Rules that need the card as well: how the framework fetches a data set from the Hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.rules.card.sources import configs, source, text, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

_CONFIGS = "configs:\n- config_name: easy\n  data_files: train.jsonl\n- config_name: hard\n"
_FILES = "  data_files: resources_servers/alpha/data/example.jsonl\n"


NO_DEFAULT_SUBSET = Rule(
    code="NG201",
    name="gym-no-default-subset",
    severity=Severity.WARNING,
    summary="Several subsets of tasks and none that is loaded without being named",
    why=(
        "Without `artifact_fpath` the framework calls `load_dataset` with the repository and a"
        " split, and never with the name of a subset. `datasets` then asks for one and fails."
    ),
    bad={
        "README.md": f"---\nlicense: mit\ntags: [rl-environment, nemo-gym]\n{_CONFIGS}{_FILES}---\n"
    },
    good={
        "README.md": (
            "---\nlicense: mit\ntags: [rl-environment, nemo-gym]\n"
            f"{_CONFIGS}{_FILES}  default: true\n---\n"
        )
    },
    source="nemo-gym 0.7.0, hf_utils.download_hf_dataset_as_jsonl",
)


@NO_DEFAULT_SUBSET.check
def _check_no_default_subset(facts: Facts) -> Iterator[Finding]:
    """Several configs in the card of which `datasets` takes none by default."""
    detection = facts.detections.get("nemo-gym")
    if detection is None or not any(unit.what.startswith("task") for unit in detection.units):
        return
    found = source(facts, "configs")
    entries = list(configs(found))
    if found and len(entries) > 1 and not any(_is_default(found.header, e) for e in entries):
        yield NO_DEFAULT_SUBSET.at(
            found.path,
            f"{len(entries)} subsets and no default: NeMo Gym names none when it loads a split",
            found.span(found.pair.key),
            hint="put `default: true` on one, or let configurations name a file (artifact_fpath)",
        )


def _is_default(header: Header, entry: Node) -> bool:
    marked = value(entry, "default")
    name = value(entry, "config_name")
    return text(name) == "default" or bool(marked is not None and header.value(marked))
