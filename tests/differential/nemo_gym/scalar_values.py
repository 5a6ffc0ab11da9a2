"""Fields of every scalar type, and values drawn for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

_DATASET = {"name": "set", "type": "example", "jsonl_fpath": "x.jsonl"}
_ORIGIN = {"source": "git@x:y", "ref": "main", "reconciled": "2026-01-31"}
_MANIFEST: dict[str, Any] = {
    "name": "sums", "version": "0.1.0", "kind": "environment",
    "integration_profile": "external-rollout-driver", "domain": "math", "description": "Adds.",
    "modality": "text", "licensing": "MIT", "authors": ["Ann"], "rollout_driver": "pkg.mod:run",
    "reward": {"range": [0, 1], "higher_is_better": True}, "resources_server": "alpha",
    "agent_server": "simple", "model_server": "policy_model", "datasets": [_DATASET],
}  # fmt: skip


@dataclass(frozen=True)
class Field:
    """One field: its model, the rest of what is validated, where the value goes, good words."""

    model: str
    rest: dict[str, Any]
    key: str
    words: tuple[Any, ...] = ()

    def holding(self, value: Any) -> dict[str, Any]:
        """The whole with a value in the field; a key such as ``reward.range.1`` leads inside."""
        whole: dict[str, Any] = _copied(self.rest)
        *path, last = [int(part) if part.isdigit() else part for part in self.key.split(".")]
        holder: Any = whole
        for part in path:
            holder = holder[part]
        holder[last] = value
        return whole


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


_ROW = {"input": "x", "metadata": {}}
_FULL = _MANIFEST | {"adopted_from": _ORIGIN}
FIELDS = {
    "flag": Field("row", _ROW, "parallel_tool_calls"),
    "whole number": Field("row", _ROW, "max_output_tokens"),
    "number": Field("row", _ROW, "temperature"),
    "text": Field("row", _ROW, "instructions"),
    "text value": Field("row", _ROW, "metadata.a"),
    "word": Field("row", _ROW, "truncation", ("auto", "disabled", "Auto", "auto ")),
    "false": Field("row", _ROW, "stream", (False, 0, "false")),
    "bounded number": Field("dataset", _DATASET, "num_repeats"),
    "text with a length": Field("dataset", _DATASET, "taskset"),
    "license": Field("dataset", _DATASET, "license", ("MIT", "TBD", "mit", "CC BY-SA 4.0")),
    "domain": Field("block", {"entrypoint": "app.py"}, "domain", ("math", "e2e", "Math")),
    "port": Field("block", {"entrypoint": "app.py"}, "port"),
    "finite number": Field("manifest", _MANIFEST, "reward.range.1"),
    "stripped text": Field("manifest", _MANIFEST, "description"),
    "callable": Field("manifest", _MANIFEST, "rollout_driver", ("a:b", " a.b:c ", "a:b.c", "a:1")),
    "date": Field("manifest", _FULL, "adopted_from.reconciled"),
    "address": Field("manifest", _FULL, "adopted_from.source", ("https://x", " git@x:y", "x y")),
    "git reference": Field("manifest", _FULL, "adopted_from.ref", ("v1", " a ", "a b")),
}
_DIGITS = "0123456789"
_NEAR = "0123456789+-_.eE \t\n\u00a0\u0661xinfa"
_FLAGS = ("true", "TRUE", "t", "yes", "y", "on", "1", "0", "off", "no", "n", "false", "f", "maybe")
_SPECIAL: tuple[Any, ...] = (
    None, True, False, [], {}, ["x"], {"x": 1}, "", " ", "\ud800", "x\ud800", "inf", "nan", "-inf",
    float("inf"), float("-inf"), float("nan"), 1e308, 2.0**53, 2.0**63, -(2.0**63), 10**18, 2**63,
    10**400, -(10**400), 0.0, -0.0, 1.0, 1.5, "\u3000", "\x1c", "\x85", "\u200b", "a\x00b",
)  # fmt: skip


def drawn(pick: Random, field: Field) -> Any:
    """One value: about as often one of the type as one that is close to it."""
    kind = pick.randrange(10)
    if kind == 0:
        return pick.choice(_SPECIAL)
    if kind == 1:
        return pick.choice((pick.randrange(-3, 12), pick.randrange(10**12), -pick.randrange(10**6)))
    if kind == 2:
        return pick.choice((pick.uniform(-9, 9), float(pick.randrange(9)), pick.random() * 1e20))
    if kind == 3:
        return _spaced(pick, pick.choice(_FLAGS))
    if kind == 4 and field.words:
        return pick.choice(field.words)
    if kind in (4, 5):
        return _spaced(pick, "".join(pick.choice(_DIGITS) for _ in range(pick.randrange(1, 9))))
    if kind == 6:
        return _spaced(pick, _date(pick))
    if kind == 7:
        return f"{pick.randrange(99)}{pick.choice(('.', 'e', '_', ',', '-'))}{pick.randrange(99)}"
    return "".join(pick.choice(_NEAR) for _ in range(pick.randrange(1, 7)))


def _spaced(pick: Random, text: str) -> str:
    space = (" ", "\n", "\t", "\u00a0", "_", "+", "-", "0")
    before = pick.choice(space) if pick.random() < 0.15 else ""
    return before + text + (pick.choice(space) if pick.random() < 0.15 else "")


def _date(pick: Random) -> str:
    day = f"{pick.randrange(1, 9999):04}-{pick.randrange(0, 14):02}-{pick.randrange(0, 33):02}"
    return day + pick.choice(
        ("", "", "T00:00:00", "T00:00:00Z", " 00:00", "T12:00:00", "T00:00:00+02:00")
    )
