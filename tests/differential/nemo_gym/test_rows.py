"""The row check against nemo-gym's own, on generated rows."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tagger.frameworks.nemo_gym.rows.check import check_row
from tagger.frameworks.nemo_gym.rows.scan import scan
from tagger.frameworks.nemo_gym.rows.states import Use
from tests.differential.nemo_gym.row_shapes import DEFS, Rows
from tests.differential.nemo_gym.row_types import merged, union
from tests.support.oracle import Oracle, record

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("oracle.py")
SEED = 70
COUNT = 4000
FILES = 400
_ROW = '{"responses_create_params": {"input": "x"}, "n": %s}'
ODD_LINES = (
    "",
    "   ",
    "\t",
    "null",
    "[]",
    "{}",
    '"x"',
    "{",
    '{"responses_create_params": {"inp',
    "// comment",
    _ROW % "NaN",
    _ROW % "-Infinity",
    _ROW % "1e999",
    _ROW % ("9" * 4301),
    _ROW % ("9" * 4300),
    _ROW % '"\\ud800"',
    _ROW % '"\t"',
    _ROW % '"\x0c"',
    _ROW % '"\u0085\u2029"',
    _ROW % ("[" * 400 + "]" * 400),
    _ROW % ("[" * 20_000 + "]" * 20_000),
    _ROW % "1,",
    f"{_ROW % 1} {_ROW % 2}",
    f"[{_ROW % 1}]",
    "{'responses_create_params': {'input': 'x'}}",
    '{"responses_create_params": null, "responses_create_params": {"input": []}}',
)


def test_every_row_is_judged_alike() -> None:
    source = Rows(random.Random(SEED))
    lines = [json.dumps(source.row()) for _ in range(COUNT)]
    with Oracle(ORACLE) as oracle:
        answers = oracle.ask({"rows.jsonl": "\n".join(lines)}, rows="rows.jsonl")["rows"]
    verdicts = [not check_row(json.loads(line)) for line in lines]
    differing = [
        (line, answer, verdict)
        for line, answer, verdict in zip(lines, answers, verdicts, strict=True)
        if (answer == "accepted") != verdict
    ]
    record("rows", shapes=COUNT, differ=len(differing), seed=SEED)
    assert differing == []


def test_every_file_is_read_alike() -> None:
    files = [odd_file(random.Random(f"{SEED}-{number}")) for number in range(FILES)]
    differing = []
    with Oracle(ORACLE) as oracle:
        for data in files:
            content = {"b64": base64.b64encode(data).decode()}
            answers = oracle.ask({"rows.jsonl": content}, rows="rows.jsonl")["rows"]
            accepted = scan("rows.jsonl", data, Use(), extent="").accepted
            if accepted != answers.count("accepted"):
                differing.append((data, answers, accepted))
    record("row files", shapes=FILES, differ=len(differing), seed=SEED)
    assert differing == []


def odd_file(pick: random.Random) -> bytes:
    """A few lines, one or two of them odd, and now and then an odd encoding."""
    good = '{"responses_create_params": {"input": "Add \u2028 1."}, "n": %s}'
    lines = [good % number for number in range(pick.randrange(1, 5))]
    for _ in range(pick.randrange(3)):
        lines.insert(pick.randrange(len(lines) + 1), pick.choice(ODD_LINES))
    text = pick.choice(("\n", "\n", "\r\n", "\r")).join(lines) + pick.choice(("\n", "", "\n\n"))
    encode = pick.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le"))
    data = text.encode(encode, "surrogatepass")
    if pick.random() < 0.05:
        data = data.replace(b"Add", b"Add\xe9", 1)
    return data


def test_the_published_schema_is_the_model_of_the_release() -> None:
    with Oracle(ORACLE) as oracle:
        model = oracle.ask({"x": ""}, types=True)["types"]
    schema = plain({"$ref": "#/$defs/responses_create_params"})
    differing = list(differences(schema, plain(model), ""))
    record("row schema", shapes=len(DEFS), differ=len(differing))
    assert differing == []


def plain(node: dict[str, Any]) -> dict[str, Any]:
    """A schema node without words for people, references resolved, in one order."""
    if "$ref" in node:
        return plain(DEFS[node["$ref"].removeprefix("#/$defs/")])
    if "anyOf" in node:
        members = [plain(item) for item in node["anyOf"]]
        whole = union(merged(members))
        return {"anyOf": sorted(whole["anyOf"], key=json.dumps)} if "anyOf" in whole else whole
    if "const" in node:
        return {"enum": [node["const"]]}
    if isinstance(node.get("type"), list):
        kinds = [{**node, "type": kind} for kind in node["type"] if kind != "null"]
        return plain({"anyOf": [*kinds, {"type": "null"}]})
    kept = ("type", "enum", "not")
    result: dict[str, Any] = {key: node[key] for key in kept if key in node}
    if None in result.get("enum", ()):
        words = [word for word in result["enum"] if word is not None]
        return plain({"anyOf": [{"enum": words}, {"type": "null"}]})
    if node.get("type") == "array":
        result["items"] = plain(node["items"])
    if "properties" in node:
        names = sorted(node["properties"])
        result["properties"] = {name: plain(node["properties"][name]) for name in names}
        result["required"] = sorted(node.get("required", ()))
        if node.get("additionalProperties") is False:
            result["additionalProperties"] = False
    elif node.get("type") == "object":
        result["additionalProperties"] = plain(node.get("additionalProperties") or {})
    return result


def differences(ours: Any, theirs: Any, place: str) -> Any:
    """Where two plain schemas differ, one line each."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            if key not in ours or key not in theirs:
                yield f"{place}/{key}: only {'there' if key in theirs else 'here'}"
            else:
                yield from differences(ours[key], theirs[key], f"{place}/{key}")
    elif ours != theirs and not (
        isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs)
    ):
        yield f"{place}: {ours!r} here, {theirs!r} there"
    elif isinstance(ours, list) and ours != theirs:
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(one, other, f"{place}/{index}")
