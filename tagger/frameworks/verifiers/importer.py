"""Follows imports as Python's import system does, each module once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.frameworks.verifiers.faults import Fault, Place, Raises, Unreadable
from tagger.frameworks.verifiers.interpreter import Runner
from tagger.frameworks.verifiers.modules import Sources, is_verifiers
from tagger.frameworks.verifiers.values import External, Library, Local, Module, Source, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tagger.tree.view import TreeView

#: How often a module is followed for one environment, and how deep imports may nest.
MAX_RUNS = 400
MAX_DEPTH = 40


class Importer:
    """Follows imports, each module once, as ``import`` does.

    Args:
        view: the repository.
        roots: the folders that are on the search path.
    """

    def __init__(self, view: TreeView, roots: Sequence[str]) -> None:
        self.sources = Sources(view, roots)
        self._is_complete = view.complete
        self._modules: dict[str, Module] = {}
        self._runs = 0
        self._running: list[Module] = []

    @property
    def modules(self) -> Sequence[Module]:
        """The modules that were followed to their end, or are being followed."""
        return list(self._modules.values())

    def load(self, name: str, place: Place) -> Module:
        """A module of the repository, its names followed.

        Args:
            name: dotted and absolute.
            place: the statement that asks for it.

        Raises:
            Fault: importing it fails.
            Unreadable: the answer stays open.
        """
        if name in self._modules:
            return self._modules[name]
        parent_name, _, last = name.rpartition(".")
        parent = self.load(parent_name, place) if parent_name else None
        source = self._find(parent, name, last, place)
        module = self._run(name, source)
        if parent:
            parent.bind(last, Local(module), place.line)
        return module

    def _find(self, parent: Module | None, name: str, last: str, place: Place) -> Source:
        if parent is None:
            source = self.sources.top(name)
        elif parent.source.directory is None:
            raise Fault(Raises.NOT_FOUND, place, f"`{parent.name}` is a file and no package")
        else:
            source = self.sources.inside(parent.source.directory, last)
        if source is None and not self._is_complete:
            raise Unreadable("the listing is not complete")
        if source is None and parent and _may_be_installed(parent):
            raise Unreadable(f"`{parent.name}` may be an installed package")
        if source is None:
            raise Fault(Raises.NOT_FOUND, place, f"there is no module `{name}`")
        return source

    def _run(self, name: str, source: Source) -> Module:
        module = Module(name, source)
        if source.path is None:
            module.is_open = _may_be_installed(module)
            return self._modules.setdefault(name, module)
        self._runs += 1
        if self._runs > MAX_RUNS or len(self._running) >= MAX_DEPTH:
            raise Unreadable("imports go on for too long")
        self._modules[name] = module
        self._running.append(module)
        try:
            Runner(self, module, source.path).run()
        except (Fault, Unreadable):
            # As in sys.modules: the next import statement tries again, and may fare better.
            del self._modules[name]
            raise
        except RecursionError:
            module.is_open = True
        finally:
            self._running.pop()
        return module

    def is_running(self, module: Module) -> bool:
        """Whether a module is being followed at the moment."""
        return module in self._running

    def value(self, name: str, place: Place) -> Value:
        """What an absolute dotted name leads to.

        Raises:
            Fault, Unreadable: as :meth:`load`.
        """
        if self.sources.is_local(name.partition(".")[0]):
            return Local(self.load(name, place))
        return Library(name) if is_verifiers(name) else External(name)


def _may_be_installed(module: Module) -> bool:
    """Whether a folder without ``__init__.py``, a folder of data say, may not be what is imported.

    The import system takes a package of that name from any later place of ``sys.path`` first.
    """
    return module.source.path is None and "." not in module.name
