"""Edits of configurations: one scalar replaced, everything else untouched."""

from __future__ import annotations

from tagger.core.findings import Fix, Safety
from tagger.core.places import Edit
from tagger.frameworks.nemo_gym.configs.document import Document
from tagger.text import yaml
from tagger.text.yaml import YamlError

#: libyaml says "" of a plain scalar, PyYAML's own scanner says None.
_PLAIN_OR_QUOTED = (None, "", "'", '"')


def replace_scalar(document: Document, path: tuple[str | int, ...], value: str) -> Fix | None:
    """A fix that puts ``value`` in place of a scalar, in the same quotes.

    ``None`` where an alias may share the value, or where the text with the edit does not read as
    the old data with this one change.
    """
    import yaml as pyyaml

    pair = yaml.find(document.root, *path)
    node = pair.value if pair else None
    if not isinstance(node, pyyaml.ScalarNode) or node.style not in _PLAIN_OR_QUOTED:
        return None
    start, end = node.start_mark.index, node.end_mark.index
    quote = node.style or ""
    if document.text[start:end] != f"{quote}{node.value}{quote}":
        return None
    content = f"{quote}{value}{quote}"
    changed = document.text[:start] + content + document.text[end:]
    if "*" in document.text or not _is_proven(document, changed, path, value):
        return None
    offset = len(document.mark) + len(document.text[:start].encode())
    length = len(document.text[start:end].encode())
    edit = Edit(document.path, offset, offset + length, content.encode())
    return Fix(Safety.SAFE, f"write {value!r}", (edit,))


def _is_proven(document: Document, changed: str, path: tuple[str | int, ...], value: str) -> bool:
    """Whether the changed text reads as the old data with the one value replaced."""
    try:
        new = Document.parse(document.path, changed).data
        old = Document.parse(document.path, document.text).data
    except YamlError:
        return False
    holder = old
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    same: bool = new == old
    return same
