"""Files that look like OpenEnv's and that no released OpenEnv reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.frameworks.openenv.manifest import NAME
from tagger.frameworks.openenv.package import join
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

MISNAMED = Rule(
    code="OE004",
    name="openenv-manifest-misnamed",
    severity=Severity.WARNING,
    summary="The manifest has a name that OpenEnv does not look for",
    why=(
        "Every command looks for exactly `openenv.yaml`. `openenv.yml` and other letter case are"
        " not found, so the folder is not an environment for OpenEnv."
    ),
    bad={"maze_env/openenv.yml": "name: maze_env\n"},
    good={"maze_env/openenv.yml": None},
    source="openenv 0.10.0, cli/_cli_utils.py:validate_env_structure, validation/signature.py",
)
_MISNAMED = frozenset({"openenv.yaml", "openenv.yml"})


@MISNAMED.check
def _check_misnamed(view: TreeView) -> Iterator[Finding]:
    """Manifests with another letter case or suffix, and no right one beside them."""
    for path in view.paths:
        folder, _, name = path.rpartition("/")
        if name == NAME or name.lower() not in _MISNAMED or view.get(join(folder, NAME)):
            continue
        if view.is_file(path) and view.scope.aside(folder) is None:
            yield MISNAMED.at(
                path,
                f"OpenEnv looks for `{NAME}` and does not find this file",
                hint=f"rename it to `{NAME}`",
            )


DRAFT = Rule(
    code="OE030",
    name="openenv-draft-environment",
    severity=Severity.INFO,
    summary="`environment.yaml` follows a draft that no release implements",
    why=(
        "A root `environment.yaml` with `spec_version: hf-rl-env-0.1` and a list `environments` was"
        " proposed for the Hub and never implemented: no released loader reads it, and it proves"
        " no tag. The tags of the card say what the draft was meant to say. The draft wants exactly"
        " one of `space_id`, `image` and `package` under `frameworks.openenv`."
    ),
    bad={
        "environment.yaml": (
            "spec_version: hf-rl-env-0.1\nenvironments:\n  - id: words\n    frameworks:\n"
            "      harbor: {}\n"
        )
    },
    good={"environment.yaml": "name: lab\nchannels: [conda-forge]\ndependencies: [openenv]\n"},
    source="OpenEnv#727, OpenEnv#795, hub-docs#2510",
)
DRAFT_NAME = "environment.yaml"
#: In bytes; a longer file of that name is not read.
_DRAFT_LIMIT = 1 << 20
#: Ways to name where an OpenEnv environment runs; the draft wants exactly one.
_TARGETS = ("space_id", "image", "package")


@DRAFT.check
def _check_draft(view: TreeView) -> Iterator[Finding]:
    """A root `environment.yaml` of the draft; conda's files of that name are left alone."""
    root = _draft(view)
    if root is None:
        return
    version = yaml.find(root, "spec_version")
    yield DRAFT.at(
        DRAFT_NAME,
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
    given = [name for name in _TARGETS if yaml.find(pair.value, name)]
    if len(given) != 1:
        what = f"gives {' and '.join(given)} at once" if given else "gives no place to run"
        yield DRAFT.at(
            DRAFT_NAME,
            f"`frameworks.openenv` {what}; the draft wants one of {', '.join(_TARGETS)}",
            yaml.span(pair.key),
        )


def _draft(view: TreeView) -> Node | None:
    """The root node, if the file follows the draft: conda uses the same name."""
    if not view.is_file(DRAFT_NAME):
        return None
    try:
        root = yaml.compose(view.text(DRAFT_NAME, _DRAFT_LIMIT))
        data: Any = yaml.construct(root)
    except (ReadError, YamlError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("environments"), list):
        return None
    version = data.get("spec_version")
    return root if isinstance(version, str) and version.startswith("hf-") else None
