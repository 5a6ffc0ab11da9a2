"""NeMo Gym: configurations with their servers, task files, tables (nemo-gym 0.7.0).

The options of ``gym`` are turned into overrides of Hydra.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tagger.frameworks.commands import Command, Repository, Taskset, Tool, option
from tagger.frameworks.nemo_gym import FRAMEWORK
from tagger.frameworks.nemo_gym.configs.files import read_configs
from tagger.frameworks.nemo_gym.configs.vocabulary import license_label
from tagger.frameworks.nemo_gym.rows.states import TaskFile
from tagger.frameworks.nemo_gym.servers.configs import gym_configs
from tagger.frameworks.nemo_gym.servers.find import Server
from tagger.frameworks.nemo_gym.table import card_license
from tagger.frameworks.variables import AGENT, ENVIRONMENT, LLM_API_KEY, LLM_URL, MODEL
from tagger.text import yaml
from tagger.text.words import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.card.card import Card
    from tagger.core.detections import Detection
    from tagger.frameworks.nemo_gym.servers.configs import DataEntry, GymConfig

#: The types of data that `gym eval run` takes as a split.
_SPLITS = ("train", "validation", "benchmark")
#: What a word in a file's name says of the type of its rows; Gym knows no type ``test``.
_TYPES = {
    **dict.fromkeys(("validation", "valid", "val", "dev", "test", "eval"), "validation"),
    **dict.fromkeys(("example", "examples"), "example"),
}
_SHOWN_AGENTS = 3
_UNKNOWN_ENVIRONMENT = "nothing in the rows names the environment that scores them"
#: The release asks for Python 3.13.14 or newer.
GYM = Tool(f"nemo-gym=={FRAMEWORK.release}", ">=3.13.14")
#: What Hydra's grammar takes unquoted and as text.
_PLAIN = re.compile(r"[A-Za-z0-9_./-]*[A-Za-z_./-][A-Za-z0-9_./-]*")
_WORDS = frozenset({"null", "true", "false", "nan", "inf"})
#: The model server that the framework's own examples use for an endpoint.
_MODEL_TYPE = "openai_model"
#: Enough to see that a run works.
_LIMIT = "5"
#: The label of an unsettled license, for cards that give none that Gym knows.
_NO_LICENSE = "TBD"


def tasksets(repository: Repository, detection: Detection) -> Iterator[Taskset]:
    """Each configuration by its splits, then the task files that no configuration names."""
    configs = _configs(repository, detection)
    named = {entry.file for config in configs for entry in config.entries}
    files = [unit.payload for unit in detection.units if isinstance(unit.payload, TaskFile)]
    rest = [(f, _owner(configs, f.scan.path)) for f in files if f.scan.path not in named]
    owners = {owner for _, owner in rest}
    for config in configs:
        found = list(_config(repository, config))
        yield from found or ([] if config in owners else [_servers(repository, config)])
    for file, owner in rest:
        yield _file(repository, file, owner)
    if any(unit.payload is None for unit in detection.units):
        yield _table(repository)


def _configs(repository: Repository, detection: Detection) -> Sequence[GymConfig]:
    folders = {unit.path for unit in detection.units if isinstance(unit.payload, Server)}
    if not folders:
        return ()
    documents = read_configs(repository.view).servers
    return list(gym_configs(repository.view, documents, folders))


def _owner(configs: Sequence[GymConfig], path: str) -> GymConfig | None:
    """The configuration whose server scores a task file: that of its folder, or the only one."""
    usable = [config for config in configs if config.root is not None]
    around = [config for config in usable if path.startswith(f"{config.folder}/")]
    found = around or usable
    return found[0] if len(found) == 1 else None


def _own(repository: Repository, config: GymConfig) -> tuple[str, ...]:
    """The options that name a configuration of a local copy."""
    return _configured(repository.local(config.root or ""), repository.local(config.path))


def _agent(config: GymConfig) -> str:
    """The only agent of a configuration, or whoever runs it names one."""
    return hydra(config.agents[0]) if len(config.agents) == 1 else AGENT


def _config(repository: Repository, config: GymConfig) -> Iterator[Taskset]:
    """What a configuration runs: each split it declares, and its examples one by one."""
    title = f"the configuration {config.path!r}"
    if config.root is None:
        note = (
            f"Gym looks for it below a folder resources_servers/, and it lies in {config.folder!r}"
        )
        yield Taskset(config.path, title, 1, notes=(note,))
        return
    own = _own(repository, config)
    splits = [kind for kind in _SPLITS if any(entry.type == kind for entry in config.entries)]
    for split in splits:
        options = (*own, *_model(has_own=config.has_model))
        first = (_prepare(own),) if split == "benchmark" else ()
        commands = (repository.download(), *first, _run(repository, options, split))
        notes = (*_about_agents(config), *_about_data(config, split))
        name = f"{config.path}:{split}"
        yield Taskset(name, f"{title}, split {split!r}", 1, commands, notes)
    for entry in config.entries:
        if entry.type == "example" and entry.file:
            yield _example(repository, config, entry, entry.file)


def _servers(repository: Repository, config: GymConfig) -> Taskset:
    """The servers alone, for rows that somebody else has."""
    title = f"the configuration {config.path!r}"
    start = _start(_own(repository, config), own=config.has_model)
    notes = (*_about_agents(config), "it names no data that is here: collect over rows of your own")
    commands = (repository.download(), start)
    return Taskset(config.path, title, 1, commands, notes, is_one_process=False)


def _example(repository: Repository, config: GymConfig, entry: DataEntry, path: str) -> Taskset:
    commands = (
        repository.download(),
        _start(_own(repository, config), own=config.has_model),
        _collect(hydra(repository.local(path)), _agent(config)),
    )
    title = f"the examples {entry.name!r} of the configuration {config.path!r}"
    notes = _about_agents(config)
    return Taskset(f"{config.path}:{entry.name}", title, 1, commands, notes, is_one_process=False)


def _about_agents(config: GymConfig) -> tuple[str, ...]:
    if config.agents or config.includes:
        return ()
    return ("the configuration defines no agent: name one by --agent-type (gym list agents)",)


def _about_data(config: GymConfig, split: str) -> Iterator[str]:
    for entry in config.entries:
        if entry.type == split and not entry.file and not entry.is_fetched:
            yield f"the rows of {entry.name!r} are not here, and nothing says where they come from"


def _file(repository: Repository, found: TaskFile, owner: GymConfig | None) -> Taskset:
    path = found.scan.path
    whole = path[: -len(".jsonl")] if path.lower().endswith(".jsonl") else path
    stem, file = whole.rpartition("/")[2], f"{slug(whole)}.jsonl"
    notes = tuple(_about_rows(found, owner))
    if owner:
        commands = (
            repository.download(),
            _start(_own(repository, owner), own=owner.has_model),
            _collect(hydra(repository.local(path)), _agent(owner)),
        )
    else:
        agent = None if found.scan.agents else AGENT
        fetch = _fetch(repository, path, file)
        commands = (fetch, _start(), _collect(file, agent))
    entry = _dataset_entry(repository, slug(stem), row_type(stem), f"data/{file}", path)
    title = f"the task file {path!r}"
    return Taskset(path, title, 1, commands, notes, entry, is_one_process=False)


def _about_rows(found: TaskFile, owner: GymConfig | None) -> Iterator[str]:
    if owner:
        yield f"no configuration names it; {owner.path!r} is the nearest"
        return
    yield _UNKNOWN_ENVIRONMENT
    agents = list(found.scan.agents)
    if agents:
        more = ", …" if len(agents) > _SHOWN_AGENTS else ""
        yield f"they name as agents: {', '.join(map(repr, agents[:_SHOWN_AGENTS]))}{more}"


def row_type(stem: str) -> str:
    """The type that a file's name gives its rows: ``train`` where it says nothing else."""
    words = re.split(r"[^a-z]+", stem.lower())
    return next((_TYPES[word] for word in words if word in _TYPES), "train")


