from __future__ import annotations

import pytest

from tagger.pulls.text import CommitPage, Ground, key_in, pull_body, pull_key, pull_title

PLACE = CommitPage("org/set", "0123456789" * 4, "https://hub.example")
HARBOR = Ground("harbor", "Harbor", "native", 89, (("tasks", "89 task directories"),), ("tasks/a",))
EVIL = "](https://evil.example) <img src=x> @everyone\n# `x`"


def body(*grounds: Ground, others: tuple[str, ...] = ()) -> str:
    tags = ("rl-environment", "harbor")
    return pull_body(PLACE, tags, grounds, others, pull_key("org/set", tags))


def test_the_body_of_a_pull_request() -> None:
    text = body(HARBOR).splitlines()
    assert text[0].startswith(
        "This pull request adds the tags `rl-environment` and `harbor` to the dataset card"
    )
    assert "Only the YAML header of `README.md` changes" in text[0]
    tree = f"https://hub.example/datasets/org/set/tree/{PLACE.commit}"
    assert text[2] == f"What the tags rest on, at commit [`0123456`]({tree}):"
    assert text[4] == (
        f"- **Harbor**, 89 units: [<code>tasks</code>]({tree}/tasks) (89 task directories);"
        f" for example [<code>tasks/a</code>]({tree}/tasks/a)"
    )
    assert text[6].startswith("If this is not wanted, close the pull request")
    assert text[-1] == "<!-- tagger:key org/set rl-environment+harbor rules-1 -->"


def test_files_and_folders_have_pages_of_their_own() -> None:
    ground = Ground("x", "X", "native", 1, (("a.json", "rows"),), ("",), frozenset({"a.json"}))
    text = body(ground)
    assert f"[<code>a.json</code>](https://hub.example/datasets/org/set/blob/{PLACE.commit}" in text
    assert (
        f"[<code>the root</code>](https://hub.example/datasets/org/set/tree/{PLACE.commit})" in text
    )


def test_words_of_a_repository_are_data() -> None:
    text = body(Ground("x", "X", "native", 1, ((EVIL, EVIL),), (f"{EVIL}2",)), others=(EVIL,))
    assert not {"<img", "](https://evil", "@everyone"} & set(text.split())
    assert "](https://evil" not in text
    assert "<img" not in text
    assert "@everyone" not in text
    assert not any(line.startswith("# ") for line in text.splitlines())


def test_a_path_that_is_not_utf_8_has_an_address() -> None:
    assert CommitPage("a/b", "c", "e").address("\udcff(x)").endswith("/%FF%28x%29")


def test_keys_tell_changes_apart() -> None:
    key = pull_key("org/set", ["harbor"])
    others = [
        pull_key("org/other", ["harbor"]),
        pull_key("org/set", ["harbor", "openenv"]),
        pull_key("org/set", ["harbor"], ["DC030"]),
    ]
    assert len({key, *others}) == 4


@pytest.mark.parametrize("tag", ["harbor", "a b", "--> <b>", "rules-2", "+"])
def test_the_key_is_found_again_in_the_body(tag: str) -> None:
    key = pull_key("org/set", [tag])
    assert key_in(pull_body(PLACE, [tag], [], [], key)) == key


@pytest.mark.parametrize("text", ["", "<!-- tagger:key -->", "tagger:key org/set x rules-1"])
def test_other_texts_hold_no_key(text: str) -> None:
    assert key_in(text) is None


def test_a_body_without_tags_says_what_it_does() -> None:
    text = pull_body(PLACE, [], [], ["write `mit`", "write `mit`"], "k")
    assert text.startswith("This pull request makes the header of the dataset card right: write")
    assert text.count("write") == 1
    assert pull_title([]) != pull_title(["harbor"])


def test_further_changes_follow_the_tags_where_there_are_any() -> None:
    text = body(HARBOR, others=("write mit",)).splitlines()[0]
    assert "It also does this: write mit." in text
    assert "also" not in body(HARBOR).splitlines()[0]
