"""Rules about the servers of a configuration: their blocks, their names, their code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.core.findings import Rule, Safety, Severity
from tagger.frameworks.nemo_gym.configs.case import block_findings
from tagger.frameworks.nemo_gym.configs.context import kinds_of, misspelt_entry_point
from tagger.frameworks.nemo_gym.configs.instances import blocks, instances, is_directed, top_level
from tagger.frameworks.nemo_gym.configs.vocabulary import (
    AGENTS,
    DELETE,
    MODELS,
    POLICY_MODEL,
    RESERVED,
    RESOURCES,
    UNSET,
)
from tagger.frameworks.nemo_gym.faults import ModelFault, noun_of, quoted, shown
from tagger.frameworks.nemo_gym.servers.find import entry_points, implementation_folders
from tagger.text.near import nearest
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tagger.core.findings import Finding
    from tagger.frameworks.nemo_gym.configs.case import Case
    from tagger.frameworks.nemo_gym.configs.context import Below
    from tagger.frameworks.nemo_gym.configs.document import Document
    from tagger.frameworks.nemo_gym.configs.files import BadFile
    from tagger.frameworks.nemo_gym.configs.instances import Block
    from tagger.frameworks.nemo_gym.faults import ModelFault
    from tagger.frameworks.nemo_gym.servers.recognise import Recogniser
    from tagger.tree.view import TreeView

_BLOCK = "nemo-gym 0.7.0, config_types.BaseRunServerTypeConfig"
_HEAD = "alpha:\n  resources_servers:\n    alpha:\n      entrypoint: app.py\n"


def _config(text: str) -> dict[str, str]:
    return {"resources_servers/alpha/configs/other.yaml": text}


DOMAIN = Rule(
    code="NG101",
    name="gym-domain",
    severity=Severity.ERROR,
    summary="A server's domain is missing or not one of the twelve",
    why=(
        "Every resources server needs a `domain`: math, coding, agent, knowledge,"
        " instruction_following, long_context, safety, games, translation, e2e, rlhf or other, in"
        " lower case. The block is otherwise an \u201calmost server\u201d, which ends the start of"
        " a run or, with `error_on_almost_servers: false`, is dropped silently. The value is"
        " checked before interpolation, so `${domain}` is refused as well. On the other kinds of"
        " server a known domain is dropped and an unknown one refused."
    ),
    bad=_config(_HEAD + "      domain: Math\n"),
    good=_config(_HEAD + "      domain: math\n"),
    source="nemo-gym 0.7.0, config_types.Domain; NVIDIA-NeMo/Gym#366",
    fix=Safety.SAFE,
)


@DOMAIN.check
def _check_domain(case: Case) -> Iterator[Finding]:
    """Domains that are not one of the twelve, and resources servers without one."""
    yield from block_findings(case, DOMAIN, lambda fault: fault.pattern[0] == "domain")
    for block in blocks(case.document):
        if _lacks_domain(block, case.below):
            yield _no_domain(case.document, block)


def _lacks_domain(block: Block, below: Below) -> bool:
    if block.type != RESOURCES or "entrypoint" not in block.data or block.inherits:
        return False
    if block.data.get("domain") is not None:
        return False
    return "domain" in block.data or not (below.open or block.instance in below.keys)


def _no_domain(document: Document, block: Block) -> Finding:
    key = nearest("domain", [str(key) for key in block.data if key != "domain"], 0.8)
    hint = (
        f"rename `{shown(key)}`" if key else "add one of the twelve domains, `other` if none fits"
    )
    message = "the server has no `domain`: it is refused"
    span = document.key_span(*block.where)
    return DOMAIN.at(document.path, message, span, hint=hint)


ENTRY_POINT = Rule(
    code="NG109",
    name="gym-entry-point",
    severity=Severity.ERROR,
    summary="A server's entry point is not text, does not exist or does not parse",
    why=(
        "`entrypoint` is the module that starts a server, relative to the implementation's folder."
        " Null, numbers and flags are refused by the parser. A module that Python cannot parse ends"
        " the start of the server. Where the implementation's folder is in the repository and the"
        " module is not, the finding is a warning: the parser does not look."
    ),
    bad=_config(
        "alpha:\n  resources_servers:\n    alpha:\n      entrypoint:\n      domain: math\n"
    ),
    good=_config(_HEAD + "      domain: math\n"),
    source=_BLOCK,
)


@ENTRY_POINT.check
def _check_entry_point(case: Case) -> Iterator[Finding]:
    """Entry points that are not text, not in the server's own folder, or do not parse."""
    yield from block_findings(case, ENTRY_POINT, lambda fault: fault.pattern[0] == "entrypoint")
    for block in blocks(case.document):
        entry = block.data.get("entrypoint")
        if isinstance(entry, str) and entry != UNSET and "${" not in entry:
            yield from _entry_point(case, block, entry)


