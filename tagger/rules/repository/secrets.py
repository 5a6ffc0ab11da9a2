"""RP007, RP008: settings files and secrets. What is found is never shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.tree.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts

#: No more is read of a settings file.
_LIMIT = 1 << 16
#: As many settings files are read for a look at their content.
_MOST_READ = 100
_SETTINGS = re.compile(
    r"\.env(?:\.(?!(?:example|sample|template|dist|schema|defaults)$)[\w-]+)*"
    r"|\.netrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)"
)
#: NeMo Gym's file of keys is read from the root alone.
_ROOT_SETTINGS = "env.yaml"
_ASSIGNED = re.compile(
    rb"(?im)^[ \t]*(?:export[ \t]+)?[\w.-]{0,64}"
    rb"(?:api_?key|token|secret|passw(?:or)?d|credential)[\w.-]{0,64}[ \t]*[:=][ \t]*"
    rb"[\"']?(?P<value>[^\s\"'#]{8,})"
)
_PLACEHOLDER = re.compile(
    rb"(?i)^[<$\[{]|example|your|change|replace|placeholder|dummy|todo|xxx|\*\*\*|\.\.\.|\?\?\?"
)

#: Kinds of secret by their public prefixes: what every match begins with, then the whole.
_KINDS: tuple[tuple[str, bytes, re.Pattern[bytes]], ...] = (
    ("a Hugging Face token", b"hf_", re.compile(rb"\bhf_[A-Za-z0-9]{34}\b")),
    (
        "an OpenAI key",
        b"sk-",
        re.compile(rb"\bsk-(?:(?:proj|svcacct|admin)-[\w-]{40,}|\w{20}T3BlbkFJ\w{20}\b)"),
    ),
    ("an Anthropic key", b"sk-ant-", re.compile(rb"\bsk-ant-(?:api|admin)\d\d-[\w-]{80,}")),
    ("an NVIDIA key", b"nvapi-", re.compile(rb"\bnvapi-[\w-]{60,}")),
    ("an E2B key", b"e2b_", re.compile(rb"\be2b_[0-9a-f]{40}\b")),
    ("a GitHub token", b"gh", re.compile(rb"\bgh[pousr]_[A-Za-z0-9]{36}\b")),
    ("a GitHub token", b"github_pat_", re.compile(rb"\bgithub_pat_\w{82}\b")),
    ("an AWS key", b"A", re.compile(rb"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    ("a Google key", b"AIza", re.compile(rb"\bAIza[\w-]{35}(?![\w-])")),
    ("a Slack token", b"xox", re.compile(rb"\bxox[abprs]-[0-9A-Za-z-]{24,}")),
    (
        "a private key",
        b"PRIVATE KEY-----",
        re.compile(rb"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40,}"),
    ),
)
#: Fewer different bytes than these make an example, not a secret.
_MIN_DIFFERENT = 10
#: Letters for an example that looks real; whole it would set off other people's scanners.
_LETTERS = "aBcDeFgHiJkLmNoPq" * 2


SETTINGS_FILE = Rule(
    code="RP007",
    name="settings-file",
    severity=Severity.INFO,
    summary="A file of settings, such as .env, that usually holds secrets",
    why=(
        "`.env` files, NeMo Gym's root `env.yaml` and the like hold the keys of the person who ran"
        " the code, and they slip into uploads: `openenv import` once copied them into `vendor/`."
        " The finding is a warning where the file assigns a value to a name such as `API_KEY`, and"
        " information otherwise. Examples (`.env.example`) are left alone."
    ),
    bad={"vendor/app/.env": "MODE=demo\n"},
    good={"vendor/app/.env.example": "API_KEY=\n"},
    source="OpenEnv#726; nemo-gym 0.7.0, env.yaml",
)


@SETTINGS_FILE.check
def _check_settings_file(facts: Facts) -> Iterator[Finding]:
    for path, data in _settings(facts):
        exposed = data is not None and any(map(_is_real, _ASSIGNED.finditer(data)))
        yield SETTINGS_FILE.at(
            path,
            "a settings file that assigns keys or passwords"
            if exposed
            else "a file of settings that is seldom meant to be public",
            hint="take it out, revoke what was in it, and add the name to .gitignore",
            severity=Severity.WARNING if exposed else Severity.INFO,
        )


def _settings(facts: Facts) -> Iterator[tuple[str, bytes | None]]:
    read = 0
    for path in facts.view.paths:
        name = path.rpartition("/")[2]
        if path != _ROOT_SETTINGS and not _SETTINGS.fullmatch(name):
            continue
        entry = facts.view.get(path)
        if entry is None or entry.kind is not Kind.FILE:
            continue
        read += 1
        try:
            yield path, facts.view.head(path, _LIMIT) if read <= _MOST_READ else None
        except ReadError:
            yield path, None


def _is_real(match: re.Match[bytes]) -> bool:
    return not _PLACEHOLDER.search(match["value"])


SECRET = Rule(
    code="RP008",
    name="secret",
    severity=Severity.WARNING,
    summary="A text holds what looks like an access token or a private key",
    why=(
        "A dataset repository is public and its history stays. tagger looks at the small texts that"
        " it read anyway (card, manifests, task files, modules, configurations) and at"
        " settings files, for tokens with a public prefix. It does not scan the whole repository."
        " Neither the secret nor its line is ever printed."
    ),
    bad={"tasks/fold/environment/Dockerfile": "FROM debian:12\nENV HF_TOKEN=hf_" + _LETTERS},
    good={"tasks/fold/environment/Dockerfile": "FROM debian:12\nENV HF_TOKEN=hf_example\n"},
    source="public token formats of the services named in the findings",
)


@SECRET.check
def _check_secret(facts: Facts) -> Iterator[Finding]:
    """The first of each kind in a file. No place is given: reports show the line there."""
    texts = dict(facts.view.kept())
    texts.update((path, data) for path, data in _settings(facts) if data is not None)
    for path, data in texts.items():
        for what, prefix, pattern in _KINDS:
            if prefix not in data:
                continue
            match = next(filter(_is_varied, pattern.finditer(data)), None)
            if match:
                line = data.count(b"\n", 0, match.start()) + 1
                yield SECRET.at(
                    path,
                    f"line {line} holds what looks like {what}",
                    hint="revoke it now: deleting the line leaves it in the history",
                )


def _is_varied(match: re.Match[bytes]) -> bool:
    text = match[0]
    return len(set(text)) >= _MIN_DIFFERENT and b"EXAMPLE" not in text.upper()
