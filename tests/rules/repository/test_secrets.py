"""Settings files and secrets; tokens are put together here so that no scanner takes offence."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import pytest

from tagger.engine.check import check
from tagger.tree.listing import MemoryTree

if TYPE_CHECKING:
    from tagger.core.findings import Finding

LETTERS = (string.ascii_letters + string.digits) * 2


def found(files: dict[str, str], code: str) -> list[Finding]:
    tree = MemoryTree({path: text.encode() for path, text in files.items()})
    return [finding for finding in check(tree).findings if finding.rule.code == code]


@pytest.mark.parametrize(
    ("path", "text", "severity"),
    [
        (".env", "MODE=demo\n", "info"),
        ("vendor/x/.env.local", "export API_KEY='q8Zr-71kd-22aa'\n", "warning"),
        ("env.yaml", "policy_api_key: q8Zr71kd22aa\n", "warning"),
        ("env.yaml", "policy_api_key: ${oc.env:KEY}\npolicy_base_url: http://x\n", "info"),
        (".env", "API_KEY=<your key here>\nTOKEN=changeme123\nSECRET=\n", "info"),
        ("keys/id_ed25519", "x\n", "info"),
    ],
)
def test_settings_file(path: str, text: str, severity: str) -> None:
    (finding,) = found({path: text}, "RP007")
    assert (finding.path, finding.severity.label) == (path, severity)


@pytest.mark.parametrize("path", [".env.example", ".env.template", "conf/env.yaml", "x.env.md"])
def test_other_files_are_no_settings_files(path: str) -> None:
    assert found({path: "API_KEY=q8Zr71kd22aa\n"}, "RP007") == []


@pytest.mark.parametrize(
    ("token", "what"),
    [
        ("hf_" + LETTERS[:34], "a Hugging Face token"),
        ("sk-" + "proj-" + LETTERS[:60], "an OpenAI key"),
        ("sk-" + LETTERS[:20] + "T3Blbk" + "FJ" + LETTERS[20:40], "an OpenAI key"),
        ("sk-" + "ant-api03-" + LETTERS[:90], "an Anthropic key"),
        ("nvapi-" + LETTERS[:64], "an NVIDIA key"),
        ("e2b_" + "0123456789abcdef" * 2 + "01234567", "an E2B key"),
        ("ghp_" + LETTERS[:36], "a GitHub token"),
        ("AKIA" + "Q3WERTY5UIOP7ASD", "an AWS key"),
        ("AIza" + LETTERS[:35], "a Google key"),
        ("xoxb-" + LETTERS[:30], "a Slack token"),
        ("-----BEGIN RSA " + "PRIVATE KEY-----\n" + LETTERS[:64], "a private key"),
    ],
)
def test_secret_in_a_text_that_was_read(token: str, what: str) -> None:
    (finding,) = found({"README.md": f"# Words\n\nexport KEY={token}\n"}, "RP008")
    assert what in finding.message
    assert "line 3" in finding.message


@pytest.mark.parametrize(
    "token",
    [
        "hf_" + "x" * 34,
        "hf_" + LETTERS[:33],
        "hf_" + LETTERS[:35],
        "AKIA" + "IOSFODNN7" + "EXAMPLE",
        "sk-learn",
        "-----BEGIN PUBLIC KEY-----\n" + LETTERS[:64],
        "-----BEGIN RSA " + "PRIVATE KEY-----\n...\n",
    ],
)
def test_text_that_only_resembles_a_secret(token: str) -> None:
    assert found({"README.md": f"KEY={token}\n"}, "RP008") == []


def test_look_at_a_settings_file_is_linear() -> None:
    assert found({".env": "token" * 12_000}, "RP007")


def test_secret_and_its_line_stay_out_of_the_report() -> None:
    token = "hf_" + LETTERS[:34]
    (finding,) = found({".env": f"HF_TOKEN={token}\n"}, "RP008")
    assert finding.span is None
    assert token not in repr((finding.message, finding.hint))


def test_dockerfile_of_a_task_is_looked_at_because_it_was_read() -> None:
    files = {
        "tasks/a/task.toml": "",
        "tasks/a/instruction.md": "x",
        "tasks/a/environment/Dockerfile": "FROM x\nENV T=hf_" + LETTERS[:34] + "\n",
        "tasks/a/tests/test.sh": "x",
    }
    assert [f.path for f in found(files, "RP008")] == ["tasks/a/environment/Dockerfile"]
