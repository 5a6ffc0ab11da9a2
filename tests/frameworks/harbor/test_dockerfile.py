from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.harbor.dockerfile import CopySource, context_sources
from tests.frameworks.harbor.support import detect, files, found

TEXT = """\
# syntax=docker/dockerfile:1
FROM debian:12-slim AS base
COPY a.txt b/ /data/
copy --chown=1:1 --link c /c
ADD ["d e.txt", "/d"]
COPY --from=base /x /x
ADD https://example.org/f.tar.gz /f
ADD git@example.org:o/n.git /g
COPY ${NAME} "quoted" /h
RUN echo \\
    # a comment in between
    COPY not.txt /no
COPY \\
    i.txt \\

    /i
COPY <<EOF /j
COPY k.txt /k
EOF
RUN <<-'END'
\tCOPY l.txt /l
\tEND
ONBUILD COPY m.txt /m
COPY n.txt /n
"""


def test_sources_of_the_context_are_found_with_their_lines() -> None:
    assert list(context_sources(TEXT)) == [
        CopySource("a.txt", 3),
        CopySource("b/", 3),
        CopySource("c", 4),
        CopySource("d e.txt", 5),
        CopySource("i.txt", 13),
        CopySource("n.txt", 24),
    ]


def test_a_directive_changes_the_escape_character() -> None:
    text = "# escape=`\nCOPY a.txt `\n  b.txt /c/\nCOPY d.txt \\\n"
    assert [source.path for source in context_sources(text)] == ["a.txt", "b.txt", "d.txt"]


@given(st.text(st.sampled_from("COPYADRUN <>-EOF\\\n\t[]\"'`#= ab./"), max_size=80))
def test_no_text_is_too_odd(text: str) -> None:
    assert all(source.line <= text.count("\n") + 1 for source in context_sources(text))


@pytest.mark.parametrize(
    ("source", "present"),
    [
        (".", True),
        ("./cards.txt", True),
        ("/cards.txt", True),
        ("../cards.txt", True),
        ("cards.*", True),
        ("d?ck/*.t[x]t", True),
        ("deck", True),
        ("deck/", True),
        ("linked/one.txt", True),
        ("./task_file", False),
        ("*.csv", False),
        ("Cards.txt", False),
    ],
)
def test_a_source_is_looked_for_in_the_folder_of_the_dockerfile(source: str, present: bool) -> None:
    changes = {
        "environment/Dockerfile": f"FROM debian:12\nCOPY {source} /x/\n",
        "environment/cards.txt": "",
        "environment/deck/one.txt": "",
        "environment/linked": "-> deck",
    }
    findings = found(detect(files(changes)), "HB046")
    assert [finding.span.line for finding in findings if finding.span] == [2] * (not present)


@pytest.mark.parametrize(
    "changes",
    [
        {"task.toml": '[environment]\ndocker_image = "x"\n'},
        {"environment/docker-compose.yaml": "services: {}\n"},
    ],
)
def test_a_dockerfile_that_may_not_be_built_or_not_there_is_left_alone(
    changes: dict[str, str | None],
) -> None:
    changes |= {"environment/Dockerfile": "FROM x\nCOPY absent /x\n"}
    assert not found(detect(files(changes)), "HB046")


def test_the_image_of_a_separate_verifier_is_built_in_its_folder() -> None:
    changes = {
        "task.toml": '[verifier]\nenvironment_mode = "separate"\n',
        "tests/Dockerfile": "FROM x\nCOPY absent test.sh /tests/\n",
    }
    [finding] = found(detect(files(changes)), "HB046")
    assert finding.path == "tasks/a/tests/Dockerfile"
