"""What nemo-gym itself says about rows, configs and manifests. Runs in the framework's environment.

Questions: ``rows`` (a path: the verdict of the row check on each line), ``config`` (a path: the
outcome of the parser on this file alone), ``manifest`` (a path: the outcome of the loader),
``types`` (anything: the model of a row in the terms of the published schema), ``field`` (the name
of a field in ``scalar_values.FIELDS``, with ``values``: whether the model takes each), ``home``
(anything: the folder into which the release was installed). Paths are relative to the repository,
or to that folder where ``home`` is given as well.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

warnings.filterwarnings("ignore")

import nemo_gym  # noqa: E402
from nemo_gym.config_types import (  # noqa: E402
    BaseRunServerTypeConfig,
    ConfigError,
    DatasetConfig,
)
from nemo_gym.environment.manifest import EnvironmentManifest, load_manifest  # noqa: E402
from nemo_gym.global_config import (  # noqa: E402
    GlobalConfigDictParser,
    GlobalConfigDictParserConfig,
)
from nemo_gym.openai_utils import NeMoGymResponseCreateParamsNonStreaming  # noqa: E402
from nemo_gym.train_data_utils import compute_sample_metrics  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from omegaconf.errors import OmegaConfBaseException  # noqa: E402
from pydantic import ValidationError  # noqa: E402

from tests.differential.nemo_gym.row_types import describe_rows  # noqa: E402
from tests.differential.nemo_gym.scalar_values import FIELDS  # noqa: E402
from tests.support.oracle import serve  # noqa: E402


def answer(root: Path, question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    if question.get("home"):
        root = Path(nemo_gym.__file__).parent.parent
    if path := question.get("rows"):
        return {"rows": rows(root / path)}
    if path := question.get("config"):
        return config(root, path)
    if path := question.get("manifest"):
        return manifest(root / path)
    if field := question.get("field"):
        return {"taken": [takes(field, value) for value in question["values"]]}
    if question.get("types"):
        return {"types": describe_rows()}
    return {"home": str(root)}


def rows(path: Path) -> list[str]:
    """For each line: accepted, refused, or the name of the exception that escapes."""
    try:
        with path.open(encoding="utf-8") as file:
            return [row(line) for line in file]
    except UnicodeDecodeError:
        return ["UnicodeDecodeError"]


def row(line: str) -> str:
    """The verdict on one line."""
    try:
        return "refused" if compute_sample_metrics(line)[1] else "accepted"
    except Exception as error:  # whatever it is, collation would end with it
        return type(error).__name__


def takes(field: str, value: Any) -> bool:
    """Whether the model that holds a field takes a value for it."""
    model = {
        "row": NeMoGymResponseCreateParamsNonStreaming,
        "dataset": DatasetConfig,
        "block": BaseRunServerTypeConfig,
        "manifest": EnvironmentManifest,
    }[FIELDS[field].model]
    try:
        model.model_validate(FIELDS[field].holding(value))
    except ValidationError:
        return False
    return True


def config(root: Path, path: str) -> dict[str, Any]:
    """The outcome of parsing one file, without a model, offline."""
    os.chdir(root)
    parser = GlobalConfigDictParser()
    initial = OmegaConf.merge(
        GlobalConfigDictParserConfig.NO_MODEL_GLOBAL_CONFIG_DICT,
        OmegaConf.create({"config_paths": [path]}),
    )
    try:
        parsed = parser.parse(
            GlobalConfigDictParserConfig(
                initial_global_config_dict=initial,
                skip_load_from_cli=True,
                skip_load_from_dotenv=True,
                offline=True,
            )
        )
        servers = [item.name for item in parser.filter_for_server_instance_configs(parsed)]
    except (ConfigError, OmegaConfBaseException, Exception, RecursionError) as error:
        return {"outcome": type(error).__name__, "message": str(error)[:400]}
    return {"outcome": "accepted", "servers": [name for name in servers if name != "policy_model"]}


def manifest(path: Path) -> dict[str, Any]:
    """The outcome of loading one manifest."""
    try:
        load_manifest(path)
    except Exception as error:
        return {"outcome": type(error).__name__, "message": str(error)[:400]}
    return {"outcome": "accepted"}


if __name__ == "__main__":
    serve(answer)
