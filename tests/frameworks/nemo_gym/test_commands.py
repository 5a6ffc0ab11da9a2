"""Splits of configurations, task files, tables."""

from __future__ import annotations

import json

import pytest
import yaml

from tagger.frameworks.nemo_gym.commands import hydra, row_type
from tests.support.snippets import REPO, made, needs_bash, runs, split

ROW = {"responses_create_params": {"input": "Square 3."}}
ROWS = json.dumps(ROW) + "\n"
SERVER = (
    "from nemo_gym.base_resources_server import SimpleResourcesServer\n\n\n"
    "class Squares(SimpleResourcesServer):\n    pass\n"
)
AGENT = (
    "squares_agent:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
    "      resources_server:\n        type: resources_servers\n        name: squares\n"
)


def entry(name: str, kind: str, path: str) -> str:
    more = "        license: MIT\n        prepare_script: prepare.py\n"
    return f"      - name: {name}\n        type: {kind}\n        jsonl_fpath: {path}\n{more}"


def server(folder: str, *entries: str, agent: str = AGENT) -> dict[str, str]:
    """A resources server with a configuration."""
    datasets = "      datasets:\n" if entries else ""
    return {
        f"{folder}/app.py": SERVER,
        f"{folder}/requirements.txt": "nemo-gym[dev]\n",
        f"{folder}/configs/squares.yaml": (
            "squares:\n  resources_servers:\n    squares:\n      entrypoint: app.py\n"
            f"      domain: math\n{datasets}{''.join(entries)}{agent}"
        ),
    }


PLACE = "resources_servers/squares"
OWN = f"--search-dir puzzles --config puzzles/{PLACE}/configs/squares.yaml"
MODEL = (
    '--model-type openai_model --model "$MODEL" --model-url "$LLM_URL"'
    ' --model-api-key "$LLM_API_KEY"'
)


def test_each_split_of_a_configuration_is_one_run() -> None:
    files = {
        **server(PLACE, entry("a", "train", "a.jsonl"), entry("b", "validation", "b.jsonl")),
        "a.jsonl": ROWS,
        "b.jsonl": ROWS,
    }
    train, validation = made(files, "nemo-gym")
    assert runs(train)[1] == (f"gym eval run {OWN} {MODEL} --split train --output rollouts.jsonl")
    assert "--split validation " in runs(validation)[1]


def test_a_benchmark_is_prepared_first() -> None:
    (found,) = made(server(PLACE, entry("a", "benchmark", "a.jsonl")), "nemo-gym")
    assert runs(found)[1:] == [
        f"gym eval prepare {OWN}",
        f"gym eval run {OWN} {MODEL} --split benchmark --output rollouts.jsonl",
    ]


def test_examples_are_run_from_servers_that_run() -> None:
    files = {
        **server(PLACE, entry("few", "example", f"{PLACE}/data/few.jsonl")),
        f"{PLACE}/data/few.jsonl": ROWS,
    }
    (found,) = made(files, "nemo-gym")
    assert runs(found)[1:] == [
        f"gym env start {OWN} {MODEL}",
        (
            f"gym eval run --no-serve --agent squares_agent --input puzzles/{PLACE}/data/few.jsonl"
            " --output rollouts.jsonl --limit 5"
        ),
    ]


def test_a_configuration_that_brings_a_model_gets_no_other() -> None:
    own_model = "policy_model:\n  responses_api_models:\n    mine:\n      entrypoint: app.py\n"
    files = server(PLACE, entry("a", "train", "a.jsonl"), agent=AGENT + own_model)
    (found,) = made({**files, "a.jsonl": ROWS}, "nemo-gym")
    assert "--model" not in runs(found)[1]


def test_a_configuration_without_an_agent_says_so() -> None:
    files = server(PLACE, entry("a", "train", "a.jsonl"), agent="")
    (found,) = made({**files, "a.jsonl": ROWS}, "nemo-gym")
    assert "--agent-type" in found.notes[0]


def test_a_server_further_down_is_searched_there() -> None:
    files = server(f"gym/{PLACE}", entry("a", "train", "gym/a.jsonl"))
    (found,) = made({**files, "gym/a.jsonl": ROWS}, "nemo-gym")
    assert "--search-dir puzzles/gym --config puzzles/gym/resources_servers/" in runs(found)[1]


def test_a_server_in_a_folder_of_another_name_gets_no_command() -> None:
    (found,) = made(server("servers/squares", entry("a", "train", "x.jsonl")), "nemo-gym")
    assert (found.commands, "it lies in 'servers/squares'" in found.notes[0]) == ((), True)


def test_a_configuration_without_data_starts_its_servers() -> None:
    (found,) = made(server(PLACE), "nemo-gym")
    assert runs(found)[1:] == [f"gym env start {OWN} {MODEL}"]
    assert "it names no data that is here" in found.notes[0]


def test_rows_that_are_nowhere_are_told() -> None:
    lost = (
        "      - name: a\n        type: train\n        jsonl_fpath: a.jsonl\n        license: MIT\n"
    )
    (found,) = made(server(PLACE, lost), "nemo-gym")
    assert found.notes == ("the rows of 'a' are not here, and nothing says where they come from",)
    source = "        source: {type: huggingface, repo_id: org/rows}\n"
    (found,) = made(server(PLACE, lost + source), "nemo-gym")
    assert found.notes == ()


