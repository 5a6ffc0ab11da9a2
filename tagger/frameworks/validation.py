"""What pydantic says of a value: the frameworks' models are pydantic models, so pydantic judges.

The formats are described as schemas of ``pydantic_core``, each in its framework's ``model`` module;
those modules are imported by the function that meets a file of the format, never before. The
published JSON Schemas are generated from the same schemas (``scripts/generate``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, SchemaValidator


def errors_of(validator: SchemaValidator, value: Any) -> list[ErrorDetails]:
    """The errors of a value as pydantic reports them, in its order; none when it is taken.

    Values come from TOML, YAML and JSON, so ``validate_python`` is asked in its lax mode, as the
    frameworks do after reading the file.
    """
    from pydantic_core import ValidationError

    try:
        validator.validate_python(value)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []
