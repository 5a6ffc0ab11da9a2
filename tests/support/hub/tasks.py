"""Datasets of many tasks, none of whose files has the bytes of another."""

from __future__ import annotations


def harbor_tasks(count: int, root: str = "tasks") -> dict[str, bytes]:
    """Five files a task, under ``tasks/t00000`` and so on; the card is the caller's.

    Args:
        root: the folder of the tasks.
    """
    files: dict[str, bytes] = {}
    for number in range(count):
        task = f"{root}/t{number:05}"
        note = f"# task {number}\n"
        files |= {
            f"{task}/task.toml": f'version = "1.0"\n{note}'.encode(),
            f"{task}/instruction.md": f"Count to {number}.\n".encode(),
            f"{task}/environment/Dockerfile": f"FROM scratch\n{note}".encode(),
            f"{task}/solution/solve.sh": f"#!/bin/sh\necho {number} > /app/count\n".encode(),
            f"{task}/tests/test.sh": f"{note}echo 1 > /logs/verifier/reward.txt\n".encode(),
        }
    return files