def _table(repository: Repository) -> Taskset:
    folder = repository.folder
    splits, note = _default_splits(repository.facts.card)
    first = splits[0] if splits else "train"
    commands = (
        _fetch_table(repository, folder),
        _start(),
        _collect(hydra(f"{folder}/{first}.jsonl")),
    )
    entry = _dataset_entry(repository, slug(first), row_type(first), f"data/{slug(first)}.jsonl")
    notes = tuple(filter(None, (_UNKNOWN_ENVIRONMENT, note)))
    title = "the table that the card declares"
    return Taskset("table", title, 1, commands, notes, entry, is_one_process=False)


def hydra(value: str) -> str:
    """A value as it is written in an override, so that Hydra and OmegaConf read it as text."""
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    text = value.replace("${", "\\${")
    escaped = re.sub(r'(\\*)("|$)', lambda match: match[1] * 2 + ('\\"' if match[2] else ""), text)
    return f'"{escaped}"'


def _configured(search: str, config: str) -> tuple[str, ...]:
    """The options that name a configuration, and the folder that its paths begin in."""
    return (*option("--search-dir", search), *option("--config", hydra(config)))


def _model(*, has_own: bool = False) -> tuple[str, ...]:
    """The options that name the model, unless the configuration brings a model server."""
    endpoint = ("--model", MODEL, "--model-url", LLM_URL, "--model-api-key", LLM_API_KEY)
    return () if has_own else ("--model-type", _MODEL_TYPE, *endpoint)


