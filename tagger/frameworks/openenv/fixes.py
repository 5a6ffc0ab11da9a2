"""The safe fix of a manifest: a version that YAML reads as a number becomes the text it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.edits import same_data
from tagger.core.findings import Fix, Safety
from tagger.core.places import Edit
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from tagger.frameworks.openenv.manifest import Manifest


def quote_version(manifest: Manifest) -> Fix | None:
    """Put quotes around ``version``, if that changes nothing but its type."""
    import yaml as pyyaml

    nodes = [pair.value for pair in yaml.pairs(manifest.root) if pair.key.value == "version"]
    if len(nodes) != 1 or not isinstance(nodes[0], pyyaml.ScalarNode) or nodes[0].style:
        return None
    written = nodes[0].value
    start = nodes[0].start_mark.index
    text = manifest.text
    if text[start : start + len(written)] != written:
        return None
    edited = f'{text[:start]}"{written}"{text[start + len(written) :]}'
    try:
        data = yaml.load(edited)
    except YamlError:
        return None
    if not same_data(data, {**manifest.data, "version": written}):
        return None
    offset = len(text[:start].encode())
    edit = Edit(manifest.path, offset, offset + len(written.encode()), f'"{written}"'.encode())
    return Fix(Safety.SAFE, "put the version in quotes", (edit,))
