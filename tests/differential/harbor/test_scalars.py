"""Single values of every scalar type of task.toml: what Harbor takes, and what tagger takes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tagger.frameworks.harbor.faults import faults_of
from tagger.frameworks.harbor.model import task_validator
from tests.support.oracle import record

if TYPE_CHECKING:
    from tests.support.oracle import Oracle

pytestmark = pytest.mark.differential

SEED = os.environ.get("TAGGER_SEED", "1")
COUNT = int(os.environ.get("TAGGER_VALUES", "10000"))
BATCH = 5_000

Draw = Callable[[random.Random], Any]

DIGITS = ["0", "1", "7", "12", "007", "4_4", "1_000", "999", "9" * 20]
NOISE = ["_", "__", "+", "-", ".", "e", "E5", "e-3", " ", "\n", "\u00a0", "x", "٣", "0x1", "inf"]
PLAIN: list[Any] = [
    0,
    1,
    2,
    -1,
    2.0,
    0.5,
    -0.0,
    1e18,
    1e19,
    1e300,
    2**63,
    2**70,
    2**1100,
    True,
    False,
]
PLAIN += [float("inf"), float("-inf"), float("nan"), [], ["1"], {}, {"a": 1}]
WORDS = ["0 1 off on f t false true n y no yes".split(), "enable disabled 2 -1 tr ye oof".split()]


def mutated(rng: random.Random, text: str, noise: list[str]) -> str:
    """A text, three times in five with something put in, taken out or doubled."""
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice([*noise, ""]) + text[at + rng.choice([0, 0, 1]) :]
    return text


def number(rng: random.Random) -> Any:
    """A number, or a text that is one or nearly one."""
    if rng.random() < 0.2:
        return rng.choice([*PLAIN, rng.uniform(-9, 9), rng.randrange(10**6)])
    whole = rng.choice(["", "", "-", "+"]) + rng.choice(DIGITS)
    tail = rng.choice(["", "", "", ".0", ".", ".00", ".5", "e3", f".{rng.choice(DIGITS)}"])
    return mutated(rng, rng.choice([whole + tail, whole + tail, "nan", "Infinity"]), NOISE)


def user(rng: random.Random) -> Any:
    """A text, or a number that is whole or not."""
    return rng.choice([number(rng), rng.choice(PLAIN), rng.uniform(-9, 9)])


def size(rng: random.Random) -> Any:
    """The number 2048 in one of its forms, or another."""
    return rng.choice([2048, 2048.0, "2048", 2047, 2048.5, number(rng)])


def flag(rng: random.Random) -> Any:
    """A truth value, or a word for one or nearly one."""
    if rng.random() < 0.2:
        return rng.choice(PLAIN)
    word = rng.choice(rng.choice([WORDS[0], WORDS[0], WORDS[1]]))
    cased = rng.choice([word, word.upper(), word.title(), word.swapcase()])
    return cased if rng.random() < 0.6 else mutated(rng, cased, [*NOISE, "e", "S"])


def text(rng: random.Random) -> Any:
    """Any text, or a value of another kind."""
    return rng.choice([number(rng), rng.choice(PLAIN), flag(rng)])


def form(*examples: str, noise: str) -> Draw:
    """Texts like these."""
    return lambda rng: mutated(rng, rng.choice(examples), list(noise))


SIZE = form("2G", "512m", "1.5G", " 7 K ", "1_0M", "1e3M", "infG", "-2G", noise="0GMKi. _e\n٣")
NAME = form("o/n", "org/name-2.x_y", "O1/N", "a.b/c", noise="/.-_ aé\n@")
HOST = form("example.org", "*.a.b", "1.2.3.4", "10.0.0.0/8", "::1", "X.Y.", noise="*./:-_ a0\n[é")
STEP = form("one", "con", "Two x", "lpt1.a", "é", noise="./\\: *a\x7f\t1¹")
TOPOLOGY = form("2x4", "2x2x1", "16x16", noise="x0 12X\n٣-")
SERVICE = form("main", "db", "a-b.c", noise=" .-_é/\na")
PATH = form("a/b", "/a/b", "out.txt", "manifest.json", "C:/x", noise="./\\ :ma")
HEADER = form("Bearer ${T}", "${A}:${B}", "${T:-x}", "plain", noise="${}:- \na")

#: The way to the key in a document that is valid otherwise, and what is drawn for it.
KEYS: dict[str, tuple[Callable[[Any], dict[str, Any]], Draw]] = {
    "float": (lambda v: {"agent": {"timeout_sec": v}}, number),
    "integer": (lambda v: {"environment": {"memory_mb": v}}, number),
    "integer or float": (lambda v: {"environment": {"cpus": v}}, number),
    "string or integer": (lambda v: {"agent": {"user": v}}, user),
    "float or table": (lambda v: {"steps": [{"name": "a", "min_reward": v}]}, number),
    "table of floats": (lambda v: {"steps": [{"name": "a", "min_reward": {"x": v}}]}, number),
    "bool": (lambda v: {"environment": {"allow_internet": v}}, flag),
    "string": (lambda v: {"environment": {"docker_image": v}}, text),
    "old size": (lambda v: {"environment": {"memory": v}}, SIZE),
    "old and new size": (lambda v: {"environment": {"memory": "2G", "memory_mb": v}}, size),
    "version": (lambda v: {"version": v}, text),
    "name": (lambda v: {"task": {"name": v}}, NAME),
    "host": (lambda v: {"agent": {"network_mode": "allowlist", "allowed_hosts": [v]}}, HOST),
    "step name": (lambda v: {"steps": [{"name": v}]}, STEP),
    "topology": (lambda v: {"environment": {"tpu": {"type": "v6e", "topology": v}}}, TOPOLOGY),
    "service": (lambda v: {"artifacts": [{"source": "/a", "service": v}]}, SERVICE),
    "source": (lambda v: {"artifacts": [{"source": v, "service": "db"}]}, PATH),
    "destination": (lambda v: {"artifacts": [{"source": "a", "destination": v}]}, PATH),
    "header": (
        lambda v: {
            "environment": {"mcp_servers": [{"name": "a", "url": "b", "headers": {"X-Key": v}}]}
        },
        HEADER,
    ),
}


@pytest.mark.parametrize("kind", KEYS)
def test_single_values_are_accepted_alike(oracle: Oracle, kind: str) -> None:
    around, draw = KEYS[kind]
    rng = random.Random(f"{SEED}:{kind}")
    differing, taken = [], 0
    for start in range(0, COUNT, BATCH):
        values = [draw(rng) for _ in range(min(BATCH, COUNT - start))]
        documents = [around(value) for value in values]
        theirs = oracle.ask({}, kind="documents", path="", documents=documents)["accepted"]
        ours = [not faults_of(task_validator(), document) for document in documents]
        taken += sum(theirs)
        pairs = zip(values, theirs, ours, strict=True)
        differing += [(value, theirs) for value, theirs, ours in pairs if theirs != ours]
    share = f"{taken / COUNT:.0%} accepted"
    question = f"is a value accepted: {kind} ({share})?"
    record(question, shapes=COUNT, differ=len(differing), seed=SEED)
    assert differing == []
    assert 0.1 < taken / COUNT < 0.9, "both answers must be common"
