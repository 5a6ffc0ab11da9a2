"""``tagger``: the command line, one module a subcommand (docs/design.md §3)."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, cast

from tagger._version import DOCUMENTATION, __version__
from tagger.cli.console import Console
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from tagger.cli.parser import Parser

#: The subcommands: each a module of this package with the attributes of :class:`Subcommand`, or a
#: package with those of :class:`SubcommandGroup`.
COMMANDS = {
    "check": "what is wrong with a repository; --diff shows the fixes, --fix applies them",
    "detect": "which frameworks can load it, on what evidence, and what the others need",
    "snippet": "the commands that run it, per framework and taskset; also as a README section",
    "pr": "open or update one pull request on the Hub with the tags that a card lacks",
    "autotag": "the same over many datasets: plan, review, apply, status, report",
    "upload": "upload a folder in one commit, with the tags that its files prove",
    "init": "write commit hooks and a workflow for a repository",
    "rule": "list the rules, or explain one",
    "schema": "print a published JSON Schema",
    "completion": "print the completion script of a shell",
}
#: What other tools call it.
HABITS = {
    "diff": "check --diff",
    "explain": "rule",
    "fix": "check --fix",
    "lint": "check",
    "rules": "rule",
    "run": "snippet",
    "scan": "check",
    "validate": "check",
    "version": "--version",
}
EXAMPLES = (
    ("tagger check", "the repository in the current folder"),
    ("tagger check --fix", "write the safe fixes to it"),
    ("tagger check --diff org/name", "what they would change in a dataset on the Hub"),
    ("tagger rule HB001", "what a rule is about"),
)
DESCRIPTION = """\
Finds which RL frameworks can load a dataset repository, and keeps the tags of its Hugging Face
dataset card right. Nothing in a repository is ever imported or executed."""


class Subcommand(Protocol):
    """What a module of a subcommand holds."""

    def parser(self, prog: str) -> Parser:
        """The parser of its arguments."""

    def run(self, args: argparse.Namespace, console: Console) -> Status:
        """Do it; the exit status."""


class SubcommandGroup(Protocol):
    """What a package of subcommands holds."""

    COMMANDS: Mapping[str, str]
    DESCRIPTION: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status; never a traceback."""
    arguments = sys.argv[1:] if arguments is None else arguments
    console = Console.standard()
    try:
        return _run(arguments, console)
    except TaggerError as error:
        console.fault(str(error))
    except KeyboardInterrupt:
        console.fault("interrupted")
        return Status.INTERRUPTED
    except Exception as error:
        _report_bug(error, console, debug="--debug" in _flags(arguments))
    return Status.FAULT


def _run(arguments: Sequence[str], console: Console) -> int:
    flags = _flags(arguments)
    console.no_colour = "--no-color" in flags
    first = arguments[0] if arguments else ""
    if first in ("-V", "--version"):
        console.write(f"tagger {__version__}\n")
        return Status.CLEAN
    if first in ("", "-h", "--help"):
        (console.write if first else console.raw_note)(_help(console))
        return Status.CLEAN if first else Status.FAULT
    if first not in COMMANDS:
        raise TaggerError(_unknown_command(first))
    module = import_module(f"tagger.cli.{first}")
    if hasattr(module, "COMMANDS"):
        return _run_group(cast("SubcommandGroup", module), first, arguments[1:], console)
    return _start(cast("Subcommand", module), f"tagger {first}", arguments[1:], console)


def _run_group(
    group: SubcommandGroup, name: str, arguments: Sequence[str], console: Console
) -> int:
    """``tagger autotag plan …``: one word more."""
    first = arguments[0] if arguments else ""
    if first in ("", "-h", "--help"):
        (console.write if first else console.raw_note)(_group_help(group, name, console))
        return Status.CLEAN if first else Status.FAULT
    if first not in group.COMMANDS:
        near = did_you_mean(first, group.COMMANDS) or f"; known are {', '.join(group.COMMANDS)}"
        raise TaggerError(f"unknown command {first!r} of tagger {name}{near}")
    command = cast("Subcommand", import_module(f"tagger.cli.{name}.{first}"))
    return _start(command, f"tagger {name} {first}", arguments[1:], console)


def _start(command: Subcommand, prog: str, arguments: Sequence[str], console: Console) -> int:
    parser = command.parser(prog)
    if _flags(arguments) & {"-h", "--help"}:
        console.write(parser.format_help())
        return Status.CLEAN
    return command.run(parser.parse(arguments), console)


def _flags(arguments: Sequence[str]) -> set[str]:
    """What comes before a ``--``."""
    return set(takewhile(lambda argument: argument != "--", arguments))


def _help(console: Console) -> str:
    from tagger.cli.parser import examples_text

    return f"""\
{_commands("tagger", DESCRIPTION, COMMANDS, console)}

options:
  -h, --help     show this help; after a command, the help of that command
  -V, --version  show the version

exit status: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage or configuration or a
target that cannot be read, 3 some datasets failed and the others were done (pr, autotag)

environment: HF_TOKEN, HF_ENDPOINT, HF_HOME and the like as for `hf`; NO_COLOR, FORCE_COLOR

files: tagger.toml, or [tool.tagger] of pyproject.toml, the nearest one upwards from a folder

{examples_text(EXAMPLES)}

{DOCUMENTATION}
"""


def _group_help(group: SubcommandGroup, name: str, console: Console) -> str:
    return f"""\
{_commands(f"tagger {name}", group.DESCRIPTION, group.COMMANDS, console)}

`tagger {name} COMMAND --help` tells more of each.
"""


def _commands(prog: str, description: str, commands: Mapping[str, str], console: Console) -> str:
    width = max(map(len, commands))
    title = console.style.paint("usage:", "bold")
    rows = "\n".join(f"  {name:{width}}  {what}" for name, what in commands.items())
    return f"""\
{title} {prog} COMMAND [ARGUMENTS]

{description}

commands:
{rows}"""


def _unknown_command(word: str) -> str:
    from pathlib import Path

    if word in HABITS:
        return f"unknown command {word!r}; that is `tagger {HABITS[word]}`"
    if near := did_you_mean(word, COMMANDS):
        return f"unknown command {word!r}{near}"
    if word.startswith("-"):
        return f"unknown option {word!r}; options go after a command (see tagger --help)"
    if "/" in word or Path(word).exists():
        return f"unknown command {word!r}; to check a repository: tagger check {word}"
    return f"unknown command {word!r}; known are {', '.join(COMMANDS)}"


def _report_bug(error: Exception, console: Console, *, debug: bool) -> None:
    if debug:
        import traceback

        from tagger.text.visible import visible

        for line in "".join(traceback.format_exception(error)).splitlines():
            console.raw_note(f"| {visible(line)}\n")
    from tagger.plugins import culprit

    more = "" if debug else "; --debug shows where"
    where = culprit(error) or "tagger itself"
    console.fault(f"a fault in {where}: {type(error).__name__}: {error}{more}")
