from __future__ import annotations

import pytest

from tagger.core.places import Span
from tagger.frameworks.harbor.config import Hook, TaskEnvironment, read_config
from tests.frameworks.harbor.support import detect, files


def test_the_facts_of_a_file() -> None:
    file = read_config(
        'artifacts = ["/a", { source = "/b", service = "db" }]\n'
        '[task]\nname = "o/n"\n'
        '[environment]\nos = "Windows"\ndocker_image = "x"\n'
        '[verifier.environment]\ntpu = { type = "v6e", topology = "2x4" }\n'
        '[[verifier.collect]]\ncommand = "dump"\nservice = "db"\nuser = 7\n'
        '[[steps]]\nname = "one"\nverifier = { environment_mode = "shared" }\n'
    )
    config = file.config
    assert config is not None
    assert config.name == "o/n"
    assert config.environment == TaskEnvironment("x", "windows")
    assert config.verifier.is_separate is True
    assert config.verifier.environment == TaskEnvironment(has_tpu=True)
    assert config.verifier.hooks == (Hook("db", 7),)
    assert config.artifact_services == ("main", "db")
    assert [(step.name, step.verifier.is_separate) for step in config.steps] == [("one", False)]


def test_an_empty_file_is_in_order() -> None:
    config = read_config("").config
    assert config is not None
    assert config.verifier.is_separate is None


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("version = 1.0\n", "HB006", 1),
        ("\nschema_version = 1\n", "HB006", 2),
        ('[task]\nid = "x"\n', "HB007", 1),
        ('[task]\nname = "o/n"\nauthors = ["x"]\n', "HB008", 3),
        ('[environment]\nallowed_hosts = ["a.b"]\n', "HB009", 2),
        ('[agent]\nnetwork_mode = "none"\n', "HB009", 2),
        ('[environment]\nmemory = "2GB"\n', "HB010", 2),
        ('[environment]\nmemory = "2G"\nmemory_mb = 1\n', "HB010", 2),
        ("[environment]\ncpus = nan\n", "HB010", 2),
        ('[[steps]]\nname = "a"\n[[steps]]\nname = "A"\n', "HB011", 4),
        ('[[environment.mcp_servers]]\nname = "a"\n', "HB012", 1),
        ('artifacts = ["../a"]\n', "HB013", 1),
        ('artifacts = [{ source = "a", service = "db" }]\n', "HB013", 1),
        ('[verifier]\nenvironment_mode = "shared"\nenvironment = {}\n', "HB014", 2),
        ('metadata = "x"\n', "HB004", 1),
        ("[environment.env]\nSEED = 7\n", "HB004", 2),
        ("[environment.healthcheck]\n", "HB005", 1),
        ("steps = 5\n", "HB004", 1),
    ],
)
def test_each_sort_of_fault_has_its_place(text: str, code: str, line: int) -> None:
    file = read_config(text)
    [finding] = [f for f in detect(files({"task.toml": text})).findings if f.rule.code == code]
    assert finding.span is not None
    assert (finding.rule.code, finding.span.line) == (code, line)
    assert file.config is None


@pytest.mark.parametrize(
    "text",
    [
        'version = 1.0\nschema_version = "1.4"\n',
        "[environment]\nmemory = 2048\n",
        '[environment]\nmemory = "2G"\nmemory_mb = 2048\n',
        '[environment]\nallow_internet = "yes"\n',
        '[agent]\ntimeout_sec = "600"\nuser = 1000\n',
        "[environment]\nallowed_hosts = []\n",
        "steps = []\nzebra = 1\n",
        "[metadata]\ndate = 2026-01-02\n",
    ],
)
def test_what_harbor_lets_pass(text: str) -> None:
    assert read_config(text).faults == ()


def test_a_lone_carriage_return_ends_a_line() -> None:
    file = read_config("[agent]\rtimeout_sec = 'x'\r")
    assert file.span(file.faults[0].where) == Span(2, 1, 2, 12)


def test_the_image_of_a_refused_file_is_known() -> None:
    assert read_config('version = 1\n[environment]\ndocker_image = "x"\n').docker_image == "x"
    assert read_config("environment = 5\n").docker_image == ""