def _entry_point(case: Case, block: Block, entry: str) -> Iterator[Finding]:
    found = [path for _, path in entry_points(case.view, block)]
    for path in found:
        if fault := case.code.fault(path):
            message = f"the entry point does not parse: {quoted(fault.reason, 80)}"
            yield ENTRY_POINT.at(path, message, fault.span)
    if not found and (folder := _own_folder(case.view, case.document, block)):
        yield ENTRY_POINT.at(
            case.document.path,
            f"the entry point {quoted(entry, 80)} is not in {folder}/",
            case.document.span(*block.where, "entrypoint"),
            hint="it is looked up in the implementation's folder",
            severity=Severity.WARNING,
        )


def _own_folder(view: TreeView, document: Document, block: Block) -> str | None:
    """The implementation's folder, where it holds code and the configuration."""
    for folder in implementation_folders(view, block):
        has_code = any(entry.name.endswith(".py") for entry in view.children(folder))
        if has_code and document.path.startswith(f"{folder}/"):
            return folder
    return None


BLOCK = Rule(
    code="NG110",
    name="gym-server-block",
    severity=Severity.ERROR,
    summary="A server block that the parser refuses",
    why=(
        "An instance holds one kind of server with exactly one implementation, whose block has an"
        " `entrypoint`; `port` and `num_workers` are whole numbers (before interpolation), `host`"
        " is text, `datasets` a list, and names are text. Anything else makes the instance an"
        " \u201calmost server\u201d.\n\nOf an instance that declares two kinds of server, one of"
        " them faulty, the parser takes the other. tagger is stricter there and reports the fault."
    ),
    bad=_config(_HEAD + "      domain: math\n      port: high\n"),
    good=_config(_HEAD + "      domain: math\n      port: 8080\n"),
    source=f"{_BLOCK}; NVIDIA-NeMo/Gym#2219",
)


@BLOCK.check
def _check_block(case: Case) -> Iterator[Finding]:
    """Other values of a block that are refused, and faults of the instance above it."""
    yield from block_findings(case, BLOCK, _is_of_the_block)
    document = case.document
    servers: dict[Any, list[Block]] = {}
    for block in blocks(document):
        if "entrypoint" in block.data:
            servers.setdefault(block.instance, []).append(block)
    for name, found in servers.items():
        yield from _names(document, name, found)
    for name, instance in instances(document):
        if _ends_the_parser(instance):
            yield _no_size(document, name)


def _is_of_the_block(fault: ModelFault) -> bool:
    """Whether a fault is not about the domain, the entry point or an entry of ``datasets``."""
    first = fault.pattern[0]
    return first not in ("domain", "entrypoint") and (first != "datasets" or len(fault.pattern) < 3)


def _names(document: Document, name: object, found: list[Block]) -> Iterator[Finding]:
    """Faults above the blocks of an instance that would otherwise be a server."""
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
                f"the key `{shown(key)}` is not text; the parser refuses the server",
                document.key_span(str(name)),
                hint="put the key in quotes",
            )


def _ends_the_parser(instance: Mapping[Any, Any]) -> bool:
    """Whether the parser asks for the length of something that has none (TypeError)."""
    value = instance.get(MODELS, {})
    return len(instance) == 1 and (value is None or isinstance(value, (bool, int, float)))


def _no_size(document: Document, name: object) -> Finding:
    message = f"`{MODELS}` is {noun_of(document.data[name][MODELS])}: the parser fails"
    span = document.key_span(str(name), MODELS)
    return BLOCK.at(document.path, message, span, hint="name one implementation below it")


