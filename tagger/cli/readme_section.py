"""``tagger snippet --write`` and ``--diff`` for one target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.errors import RefusedError, TaggerError
from tagger.engine.fix import FileChange, Fixed
from tagger.files.atomic import write_change
from tagger.snippets.markdown import section
from tagger.snippets.readme import find, updated

if TYPE_CHECKING:
    from tagger.card.card import Card
    from tagger.cli.console import Console
    from tagger.engine.check import Result
    from tagger.snippets.report import WithCommands
    from tagger.targets import Target


def section_change(outcome: WithCommands, result: Result) -> Fixed:
    """What the section would change of the card: nothing, or the one file.

    Raises:
        TaggerError: there is no card that can be edited, or no place in it.
    """
    card = result.facts.card
    _refuse_unreadable(card)
    try:
        after = _after(card, outcome)
    except RefusedError as error:
        raise TaggerError(f"{card.path}: {error.reason}") from None
    changes = [FileChange(card.path, card.raw, after)] if after != card.raw else []
    return Fixed(changes, (), (), result)


def _after(card: Card, outcome: WithCommands) -> bytes:
    if outcome.commands:
        return updated(card, section(outcome.commands))
    if find(card.raw, len(card.raw) - len(card.parts.body)):
        raise RefusedError("it has a section on running it, and no framework is proven any more")
    return card.raw


def _refuse_unreadable(card: Card) -> None:
    if card.link:
        raise TaggerError(f"{card.path}: a symbolic link, which is not written")
    if not card.state.was_read:
        raise TaggerError(f"{card.path}: {card.reason}, so the section has no place")


def write(target: Target, fixed: Fixed, path: str, console: Console) -> None:
    """Write the card, and say so.

    Raises:
        TaggerError: there is no folder to write to, or the file cannot be written.
    """
    if target.root is None:
        raise TaggerError(f"--write needs a folder, and {target.name!r} is not one: use --diff")
    for change in fixed.changes:
        write_change(target.root, change.path, change.before, change.after)
    done = "section written" if fixed.changes else "section up to date"
    console.note(f"{path}: {done}")
