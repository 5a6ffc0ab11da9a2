"""NeMo Gym: configurations with their servers, task files, tables (nemo-gym 0.7.0)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.frameworks.commands import Repository, Taskset
from tagger.frameworks.nemo_gym.commands import gym
from tagger.frameworks.nemo_gym.commands.configs import gym_configs
from tagger.frameworks.nemo_gym.commands.entries import dataset_entry, default_splits
from tagger.frameworks.nemo_gym.configs.files import read_configs
from tagger.frameworks.nemo_gym.rows.states import TaskFile
from tagger.frameworks.nemo_gym.servers.find import Server
from tagger.frameworks.variables import AGENT
from tagger.text.words import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tagger.core.detections import Detection
    from tagger.frameworks.nemo_gym.commands.configs import DataEntry, GymConfig

#: The types of data that `gym eval run` takes as a split.
_SPLITS = ("train", "validation", "benchmark")
#: What a word in a file's name says of the type of its rows; Gym knows no type ``test``.
_TYPES = {
    **dict.fromkeys(("validation", "valid", "val", "dev", "test", "eval"), "validation"),
    **dict.fromkeys(("example", "examples"), "example"),
}
_SHOWN_AGENTS = 3
_UNKNOWN_ENVIRONMENT = "nothing in the rows names the environment that scores them"


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
    return gym.configured(repository.local(config.root or ""), repository.local(config.path))


def _agent(config: GymConfig) -> str:
    """The only agent of a configuration, or whoever runs it names one."""
    return gym.hydra(config.agents[0]) if len(config.agents) == 1 else AGENT


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
        options = (*own, *gym.model(has_own=config.has_model))
        first = (gym.prepare(own),) if split == "benchmark" else ()
        commands = (repository.download(), *first, gym.run(repository, options, split))
        notes = (*_about_agents(config), *_about_data(config, split))
        name = f"{config.path}:{split}"
        yield Taskset(name, f"{title}, split {split!r}", 1, commands, notes)
    for entry in config.entries:
        if entry.type == "example" and entry.file:
            yield _example(repository, config, entry, entry.file)


def _servers(repository: Repository, config: GymConfig) -> Taskset:
    """The servers alone, for rows that somebody else has."""
    title = f"the configuration {config.path!r}"
    start = gym.start(_own(repository, config), own=config.has_model)
    notes = (*_about_agents(config), "it names no data that is here: collect over rows of your own")
    commands = (repository.download(), start)
    return Taskset(config.path, title, 1, commands, notes, is_one_process=False)


def _example(repository: Repository, config: GymConfig, entry: DataEntry, path: str) -> Taskset:
    commands = (
        repository.download(),
        gym.start(_own(repository, config), own=config.has_model),
        gym.collect(gym.hydra(repository.local(path)), _agent(config)),
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
            gym.start(_own(repository, owner), own=owner.has_model),
            gym.collect(gym.hydra(repository.local(path)), _agent(owner)),
        )
    else:
        agent = None if found.scan.agents else AGENT
        fetch = gym.fetch(repository, path, file)
        commands = (fetch, gym.start(), gym.collect(file, agent))
    entry = dataset_entry(repository, slug(stem), row_type(stem), f"data/{file}", path)
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
    splits, note = default_splits(repository.facts.card)
    first = splits[0] if splits else "train"
    commands = (
        gym.fetch_table(repository, folder),
        gym.start(),
        gym.collect(gym.hydra(f"{folder}/{first}.jsonl")),
    )
    entry = dataset_entry(repository, slug(first), row_type(first), f"data/{slug(first)}.jsonl")
    notes = tuple(filter(None, (_UNKNOWN_ENVIRONMENT, note)))
    title = "the table that the card declares"
    return Taskset("table", title, 1, commands, notes, entry, is_one_process=False)
