"""Words in the card that point to a published environment: evidence short of proof."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.detections import Evidence
from tagger.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.tree.view import TreeView

_NAME = r"[A-Za-z0-9][\w.-]*"
_POINTER = re.compile(
    rf"app\.primeintellect\.ai/dashboard/environments/({_NAME}/{_NAME})"
    rf"|\bprime env install ({_NAME}/{_NAME})"
)


def suggestions(view: TreeView) -> Iterator[Evidence]:
    """Each published environment that the card links to or tells how to install, once."""
    try:
        text = view.text(view.card_path)
    except ReadError:
        return
    names = (match[1] or match[2] for match in _POINTER.finditer(text))
    for name in dict.fromkeys(name.rstrip(".") for name in names):
        yield Evidence(view.card_path, f"names the published environment {name!r}")
