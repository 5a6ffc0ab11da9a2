"""What datasets of the Hub cost by their size: requests by kind, bytes, time, memory.

    python bench/hub_sizes.py [--sizes 1,10,100,1000,15000] [--latency 0.05] [--serial 1000]

Datasets of Harbor tasks, each of five differing files of together about 6 kB, lie on the loopback
Hub of the tests, each of whose answers waits for the latency. Every command is a process of its own
with an empty cache; its memory is the largest resident size that the system saw. The serial reader
asks for the same files one after another over one connection, as tagger did before; above
``--serial`` tasks its time is reckoned from the time of one file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tagger.hub.budget import Budget
from tagger.hub.client import HubClient
from tests.support.hub import LoopbackHub, harbor_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = {
    "check": ("check", "--format", "json"),
    "pr": ("pr", "--dry-run", "--format", "json"),
    "autotag plan": ("autotag", "plan", "--quiet", "--plan", "{folder}/plan.jsonl"),
}
#: Characters that are put behind each of a task's five files, to give it a real length.
LENGTHS = {"task.toml": 400, "instruction.md": 2200, "Dockerfile": 500}
OTHER = 1400
WORDS = [f"word{number}" for number in range(4000)]
CARD = b"---\nlicense: mit\ntags:\n- harbor\n---\n# A set\n"


@dataclass(frozen=True)
class Cost:
    """What one command took."""

    requests: dict[str, int]
    received: int
    seconds: float
    memory: int


def main() -> int:
    """Measure every size, and print the table of docs/limits.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="1,10,100,1000,15000")
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--serial", type=int, default=1000)
    args = parser.parse_args()
    print("| tasks | command | requests | API, git, files | MB | s | serial s | MiB |")
    print("|--:|---|--:|---|--:|--:|--:|--:|", flush=True)
    with tempfile.TemporaryDirectory() as folder, LoopbackHub(Path(folder) / "hub") as hub:
        for size in map(int, args.sizes.split(",")):
            for row in _measured(hub, Path(folder), size, args):
                print(row, flush=True)
    return 0


def _measured(hub: LoopbackHub, folder: Path, size: int, args: argparse.Namespace) -> Iterator[str]:
    repo_id = f"acme/set-{size}"
    files = {"README.md": CARD, **_tasks(size)}
    hub.add(repo_id, files)
    hub.latency = args.latency
    serial = _serial(hub, repo_id, sorted(files)[: min(len(files), args.serial * 5)], len(files))
    for name, words in COMMANDS.items():
        cost = _run(hub, folder, name, [*words, repo_id])
        kinds = cost.requests
        git = kinds.get("upload_pack", 0)
        single = kinds.get("resolve", 0)
        total = sum(kinds.values())
        yield (
            f"| {size:,} | `{name}` | {total} | {total - git - single}, {git}, {single}"
            f" | {cost.received / 1e6:,.1f} | {cost.seconds:,.1f} | {serial:,.0f}"
            f" | {cost.memory / 1024:,.0f} |"
        )


def _tasks(size: int) -> dict[str, bytes]:
    chance = Random(size)  # noqa: S311
    files = harbor_tasks(size)
    for path in files:
        length = LENGTHS.get(path.rpartition("/")[2], OTHER)
        words = " ".join(chance.choices(WORDS, k=length // 8))
        files[path] += f"# {words}\n".encode()
    return files


def _run(hub: LoopbackHub, folder: Path, name: str, words: list[str]) -> Cost:
    """One command in a process and with a cache of its own."""
    before, sent = hub.counts.copy(), hub.sent.total()
    with tempfile.TemporaryDirectory(dir=folder) as home, tempfile.TemporaryFile() as output:
        command = [sys.executable, "-m", "tagger", *(word.format(folder=home) for word in words)]
        environment = {**os.environ, "HF_ENDPOINT": hub.endpoint, "HF_HOME": home, "HOME": home}
        start = time.perf_counter()
        child = subprocess.Popen(
            command, env=environment, stdout=output, stderr=subprocess.STDOUT, cwd=home
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read()
    if child.returncode not in (0, 1) or b"not read" in said:
        raise SystemExit(f"{name}: exit status {child.returncode}: {said[-1000:].decode()}")
    return Cost(dict(hub.counts - before), hub.sent.total() - sent, seconds, usage.ru_maxrss)


def _serial(hub: LoopbackHub, repo_id: str, paths: list[str], number: int) -> float:
    """Seconds that reading so many files one by one takes."""
    client = HubClient(endpoint=hub.endpoint, token=False)
    budget = Budget(max_requests=len(paths), max_bytes=1 << 40)
    head = hub.repositories[repo_id].head()
    start = time.perf_counter()
    for path in paths:
        client.head(f"/datasets/{repo_id}/resolve/{head}/{path}", budget, 1 << 20, whole=True)
    return (time.perf_counter() - start) / len(paths) * number


if __name__ == "__main__":
    sys.exit(main())
