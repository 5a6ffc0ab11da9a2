"""The step that offers the fixes to a dataset on the Hub."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import inputs
from command import tagger
from workflow import StepError, is_from_fork, output, say, temporary


def run() -> None:
    """Open or update the pull request, where that was asked for and is possible.

    Raises:
        StepError: no dataset is named, or tagger could not do it.
    """
    if not inputs.flag("open-pr"):
        return
    repository = inputs.text("hub-repo")
    if not repository:
        raise StepError("`open-pr: true` has no effect without `hub-repo`: name the dataset there")
    if reason := _hindrance():
        say("notice", f"no pull request for {repository}: {reason}")
        return
    # An empty folder, since a folder of the dataset's name would be taken for a clone of it.
    kept = Path(tempfile.mkdtemp(prefix="tagger-", dir=temporary()))
    report = kept / "pull-request.json"
    arguments = ("--yes", f"--also=json:{report}", "--", repository)
    status = tagger("pr", *arguments, cwd=kept)
    if status:
        raise StepError(f"no pull request for {repository}: the log says why")
    pull = json.loads(report.read_text("utf-8"))["repositories"][0]["pull_request"]
    output("pr-url", pull["url"] if pull else "")


def _hindrance() -> str | None:
    if is_from_fork():
        return "this is a pull request from a fork, which gets no secrets"
    return None if os.environ.get("HF_TOKEN") else "the input `hf-token` is empty"