def _run(repository: Repository, options: Sequence[str], split: str) -> Command:
    """Servers and rollouts in one command, over a split that the configuration declares."""
    output = repository.result("rollouts.jsonl")
    return Command(("gym", "eval", "run", *options, "--split", split, "--output", output), GYM)


def _prepare(options: Sequence[str]) -> Command:
    """The data of a benchmark, made by its own script."""
    return Command(("gym", "eval", "prepare", *options), GYM)


def _start(
    options: Sequence[str] = ("--environment", ENVIRONMENT), *, own: bool = False
) -> Command:
    """The servers alone, for :func:`_collect`."""
    words = ("gym", "env", "start", *options, *_model(has_own=own))
    return Command(words, GYM, comment="in a terminal of its own, which stays open", once=True)


def _collect(file: str, agent: str | None = AGENT) -> Command:
    """Rollouts over a local file, from servers that run; without an agent the rows name it."""
    routed = () if agent is None else option("--agent", agent)
    words = ("gym", "eval", "run", "--no-serve", *routed, "--input", file)
    return Command((*words, "--output", "rollouts.jsonl", "--limit", _LIMIT), GYM)


def _fetch(repository: Repository, path: str, file: str) -> Command:
    """One task file of the dataset, as it is."""
    words = ("gym", "dataset", "download", "--repo-id", repository.repo_id)
    return Command((*words, *option("--artifact", hydra(path)), "--output", file), GYM)


def _fetch_table(repository: Repository, folder: str) -> Command:
    """Every split of the default config, as ``<split>.jsonl``."""
    words = ("gym", "dataset", "download", "--repo-id", repository.repo_id)
    return Command((*words, "--output-dir", folder), GYM)


def _dataset_entry(
    repository: Repository, name: str, kind: str, file: str, artifact: str | None = None
) -> str:
    """The entry, as YAML.

    Args:
        repository: what holds the rows.
        name: of the entry.
        kind: its type.
        file: where Gym puts the rows.
        artifact: the file in the repository; without one Gym goes by the split of that type.
    """
    spelling = card_license(repository.facts.card)
    label = license_label(spelling) if spelling else None
    lines = [
        f"- name: {name}",
        f"  type: {kind}",
        f"  jsonl_fpath: {file}",
        f"  license: {label or _NO_LICENSE}",
        "  source:",
        "    type: huggingface",
        f"    repo_id: {_quoted(repository.repo_id)}",
    ]
    if artifact:
        lines.append(f"    artifact_fpath: {_quoted(artifact)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A value between double quotes, with the escapes that YAML and JSON share."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _default_splits(card: Card) -> tuple[Sequence[str], str]:
    """The splits of the config that ``datasets`` takes by default, and what is wrong with them."""
    configs = list(_mappings(_plain(card, "dataset_info"), single=True))
    names = [config.get("config_name", "default") for config in configs]
    marked = [c.get("config_name") for c in _mappings(_plain(card, "configs")) if c.get("default")]
    default = next((name for name in (*marked, "default") if name in names), None)
    if default is None and len(configs) > 1:
        return (), "Gym asks for no config by name, and the card declares no default one"
    chosen = configs[names.index(default) if default in names else 0] if configs else {}
    splits = [split.get("name") for split in _mappings(chosen.get("splits"))]
    return [name for name in splits if isinstance(name, str)], ""


def _plain(card: Card, key: str) -> Any:
    pair = card.find(key)
    return yaml.construct(pair.value) if pair else None


def _mappings(value: object, *, single: bool = False) -> Iterator[dict[Any, Any]]:
    """The mappings of a list; the value itself where one may be given instead of a list of one."""
    items = value if isinstance(value, list) else [value] if single else []
    yield from (item for item in items if isinstance(item, dict))
