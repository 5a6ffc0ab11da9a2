"""Harbor's own answers; runs in the environment of scripts/differential."""

from __future__ import annotations

import contextlib
import sys
import warnings
from typing import TYPE_CHECKING, Any

from tests.support.oracle import serve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def answer(root: Path, question: dict[str, Any]) -> dict[str, Any]:
    """What Harbor makes of the path that the question names."""
    if question["kind"] == "schema":
        return _schema(question["model"])
    if question["kind"] == "documents":
        return {"accepted": [_accepts(document) for document in question["documents"]]}
    place = root / question["path"]
    return {"task": _task, "manifest": _manifest, "registry": _registry}[question["kind"]](place)


def _schema(model: str) -> dict[str, Any]:
    from harbor.models import registry  # type: ignore[import-not-found]
    from harbor.models.dataset import manifest  # type: ignore[import-not-found]
    from harbor.models.task import config  # type: ignore[import-not-found]

    owner = next(module for module in (config, manifest, registry) if hasattr(module, model))
    return {"schema": getattr(owner, model).model_json_schema()}


def _accepts(document: dict[str, Any]) -> bool:
    from harbor.models.task.config import TaskConfig  # type: ignore[import-not-found]

    return _holds(lambda: TaskConfig.model_validate(document) is not None)


def _task(place: Path) -> dict[str, Any]:
    from harbor.models.task.task import Task  # type: ignore[import-not-found]
    from harbor.publisher.packager import Packager  # type: ignore[import-not-found]

    digest = None
    with contextlib.suppress(Exception):
        digest = f"sha256:{Packager.compute_content_hash(place)[0]}"
    return {
        "python": sys.version_info[:2],
        "valid": _holds(lambda: Task.is_valid_dir(place)),
        "constructs": _holds(lambda: Task(place) is not None),
        "digest": digest,
    }


def _manifest(place: Path) -> dict[str, Any]:
    from harbor.models.dataset.manifest import DatasetManifest  # type: ignore[import-not-found]

    return {"accepted": _holds(lambda: DatasetManifest.from_toml_file(place) is not None)}


def _registry(place: Path) -> dict[str, Any]:
    from harbor.models.registry import Registry  # type: ignore[import-not-found]

    return {"accepted": _holds(lambda: Registry.from_path(place) is not None)}


def _holds(call: Callable[[], bool]) -> bool:
    """The answer, or no for whatever is raised: some faults escape Harbor's own net."""
    try:
        return call()
    except Exception:
        return False


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(answer)