VANISHING = Rule(
    code="NG116",
    name="gym-vanishing-server",
    severity=Severity.WARNING,
    summary="An instance from which no server results, silently",
    why=(
        "A block without `entrypoint` is not a server and not an \u201calmost"
        " server\u201d either: the"
        " instance vanishes. So does one whose implementation is null or text, one under a name"
        " that the framework reserves for settings of a run, and one of two kinds of server under"
        " the same name. Overlays that inherit the entry point are not meant."
    ),
    bad=_config("gamma:\n  resources_servers:\n    gamma:\n      entrypoitn: app.py\n"),
    good=_config(
        "gamma:\n  resources_servers:\n    gamma:\n      entrypoint: app.py\n      domain: math\n"
    ),
    source="nemo-gym 0.7.0, config_types.is_almost_server; NVIDIA-NeMo/Gym#2220",
)


@VANISHING.check
def _check_vanishing(case: Case) -> Iterator[Finding]:
    """Instances from which no server results although the parser is content."""
    document, below = case.document, case.below
    wanted = _referred(document)
    directed = {block.instance for block in blocks(document) if block.inherits}
    for name, instance in instances(document):
        completed = name in below.keys or below.open or name in directed or is_directed(instance)
        if completed or name == POLICY_MODEL or _ends_the_parser(instance):
            continue
        for kind in kinds_of(instance):
            finding = _vanishing(document, name, kind, instance[kind])
            lost = finding and (kind, name) not in wanted
            if finding and lost and not case.context.is_defined_elsewhere(name, document):
                yield finding
    yield from _reserved(document)


def _referred(document: Document) -> set[tuple[Any, Any]]:
    """Kind and name of everything that some block refers to."""
    return {
        (value["type"], value["name"])
        for block in blocks(document)
        for value in block.data.values()
        if isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("type"), str)
    }


def _vanishing(document: Document, name: object, kind: str, value: object) -> Finding | None:
    span = document.key_span(str(name), kind)
    lead = f"no server results from the instance `{shown(name)}`, and nothing says so: "
    if value == UNSET or (isinstance(value, dict) and UNSET in value.values()):
        return None
    if not isinstance(value, dict):
        why, hint = f"`{kind}` is {noun_of(value)}", "name one implementation below it"
        return VANISHING.at(document.path, lead + why, span, hint=hint)
    if not any(isinstance(data, dict) for data in value.values()):
        return VANISHING.at(document.path, lead + "its implementation has no block", span)
    if any("entrypoint" in data for data in value.values() if isinstance(data, dict)):
        return None
    key = misspelt_entry_point(value)
    hint = f"rename `{shown(key)}` to `entrypoint`" if key else "add `entrypoint`"
    return VANISHING.at(document.path, f"{lead}its block has no `entrypoint`", span, hint=hint)


def _reserved(document: Document) -> Iterator[Finding]:
    for name, value in top_level(document).items():
        if name in RESERVED and kinds_of(value):
            message = (
                f"`{shown(name)}` is a setting of the run, so no server results from this instance"
            )
            span = document.key_span(str(name))
            yield VANISHING.at(document.path, message, span, hint="give it another name")


YAML = Rule(
    code="NG113",
    name="gym-config-yaml",
    severity=Severity.ERROR,
    summary="A configuration that the framework's YAML loader refuses",
    why=(
        "OmegaConf loads UTF-8 and refuses what PyYAML refuses, and in addition a key that is"
        " given twice in one mapping. A file under the `configs/` of a recognised server"
        " counts as a"
        " configuration even where it cannot be read."
    ),
    bad=_config(_HEAD + "      domain: math\n      domain: coding\n"),
    good=_config(_HEAD + "      domain: coding\n"),
    source="nemo-gym 0.7.0, global_config._load_config_yaml; NVIDIA-NeMo/Gym#2664",
)


@YAML.check
def _check_yaml(view: TreeView, files: Sequence[BadFile], code: Recogniser) -> Iterator[Finding]:
    """Files that are configurations by their text, or by the server code beside them."""
    for file in files:
        if file.certain or _beside_server(view, file.path, code):
            message = f"the loader refuses the file: {file.reason}"
            yield YAML.at(file.path, message, file.span)


def _beside_server(view: TreeView, path: str, code: Recogniser) -> bool:
    folder, _, name = path.rpartition("/")[0].rpartition("/")
    if name != "configs":
        return False
    return any(
        entry.kind is Kind.FILE and entry.name.endswith(".py") and code.is_server(entry.path)
        for entry in view.children(folder)
    )
