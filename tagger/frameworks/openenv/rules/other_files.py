"""``environment.yaml`` of the draft "RL environment datasets", which no release reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.frameworks.openenv.rules_tasks import DRAFT
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

NAME = "environment.yaml"
LIMIT = 1 << 20
#: Ways to name where an OpenEnv environment runs; the draft wants exactly one.
TARGETS = ("space_id", "image", "package")


def check_draft(view: TreeView) -> Iterator[Finding]:
    """Findings about a root ``environment.yaml`` of the draft; none about conda's files."""
    root = _draft(view)
    if root is None:
        return
    version = yaml.find(root, "spec_version")
    yield DRAFT.at(
        NAME,
        "a draft of this file was never implemented: no released OpenEnv reads it",
        yaml.span(version.key) if version else None,
        hint="say the same with the tags of the card",
    )
    found = yaml.find(root, "environments")
    for index in range(len(found.value.value) if found else 0):
        yield from _targets(root, index)


def _targets(root: Node, index: int) -> Iterator[Finding]:
    pair = yaml.find(root, "environments", index, "frameworks", "openenv")
    if pair is None:
        return
    given = [name for name in TARGETS if yaml.find(pair.value, name)]
    if len(given) != 1:
        what = f"gives {' and '.join(given)} at once" if given else "gives no place to run"
        yield DRAFT.at(
            NAME,
            f"`frameworks.openenv` {what}; the draft wants one of {', '.join(TARGETS)}",
            yaml.span(pair.key),
        )


def _draft(view: TreeView) -> Node | None:
    """The root node, if the file is of the draft's kind: the name belongs to conda."""
    if not view.is_file(NAME):
        return None
    try:
        root = yaml.compose(view.text(NAME, LIMIT))
        data: Any = yaml.construct(root)
    except (ReadError, YamlError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("environments"), list):
        return None
    version = data.get("spec_version")
    return root if isinstance(version, str) and version.startswith("hf-") else None
