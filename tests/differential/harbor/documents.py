"""Random documents after the schemas of Harbor's files, mostly right and at times not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from tagger.frameworks.harbor.model import task_schema

if TYPE_CHECKING:
    import random

TEXTS = ["a", "", " ", "b/c", "x\n", "é", "${V}"]
STRANGE: list[Any] = [5, 0, 1.5, 2.0, -1, True, date(2026, 1, 2), [], ["a"], {}, {"a": "b"}, [{}]]
NUMBERS = [
    1,
    0,
    2.0,
    2.5,
    -3,
    "7",
    " 7 ",
    "7.0",
    "7.5",
    "1_0",
    "_1",
    "1e3",
    "inf",
    "nan",
    "ten",
    "",
]
NUMBERS += [float("inf"), float("nan"), 1e19, "+5", "-0", "0x1", ".5", "5.", True]
FLAGS = [True, False, 0, 1, 2, 1.0, 0.5, "yes", "Off", "t", "maybe", ""]
#: What is tried for the keys whose texts have a form of their own.
FORMS: dict[str, list[Any]] = {
    "dataset.name": ["o/n", "o/n\n", "n", "o/n..m"],
    "tasks.name": ["o/n", "o/n", "o/m", "n"],
    "digest": ["sha256:" + "0a" * 32, "sha256:" + "0a" * 32 + "\n", "sha256:0A", ""],
    "path": ["tasks/a", "metric.py", "a/b.py", "a\\b", "/a", ""],
    "type": ["mean", "sum", "median", "v6e"],
    "task.name": ["o/n", "o/n\n", "n", "o/n/m", "o n/m", ".o/n", "o/n..m", "o/", "O_1/n-2.x"],
    "steps.name": [
        "one",
        "two",
        "One",
        "a b",
        "a.",
        "a ",
        "con.x",
        "COM1",
        "a/b",
        "..",
        "é",
        "e\u0301",
        "é" * 128,
        "é" * 127,
        "a*b",
        "nul",
        "auxx",
        " ",
        "a\tb",
        "lpt¹",
        "one.two",
    ],
    "allowed_hosts": [
        "example.org",
        "*.example.org",
        "*.1.2.3.4",
        "1.2.3.4",
        "10.0.0.0/8",
        "::1",
        "10.0.0.1/8",
        "https://x.y",
        "x.y:80",
        "X.Y.",
        "*",
        "a.*.b",
        "-a",
        "a_b",
        "",
        ".",
        "fe80::1%0",
        "::/0",
        "[::1]",
        "a..b",
    ],
    "network_mode": ["public", "no-network", "allowlist", "none", "Public"],
    "environment_mode": ["shared", "separate", "Shared"],
    "os": ["linux", "windows", "Windows", "LINUX", "macos", ""],
    "memory": [
        "2G",
        "512M",
        "1024K",
        "1.5G",
        "2GB",
        "2Gi",
        "2",
        "G",
        " 2 g ",
        "nanG",
        "infG",
        2048,
        "-1M",
    ],
    "storage": ["2G", "2048M", "x", 1.5],
    "memory_mb": [2048, 512, "2048", 2048.0, 2048.5],
    "transport": ["stdio", "sse", "http", "streamable-http", "ws"],
    "url": ["http://x/mcp", ""],
    "headers": [
        "Bearer ${T}",
        "secret",
        "${T:-x}",
        "${T:-}",
        "a\nb",
        "${",
        "${A}:${B}",
        "Basic ${A} ${B}",
    ],
    "source": ["/a/b", "a/b", "../a", "/a/../b", "C:\\x", "c:/x", ""],
    "destination": [
        "a",
        "a/b",
        "/a",
        "..",
        "a\\b",
        "",
        ".",
        "./",
        "manifest.json",
        "manifest.json/",
        "a/..",
    ],
    "service": ["main", "db", " main ", "", "a b", "-x", "db\n"],
    "topology": ["2x4", "2x2x1", "2", "0x1", " 2x4 ", "2x4\n", "2X4"],
    "multi_step_reward_strategy": ["mean", "final", "sum"],
    "cpus": [0.5, "2", "0.5", "nan", float("inf"), 2],
}
HEADERS = ["Authorization", "X-Note", "Cookie", "X-Api-Key", "bad name", "X-Tokens"]
COUNTS = [0, 1, 1, 2]
KEYS = ["a", "b", "artifacts", "é"]


Schema = Mapping[str, Any]


def value(rng: random.Random, schema: Schema, name: str, way: str) -> Any:
    """A value for a key: of its kind as a rule, at times of another."""
    if rng.random() < 0.08:
        return rng.choice(STRANGE)
    forms = FORMS.get(f"{way}.{name}") or FORMS.get(name)
    schema = plain(schema)
    if schema["type"] == "union":
        schema = plain(rng.choice(schema["choices"])[0])
    if schema["type"] == "nullable":
        return None if rng.random() < 0.3 else value(rng, schema["schema"], name, way)
    if schema["type"] == "typed-dict":
        return table(rng, schema, name)
    if schema["type"] == "list":
        return [value(rng, schema["items_schema"], name, way) for _ in range(rng.choice(COUNTS))]
    if schema["type"] == "dict":
        keys = rng.sample(HEADERS if name == "headers" else KEYS, rng.choice([0, 1, 1]))
        return {key: value(rng, schema["values_schema"], name, way) for key in keys}
    if forms:
        return rng.choice(forms)
    if schema["type"] in ("float", "int"):
        return rng.choice(NUMBERS)
    return rng.choice(FLAGS if schema["type"] == "bool" else TEXTS)


def table(rng: random.Random, schema: Schema, name: str) -> dict[str, Any]:
    """A table with most of its required keys and some of the others."""
    fields = plain(schema)["fields"]
    keys = [k for k, field in fields.items() if rng.random() < (0.9 if field["required"] else 0.15)]
    return {key: value(rng, fields[key]["schema"], key, name) for key in keys}


def plain(schema: Schema) -> Schema:
    """A schema without the functions and references around it."""
    shared: Any = task_schema()
    tables = {each["ref"]: each for each in shared["definitions"]}
    while schema["type"] == "definition-ref" or schema["type"].startswith(("func", "defin")):
        named = schema["type"] == "definition-ref"
        schema = tables[schema["schema_ref"]] if named else schema["schema"]
    return schema


def document(config: dict[str, Any], rng: random.Random) -> str:
    """TOML, each root key in one line or as a table."""
    lines, sections = [], []
    for key, item in config.items():
        if isinstance(item, dict) and rng.random() < 0.5:
            sections += [f"[{key}]", *(f"{quoted(k)} = {inline(v)}" for k, v in item.items())]
        else:
            lines.append(f"{quoted(key)} = {inline(item)}")
    return "".join(f"{line}\n" for line in [*lines, *sections])


def inline(item: Any) -> str:
    """A value in one line."""
    if isinstance(item, dict):
        return "{" + ", ".join(f"{quoted(k)} = {inline(v)}" for k, v in item.items()) + "}"
    if isinstance(item, list):
        return "[" + ", ".join(map(inline, item)) + "]"
    if isinstance(item, str):
        return quoted(item)
    if isinstance(item, bool):
        return str(item).lower()
    return str(item)


def quoted(word: str) -> str:
    """A basic string."""
    return json.dumps(word, ensure_ascii=False)
