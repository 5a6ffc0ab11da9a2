"""The published JSON Schemas of Harbor's and OpenEnv's files, made from the models that judge them.

They are for editors: a number given as a string, which the frameworks accept, is a fault there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import GenerateJsonSchema

from tagger.frameworks.harbor import model as harbor
from tagger.frameworks.openenv import model as openenv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import CoreSchema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ADDRESS = "https://hf-tagger.readthedocs.io/schemas/"
_HARBOR = "as harbor 0.26.0 reads it; unknown keys are ignored by Harbor."
_MANIFEST = (
    "The manifest of an OpenEnv environment package, as the commands of openenv 0.10.0 read it."
    " Unknown keys are ignored by OpenEnv."
)


class _Generator(GenerateJsonSchema):
    """Without a title for every key, which would be the key again, and in its own order."""

    def sort(self, value: Any, parent_key: str | None = None) -> Any:
        """Nothing."""
        del parent_key
        return value

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never."""
        del schema
        return False


def published() -> Iterator[tuple[str, str]]:
    """Every schema: the name of its file, and its text."""
    task, sets = "The configuration of a task", "The manifest of a set of tasks"
    for name, title, about, schema in (
        ("harbor-task", "task.toml", f"{task}, {_HARBOR}", harbor.task_schema()),
        ("harbor-dataset", "dataset.toml", f"{sets}, {_HARBOR}", harbor.manifest_schema()),
        (
            "harbor-registry",
            "registry.json",
            f"The sets of a repository, {_HARBOR}",
            harbor.registry_schema(),
        ),
        ("openenv", "openenv.yaml", _MANIFEST, openenv.manifest_schema()),
    ):
        file = f"{name}.schema.json"
        head = {"$schema": _DIALECT, "$id": _ADDRESS + file, "title": title}
        document = head | {"description": about} | document_schema(schema)
        yield file, json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def document_schema(schema: CoreSchema) -> dict[str, Any]:
    """The JSON Schema of a whole document, with the definitions that it refers to."""
    return _Generator().generate(schema)
