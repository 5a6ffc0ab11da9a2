"""Rules about the comments that silence rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.findings import Rule, Severity
from tagger.engine.selection import suggest_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tagger.core.findings import Finding
    from tagger.engine.suppression import Suppression

UNUSED_SUPPRESSION = Rule(
    code="RP900",
    name="unused-suppression",
    severity=Severity.INFO,
    summary="A comment silences a rule that has nothing to say there",
    why="""\
A `# tagger: ignore[CODE]` that silences nothing is mostly left over from a fault that was mended.
It stays behind unseen and hides the same fault when it comes back.

The comment covers the line it ends, the next line when it stands alone on its own, or the whole
file when it stands alone above everything else. Rules that report a folder or a file as a whole
are silenced by `per-file-ignores` in the configuration, or by a comment at the top.""",
    bad={"README.md": "---\nlicense: mit  # tagger: ignore[RP901] by the board\n---\n# Puzzles\n"},
    good={"README.md": "---\nlicense: mit  # by the board\n---\n# Puzzles\n"},
    source="tagger's own comments",
)

UNKNOWN_SUPPRESSION = Rule(
    code="RP901",
    name="unknown-suppression",
    severity=Severity.WARNING,
    summary="A comment wants to silence a rule that does not exist, or names none",
    why="""\
`# tagger: ignore[CODE]` silences the rules between the brackets, by code or by name, separated by
commas. Where the brackets are missing or hold something else, nothing is silenced.""",
    bad={"README.md": "---\nlicense: mit  # tagger: ignore\n---\n# Puzzles\n"},
    good={"README.md": "---\nlicense: mit\n---\n# Puzzles\n"},
    source="tagger's own comments",
)


def about_suppressions(
    unused: Iterable[tuple[Suppression, tuple[str, ...]]],
) -> Iterator[Finding]:
    """What there is to say of comments with names that silence nothing, or without names."""
    from tagger.engine.table import rules

    known = {word for rule in rules().values() for word in (rule.code, rule.name)}
    for suppression, names in unused:
        if not suppression.names:
            yield UNKNOWN_SUPPRESSION.at(
                suppression.path,
                "the comment names no rule, so it silences nothing",
                suppression.span,
                hint="write the codes in brackets: # tagger: ignore[CODE]",
            )
        for name in names:
            if name in known:
                message = f"{name} has nothing to say here, so the comment silences nothing"
                rule, hint = UNUSED_SUPPRESSION, f"remove {name} from the comment"
            else:
                message = f"no rule has the code or name {name!r}{suggest_rule(name)}"
                rule, hint = UNKNOWN_SUPPRESSION, "`tagger rule` lists the rules"
            yield rule.at(suppression.path, message, suppression.span, hint=hint)
