"""Resources servers of a tree: code together with the configuration that names it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tagger.core.detections import Evidence
from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.vocabulary import RESOURCES, UNSET
from tagger.frameworks.nemo_gym.faults import quoted
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView


@dataclass(frozen=True, slots=True)
class Server:
    """One configuration block and the server code that it names.

    Attributes:
        folder: the implementation's folder.
        entry: the entry point.
        document: the configuration.
        block: the block in it.
    """

    folder: str
    entry: str
    document: Document
    block: Block


def find_servers(
    view: TreeView, documents: Sequence[Document], code: Recogniser, *, aside: bool = False
) -> Iterator[Server]:
    """Every block of a resources server whose folder and entry point hold server code.

    Args:
        view: the tree.
        documents: the configurations.
        code: reads the modules.
        aside: whether folders of a project's own fixtures are wanted, or all others.
    """
    for document in documents:
        for block in blocks(document):
            for folder, entry in entry_points(view, block) if block.type == RESOURCES else ():
                is_aside = view.scope.aside(folder) is not None
                if is_aside is aside and code.is_server(entry):
                    yield Server(folder, entry, document, block)


def entry_points(view: TreeView, block: Block) -> Iterator[tuple[str, str]]:
    """Folders that have the implementation's name, each with the entry point in it."""
    entry = block.data.get("entrypoint")
    if not isinstance(entry, str) or not entry or entry == UNSET:
        return
    for folder in implementation_folders(view, block):
        path = posixpath.normpath(posixpath.join(folder, entry))
        if not path.startswith("..") and view.is_file(path):
            yield folder, path


def implementation_folders(view: TreeView, block: Block) -> Iterator[str]:
    """Folders of the tree that have the implementation's name."""
    parts = str(block.implementation).split("/")
    for entry in view.named(parts[-1]):
        if entry.kind is Kind.DIRECTORY and entry.path.split("/")[-len(parts) :] == parts:
            yield entry.path


def misplaced_servers(
    view: TreeView, documents: Sequence[Document], code: Recogniser
) -> Iterator[Evidence]:
    """Server code beside a configuration that names another folder than the one it lies in."""
    for document in documents:
        parent, _, name = document.path.rpartition("/")[0].rpartition("/")
        for block in blocks(document) if name == "configs" else ():
            entry = block.data.get("entrypoint")
            path = posixpath.normpath(posixpath.join(parent, str(entry)))
            if block.type != RESOURCES or not isinstance(entry, str) or not view.is_file(path):
                continue
            if parent.rpartition("/")[2] != str(block.implementation) and code.is_server(path):
                yield Evidence(
                    path,
                    f"server code that {document.path} looks for in a folder"
                    f" {quoted(block.implementation)}",
                )
