"""OpenEnv's own answers; runs in the environment of scripts/differential."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.differential.openenv.values import good_block
from tests.support.oracle import serve

#: Packages whose ``__init__`` would import gradio, fastapi and the whole command line.
STUBBED = (
    "openenv",
    "openenv.cli",
    "openenv.cli.commands",
    "openenv.core",
    "openenv.core.env_server",
    "openenv.harbor",
    "openenv.validation",
    "openenv.validation.parsers",
)


def stub_packages() -> None:
    """Register the packages without running them."""
    for name in STUBBED:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)


def answer(root: Path, question: dict[str, Any]) -> dict[str, Any]:
    """What OpenEnv makes of the repository at ``root``."""
    if question["ask"] == "schema":
        return _schema()
    if question["ask"] == "values":
        (root / "openenv.yaml").touch()
        return {"accepted": [_accepts(root, question["place"], text) for text in question["texts"]]}
    return {"push": _push, "list": _list, "validate": _validate}[question["ask"]](root)


def _schema() -> dict[str, Any]:
    from openenv.validation.manifest import NormalizedManifestV2

    return {"schema": NormalizedManifestV2.model_json_schema()}


def _accepts(root: Path, place: list[str], text: str) -> bool:
    """Whether a good block is accepted with the YAML text as the value of one key."""
    import yaml
    from openenv.validation.parsers import openenv_yaml

    raw = {"name": "x", "validation": good_block(place, yaml.safe_load(text))}
    loader = SimpleNamespace(safe_load=lambda _: raw, YAMLError=yaml.YAMLError)
    with patch.object(openenv_yaml, "yaml", loader):
        return bool(_validate(root)["passes"])


def _push(root: Path) -> dict[str, Any]:
    from openenv.cli.commands.push import _validate_openenv_directory
    from typer import BadParameter

    try:
        with contextlib.redirect_stdout(io.StringIO()):
            name, _ = _validate_openenv_directory(root)
    except BadParameter:
        return {"name": None}
    return {"name": repr(name)}


def _list(root: Path) -> dict[str, Any]:
    from openenv.harbor.tasks import resolve_task_dirs

    with tempfile.TemporaryDirectory() as folder:
        download = Path(folder, "download").resolve()
        download.mkdir()
        _download(root, download)
        try:
            found = resolve_task_dirs(str(download), refresh=True)
        except ValueError:
            return {"folders": []}
        return {"folders": [path.relative_to(download).as_posix() for path in found]}


def _download(root: Path, target: Path) -> None:
    """``tasks/**`` as the Hub lists it: folders only around files, a link is a file."""
    tasks = root / "tasks"
    if tasks.is_symlink() or not tasks.is_dir():
        return
    for path in tasks.rglob("*"):
        place = target / path.relative_to(root)
        if path.is_symlink():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(str(path.readlink()), "utf-8")
        elif path.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


@cache
def _bounds() -> Any:
    from openenv.validation.policy import load_policy

    return load_policy().bounds


def _validate(root: Path) -> dict[str, Any]:
    """The static level without the walk over the tree: the parser, then the policy's limits."""
    from openenv.validation.graders.static.manifest import StaticManifestGrader
    from openenv.validation.manifest import ManifestError
    from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser
    from openenv.validation.types import CheckStatus

    try:
        manifest = OpenEnvYamlParser().parse(root)
    except ManifestError as error:
        return {"passes": False, "why": error.errors}
    grader = StaticManifestGrader(_bounds())
    result = grader.run(type("Subject", (), {"manifest": manifest})())
    return {"passes": result.status is CheckStatus.PASS, "why": result.evidence}


if __name__ == "__main__":
    stub_packages()
    serve(answer)
