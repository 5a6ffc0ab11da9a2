"""The published JSON Schemas of Harbor's files, made from the models that judge them.

They are for editors: a number given as a string, which Harbor accepts, is a fault there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import GenerateJsonSchema

from tagger.frameworks.harbor import model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import CoreSchema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ADDRESS = "https://hf-tagger.readthedocs.io/schemas/"
_RELEASE = "as harbor 0.26.0 reads it; unknown keys are ignored by Harbor"


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
    for name, title, what, schema in (
        ("task", "task.toml", "The configuration of a task", model.task_schema()),
        ("dataset", "dataset.toml", "The manifest of a set of tasks", model.manifest_schema()),
        ("registry", "registry.json", "The sets of a repository", model.registry_schema()),
    ):
        file = f"harbor-{name}.schema.json"
        head = {"$schema": _DIALECT, "$id": _ADDRESS + file, "title": title}
        document = head | {"description": f"{what}, {_RELEASE}."} | document_schema(schema)
        yield file, json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def document_schema(schema: CoreSchema) -> dict[str, Any]:
    """The JSON Schema of a whole document, with the definitions that it refers to."""
    return _Generator().generate(schema)
