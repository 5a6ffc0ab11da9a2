"""The configurations of a repository that start its own servers, and the data they name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.frameworks.nemo_gym.configs.instances import blocks, top_level
from tagger.frameworks.nemo_gym.configs.model import IDENTIFIERS
from tagger.frameworks.nemo_gym.configs.paths import find_file
from tagger.frameworks.nemo_gym.configs.vocabulary import AGENTS, CONFIG_PATHS, MODELS, RESOURCES
from tagger.frameworks.nemo_gym.servers.find import implementation_folders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView


#: Keys that say where the rows of an entry come from.
_ORIGINS = ("source", "prepare_script", *IDENTIFIERS)


@dataclass(frozen=True, slots=True)
class DataEntry:
    """One entry of ``datasets``.

    Attributes:
        name, type: as written.
        file: its rows, where they are in the tree.
        is_fetched: whether it says where else the rows come from.
    """

    name: str
    type: str
    file: str | None
    is_fetched: bool


@dataclass(frozen=True, slots=True)
class GymConfig:
    """One configuration of a server that is here.

    Attributes:
        path: the file.
        folder: the server's folder.
        root: the folder below which Gym finds the server; ``None`` where the folder has another
            name than Gym looks for.
        entries: the data that it names.
        agents: the agents that it defines.
        has_model: whether it defines a model server.
        includes: whether it takes in other configurations, which may define what it does not.
    """

    path: str
    folder: str
    root: str | None
    entries: tuple[DataEntry, ...]
    agents: tuple[str, ...]
    has_model: bool
    includes: bool


def gym_configs(
    view: TreeView, documents: Sequence[Document], servers: Collection[str]
) -> Iterator[GymConfig]:
    """The configurations that start one of these servers (folders), sorted by path."""
    for document in documents:
        for block in blocks(document):
            if block.type != RESOURCES:
                continue
            here = [f for f in implementation_folders(view, block) if f in servers]
            if here:
                yield _config(view, document, here[0], f"{RESOURCES}/{block.implementation}")
                break


def _config(view: TreeView, document: Document, folder: str, wanted: str) -> GymConfig:
    found = list(blocks(document))
    return GymConfig(
        document.path,
        folder,
        _root(folder, wanted),
        tuple(_entries(view, document)),
        tuple(str(block.instance) for block in found if block.type == AGENTS),
        has_model=any(block.type == MODELS for block in found),
        includes=bool(top_level(document).get(CONFIG_PATHS)),
    )


def _root(folder: str, wanted: str) -> str | None:
    if folder == wanted:
        return ""
    return folder.removesuffix(f"/{wanted}") if folder.endswith(f"/{wanted}") else None


def _entries(view: TreeView, document: Document) -> Iterator[DataEntry]:
    for block in blocks(document):
        datasets = block.data.get("datasets")
        for data in datasets if isinstance(datasets, list) else ():
            name, kind, path = (
                data.get(key) if isinstance(data, dict) else None
                for key in ("name", "type", "jsonl_fpath")
            )
            if isinstance(name, str) and isinstance(kind, str) and isinstance(path, str):
                fetched = any(data.get(key) for key in _ORIGINS)
                yield DataEntry(name, kind, find_file(view, document.path, path), fetched)
