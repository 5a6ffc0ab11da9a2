"""Completion scripts for shells, made by shtab from the parsers of the command line."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING

import shtab

from tagger.cli.completion import SCRIPTS
from tagger.cli.main import COMMANDS
from tagger.cli.parser import WordChoice
from tagger.engine.table import rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: What stands for a path of its own kind in the usage of a command.
_PATHS = {
    "FILE": shtab.FILE,
    "PATH": shtab.FILE,
    "TARGET": shtab.DIRECTORY,
    "FOLDER": shtab.DIRECTORY,
}


def completion_scripts() -> Iterator[tuple[str, str]]:
    """The path of each script in the checkout, and the script."""
    root = _group("tagger", COMMANDS, "tagger.cli")
    root.add_argument("-V", "--version", action="store_true", help="show the version")
    for shell, name in SCRIPTS.items():
        # The lines are for whoever calls shtab; `tagger completion --help` has ours.
        lines = shtab.complete(root, shell=shell).split("\n")
        yield f"tagger/completions/{name}", "\n".join(map(str.rstrip, lines)).strip() + "\n"


def _group(prog: str, commands: Mapping[str, str], package: str) -> argparse.ArgumentParser:
    """One parser over those of several commands, which tagger itself never needs."""
    made = argparse.ArgumentParser(prog=prog)
    choices = made.add_subparsers(dest="command")
    for name, what in commands.items():
        module = import_module(f"{package}.{name}")
        if hasattr(module, "COMMANDS"):
            child = _group(f"{prog} {name}", module.COMMANDS, module.__name__)
        else:
            child = module.parser(f"{prog} {name}")
        child.description = what
        for action in child._actions:
            _describe(action)
        # argparse makes parsers itself and has no public way to take one that is made.
        choices.add_parser(name, help=what)
        choices.choices[name] = child
    return made


def _describe(action: argparse.Action) -> None:
    """Say which words an argument takes, in the way that shtab reads."""
    metavar = str(action.metavar)
    if isinstance(action.type, WordChoice):
        action.choices = list(action.type.words)
    elif metavar in ("CODE", "CODES"):
        action.choices = list(rules())
    elif metavar in _PATHS:
        action.complete = _PATHS[metavar]  # type: ignore[attr-defined]
