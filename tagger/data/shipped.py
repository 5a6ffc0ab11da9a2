"""The files of ``schemas/``: in a wheel they lie inside the package, in a checkout beside it."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def read_shipped(name: str) -> str:
    """The text of a file of ``schemas/``, such as ``vocab/licenses.json``.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return (_folder() / name).read_text("utf-8")


def list_shipped(suffix: str) -> list[str]:
    """The names, without the suffix, of the files right in ``schemas/`` that end so, sorted."""
    names = (entry.name for entry in _folder().iterdir())
    return sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix))


def _folder() -> Traversable:
    package = files("tagger")
    shipped = package / "_schemas"
    return shipped if shipped.is_dir() else package / ".." / "schemas"
