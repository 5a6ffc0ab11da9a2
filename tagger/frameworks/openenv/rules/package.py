"""The README of an environment package, as ``openenv push`` and Spaces take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.card.split import State, split
from tagger.core.errors import ReadError
from tagger.frameworks.openenv.package import join
from tagger.frameworks.openenv.rules_manifest import PORT, README
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.manifest import Manifest
    from tagger.tree.view import TreeView


def check_readme(view: TreeView, folder: str, manifest: Manifest) -> Iterator[Finding]:
    """Findings about the header of a package's README against its manifest."""
    path = join(folder, "README.md")
    try:
        raw = view.read(path)
    except ReadError:
        return
    parts = split(raw)
    if parts.state is not State.HEADER:
        return
    if not raw.startswith(b"---") and b"base_path: /web" not in raw:
        yield README.at(
            path,
            "`openenv push` does not see the header here and would put a second one in front",
            hint="begin the file with `---`: no blank line and no byte-order mark before it",
        )
    port, app_port = manifest.data.get("port"), _app_port(parts.header)
    if None not in (_number(port), _number(app_port)) and _number(port) != _number(app_port):
        yield PORT.at(
            manifest.path,
            f"`port` is {port}, but {path!r} says `app_port: {app_port}`",
            manifest.span("port"),
            hint="write the port that the server listens on in both places",
        )


def _app_port(header: bytes) -> Any:
    try:
        data = yaml.load(header.decode("utf-8") + "\n")
    except (UnicodeDecodeError, YamlError):
        return None
    return data.get("app_port") if isinstance(data, dict) else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
