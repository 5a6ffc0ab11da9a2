from __future__ import annotations

import pytest

from tagger.core.errors import TaggerError
from tagger.hub.ids import HubId, from_remote, looks_like_address, parse_hub_id

PLAIN = HubId("org/name")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("org/name", PLAIN),
        ("org/name@v1", HubId("org/name", "v1")),
        ("datasets/org/name", PLAIN),
        ("datasets/org/name@refs/pr/3", HubId("org/name", "refs/pr/3")),
        ("hf://datasets/org/name", PLAIN),
        ("hf://datasets/org/name@refs/pr/3", HubId("org/name", "refs/pr/3")),
        ("hf://datasets/org/name@a%2Fb", HubId("org/name", "a/b")),
        ("https://huggingface.co/datasets/org/name", PLAIN),
        ("https://huggingface.co/datasets/org/name/", PLAIN),
        ("https://huggingface.co/datasets/org/name?x=1#y", PLAIN),
        ("https://hf.co/datasets/org/na-me_1.0", HubId("org/na-me_1.0")),
        ("huggingface.co/datasets/org/name", PLAIN),
        ("https://huggingface.co/datasets/org/name/tree/main", HubId("org/name", "main")),
        (
            "https://huggingface.co/datasets/org/name/tree/refs%2Fpr%2F1",
            HubId("org/name", "refs/pr/1"),
        ),
        ("https://huggingface.co/datasets/org/name.git", PLAIN),
        ("git@hf.co:datasets/org/name", PLAIN),
        ("ssh://git@hf.co:22/datasets/org/name.git", PLAIN),
    ],
)
def test_every_way_to_name_a_dataset(text: str, expected: HubId) -> None:
    assert looks_like_address(text)
    assert parse_hub_id(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hf://org/name", "is a model, not a dataset"),
        ("models/org/name", "is a model, not a dataset"),
        ("https://huggingface.co/org/name", "is a model, not a dataset"),
        ("spaces/org/name", "is a Space, not a dataset: write datasets/org/name for"),
        ("https://huggingface.co/spaces/org/name", "is a Space, not a dataset: write datasets"),
        ("https://huggingface.co/datasets/org/name/blob/main/README.md", "names a path inside"),
        ("hf://datasets/org/name/tasks", "names a path inside"),
        (
            "https://huggingface.co/datasets/org/name/discussions/1",
            "unsupported '/discussions/' route",
        ),
        ("https://huggingface.co/datasets", "does not name a dataset on the Hub"),
        ("datasets/name", "does not name a dataset on the Hub"),
        ("hf://", "does not name a dataset on the Hub"),
        ("org/na--me", "does not name a dataset on the Hub"),
        ("org/name.git", "does not name a dataset on the Hub"),
        ("https://github.com/org/name", "'github.com' is not the Hub: clone"),
        ("git@github.com:org/name.git", "'github.com' is not the Hub: clone"),
        ("https://[broken", "is not the Hub"),
    ],
)
def test_what_names_no_dataset_is_one_clear_line(text: str, why: str) -> None:
    assert looks_like_address(text)
    with pytest.raises(TaggerError) as raised:
        parse_hub_id(text)
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "text", [".", "name", "a/b/c/d", "./org/name", "/org/name", "a b/c", "C:\\x"]
)
def test_a_path_is_no_address(text: str) -> None:
    assert not looks_like_address(text)


@pytest.mark.parametrize(
    "url",
    [
        "https://huggingface.co/datasets/org/name",
        "https://user:hf_secret@huggingface.co/datasets/org/name.git",
        "https://hf.co/datasets/org/name/",
        "git@hf.co:datasets/org/name",
        "git@hf.co:/datasets/org/name.git",
        "git@huggingface.co:datasets/org/name",
        "ssh://git@hf.co/datasets/org/name",
    ],
)
def test_remotes_of_datasets(url: str) -> None:
    assert from_remote(url) == "org/name"


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/datasets/org/name",
        "https://huggingface.co/org/model",
        "git@hf.co:spaces/org/name",
        "/some/where/datasets/org/name",
        "../datasets/org/name",
        "file:///datasets/org/name",
        "https://huggingface.co",
        "",
    ],
)
def test_other_remotes(url: str) -> None:
    assert from_remote(url) is None


def test_a_token_in_an_address_is_not_repeated() -> None:
    with pytest.raises(TaggerError) as raised:
        parse_hub_id("https://user:hf_secret@huggingface.co/spaces/org/name")
    assert "hf_secret" not in str(raised.value)


def test_the_host_of_another_endpoint_is_the_hub_too(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://hub.example.org/datasets/org/name"
    assert from_remote(url) is None
    monkeypatch.setenv("HF_ENDPOINT", "https://hub.example.org")
    assert from_remote(url) == "org/name"
