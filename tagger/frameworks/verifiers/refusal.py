"""Why no release loads a module that has the shape of an environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.places import Span
from tagger.frameworks.verifiers import rules_module as rules
from tagger.frameworks.verifiers.contract import listed
from tagger.frameworks.verifiers.exports import (
    ENTRY,
    entry,
    functions,
    is_dispatcher,
    is_in_between,
)
from tagger.frameworks.verifiers.library import Kind
from tagger.frameworks.verifiers.sources import INIT, Fault, Place, Raises, Unreadable
from tagger.frameworks.verifiers.survey import Survey, loses, own, survey

if TYPE_CHECKING:
    from tagger.core.findings import Finding
    from tagger.frameworks.verifiers.contract import Candidate, Imported
    from tagger.frameworks.verifiers.exports import Exports
    from tagger.tree.view import TreeView


def is_undecided(imported: Imported) -> bool:
    """Whether what a module exports is only known when it runs."""
    dunder, module = imported.dunder, imported.module
    by_all = dunder.is_open or any(exports.is_open for exports in dunder.readings)
    by_function = entry(module) is None and module.value(ENTRY) is not None
    return by_all or (by_function and not dunder.readings)


class Refusal:
    """Looks for what is wrong with a module that keeps neither contract.

    Args:
        view: the repository.
        imported: the module.
    """

    def __init__(self, view: TreeView, imported: Imported) -> None:
        self._view = view
        self._importer = imported.importer
        self._candidate = imported.candidate
        self._module = imported.module
        self._all = imported.dunder
        self._early = imported.early_name

    def error(self) -> Finding | None:
        """The fault, or ``None`` for a module that is no environment and need not be one."""
        if self._is_dispatcher():
            return None
        if self._means_current() and self._early:
            return self._early_name(*self._early)
        several = [exports for exports in self._all.readings if exports.is_too_many]
        if several:
            return self._several(several[0])
        found = survey(self._view, self._importer, self._candidate.name, self._candidate.path)
        return (
            self._factories(found)
            or self._no_taskset(found)
            or self._no_all(found)
            or self._no_function(found)
        )

    def _at(self, line: int | None) -> Span:
        return Span(line or 1)

    def _is_dispatcher(self) -> bool:
        """Whether its function makes environments for others: a library around Verifiers."""
        bound = entry(self._module)
        plain = list(functions(bound[0])) if bound else []
        return bool(plain) and all(map(is_dispatcher, plain))

    def _several(self, exports: Exports) -> Finding:
        names = exports.tasksets
        return rules.SEVERAL_TASKSETS.at(
            self._candidate.path,
            f"`__all__` names {len(names)} tasksets ({listed(names)}); the loader wants exactly"
            " one",
            self._at(self._all.line),
            hint="leave one name in `__all__`, once",
        )

    def _no_taskset(self, found: Survey) -> Finding | None:
        if self._all.line is None:
            return None
        others = any(exports.is_other_plugin for exports in self._all.readings)
        has_own = own(found.tasksets, self._candidate.path)
        if not has_own and (others or not self._means_current()):
            return None
        what = f" ({self._all.wrong} stands there)" if self._all.wrong else ""
        return rules.NO_TASKSET.at(
            self._candidate.path,
            f"`__all__` names no subclass of `verifiers.v1.Taskset`{what}; the loader wants"
            " exactly one",
            self._at(self._all.line),
            hint=_export_hint(found),
        )

    def _means_current(self) -> bool:
        """Whether something that is or is called a taskset is named in ``__all__``."""
        return any(
            exports.tasksets or any(name.endswith(Kind.TASKSET) for name in exports.names)
            for exports in self._all.readings
        )

    def _early_name(self, place: Place, name: str) -> Finding:
        path = self._candidate.path
        where = "" if place.path == path else f" ({place.path}, line {place.line})"
        return rules.EARLY_NAMES.at(
            path,
            f"importing the module asks for `{name}`{where}, which no release since 0.2.0 has",
            Span(place.line) if place.path == path else self._at(self._all.line),
            hint="write `import verifiers.v1 as vf`",
        )

    def _no_all(self, found: Survey) -> Finding | None:
        if self._all.line is not None or not own(found.tasksets, self._candidate.path):
            return None
        return rules.NO_ALL.at(
            self._candidate.path,
            f"no `__all__`, so the loader does not find {found.tasksets[0].name!r}",
            Span(1),
            hint=_export_hint(found),
        )

    def _factories(self, found: Survey) -> Finding | None:
        bound = entry(self._module)
        plain = list(functions(bound[0])) if bound else []
        if bound and plain and all(map(is_in_between, plain)):
            message = (
                f"`{ENTRY}` hands `config` to factories that only development builds looked for;"
                " no release runs it"
            )
            return self._in_between(message, bound[1], found)
        here = [place for place in found.factories if place.path == self._candidate.path]
        if bound or not here:
            return None
        message = (
            "factories stand here in place of a taskset in `__all__`; no release looks for them"
        )
        return self._in_between(message, here[0].line, found)

    def _in_between(self, message: str, line: int, found: Survey) -> Finding:
        path = self._candidate.path
        return rules.BETWEEN.at(path, message, Span(line), hint=_export_hint(found))

    def _no_function(self, found: Survey) -> Finding | None:
        path = self._candidate.path
        bound = entry(self._module)
        if bound is not None:
            return self._not_bound(f"`{ENTRY}` cannot be called as it is bound here", bound[1])
        line = loses(self._importer.sources.tree(path))
        elsewhere = [place for place in found.functions if place.path != path]
        elsewhere = elsewhere if own(elsewhere, path) else []
        if line is not None:
            return self._not_bound(f"`{ENTRY}` is not bound once the module is imported", line)
        if elsewhere:
            where = elsewhere[0].path
            return self._not_bound(f"`{ENTRY}` of {where} is not re-exported here", 1)
        return self._hidden_file()

    def _not_bound(self, message: str, line: int) -> Finding:
        return rules.NO_FUNCTION.at(
            self._candidate.path,
            f"{message}; the loader does not find it",
            Span(line),
            hint=f"bind `{ENTRY}` at module level, as a plain function",
        )

    def _hidden_file(self) -> Finding | None:
        """A package that hides the file with the function."""
        file = hidden_file(self._view, self._candidate)
        if file is None:
            return None
        try:
            tree = self._importer.sources.tree(file)
        except (Fault, Unreadable):
            return None
        if loses(tree) is None:
            return None
        return self._not_bound(f"this package hides {file}, which defines `{ENTRY}`", 1)


def hidden_file(view: TreeView, candidate: Candidate) -> str | None:
    """The file of the same name beside a package, which is never imported."""
    file = f"{candidate.path.removesuffix(f'/{INIT}')}.py"
    return file if candidate.is_package and view.is_file(file) else None


def _export_hint(found: Survey) -> str:
    names = list(dict.fromkeys(cls.name for cls in found.tasksets))
    if len(names) != 1:
        return "name exactly one subclass of `verifiers.v1.Taskset` in `__all__`"
    return f'import {names[0]} here and write `__all__ = ["{names[0]}"]`'


def import_errors(candidate: Candidate, fault: Fault) -> list[Finding]:
    """The fault where it lies, and the module that cannot be imported because of it."""
    place, path = fault.place, candidate.path
    errors = []
    if fault.raises is Raises.SYNTAX:
        message = f"{fault.reason}; Python cannot compile this file"
        errors.append(rules.NOT_COMPILED.at(place.path, message, Span(place.line, place.column)))
    elif place.path != path:
        message = f"{fault.reason}; importing `{candidate.name}` ends here"
        errors.append(rules.DANGLING_IMPORT.at(place.path, message, Span(place.line, place.column)))
    if fault.raises is Raises.SYNTAX and place.path == path:
        return errors
    at_end = f" ({place.path}, line {place.line})" if place.path != path else ""
    message = f"importing `{candidate.name}` fails: {fault.reason}{at_end}"
    errors.append(rules.DANGLING_IMPORT.at(path, message, Span(fault.line_in(path) or 1)))
    return errors
