"""What a repository needs to run tagger: the entry of its commit hooks and a workflow."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tagger._version import __version__
from tagger.core.errors import RefusedError
from tagger.text import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yaml import Node

HOOKS_FILE = ".pre-commit-config.yaml"
WORKFLOWS = ".github/workflows"
WORKFLOW_FILE = f"{WORKFLOWS}/tagger.yml"
#: The hooks, and the arguments that one with a folder would lose (.pre-commit-hooks.yaml).
HOOKS = {
    "tagger-fix": ("--fixable=DC", "--fixable=TG"),
    "tagger-check": ("--fail-on=warning",),
}
#: The one foreign step of the workflow, as docs/action.md has it.
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1  # v7.0.1"
#: Stands for the owner of tagger's repository where nothing says it.
UNKNOWN = "https://github.com/OWNER/hf-tagger"
_GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII)
_ADDRESS = re.compile(r"[A-Za-z][\w.:/@~+-]*", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z][\w./-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class ToolSource:
    """Where tagger comes from: the address of its repository, and a tag or a commit."""

    address: str
    revision: str = f"v{__version__}"

    @property
    def action(self) -> str | None:
        """What a step of a workflow uses; ``None`` where the repository is not on GitHub."""
        match = _GITHUB.fullmatch(self.address)
        return f"{match[1]}@{self.revision}" if match else None


def is_address(text: str) -> bool:
    """Whether a text can stand for a repository in a configuration as it is."""
    return _ADDRESS.fullmatch(text) is not None


def installed_source() -> ToolSource:
    """Where the tagger that runs was installed from, as far as its metadata say (PEP 610)."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("hf-tagger")
    except PackageNotFoundError:
        return ToolSource(UNKNOWN)
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    if commit := origin.get("vcs_info", {}).get("commit_id"):
        return ToolSource(origin["url"], commit)
    links = [link.partition(", ")[2] for link in found.metadata.get_all("Project-URL") or ()]
    return ToolSource(next(filter(_GITHUB.fullmatch, links), UNKNOWN))


def uses_hooks(text: str) -> bool:
    """Whether a configuration of pre-commit runs a hook of tagger.

    Raises:
        RefusedError: it is not such a configuration.
    """
    return any(
        isinstance(hook, dict) and hook.get("id") in HOOKS
        for repository in _repositories(text)
        if isinstance(repository, dict)
        for hook in repository.get("hooks") or ()
    )


def with_hooks(text: str, source: ToolSource, folder: str) -> str:
    """A configuration of pre-commit with the hooks of tagger at the end of its list.

    Args:
        text: the configuration, empty for a new one.
        source: where pre-commit gets tagger.
        folder: of the dataset in the repository, ``""`` for the repository itself.

    Raises:
        RefusedError: the text cannot be added to without a change of something else.
    """
    if not text.strip():
        return "".join(f"{line}\n" for line in ("repos:", *_hook_lines(source, folder, "")))
    before = _repositories(text)
    node = yaml.find(yaml.compose(text), "repos")
    if node is None or getattr(node.value, "flow_style", True) or not before:
        raise RefusedError("`repos` is not a block list with an item")
    first, last = node.value.value[0], node.value.value[-1]
    indent = " " * _dash(text, first.start_mark.index)
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    row = _last_line(last) + 1
    lines[row - 1] = lines[row - 1].rstrip("\r\n") + end
    added = [line + end for line in _hook_lines(source, folder, indent)]
    after = "".join((*lines[:row], *added, *lines[row:]))
    entry = _repositories("".join(("repos:\n", *added)))
    if _loaded(after) != {**yaml.load(text), "repos": [*before, *entry]}:
        raise RefusedError("the list cannot be added to without a change of something else")
    return after


def workflow(source: ToolSource, branch: str, folder: str) -> str:
    """A workflow that checks pushes and pull requests with the Action.

    Args:
        source: whose ``action`` is known.
        branch: the branch whose pushes are checked.
        folder: as for :func:`with_hooks`.
    """
    where = f"      with:\n        path: {_scalar(folder)}\n" if folder else ""
    return f"""\
# Does the dataset card say which RL frameworks can load the files?
name: tagger

on:
  push:
    branches: [{_scalar(branch)}]
  pull_request:

permissions: {{}}

jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
    - uses: {CHECKOUT}
      with:
        persist-credentials: false
    - uses: {source.action}
{where}"""


def _repositories(text: str) -> Sequence[Any]:
    try:
        document = yaml.load(text) if text.strip() else {"repos": []}
    except yaml.YamlError as error:
        raise RefusedError(f"line {error.span.line}: {error.reason}") from None
    found = document.get("repos") if isinstance(document, dict) else None
    if not isinstance(found, list):
        raise RefusedError("it has no list `repos`")
    return found


def _loaded(text: str) -> Any:
    try:
        return yaml.load(text)
    except yaml.YamlError:
        return None


def _hook_lines(source: ToolSource, folder: str, indent: str) -> Iterator[str]:
    yield f"{indent}- repo: {source.address}"
    yield f"{indent}  rev: {source.revision}"
    yield f"{indent}  hooks:"
    for hook, arguments in HOOKS.items():
        yield f"{indent}  - id: {hook}"
        if folder:
            yield f"{indent}    args: [{', '.join((*arguments, _scalar(folder)))}]"


def _scalar(text: str) -> str:
    """A text as a scalar that every YAML reader takes for this text."""
    is_plain = _PLAIN.fullmatch(text) and yaml.load(text) == text
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _dash(text: str, index: int) -> int:
    """The column of the dash before an item that begins at an index."""
    line = text.rfind("\n", 0, index) + 1
    return text.rfind("-", line, index) - line


def _last_line(node: Node) -> int:
    """The line, from 0, on which the last word of a node is; not what follows it."""
    if isinstance(node.value, list) and node.value and not getattr(node, "flow_style", False):
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    mark = node.end_mark
    return mark.line - 1 if mark.column == 0 and mark.line > node.start_mark.line else mark.line
