"""The ``validation:`` block as ``openenv validate --level static`` 0.10.0 judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Severity
from tagger.frameworks.openenv.manifest import kind
from tagger.frameworks.validation import errors_of
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic_core import ErrorDetails

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.manifest import Manifest

NO_BLOCK = Rule(
    code="OE010",
    name="openenv-validation-missing",
    severity=Severity.INFO,
    summary="`openenv.yaml` has no validation block",
    why=(
        "`openenv validate` fails on every manifest without a `validation:` block. tagger is looser"
        " on purpose: of 138 public manifests none has one, `openenv push` does not ask for it, and"
        " nothing that loads the environment reads it."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\n"},
    good={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward: {floor_margin: 0.2}\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    source="openenv 0.10.0, validation/parsers/openenv_yaml.py; OpenEnv#1087",
)


@NO_BLOCK.check
def _check_no_block(manifest: Manifest) -> Iterator[Finding]:
    """A manifest without a validation block."""
    if manifest.data.get("validation") is None:
        yield NO_BLOCK.at(
            manifest.path,
            "no `validation:` block, so `openenv validate` fails; `openenv push` does not mind",
            manifest.span(),
            hint="`openenv init` writes a block that can be copied",
        )


BLOCK = Rule(
    code="OE009",
    name="openenv-validation-invalid",
    severity=Severity.WARNING,
    summary="The validation block would fail `openenv validate`",
    why=(
        "`openenv validate --level static` builds a normalised manifest from the block: the"
        " sections reward, resources, capabilities and types are required, unknown keys in a"
        " section are refused, some keys depend on others, and the policy bounds tolerances and"
        " time limits. A manifest that has a block says that it wants to pass."
        '\n\nNumbers are read as leniently as there: `"2"` is 2, and 10.0 is a whole number.'
    ),
    bad={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward:\n    floor_margin: 0.05\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    good={
        "word_env/openenv.yaml": (
            "name: word_env\nvalidation:\n  reward:\n    floor_margin: 0.2\n"
            "  resources: {cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60}\n"
            "  capabilities: {verifier: {kind: reward_channel}}\n  types: {tags: [words]}\n"
        )
    },
    source="openenv 0.10.0, validation/manifest.py, validation/policies/severity-v1.json",
)
#: The keys that lead to a fault, what is wrong there, and what to do.
Fault = tuple[tuple[str | int, ...], str, str | None]
#: A block that unfolds (through aliases) to more values is not looked at.
MAX_VALUES = 10_000


@BLOCK.check
def _check_block(manifest: Manifest) -> Iterator[Finding]:
    """Everything in the block that `openenv validate` would refuse."""
    block = manifest.data.get("validation")
    if block is None:
        return
    if not _is_bounded(block):
        yield _fault(manifest, (), f"unfolds to more than {MAX_VALUES:,} values", None)
        return
    for keys, text, hint in faults_of(block):
        yield _fault(manifest, keys, text, hint)


def faults_of(block: Any) -> list[Fault]:
    """Where a block is at fault, what is wrong there, and what to do."""
    from tagger.frameworks.openenv.model import declared, known_keys, validator

    if not isinstance(block, dict):
        return [((), f"is {kind(block)}, not a mapping", None)]
    errors = errors_of(validator(has_execution="execution" in block), declared(block))
    missing: dict[tuple[str | int, ...], list[str]] = {}
    found: list[Fault] = []
    for error in errors:
        *above, last = error["loc"] or ("",)
        if error["type"] == "missing" and isinstance(last, str):
            missing.setdefault(tuple(above), []).append(f"`{last}`")
        elif error["type"] in ("extra_forbidden", "invalid_key"):
            found.append((error["loc"], "is an unknown key", _meant(last, known_keys(above))))
        else:
            found.append((*_explained(error), None))
    lacking: list[Fault] = [
        (keys, f"lacks {', '.join(names)}", None) for keys, names in missing.items()
    ]
    return list(dict.fromkeys([*lacking, *found]))


def _fault(manifest: Manifest, keys: Sequence[str | int], text: str, hint: str | None) -> Finding:
    name = ".".join(["validation", *map(str, keys)])
    message = f"`{name}` {text}, so `openenv validate` fails"
    return BLOCK.at(manifest.path, message, manifest.span("validation", *keys), hint=hint)


def _is_bounded(block: Any) -> bool:
    """Whether a block stays small when its aliases are unfolded, as messages unfold them."""
    todo, left = [block], MAX_VALUES
    while todo and left:
        value = todo.pop()
        left -= 1
        if isinstance(value, dict):
            todo += [*value, *value.values()][: left + 1]
        elif isinstance(value, list | tuple | set):
            todo += list(value)[: left + 1]
    return not todo


def _meant(key: str | int, known: Sequence[str]) -> str:
    near = nearest(str(key), known)
    return f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"


def _explained(error: ErrorDetails) -> tuple[tuple[str | int, ...], str]:
    """The place of an error and what is wrong there."""
    name, keys, value = error["type"], error["loc"], error["input"]
    context: Mapping[str, Any] = error.get("ctx", {})
    if name == "dependency":
        return (*keys, *context["place"]), error["msg"]
    if keys[-1:] == ("[key]",):
        return keys[:-2], f"has a key that is {kind(value)}, not a string"
    if name == "missing" or (name == "too_long" and context["field_type"] == "Tuple"):
        return keys[:-1] if name == "missing" else keys, "takes 2 items"
    if name in _BOUNDS:
        word, limit = _BOUNDS[name]
        return keys, f"is {_number(value)}, but must be {word} {context[limit]:g}"
    if name == "literal_error":
        return keys, f"must be {context['expected']}"
    if name == "too_short":
        return keys, f"needs {context['min_length']} item or more"
    if name in _WORDS:
        return keys, _WORDS[name]
    wanted = _TYPES.get(name.partition("_")[0], "a value that is allowed")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return keys, f"is {_number(value) if is_number else kind(value)}, not {wanted}"


_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
}
_WORDS = {"string_too_short": "is empty", "package_path": "is not a path inside the package"}
#: What is wanted, by the first word of the error's type.
_TYPES = {
    "dict": "a mapping",
    "list": "a list",
    "tuple": "a list",
    "string": "a string",
    "int": "a whole number",
    "float": "a number",
    "finite": "a whole number",
    "bool": "a boolean",
}


def _number(value: Any) -> str:
    """A number, or the text that passed for one; long ones are cut."""
    text = str(value) if not isinstance(value, int) or abs(value) < 10**60 else "a huge number"
    return text if len(text) <= 60 else text[:57] + "..."
