"""Values of every scalar type of the validation block, as texts of YAML."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A key of each type: a plain number, one with two bounds, whole numbers with and without a bound
#: and with null, a boolean, a strict one, a string with and without null, a choice, a path, and
#: the path of a file.
PLACES = (
    "resources.cpu",
    "reward.oracle_tolerance",
    "resources.memory_mb",
    "capabilities.declared_task_count.train",
    "task_distribution.generator_seed",
    "capabilities.set_state",
    "execution.requires_credentials",
    "capabilities.oracle.location",
    "capabilities.canaries",
    "network.mode",
    "execution.context",
    "execution.dockerfile",
)
_WORDS = "0 1 on off t f true false y n yes no True FALSE oN none null ~ tru nope 2".split()
_MODES = "public no-network allowlist Public no_network".split()
_ODD = (
    *("null", "true", "false", "[]", "{}", "[1]", "2024-01-02", "2024-01-02 03:04:05"),
    *("!!binary QQ==", "!!binary /w==", "!!set {a}", ".inf", "-.inf", ".nan", "0x1f", "0o17"),
)


def good_block(place: Sequence[str], value: Any) -> dict[str, Any]:
    """A block that validates if ``value`` may be at ``place``."""
    block: dict[str, Any] = {
        "reward": {"floor_margin": 0.2},
        "resources": {"cpu": 1, "memory_mb": 512, "disk_mb": 512, "episode_timeout_s": 60},
        "capabilities": {
            "verifier": {"kind": "reward_channel"},
            "oracle": {"form": "script", "location": "solve.sh"},
        },
        "types": {"tags": ["words"]},
    }
    if place[-1] == "mode" and value == "allowlist":
        block["network"] = {"allowed_hosts": ["example.org"]}
    *above, last = place
    inner = block
    for key in above:
        inner = inner.setdefault(key, {})
    inner[last] = value
    return block


def drawn(place: str, number: int, seed: str) -> list[str]:
    """Texts of YAML that are drawn for one place: some plain, some near a border, some odd."""
    rng = random.Random(f"{seed}:{place}")
    return [_draw(rng, place) for _ in range(number)]


def _draw(rng: random.Random, place: str) -> str:
    if rng.random() < 0.1:
        return rng.choice(_ODD)
    if place.endswith("requires_credentials") and rng.random() < 0.2:
        return rng.choice(["true", "false", "yes", "off"])
    if place.endswith(("set_state", "requires_credentials")):
        word = rng.choice(_WORDS)
        text = rng.choice([word, word.upper(), word.title(), f" {word}", f"{word} "])
        return rng.choice([text.strip(), json.dumps(text), str(rng.randint(-1, 2)), "1.0", "0.0"])
    if place.endswith("mode"):
        word = rng.choice(_MODES)
        return json.dumps(rng.choice([word, word, word, f"{word} ", word.upper(), word[:-1]]))
    if place.endswith(("context", "dockerfile")):
        return json.dumps("".join(rng.choice("a.b/x-é") for _ in range(rng.randint(0, 6))))
    if place.endswith(("location", "canaries")):
        text = "".join(rng.choice("a0.- é") for _ in range(rng.randint(0, 6)))
        return rng.choice([json.dumps(text), _number(rng), rng.choice(_WORDS)])
    is_small = place.endswith("tolerance") and rng.random() < 0.4
    number = f"{rng.uniform(-0.02, 0.12):.3f}" if is_small else _number(rng)
    return rng.choice([number, json.dumps(number), json.dumps(_spoiled(rng, number))])


def _number(rng: random.Random) -> str:
    kinds = [
        str(rng.randint(-3, 12)),
        str(rng.randint(1, 99_999)),
        f"{rng.uniform(0, 0.2):.3f}",
        f"{rng.uniform(-1, 99):.1f}",
        f"{rng.randint(0, 999)}.0",
        f"{rng.randint(1, 9)}e{rng.randint(-3, 20)}",
        f"1_{rng.randint(0, 999)}",
        str(10 ** rng.randint(15, 25)),
        rng.choice(["inf", "-inf", "nan", "Infinity", "1.", ".5", "-0", "-0.0", "+3", "007"]),
    ]
    return rng.choice(kinds)


def _spoiled(rng: random.Random, text: str) -> str:
    """A text with one character put in, taken out or put at an end."""
    place = rng.randint(0, len(text))
    sign = rng.choice("0123456789+-._eE \t\nx\u00a0\u0663\uff11")
    return rng.choice(
        [
            text[:place] + sign + text[place:],
            text[:place] + text[place + 1 :],
            f" {text}\n",
            sign + text,
            text + sign,
        ]
    )
