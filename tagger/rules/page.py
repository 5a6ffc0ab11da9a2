"""The page of a rule in Markdown: for the documentation, the terminal, and SARIF's help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tagger.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.core.findings import Rule

#: What an example has in place of a text where the file is a symbolic link; the target follows.
LINK = "-> "
_LANGUAGES = {"md": "markdown", "py": "python", "sh": "bash", "yml": "yaml", "jsonl": "json"}


def rule_page(rule: Rule) -> str:
    """Everything that is ever said about one rule."""
    return "\n".join(_lines(rule)).rstrip("\n") + "\n"


def fix_words(rule: Rule) -> str:
    """What ``--fix`` does about a rule."""
    return f"{rule.fix.value} fix" if rule.fix else "no fix"


def _lines(rule: Rule) -> Iterator[str]:
    yield f"# {rule.code} {rule.name}\n"
    yield f"{rule.severity.label} · {fix_words(rule)} · since {rule.since}\n"
    yield f"{_sentence(rule.summary)}\n"
    yield f"## Why\n\n{rule.why.strip()}\n"
    for title, files in (("Example", rule.bad), ("Corrected", rule.good)):
        if files:
            yield f"## {title}\n"
            yield from _files(files)
    if rule.gives_way_to:
        yield f"Silent where {' or '.join(rule.gives_way_to)} reports the same place.\n"
    yield f"## Source\n\n{rule.source}\n"
    yield f"Silence it with `ignore` in the configuration or with `# tagger: ignore[{rule.code}]`."


def _sentence(summary: str) -> str:
    """A summary as a sentence; a file name or a key at its start keeps its case."""
    first = summary.split(" ", 1)[0]
    plain = first.isalpha() and first.islower()
    return f"{summary[0].upper() if plain else summary[0]}{summary[1:]}."


def _files(files: Mapping[str, str | None]) -> Iterator[str]:
    for path, text in files.items():
        name = f"`{visible(path)}`"
        if text is None:
            yield f"{name} is not there.\n"
        elif text.startswith(LINK):
            yield f"{name} is a symbolic link to `{visible(text.removeprefix(LINK))}`.\n"
        else:
            yield f"{name}:\n\n{_block(path, text)}\n"


def _block(path: str, text: str) -> str:
    """A block of code with a fence that is longer than any in the text."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    body = "\n".join(map(visible, text.removesuffix("\n").split("\n")))
    suffix = path.rpartition(".")[2] if "." in path else ""
    return f"{fence}{_LANGUAGES.get(suffix, suffix)}\n{body}\n{fence}"
