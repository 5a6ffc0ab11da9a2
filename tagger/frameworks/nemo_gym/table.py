"""Rows that are kept as tables: what the card or the footers of Parquet files declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.nemo_gym.rows.check import PARAMS
from tagger.frameworks.parquet import Table, tables
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.card import Card
    from tagger.tree.view import TreeView


def declares_rows(card: Card) -> bool:
    """Whether some config has a top-level feature ``responses_create_params``.

    It must be a struct with a child ``input``; a list of structs, a text column or a struct below
    another feature is something else.
    """
    info = card.find("dataset_info")
    return info is not None and any(map(_has_struct, _items(info.value, single=True)))


def _has_struct(config: Node) -> bool:
    features = yaml.find(config, "features")
    for feature in _items(features.value) if features else ():
        struct = yaml.find(feature, "struct")
        if struct and _name(feature) == PARAMS:
            return any(_name(child) == "input" for child in _items(struct.value))
    return False


def _name(feature: Node) -> str | None:
    pair = yaml.find(feature, "name")
    return str(pair.value.value) if pair else None


def _items(node: Node, *, single: bool = False) -> Iterator[Node]:
    """The items of a list; the node itself where one may be given instead of a list of one."""
    import yaml as pyyaml

    if isinstance(node, pyyaml.SequenceNode):
        yield from node.value
    elif single:
        yield node


def task_tables(view: TreeView) -> Iterator[Table]:
    """Parquet files whose footer has the struct; a response and a reward make rollouts of rows."""
    for table in tables(view):
        is_rollout = {"response", "reward"} <= table.columns.keys()
        if "input" in table.columns.get(PARAMS, ()) and not is_rollout:
            yield table


def card_license(card: Card) -> str | None:
    """The one license that the card gives, if it gives one."""
    pair = card.find("license")
    items = list(_items(pair.value, single=True)) if pair else []
    value = items[0].value if len(items) == 1 else None
    return value if isinstance(value, str) else None
