"""Entries of ``datasets`` by which NeMo Gym fetches the rows itself, and what the card says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs.vocabulary import license_label
from tagger.frameworks.nemo_gym.table import card_license
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.card.card import Card
    from tagger.frameworks.commands import Repository

#: The label of an unsettled license, for cards that give none that Gym knows.
_NO_LICENSE = "TBD"


def dataset_entry(
    repository: Repository, name: str, kind: str, file: str, artifact: str | None = None
) -> str:
    """The entry, as YAML.

    Args:
        repository: what holds the rows.
        name: of the entry.
        kind: its type.
        file: where Gym puts the rows.
        artifact: the file in the repository; without one Gym goes by the split of that type.
    """
    spelling = card_license(repository.facts.card)
    label = license_label(spelling) if spelling else None
    lines = [
        f"- name: {name}",
        f"  type: {kind}",
        f"  jsonl_fpath: {file}",
        f"  license: {label or _NO_LICENSE}",
        "  source:",
        "    type: huggingface",
        f"    repo_id: {_quoted(repository.repo_id)}",
    ]
    if artifact:
        lines.append(f"    artifact_fpath: {_quoted(artifact)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A value between double quotes, with the escapes that YAML and JSON share."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def default_splits(card: Card) -> tuple[Sequence[str], str]:
    """The splits of the config that ``datasets`` takes by default, and what is wrong with them."""
    configs = list(_mappings(_plain(card, "dataset_info"), single=True))
    names = [config.get("config_name", "default") for config in configs]
    marked = [c.get("config_name") for c in _mappings(_plain(card, "configs")) if c.get("default")]
    default = next((name for name in (*marked, "default") if name in names), None)
    if default is None and len(configs) > 1:
        return (), "Gym asks for no config by name, and the card declares no default one"
    chosen = configs[names.index(default) if default in names else 0] if configs else {}
    splits = [split.get("name") for split in _mappings(chosen.get("splits"))]
    return [name for name in splits if isinstance(name, str)], ""


def _plain(card: Card, key: str) -> Any:
    pair = card.find(key)
    return yaml.construct(pair.value) if pair else None


def _mappings(value: object, *, single: bool = False) -> Iterator[dict[Any, Any]]:
    """The mappings of a list; the value itself where one may be given instead of a list of one."""
    items = value if isinstance(value, list) else [value] if single else []
    yield from (item for item in items if isinstance(item, dict))
