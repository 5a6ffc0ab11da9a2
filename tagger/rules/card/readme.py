"""DC070-DC072: what the text below the header tells people to run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.core.places import Span
from tagger.rules.card.values import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: What may come between a command and one of its options, on the same logical line.
_OPTIONS = r"[^\n|;&]{0,400}?"

#: A pattern, what is wrong with its word, and what to write instead.
_COMMANDS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"(?<![\w./-])(?P<word>eval harbor)\b"),
        "is a script that Verifiers 0.4.0 no longer has",
        "write `vf-eval harbor`",
    ),
    (
        re.compile(r"(?<![\w./-])(?P<word>vf-(?:install|setup|build|tui))\b"),
        "is a script that Verifiers 0.4.0 no longer has",
        "install the package with pip or uv, and run it with `vf-eval`",
    ),
    (
        re.compile(
            rf"\bharbor\s{_OPTIONS}--repo[ =]+"
            r"['\"]?(?P<word>(?:hf://|datasets/|https?://hf\.co/)[^\s'\"`]{1,200})"
        ),
        "is not a repository for Harbor's `--repo`",
        "write the whole address, https://huggingface.co/datasets/<owner>/<name>",
    ),
    (
        re.compile(
            rf"\bharbor\s{_OPTIONS}--repo[ =]+['\"]?(?P<word>[\w.-]+/[\w.-]+)(?=['\"\s`]|$)"
        ),
        "means a GitHub repository after Harbor's `--repo`",
        "write the whole address, https://huggingface.co/datasets/<owner>/<name>",
    ),
    (
        re.compile(
            rf"\bharbor\s+run\s{_OPTIONS}(?:--dataset|-d)[ =]+['\"]?(?P<word>hf://[^\s'\"`]+)"
        ),
        "is not a name for Harbor's `--dataset`",
        "write `--repo https://huggingface.co/datasets/<owner>/<name>`",
    ),
    (
        re.compile(
            r"--env\.taskset\.repo[ =]+['\"]?"
            r"(?P<word>hf://[^\s'\"`]+|datasets/[^\s'\"`]+|[\w.-]+/[\w.-]+)(?=['\"\s`]|$)"
        ),
        "is not a dataset for Verifiers: a bare id means GitHub, other forms are refused",
        "write the whole address, https://huggingface.co/datasets/<owner>/<name>",
    ),
)
#: Any sign of a command or a call that runs something.
_RUNS = re.compile(
    r"\bharbor\s+(?:run|jobs?|trials?|datasets?|view)\b|\bopenenv\s+\w|\bAutoEnv\b"
    r"|\bvf-eval\b|\beval harbor\b|\bprime\s+(?:env|eval)\b|\bload_\w+\("
    r"|\bgym\s+(?:env|eval|dataset)\b|\bng_\w|\bfrom_(?:hub|docker_image|env)\("
    r"|\bdocker\s+(?:run|compose)\b|\buvx\s|\buv\s+run\b|\bpython3?\s+(?:-m\s|[\w./-]+\.py\b)"
)
_REWARD = re.compile(
    r"(?i)\b(?:reward|scor(?:e|ing)|grad(?:e|er|ing)|verif(?:y|ier|ied|ies|ication)|rubric|judge"
    r"|pass@|pass rate|accuracy|tests?\b|correct(?:ness)?\b)"
)


COMMAND_CANNOT_RUN = Rule(
    code="DC070",
    name="command-cannot-run",
    severity=Severity.INFO,
    summary="A command in the text that no current release can run",
    why="People copy the command from the card. The rule reports scripts that Verifiers dropped in"
    " 0.4.0 (`eval`, which the Hub's own announcement prints, `vf-install` and others), Hub"
    " addresses handed to programs that take them for something else, and a bare id after"
    " `--repo`, which Harbor and Verifiers look for on GitHub. OE031 is about OpenEnv's calls.",
    bad={
        "README.md": "---\nlicense: mit\n---\n\n    harbor run --repo hf://datasets/grid/puzzles\n"
    },
    good={
        "README.md": "---\nlicense: mit\n---\n\n"
        "    harbor run --repo https://huggingface.co/datasets/grid/puzzles\n"
    },
    source="harbor 0.26 and verifiers 0.4.0: their command lines",
)


@COMMAND_CANNOT_RUN.check
def _check_command_cannot_run(facts: Facts) -> Iterator[Finding]:
    body = _one_line_commands(facts.card.body)
    for pattern, fault, advice in _COMMANDS:
        for match in pattern.finditer(body):
            yield COMMAND_CANNOT_RUN.at(
                facts.card.path,
                f"{quoted(match['word'])} {fault}",
                _place(facts, match.start("word"), match.end("word")),
                hint=advice,
            )


def _one_line_commands(body: str) -> str:
    """The text with continued lines joined by spaces, so that every place stays where it is."""
    return re.sub(r"\\\r?\n", lambda match: " " * len(match[0]), body)


def _place(facts: Facts, start: int, end: int) -> Span:
    body = facts.card.body
    row = body.count("\n", 0, start)
    column = start - body.rfind("\n", 0, start)
    first = facts.card.body_line + row
    return Span(first, column, first, column + end - start)


_HEAD = "---\ntags:\n- rl-environment\n- harbor\n- openenv\n---\n\n# Grid puzzles\n"


def _is_described(facts: Facts) -> bool:
    """Whether there is something to run, and a text that could say how."""
    return bool(facts.tags.proven) and facts.card.state.was_read


NO_RUN_COMMAND = Rule(
    code="DC071",
    name="no-run-command",
    severity=Severity.INFO,
    summary="An RL environment whose card shows no command to run it",
    why="The Hub asks publishers of environments for a working command on the card. The snippet of"
    " the page is generated from the tags alone and cannot know folders, names and versions.",
    bad={"README.md": _HEAD},
    good={
        "README.md": f"{_HEAD}\n    harbor run --repo"
        " https://huggingface.co/datasets/grid/puzzles\n"
    },
    source='Hub, announcement "rl-environments"',
)


@NO_RUN_COMMAND.check
def _check_no_run_command(facts: Facts) -> Iterator[Finding]:
    if _is_described(facts) and not _RUNS.search(facts.card.body):
        yield NO_RUN_COMMAND.at(
            facts.card.path,
            "the card shows no command that runs the environment",
            Span(facts.card.body_line),
            hint="`tagger snippet` prints the commands for this repository",
        )


NO_WORD_ON_REWARD = Rule(
    code="DC072",
    name="no-word-on-reward",
    severity=Severity.INFO,
    summary="An RL environment whose card does not say what is rewarded",
    why="The reward is what an environment is about: a passed test, a judge, a score between 0 and"
    " 1. The Hub asks for the rule on the card. tagger looks for words such as reward, score,"
    " verifier, grader, judge or test.",
    bad={"README.md": _HEAD},
    good={"README.md": f"{_HEAD}\nThe reward is 1 if all tests pass.\n"},
    source='Hub, announcement "rl-environments"',
)


@NO_WORD_ON_REWARD.check
def _check_no_word_on_reward(facts: Facts) -> Iterator[Finding]:
    if _is_described(facts) and not _REWARD.search(facts.card.body):
        yield NO_WORD_ON_REWARD.at(
            facts.card.path,
            "the card says nothing about the reward",
            Span(facts.card.body_line),
            hint="add a sentence: what yields the reward, and which values it takes",
        )
