from __future__ import annotations

from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tagger.cli.setup_files import (
    CHECKOUT,
    HOOKS,
    UNKNOWN,
    ToolSource,
    installed_source,
    uses_hooks,
    with_hooks,
    workflow,
)
from tagger.core.errors import RefusedError
from tagger.text import yaml

MANIFEST = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
SOURCE = ToolSource("https://github.com/acme/hf-tagger", "v1")
FIRST = "repos:\n- repo: local\n  hooks:\n  - id: x\n"


def entry(folder: str = "") -> Any:
    return yaml.load(with_hooks("", SOURCE, folder))["repos"][0]


def test_a_new_file_has_both_hooks() -> None:
    assert with_hooks("", SOURCE, "") == (
        "repos:\n"
        "- repo: https://github.com/acme/hf-tagger\n"
        "  rev: v1\n"
        "  hooks:\n"
        "  - id: tagger-fix\n"
        "  - id: tagger-check\n"
    )


def test_a_folder_comes_after_the_usual_arguments() -> None:
    usual = {hook["id"]: hook.get("args") for hook in yaml.load(MANIFEST.read_text("utf-8"))}
    assert {name: list(arguments) for name, arguments in HOOKS.items()} == {
        name: usual[name] for name in HOOKS
    }
    for hook in entry("sets/one")["hooks"]:
        assert hook["args"] == [*usual[hook["id"]], "sets/one"]


@pytest.mark.parametrize("folder", ["no", "a b", "a: b", "- a", "1", "größe", 'a"b', "#a", "a,b]"])
def test_any_folder_is_written_as_text(folder: str) -> None:
    assert [hook["args"][-1] for hook in entry(folder)["hooks"]] == [folder] * 2
    document = yaml.load(workflow(SOURCE, folder, folder))
    assert document["jobs"]["check"]["steps"][1]["with"] == {"path": folder}
    assert document[True]["push"]["branches"] == [folder]  # `on` is a boolean in YAML 1.1


@pytest.mark.parametrize(
    "text",
    [
        FIRST,
        FIRST.removesuffix("\n"),
        FIRST.replace("\n", "\r\n"),
        FIRST + "\n# the end\n",
        FIRST + "ci:\n  skip: [x]\n",
        "# us\nrepos:\n    -   repo: local  # here\n        hooks:\n        -   id: x\n\n\nci: {}",
        "repos:\n- repo: local\n  hooks: [{id: x, name: a}]\n",
        "repos:\n- repo: local\n  hooks:\n  - id: x\n    name: |\n      a\n\n      b\n\n\nci: {}\n",
        "repos:\n- {repo: local, hooks: [\n  {id: x}]}\n",
        "---\n" + FIRST + "...\n",
    ],
)
def test_what_is_there_stays_as_it_is(text: str) -> None:
    after = with_hooks(text, SOURCE, "")
    before = yaml.load(text)
    assert yaml.load(after) == {**before, "repos": [*before["repos"], entry()]}
    left = iter(after.splitlines())
    assert all(line in left for line in text.splitlines())  # in this order
    assert ("\r\n" in after) is ("\r\n" in text)
    assert uses_hooks(after)
    assert not uses_hooks(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("repos: []\n", "not a block list"),
        ("repos: [{repo: local, hooks: []}]\n", "not a block list"),
        ("- repo: local\n", "no list `repos`"),
        ("hooks: []\n", "no list `repos`"),
        ("repos: x\n", "no list `repos`"),
        ("repos: [\n", "line 2: "),
        ("repos:\n- &a {repo: local}\nx: *a\n- y\n", "line 4: "),
        ("repos:\n  -\n    repo: local\n", "without a change"),
    ],
)
def test_what_cannot_be_added_to_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        with_hooks(text, SOURCE, "")


def test_the_workflow_takes_the_checkout_of_the_documentation() -> None:
    assert CHECKOUT in (MANIFEST.parent / "docs" / "action.md").read_text("utf-8")


def test_only_a_repository_on_github_is_an_action() -> None:
    assert SOURCE.action == "acme/hf-tagger@v1"
    assert ToolSource("https://github.com/acme/hf-tagger.git", "v1").action == SOURCE.action
    assert ToolSource("https://example.org/acme/hf-tagger").action is None


@pytest.mark.parametrize(
    ("origin", "links", "source"),
    [
        (
            '{"url": "https://github.com/acme/hf-tagger", "vcs_info": {"commit_id": "0a1b"}}',
            [],
            ToolSource("https://github.com/acme/hf-tagger", "0a1b"),
        ),
        ('{"url": "file:///x", "dir_info": {}}', [], ToolSource(UNKNOWN)),
        (None, ["Docs, https://acme.org", "ToolSource, https://github.com/acme/hf-tagger"], SOURCE),
        (None, ["Docs, https://acme.org"], ToolSource(UNKNOWN)),
        (None, None, ToolSource(UNKNOWN)),
    ],
)
def test_the_home_of_tagger_is_read_from_its_metadata(
    monkeypatch: pytest.MonkeyPatch, origin: str | None, links: list[str] | None, source: ToolSource
) -> None:
    metadata = Message()
    for link in links or ():
        metadata["Project-URL"] = link
    found = SimpleNamespace(read_text=lambda _: origin, metadata=metadata)
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: found)
    assert installed_source().address == source.address
    assert source in (installed_source(), SOURCE)


def test_a_tagger_that_is_not_installed_has_no_known_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", fail)
    assert installed_source() == ToolSource(UNKNOWN)
