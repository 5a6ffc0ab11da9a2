"""Names and numbers of instances: one kind of server, one implementation, keys that are text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.frameworks.nemo_gym.configs.instances import blocks, is_directed
from tagger.frameworks.nemo_gym.configs.rules_servers import BLOCK
from tagger.frameworks.nemo_gym.configs.vocabulary import AGENTS, DELETE
from tagger.frameworks.nemo_gym.faults import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.instances import Block


def check_names(document: Document) -> Iterator[Finding]:
    """Faults above the blocks, for every instance that would otherwise be a server."""
    servers: dict[Any, list[Block]] = {}
    for block in blocks(document):
        if "entrypoint" in block.data:
            servers.setdefault(block.instance, []).append(block)
    for name, found in servers.items():
        instance = document.data[name]
        kinds = list(dict.fromkeys(block.type for block in found))
        for kind in kinds:
            yield from _implementations(document, name, kind, instance[kind])
        if AGENTS in kinds and kinds[0] != AGENTS:
            yield _two_kinds(document, name, kinds[0])
        yield from _odd_names(document, name, instance, found)


def _implementations(
    document: Document, name: object, kind: str, implementations: Mapping[Any, Any]
) -> Iterator[Finding]:
    merged = is_directed(implementations) or DELETE in implementations
    if len(implementations) > 1 and not merged:
        yield BLOCK.at(
            document.path,
            f"{len(implementations)} implementations under one instance; the parser refuses more"
            " than one",
            document.key_span(str(name), kind),
            hint="give every implementation an instance of its own",
        )


def _two_kinds(document: Document, name: object, first: str) -> Finding:
    message = (
        f"the instance is one of {first} and one of {AGENTS} at once: only the first counts, and"
        " the parser then misses the agent"
    )
    span = document.key_span(str(name), AGENTS)
    return BLOCK.at(document.path, message, span, hint="split the instance")


def _odd_names(
    document: Document, name: object, instance: Mapping[Any, Any], servers: list[Block]
) -> Iterator[Finding]:
    if not isinstance(instance.get("name", ""), str):
        yield BLOCK.at(
            document.path,
            "`name` beside the kind of server must be text; the parser refuses the server",
            document.span(str(name), "name"),
            hint="leave it out: the instance has the name of its key",
        )
    keys = [name, *instance]
    for block in servers:
        keys += [block.implementation, *block.data]
    for key in keys:
        if not isinstance(key, str):
            yield BLOCK.at(
                document.path,
                f"the key `{shown(key)}` is no text; the parser refuses the server",
                document.key_span(str(name)),
                hint="put the key in quotes",
            )
