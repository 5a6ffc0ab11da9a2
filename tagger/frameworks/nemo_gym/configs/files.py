"""Which YAML files of a tree are NeMo Gym's, and their documents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.places import Span
from tagger.frameworks.nemo_gym.configs.document import Document
from tagger.frameworks.nemo_gym.configs.instances import is_config, top_level
from tagger.frameworks.nemo_gym.configs.vocabulary import CONFIG_PATHS, SERVER_TYPES
from tagger.frameworks.nemo_gym.task_folders import TaskFolders
from tagger.text.yaml import YamlError
from tagger.tree.model import Kind
from tagger.tree.scope import VENDORED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.tree.view import TreeView

#: The largest configuration of the release has 60 kB.
_MAX_BYTES = 1 << 20
#: More YAML files than this are not looked into, on a disk and over the network. The release
#: ships 908.
_MAX_LOCAL, _MAX_REMOTE = 5000, 1000
#: Where configurations lie as a rule; such files are read first.
_USUAL = re.compile(
    rf"(?:^|/)(?:configs|{'|'.join(SERVER_TYPES)}|environments|benchmarks)/"
    r"|(?:^|/)config[\w-]*\.ya?ml$"
)
#: Files of other tools, of which a tree may have thousands.
_OTHER_TOOLS = re.compile(
    r"(?:docker-)?compose[\w.-]*\.ya?ml|openenv\.yaml|mkdocs\.yml|action\.ya?ml"
)
_PROFILE = "integration_profile"
_MARKS = (*SERVER_TYPES, CONFIG_PATHS, _PROFILE)
#: A type key below an instance: what a file that cannot be parsed must show to count.
_LOOKS_LIKE_ONE = re.compile(rf"(?m)^[ \t]+(?:{'|'.join(SERVER_TYPES)})[ \t]*:")
_MANIFEST = re.compile(r"(?:^|/)(?:environments|benchmarks)/(?:.*/)?manifest\.yaml$")
_MANIFEST_KINDS = ("environment", "benchmark")


@dataclass(frozen=True, slots=True)
class BadFile:
    """A file that the framework's loader cannot read.

    ``certain`` tells a file whose text shows what it is from one that only lies where
    configurations lie.
    """

    path: str
    reason: str
    span: Span | None
    certain: bool


@dataclass(slots=True)
class Configs:
    """What the YAML files of a tree turned out to be, each list sorted by path."""

    servers: list[Document] = field(default_factory=list)
    compositions: list[Document] = field(default_factory=list)
    manifests: list[Document] = field(default_factory=list)
    bad: list[BadFile] = field(default_factory=list)
    bad_manifests: list[BadFile] = field(default_factory=list)
    #: server configurations among a project's own fixtures; nothing is said about them.
    aside: list[Document] = field(default_factory=list)
    #: YAML files that were not looked into.
    skipped: int = 0

    def add(self, document: Document) -> None:
        """Put a document where it belongs; one of another tool is dropped."""
        if is_manifest_path(document.path):
            if is_manifest(document):
                self.manifests.append(document)
        elif is_config(document):
            self.servers.append(document)
        elif _is_composition(document):
            self.compositions.append(document)


def is_manifest_path(path: str) -> bool:
    """Whether a manifest of this framework could have this path."""
    return _MANIFEST.search(path) is not None


def is_manifest(document: Document) -> bool:
    """A mapping with an integration profile, or with the kind of one at a manifest's path."""
    data = top_level(document)
    return is_manifest_path(document.path) and (
        _PROFILE in data or data.get("kind") in _MANIFEST_KINDS
    )


def _is_composition(document: Document) -> bool:
    """Whether a document is nothing but a list of YAML files to include."""
    data = top_level(document)
    value = data.get(CONFIG_PATHS)
    entries = value if isinstance(value, list) else [value]
    names_yaml = any(str(entry).endswith((".yaml", ".yml")) for entry in entries)
    return names_yaml and not any(isinstance(other, dict) for other in data.values())


def read_configs(view: TreeView) -> Configs:
    """Read every YAML file that could be one of the framework's."""
    paths = config_paths(view)
    most = _most(view)
    found = Configs(skipped=max(0, len(paths) - most))
    for path in sorted(paths[:most]):
        if view.scope.aside(path):
            other = Configs()
            _read(view, path, other)
            found.aside += other.servers
        else:
            _read(view, path, found)
    return found


def config_paths(view: TreeView) -> list[str]:
    """The YAML files that could be one of the framework's, those where most are found first."""
    return sorted(_candidates(view), key=lambda path: (not _USUAL.search(path), path))


def read_first(view: TreeView) -> Sequence[str]:
    """The configurations that are looked into."""
    return config_paths(view)[: _most(view)]


def _most(view: TreeView) -> int:
    return _MAX_REMOTE if view.published else _MAX_LOCAL


def _candidates(view: TreeView) -> Iterator[str]:
    task_folders = TaskFolders(view)
    for path in view.paths:
        if not path.lower().endswith((".yaml", ".yml")):
            continue
        entry = view.get(path)
        if entry is None or entry.kind is not Kind.FILE or (entry.size or 0) > _MAX_BYTES:
            continue
        if not (_OTHER_TOOLS.fullmatch(entry.name) or path in task_folders or _is_hidden(path)):
            yield path


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") or part in VENDORED for part in path.split("/")[:-1])


def _read(view: TreeView, path: str, found: Configs) -> None:
    try:
        data = view.read(path, _MAX_BYTES)
    except ReadError:
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        certain = _shows_one(data.decode("utf-8", "replace"))
        _add_bad(found, BadFile(path, reason, Span(1), certain=certain))
        return
    if not any(mark in text for mark in _MARKS) and not is_manifest_path(path):
        return
    try:
        found.add(Document.parse(path, text, plain=is_manifest_path(path)))
    except YamlError as error:
        _add_bad(found, BadFile(path, error.reason, error.span, certain=_shows_one(text)))


def _shows_one(text: str) -> bool:
    return _LOOKS_LIKE_ONE.search(text) is not None or _PROFILE in text


def _add_bad(found: Configs, file: BadFile) -> None:
    (found.bad_manifests if is_manifest_path(file.path) else found.bad).append(file)
