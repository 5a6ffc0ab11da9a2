"""Server classes in Python source, found in the syntax tree and never imported.

Source: nemo-gym 0.7.0; its own validator parses the entry point with ``ast`` and looks for the
class on which ``run_webserver`` is called (``environment.validation``).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tagger.text import python

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Longer modules are not parsed; the longest entry point of the release has 90 kB.
MAX_BYTES = 1 << 19

#: Base classes of resources servers, by their last name.
BASES = frozenset({"SimpleResourcesServer", "BaseResourcesServer", "GymnasiumServer"})
#: Base classes of the other kinds, which prove nothing.
OTHER_BASES = frozenset(
    {
        "SimpleResponsesAPIAgent",
        "SimpleResponsesAPIModel",
        "BaseEnvironmentServer",
        "SimpleServer",
        "BaseServer",
    }
)
FRAMEWORK = "nemo_gym"
#: Packages that the framework installs beside itself; their servers are bases too.
PACKAGES = frozenset(
    {
        FRAMEWORK,
        "resources_servers",
        "responses_api_agents",
        "responses_api_models",
        "environment_servers",
    }
)


@dataclass(frozen=True, slots=True)
class Name:
    """Where a name in a module comes from: a name inside another module, or a module itself.

    ``level`` is the number of dots of a relative import.
    """

    module: str
    name: str | None = None
    level: int = 0


@dataclass(slots=True)
class ParsedModule:
    """What a module imports and which classes it defines.

    Attributes:
        names: imported names.
        stars: modules of which everything was imported.
        classes: the bases of each class at any level, as dotted names.
        aliases: names assigned to another dotted name.
        started: dotted names on which ``run_webserver`` is read.
    """

    names: dict[str, Name] = field(default_factory=dict)
    stars: list[Name] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)


def read_module(source: bytes) -> ParsedModule:
    """The imports and classes of a module.

    Raises:
        PythonError: the source does not parse.
    """
    module = ParsedModule()
    for node in _statements(python.parse(source).body):
        if isinstance(node, ast.Import):
            module.names |= _imported(node)
        elif isinstance(node, ast.ImportFrom):
            _import_from(module, node)
        elif isinstance(node, ast.ClassDef):
            module.classes[node.name] = [name for base in node.bases if (name := _dotted(base))]
        elif isinstance(node, ast.Assign):
            _alias(module, node)
        elif isinstance(node, ast.Expr):
            module.started |= set(_started(node))
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those inside others included; expressions are not entered."""
    todo = list(reversed(body))
    while todo:
        node = todo.pop()
        yield node
        for name in ("body", "orelse", "finalbody"):
            todo += getattr(node, name, ())
        for handler in getattr(node, "handlers", ()):
            todo += handler.body
        for case in getattr(node, "cases", ()):
            todo += case.body


def _started(node: ast.Expr) -> Iterator[str]:
    """What ``run_webserver`` is called on in a statement."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and inner.attr == "run_webserver":
            name = _dotted(inner.value)
            if name:
                yield name


def _imported(node: ast.Import) -> Mapping[str, Name]:
    """``import a.b`` binds ``a``; ``import a.b as c`` binds the module itself."""
    return {
        alias.asname or alias.name.partition(".")[0]: Name(
            alias.name if alias.asname else alias.name.partition(".")[0]
        )
        for alias in node.names
    }


def _import_from(module: ParsedModule, node: ast.ImportFrom) -> None:
    for alias in node.names:
        origin = Name(node.module or "", alias.name, node.level)
        if alias.name == "*":
            module.stars.append(origin)
        else:
            module.names[alias.asname or alias.name] = origin


def _alias(module: ParsedModule, node: ast.Assign) -> None:
    value = _dotted(node.value)
    for target in node.targets:
        if value and isinstance(target, ast.Name):
            module.aliases[target.id] = value


def _dotted(node: ast.expr) -> str | None:
    """``a.b.C`` of a name, an attribute, or a generic class with its arguments."""
    parts: list[str] = []
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Name):
            return ".".join([node.id, *reversed(parts)])
        else:
            return None
