"""Commands of ``gym`` (nemo-gym 0.7.0), whose options are turned into overrides of Hydra."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.frameworks.commands import Command, Repository, Tool, option
from tagger.frameworks.nemo_gym import FRAMEWORK
from tagger.frameworks.variables import AGENT, ENVIRONMENT, LLM_API_KEY, LLM_URL, MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The release asks for Python 3.13.14 or newer.
GYM = Tool(f"nemo-gym=={FRAMEWORK.release}", ">=3.13.14")
#: What Hydra's grammar takes unquoted and as text.
_PLAIN = re.compile(r"[A-Za-z0-9_./-]*[A-Za-z_./-][A-Za-z0-9_./-]*")
_WORDS = frozenset({"null", "true", "false", "nan", "inf"})
#: The model server that the framework's own examples use for an endpoint.
_MODEL_TYPE = "openai_model"
#: Enough to see that a run works.
_LIMIT = "5"


def hydra(value: str) -> str:
    """A value as it is written in an override, so that Hydra and OmegaConf read it as text."""
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    text = value.replace("${", "\\${")
    escaped = re.sub(r'(\\*)("|$)', lambda match: match[1] * 2 + ('\\"' if match[2] else ""), text)
    return f'"{escaped}"'


def configured(search: str, config: str) -> tuple[str, ...]:
    """The options that name a configuration, and the folder that its paths begin in."""
    return (*option("--search-dir", search), *option("--config", hydra(config)))


def model(*, has_own: bool = False) -> tuple[str, ...]:
    """The options that name the model, unless the configuration brings a model server."""
    endpoint = ("--model", MODEL, "--model-url", LLM_URL, "--model-api-key", LLM_API_KEY)
    return () if has_own else ("--model-type", _MODEL_TYPE, *endpoint)


def run(repository: Repository, options: Sequence[str], split: str) -> Command:
    """Servers and rollouts in one command, over a split that the configuration declares."""
    output = repository.result("rollouts.jsonl")
    return Command(("gym", "eval", "run", *options, "--split", split, "--output", output), GYM)


def prepare(options: Sequence[str]) -> Command:
    """The data of a benchmark, made by its own script."""
    return Command(("gym", "eval", "prepare", *options), GYM)


def start(options: Sequence[str] = ("--environment", ENVIRONMENT), *, own: bool = False) -> Command:
    """The servers alone, for :func:`collect`."""
    words = ("gym", "env", "start", *options, *model(has_own=own))
    return Command(words, GYM, comment="in a terminal of its own, which stays open", once=True)


def collect(file: str, agent: str | None = AGENT) -> Command:
    """Rollouts over a local file, from servers that run; without an agent the rows name it."""
    routed = () if agent is None else option("--agent", agent)
    words = ("gym", "eval", "run", "--no-serve", *routed, "--input", file)
    return Command((*words, "--output", "rollouts.jsonl", "--limit", _LIMIT), GYM)


def fetch(repository: Repository, path: str, file: str) -> Command:
    """One task file of the dataset, as it is."""
    words = ("gym", "dataset", "download", "--repo-id", repository.repo_id)
    return Command((*words, *option("--artifact", hydra(path)), "--output", file), GYM)


def fetch_table(repository: Repository, folder: str) -> Command:
    """Every split of the default config, as ``<split>.jsonl``."""
    words = ("gym", "dataset", "download", "--repo-id", repository.repo_id)
    return Command((*words, "--output-dir", folder), GYM)
