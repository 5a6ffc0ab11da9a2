"""DC036-DC039: keys that are refused, outdated, misspelt, or belong to another kind of page."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tagger.card.edit import rename_key
from tagger.core.findings import Rule, Safety, Severity
from tagger.rules.card.values import KNOWN_KEYS, over_keys, quoted
from tagger.rules.tags.common import offer
from tagger.text.near import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

    from tagger.card.header import Header
    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

#: Unknown keys of one card that are compared with the known ones.
MAX_STRANGE = 50
#: Longer keys resemble none of the card's.
MAX_KEY = 40
REFUSED = {"languages": "language", "licenses": "license"}
LEGACY = {
    "config_names": "list the subsets under `configs`",
    "license_details": "use `license_name` and `license_link`",
    "languages_bcp47": "the key is `language_bcp47`",
    "extended": "list the sources under `source_datasets`",
}
_UNDERSTOOD = KNOWN_KEYS | REFUSED.keys() | LEGACY.keys()
#: Keys that only a Space has (hub-docs, spaces-config-reference).
SPACE_KEYS = frozenset(
    "sdk sdk_version app_file app_port app_build_command base_path colorFrom colorTo fullWidth"
    " header hf_oauth hf_oauth_scopes hf_oauth_expiration_minutes disable_embedding pinned"
    " python_version startup_duration_timeout suggested_hardware suggested_storage"
    " custom_headers preload_from_hub".split()
)


def _names(header: Header) -> Iterator[Node]:
    """The top-level keys that are single values."""
    import yaml

    return (pair.key for pair in header.pairs if isinstance(pair.key, yaml.ScalarNode))


def _renaming(facts: Facts, key: str, name: str, safety: Safety) -> Fix | None:
    return offer(f"call the key `{name}`", rename_key, facts.card, key, name, safety=safety)[0]


KEY_REFUSED = Rule(
    code="DC036",
    name="key-refused",
    severity=Severity.ERROR,
    summary="The keys `languages` and `licenses`",
    why="Cards once wrote both in the plural. The Hub answers 400 to them, so every later change of"
    " such a card fails until the key is renamed. The fix renames it where the right key is free.",
    bad={"README.md": "---\nlanguages:\n- en\n---\n"},
    good={"README.md": "---\nlanguage:\n- en\n---\n"},
    source="datasets#5137",
    fix=Safety.SAFE,
)


@KEY_REFUSED.check
@over_keys
def _check_key_refused(facts: Facts, header: Header) -> Iterator[Finding]:
    for key in _names(header):
        if key.value in REFUSED:
            yield KEY_REFUSED.at(
                facts.card.path,
                f"the Hub refuses a card with the key `{key.value}`",
                header.span(key),
                hint=f"the key is `{REFUSED[key.value]}`, for one value and for a list",
                fix=_renaming(facts, key.value, REFUSED[key.value], Safety.SAFE),
            )


KEY_LEGACY = Rule(
    code="DC037",
    name="key-legacy",
    severity=Severity.INFO,
    summary="A key of an earlier card format",
    why="`config_names` listed the subsets before `configs` described them; `license_details` held"
    " free text about the license. The Hub keeps such keys and shows nothing of them.",
    bad={"README.md": "---\nconfig_names:\n- default\n---\n"},
    good={"README.md": "---\nconfigs:\n- config_name: default\n  data_files: train.jsonl\n---\n"},
    source="hub-docs, datasetcard.md; datasets 2.14 release notes",
)


@KEY_LEGACY.check
@over_keys
def _check_key_legacy(facts: Facts, header: Header) -> Iterator[Finding]:
    for key in _names(header):
        if key.value in LEGACY:
            yield KEY_LEGACY.at(
                facts.card.path,
                f"nothing reads the old key `{key.value}` any more",
                header.span(key),
                hint=LEGACY[key.value],
            )


KEY_MISSPELT = Rule(
    code="DC038",
    name="key-misspelt",
    severity=Severity.INFO,
    summary="A key that resembles one of the card's and is not",
    why="The Hub accepts any key and ignores those it does not know. A misspelt key therefore"
    " loses the value silently.",
    bad={"README.md": "---\ntask_category:\n- text-generation\n---\n"},
    good={"README.md": "---\ntask_categories:\n- text-generation\n---\n"},
    source="Hub, `/api/validate-yaml`: unknown keys are accepted",
    fix=Safety.UNSAFE,
)


@KEY_MISSPELT.check
@over_keys
def _check_key_misspelt(facts: Facts, header: Header) -> Iterator[Finding]:
    present = {key.value for key in _names(header)}
    candidates = sorted(KNOWN_KEYS - present)
    strange = (key for key in _names(header) if key.value not in _UNDERSTOOD)
    for key in islice(strange, MAX_STRANGE):
        meant = nearest(key.value.lower().replace("-", "_")[:MAX_KEY], candidates, cutoff=0.85)
        if meant:
            yield KEY_MISSPELT.at(
                facts.card.path,
                f"the key {quoted(key.value)} means nothing to the Hub",
                header.span(key),
                hint=f"did you mean `{meant}`?",
                fix=_renaming(facts, key.value, meant, Safety.UNSAFE),
            )


KEY_OF_A_SPACE = Rule(
    code="DC039",
    name="key-of-a-space",
    severity=Severity.INFO,
    summary="Keys in the card that only a Space has",
    why="An environment that was pushed as a Space brings a card with `sdk`, `app_port` and the"
    " like. In a dataset they start nothing; whoever reads them expects a server that is not"
    " there.",
    bad={"README.md": "---\nlicense: mit\nsdk: docker\napp_port: 8000\n---\n"},
    good={"README.md": "---\nlicense: mit\n---\n"},
    source="Hub documentation, spaces-config-reference",
)


@KEY_OF_A_SPACE.check
@over_keys
def _check_key_of_a_space(facts: Facts, header: Header) -> Iterator[Finding]:
    keys = [key for key in _names(header) if key.value in SPACE_KEYS]
    if keys:
        names = ", ".join(f"`{key.value}`" for key in keys)
        yield KEY_OF_A_SPACE.at(
            facts.card.path,
            f"{names}: keys of a Space, without effect in a dataset",
            header.span(keys[0]),
            hint="remove them, or publish the app as a Space of its own",
        )
