"""What is printed: commands, grouped by framework and taskset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.rules.facts import Facts
    from tagger.tree.view import TreeView

#: Stands for the id of a dataset that nobody has named.
PLACEHOLDER = "<org>/<name>"


class Raw(str):
    """A word of tagger's own that goes into the shell as it is; it may name a variable."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """Where a program comes from: a requirement on PyPI, and the Python that it is run with."""

    requirement: str
    python: str

    @property
    def source(self) -> Raw:
        """The requirement as a word, in quotes that may be inside single ones."""
        plain = self.requirement.replace("=", "").replace(".", "").replace("-", "").isidentifier()
        return Raw(self.requirement if plain else f'"{self.requirement}"')


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        words: the program and its arguments; all but :class:`Raw` are quoted.
        tool: where the program comes from; ``None`` for one that is everybody's.
        packages: folders that are installed beside the tool, for this run alone.
        settings: environment variables that are set for this run alone.
        reads: further environment variables that the program reads, by name.
        comment: what is to be said before it.
        once: several tasksets need it, and it need not be run again.
    """

    words: tuple[str, ...]
    tool: Tool | None = None
    packages: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    reads: tuple[str, ...] = ()
    comment: str = ""
    once: bool = False


@dataclass(frozen=True, slots=True)
class Taskset:
    """What is run together.

    Attributes:
        name: what its framework or the repository calls it.
        title: the name in words, with what it holds.
        units: how many units it holds.
        commands: in the order in which they are run; none where there is no way.
        notes: what whoever runs them should know, each a sentence.
        config: a piece of configuration that leads to the same tasks.
        is_one_process: whether the commands can be run one after another.
    """

    name: str
    title: str
    units: int
    commands: tuple[Command, ...] = ()
    notes: tuple[str, ...] = ()
    config: str | None = None
    is_one_process: bool = True


@dataclass(frozen=True, slots=True)
class FrameworkCommands:
    """The tasksets of one framework whose tag is proven."""

    tag: str
    label: str
    verdict: str
    tasksets: Sequence[Taskset]


@dataclass(frozen=True, slots=True)
class Repository:
    """What the commands are made from.

    Attributes:
        facts: what is known about the repository.
        repo_id: its id on the Hub, or :data:`PLACEHOLDER`.
        jobs: whether the commands will run in a Job of the Hub.
    """

    facts: Facts
    repo_id: str
    jobs: bool = False

    @property
    def view(self) -> TreeView:
        """Its files."""
        return self.facts.view

    @property
    def url(self) -> str:
        """Its web address, which git clones from too."""
        return f"https://huggingface.co/datasets/{self.repo_id}"

    @property
    def folder(self) -> str:
        """The folder of a local copy."""
        return self.repo_id.rpartition("/")[2]

    def local(self, path: str) -> str:
        """A path of the repository in a local copy."""
        return f"{self.folder}/{path}" if path else self.folder

    def download(self) -> Command:
        """The command that makes a local copy."""
        words = ("hf", "download", self.repo_id, "--repo-type", "dataset")
        return Command((*words, "--local-dir", self.folder), HUB_CLIENT, once=True)

    def result(self, name: str) -> str:
        """Where a result is written: in a Job to what outlasts it."""
        return f"{RESULTS}/{name}" if self.jobs else name


#: Where a Job finds the bucket that keeps its results.
RESULTS = "/results"
HUB_CLIENT = Tool("huggingface_hub==2.4.0", "3.13")


def option(name: str, value: str, short: str | None = None) -> tuple[str, ...]:
    """An option and its value, also where the value looks like an option itself."""
    return (f"{name}={value}",) if value.startswith("-") else (short or name, value)
