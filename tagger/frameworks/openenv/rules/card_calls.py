"""OpenEnv commands in the card that cannot load the dataset they are in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.core.places import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

CALL = Rule(
    code="OE031",
    name="openenv-call-cannot-work",
    severity=Severity.WARNING,
    summary="The card shows an OpenEnv call that cannot load this dataset",
    why=(
        "AutoEnv takes everything with a slash for the id of a Space, so a dataset address ends in"
        " a host that does not exist. `openenv harbor --dataset` takes `org/name` for a dataset on"
        " the Hub; with a revision, a folder or a scheme it is taken for a name in Harbor's"
        " registry and fails."
    ),
    bad={"README.md": "# Words\n\n    openenv harbor rollout --dataset acme/words@main\n"},
    good={"README.md": "# Words\n\n    openenv harbor rollout --dataset acme/words\n"},
    source="openenv 0.10.0, harbor/tasks.py:resolve_task_dirs, auto/auto_env.py",
)
#: ``AutoEnv.from_env("…")`` and its kin with an address of a dataset.
_AUTO = re.compile(
    r"\bAuto(?:Env|Action)\s*\.\s*\w+\(\s*[\"'](?P<id>(?:hf://|https?://(?:huggingface|hf)\.co/)?datasets/"
    r"[^\"'\s]*)[\"']"
)
#: An ``openenv harbor`` command to the end of its line; a backslash continues the line.
_HARBOR = re.compile(r"\bopenenv[ \t]+harbor\b(?:[^\n\\]|\\\r?\n|\\)*+")
_DATASET = re.compile(r"--dataset(?:=|[ \t]+)[\"']?(?P<id>[^\s\"'`]+)")


@CALL.check
def _check_call(facts: Facts) -> Iterator[Finding]:
    """Calls in the card that hand OpenEnv an address it takes for something else."""
    path = facts.card.path
    try:
        text = facts.view.text(path)
    except ReadError:
        return
    for match in _AUTO.finditer(text):
        yield CALL.at(
            path,
            f"AutoEnv takes {match['id']!r} for a Space, not for a dataset",
            _place(text, *match.span("id")),
            hint="give the id of the Space that runs the environment",
        )
    for command in _HARBOR.finditer(text):
        for match in _DATASET.finditer(text, *command.span()):
            yield from _specs(path, text, match)


def _specs(path: str, text: str, match: re.Match[str]) -> Iterator[Finding]:
    for spec in match["id"].split(","):
        if _is_registry_name(spec):
            yield CALL.at(
                path,
                f"`openenv harbor` takes {spec!r} for a name in Harbor's registry",
                _place(text, *match.span("id")),
                hint="write `--dataset org/name`, without revision, folder or scheme",
            )


def _is_registry_name(spec: str) -> bool:
    """Whether somebody meant a dataset on the Hub and the loader looks elsewhere."""
    if spec.startswith((".", "/", "~")) or not _PLAIN.fullmatch(spec):
        return False
    return spec.startswith(_ADDRESSES) or _LONGER.match(spec) is not None


_ADDRESSES = ("hf://", "https://huggingface.co/", "https://hf.co/", "datasets/")
#: An id with a revision or a folder behind it.
_LONGER = re.compile(r"[\w.-]+(?:/[\w.-]+[@/]|@[^/]+/)")
#: No placeholder and no shell variable in it.
_PLAIN = re.compile(r"[\w./:@-]+")


def _place(text: str, start: int, end: int) -> Span:
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Span(line, column, line, column + end - start)
