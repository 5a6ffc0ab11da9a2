"""One scalar of a configuration replaced, every other byte kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.nemo_gym.configs.case import replace_scalar
from tagger.frameworks.nemo_gym.configs.document import Document
from tests.frameworks.nemo_gym.support import found


def edited(data: bytes, value: str) -> bytes | None:
    fix = replace_scalar(Document.parse("c.yaml", data.decode()), ("a", "b"), value)
    if fix is None:
        return None
    (edit,) = fix.edits
    return data[: edit.start] + edit.content + data[edit.end :]


def test_quotes_comments_line_ends_and_marks_stay() -> None:
    assert edited(b"a:\r\n  b: 'Math'  # ok\r\n", "math") == b"a:\r\n  b: 'math'  # ok\r\n"
    assert edited("\ufeffé: 1\na: {b: Math}\n".encode(), "math") == (
        "\ufeffé: 1\na: {b: math}\n".encode()
    )


def test_no_fix_where_an_alias_may_share_the_value_or_it_would_read_otherwise() -> None:
    assert edited(b"a: {b: &x Math}\nc: *x\n", "math") is None
    assert edited(b"a:\n  b: >\n    Math\n", "math") is None
    assert edited(b"a: {b: Math}\n", "1") is None


@given(st.sampled_from(["Apache-2.0", "mit", "CC-BY-4.0"]), st.sampled_from(["", "'", '"']))
def test_a_fixed_license_is_no_longer_reported(license_: str, quote: str) -> None:
    text = (
        "a:\n  resources_servers:\n    a:\n      entrypoint: app.py\n      domain: math\n"
        "      datasets:\n      - name: x\n        type: train\n        jsonl_fpath: x.jsonl\n"
        f"        license: {quote}{license_}{quote} # kept\n"
    )
    (finding,) = found({"c.yaml": text}, "NG102")
    assert finding.fix
    (edit,) = finding.fix.edits
    fixed = text.encode()[: edit.start] + edit.content + text.encode()[edit.end :]
    assert b"# kept" in fixed
    assert found({"c.yaml": fixed}, "NG102") == []
