"""argparse with faults raised instead of printed, and with did-you-mean."""

from __future__ import annotations

import argparse
from itertools import takewhile
from typing import TYPE_CHECKING, NoReturn

from tagger.core.errors import TaggerError
from tagger.text.near import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


#: Stands before a word that looks like an option and is none; no argument can hold it.
_MARK = "\0"


class Parser(argparse.ArgumentParser):
    """A parser whose faults are :class:`TaggerError`."""

    def __init__(
        self, prog: str, arguments: str, description: str, examples: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(
            prog=prog,
            usage=f"{prog} [options] {arguments}".rstrip(),
            description=description,
            epilog=examples_text(examples),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.color = False  # from Python 3.14 on argparse has colours of its own

    def error(self, message: str) -> NoReturn:
        """Wrong usage.

        Raises:
            TaggerError: always.
        """
        raise TaggerError(f"{message} (see {self.prog} --help)")

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The arguments, with options and targets in any order.

        Raises:
            TaggerError: wrong usage.
        """
        known, unknown = self.parse_known_intermixed_args(_guarded(arguments))
        if unknown:
            near = did_you_mean(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"unknown argument {unknown[0]!r}{near}")
        return argparse.Namespace(**{name: _bare(value) for name, value in vars(known).items()})


def _guarded(arguments: Sequence[str]) -> list[str]:
    """The arguments without a ``--``; what looks like an option behind it is marked.

    argparse forgets the ``--`` when it reads options and targets in any order.
    """
    before = list(takewhile(lambda argument: argument != "--", arguments))
    behind = arguments[len(before) + 1 :]
    return [*before, *(_MARK + word if word.startswith("-") else word for word in behind)]


def _bare(value: object) -> object:
    """A value, or the items of a list, without the mark."""
    if isinstance(value, list):
        return [_bare(item) for item in value]
    return value.removeprefix(_MARK) if isinstance(value, str) else value


class WordChoice:
    """A type for an option that takes one of several words; see :func:`one_of`."""

    def __init__(self, words: Collection[str], what: str) -> None:
        self.words = words
        self._what = what

    def __call__(self, text: str) -> str:
        """The word.

        Raises:
            ArgumentTypeError: it is none of them.
        """
        if text not in self.words:
            near = did_you_mean(text, self.words) or f"; known are {', '.join(self.words)}"
            raise argparse.ArgumentTypeError(f"unknown {self._what} {text!r}{near}")
        return text


def one_of(words: Collection[str], what: str) -> Callable[[str], str]:
    """A type for an option that takes one of several words, called ``what`` in messages."""
    return WordChoice(words, what)


class _Format(WordChoice):
    """A type for the name of a format."""

    def __call__(self, text: str) -> str:
        """The name.

        Raises:
            ArgumentTypeError: it is none.
        """
        name, colon, _ = text.partition(":")
        if colon and name in self.words:
            raise argparse.ArgumentTypeError(f"FORMAT:FILE goes to --also: --also {text}")
        return super().__call__(text)


def format_name(formats: Collection[str]) -> Callable[[str], str]:
    """A type for the name of a format."""
    return _Format(formats, "format")


def format_and_file(formats: Collection[str]) -> Callable[[str], tuple[str, str]]:
    """A type for ``FORMAT:FILE``."""
    known = one_of(formats, "format")

    def convert(text: str) -> tuple[str, str]:
        name, _, file = text.partition(":")
        if not file:
            raise argparse.ArgumentTypeError(f"{text!r} is not of the form FORMAT:FILE")
        return known(name), file

    return convert


def positive(text: str) -> int:
    """A type for an option that takes a whole number from 1 on."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def comma_list(text: str) -> list[str]:
    """A type for an option that takes several words separated by commas."""
    return [word for word in map(str.strip, text.split(",")) if word]


def examples_text(examples: Sequence[tuple[str, str]]) -> str:
    """The last part of a help: commands, and what each of them does."""
    width = max(len(command) for command, _ in examples)
    return "examples:\n" + "\n".join(f"  {command:{width}}  {what}" for command, what in examples)