def test_the_suffix_may_stand_in_capitals() -> None:
    (found,) = made({"data/Train.JSONL": ROWS}, "nemo-gym")
    assert "--artifact data/Train.JSONL --output data-train.jsonl" in runs(found)[0]


def test_a_task_file_is_fetched_and_run_in_an_environment_that_somebody_names() -> None:
    (found,) = made({"data/train.jsonl": ROWS}, "nemo-gym")
    assert runs(found) == [
        (
            f"gym dataset download --repo-id {REPO} --artifact data/train.jsonl"
            " --output data-train.jsonl"
        ),
        f'gym env start --environment "$ENVIRONMENT" {MODEL}',
        (
            'gym eval run --no-serve --agent "$AGENT" --input data-train.jsonl'
            " --output rollouts.jsonl --limit 5"
        ),
    ]
    assert not found.is_one_process


def test_rows_that_name_their_agent_need_no_other() -> None:
    rows = json.dumps({**ROW, "agent_ref": {"type": "responses_api_agents", "name": "one"}})
    (found,) = made({"train.jsonl": f"{rows}\n"}, "nemo-gym")
    assert "--agent" not in runs(found)[2]
    assert found.notes[1] == "they name as agents: 'one'"


def test_a_file_beside_the_only_server_is_run_by_it() -> None:
    (found,) = made({**server(PLACE), "more.jsonl": ROWS}, "nemo-gym")
    assert runs(found)[1] == f"gym env start {OWN} {MODEL}"
    assert "--input puzzles/more.jsonl" in runs(found)[2]
    assert "'resources_servers/squares/configs/squares.yaml' is the nearest" in found.notes[0]


@pytest.mark.parametrize("spelling", ["apache-2.0", "openrail"])
def test_the_entry_is_one_that_the_framework_takes(spelling: str) -> None:
    card = f"---\nlicense: {spelling}\n---\n"
    (found,) = made({"data/test.jsonl": ROWS, "README.md": card}, "nemo-gym")
    assert yaml.safe_load(found.config or "") == [
        {
            "name": "test",
            "type": "validation",
            "jsonl_fpath": "data/data-test.jsonl",
            "license": "Apache 2.0" if spelling == "apache-2.0" else "TBD",
            "source": {
                "type": "huggingface",
                "repo_id": REPO,
                "artifact_fpath": "data/test.jsonl",
            },
        }
    ]


CONFIG = """\
- config_name: {name}
  features:
  - name: responses_create_params
    struct:
    - name: input
      dtype: string
  splits:
  - name: {split}
"""


def table(*configs: tuple[str, str], more: str = "") -> dict[str, str]:
    text = "".join(CONFIG.format(name=name, split=split) for name, split in configs)
    return {"README.md": f"---\ndataset_info:\n{text}{more}---\n"}


def test_a_table_is_fetched_split_by_split() -> None:
    (found,) = made(table(("default", "validation")), "nemo-gym")
    assert runs(found)[0] == f"gym dataset download --repo-id {REPO} --output-dir puzzles"
    assert "--input puzzles/validation.jsonl" in runs(found)[2]


def test_a_table_of_several_configs_needs_a_default() -> None:
    several = (("one", "train"), ("two", "dev"))
    (found,) = made(table(*several), "nemo-gym")
    assert "declares no default" in found.notes[1]
    marked = "configs:\n- config_name: two\n  default: true\n  data_files: x\n"
    (found,) = made(table(*several, more=marked), "nemo-gym")
    assert len(found.notes) == 1
    assert "--input puzzles/dev.jsonl" in runs(found)[2]


def test_two_processes_are_not_put_into_a_job() -> None:
    (found,) = made({"train.jsonl": ROWS}, "nemo-gym", jobs=True)
    assert (found.commands, "two processes" in found.notes[-1]) == ((), True)
    files = {**server(PLACE, entry("a", "train", "a.jsonl")), "a.jsonl": ROWS}
    (found,) = made(files, "nemo-gym", jobs=True)
    (job,) = runs(found)
    assert "hf download" in job
    assert "--output /results/rollouts.jsonl" in job


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("data/train-1.jsonl", "data/train-1.jsonl"),
        ("a,b", '"a,b"'),
        ("a=b", '"a=b"'),
        ("null", '"null"'),
        ("12", '"12"'),
        (' "x', '" \\"x"'),
        ("a\\", '"a\\\\"'),
        ("${oc.env:HOME}", '"\\${oc.env:HOME}"'),
        ("ü", '"ü"'),
    ],
)
def test_values_are_quoted_for_hydra(value: str, text: str) -> None:
    assert hydra(value) == text


@needs_bash
def test_a_strange_file_name_survives_hydra_and_the_shell() -> None:
    (found,) = made({"a,'b.jsonl": ROWS}, "nemo-gym")
    assert split(runs(found)[0])[6:] == [b'"a,\'b.jsonl"', b"--output", b"a-b.jsonl"]


@pytest.mark.parametrize(
    ("stem", "kind"),
    [
        ("train", "train"),
        ("so_openq", "train"),
        ("ds3_citation_dev", "validation"),
        ("test-00000", "validation"),
        ("Example", "example"),
        ("latest", "train"),
    ],
)
def test_the_name_of_a_file_gives_its_type(stem: str, kind: str) -> None:
    assert row_type(stem) == kind
