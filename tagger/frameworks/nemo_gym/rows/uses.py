"""What the configurations say about task files: tasksets and prompt templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs.instances import blocks
from tagger.frameworks.nemo_gym.configs.paths import find_file
from tagger.frameworks.nemo_gym.rows.states import Use

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.tree.view import TreeView


def row_uses(view: TreeView, documents: Sequence[Document]) -> Mapping[str, Use]:
    """For each file that an entry names and that needs no input of its own: why."""
    uses: dict[str, Use] = {}
    for document in documents:
        for entry in _entries(document):
            path = entry.get("jsonl_fpath")
            use = Use(taskset=bool(entry.get("taskset")), prompted=_is_prompted(entry))
            if not isinstance(path, str) or use == Use():
                continue
            file = find_file(view, document.path, path)
            if file:
                known = uses.get(file, Use())
                uses[file] = Use(known.taskset or use.taskset, known.prompted or use.prompted)
    return uses


def _is_prompted(entry: Mapping[Any, Any]) -> bool:
    return entry.get("type") == "benchmark" and bool(entry.get("prompt_config"))


def _entries(document: Document) -> Iterator[Mapping[Any, Any]]:
    for block in blocks(document):
        datasets = block.data.get("datasets")
        for entry in datasets if isinstance(datasets, list) else ():
            if isinstance(entry, dict):
                yield entry
