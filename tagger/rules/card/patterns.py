"""Which files of a tree a ``data_files`` pattern names, as ``datasets`` resolves it.

``datasets`` 5.2.0 (``data_files.resolve_pattern``) hands patterns to fsspec's glob: ``*``, ``?``
and ``[…]`` stay within one name, ``**`` as a whole component crosses folders. Hidden files, files
in folders that begin with two underscores, and the card itself must be asked for by name.
"""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING

from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.tree.view import TreeView

#: Files that no pattern matches unless it ends in their name (``FILES_TO_IGNORE``).
IGNORED = frozenset(
    "README.md config.json dataset_info.json dataset_infos.json dummy_data.zip"
    " dataset_dict.json".split()
)
_MAGIC = re.compile(r"[*?\[]")


class PatternError(ValueError):
    """The pattern cannot be resolved; the message says why, as a clause."""


def has_wildcard(pattern: str) -> bool:
    """Whether a pattern may match several files, or none without harm (``glob.has_magic``)."""
    return _MAGIC.search(pattern) is not None


def is_outside(pattern: str) -> bool:
    """Whether a pattern leads out of the repository: a web address, an absolute path, ``..``."""
    return "://" in pattern or pattern.startswith("/") or ".." in pattern.split("/")


def matches_any(view: TreeView, pattern: str, base: str = "") -> bool:
    """Whether at least one file matches a pattern below a folder.

    Raises:
        PatternError: ``**`` is only a part of a component.
    """
    return next(files(view, pattern, base), None) is not None


def files(view: TreeView, pattern: str, base: str = "") -> Iterator[str]:
    """The paths of the files that match a pattern below a folder, in no certain order.

    Raises:
        PatternError: ``**`` is only a part of a component.
    """
    parts = [part for part in f"{base}/{pattern}".split("/") if part not in ("", ".")]
    if any("**" in part and part != "**" for part in parts):
        raise PatternError("`**` must be a whole component between two slashes")
    ignored = IGNORED - set(parts[-1:])
    hidden, special = _marked(parts)
    for path in _walk(view, parts):
        names = path.split("/")
        if names[-1] not in ignored and _marked(names) == (hidden, special):
            yield path


def _marked(names: Sequence[str]) -> tuple[int, int]:
    """How many names are hidden, and how many folders begin with two underscores."""
    hidden = sum(name.startswith(".") for name in names)
    return hidden, sum(name.startswith("__") for name in names[:-1])


def _walk(view: TreeView, parts: Sequence[str]) -> Iterator[str]:
    """Files that the components match one by one; no folder is tried twice at one component."""
    todo = [("", 0)]
    seen: set[tuple[str, int]] = set()
    while todo:
        folder, index = todo.pop()
        if (folder, index) in seen or index == len(parts):
            continue
        seen.add((folder, index))
        crossing = parts[index] == "**"
        last = index == len(parts) - 1
        if crossing and not last:
            todo.append((folder, index + 1))
        for path in _children(view, folder, parts[index]):
            if _is_folder(view, path):
                todo.append((path, index if crossing else index + 1))
            elif last and view.is_file(path):
                yield path


def _children(view: TreeView, folder: str, part: str) -> Iterator[str]:
    prefix = f"{folder}/" if folder else ""
    if not has_wildcard(part):
        if view.get(prefix + part):
            yield prefix + part
        return
    pattern = re.compile(translate(part))
    for entry in view.children(folder):
        if pattern.match(entry.name):
            yield entry.path


def _is_folder(view: TreeView, path: str) -> bool:
    entry = view.get(path)
    return entry is not None and entry.kind is Kind.DIRECTORY
