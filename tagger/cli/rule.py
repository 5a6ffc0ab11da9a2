"""``tagger rule``: list the rules, or explain one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tagger.cli.options import add_debug
from tagger.cli.parser import Parser, one_of
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.engine.selection import suggest_rule
from tagger.engine.table import families, rules
from tagger.report.json import dumps, envelope
from tagger.report.style import SEVERITY_COLOURS, Style
from tagger.rules.page import rule_page

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from tagger.cli.console import Console
    from tagger.core.findings import Rule

EXAMPLES = (
    ("tagger rule", "list all rules"),
    ("tagger rule TG", "list the rules whose code begins so"),
    ("tagger rule HB001", "explain a rule: what, why, an example, the source"),
    ("tagger rule --format json", "all of it, for scripts"),
)
_FENCE = re.compile(r"(`{3,})[a-z]*$")
_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def parser(prog: str) -> Parser:
    """The arguments of ``tagger rule``."""
    made = Parser(prog, "[CODE]", "Lists the rules, or explains one.", EXAMPLES)
    made.add_argument(
        "code", nargs="?", metavar="CODE", help="a code, the beginning of codes, or a name"
    )
    made.add_argument(
        "--format",
        metavar="FORMAT",
        type=one_of(("text", "json"), "format"),
        default="text",
        help="text or json (default: text)",
    )
    made.add_argument("--no-color", action="store_true", help="no colours")
    add_debug(made)
    return made


def run(args: Namespace, console: Console) -> Status:
    """List or explain."""
    found = _find(args.code) if args.code else list(rules().values())
    if args.format == "json":
        console.write(dumps({**envelope(), "rules": [_object(rule) for rule in found]}, indent=2))
    elif args.code and len(found) == 1:
        console.write(markdown_text(rule_page(found[0]), console.style))
    else:
        console.write("".join(_list(found, console.style)))
    return Status.CLEAN


def _find(word: str) -> Sequence[Rule]:
    """The rule of this code or name, or else every rule whose code begins so.

    Raises:
        TaggerError: there is none.
    """
    table = rules()
    exact = [rule for rule in table.values() if word.lower() in (rule.code.lower(), rule.name)]
    found = exact or [rule for code, rule in table.items() if code.startswith(word.upper())]
    if not found:
        near = suggest_rule(word) or "; `tagger rule` lists them"
        raise TaggerError(f"no rule has the code or name {word!r}{near}")
    return found


def _list(found: Sequence[Rule], style: Style) -> Iterator[str]:
    width = max((len(rule.name) for rule in found), default=0)
    family = ""
    for rule in found:
        if rule.code[:2] != family:
            between = "\n" if family else ""
            family = rule.code[:2]
            yield f"{between}{style.paint(families().get(family, family), 'bold')}\n"
        severity = style.paint(f"{rule.severity.label:7}", SEVERITY_COLOURS[rule.severity])
        fix = f"{rule.fix.value} fix" if rule.fix else ""
        yield f"  {rule.code}  {severity}  {fix:10}  {rule.name:{width}}  {rule.summary}\n"


def markdown_text(markdown: str, style: Style) -> str:
    """Markdown of tagger's own for a terminal; links are shown with their addresses."""
    return "\n".join(_lines(markdown.split("\n"), style))


def _lines(lines: list[str], style: Style) -> Iterator[str]:
    fence = ""
    for line in lines:
        match = _FENCE.match(line)
        if fence and line == fence:
            fence = ""
        elif fence:
            yield f"    {line}".rstrip()
        elif match:
            fence = match[1]
        elif line.startswith("#"):
            yield style.paint(line.lstrip("# "), "bold")
        else:
            yield _inline(line, style)


def _inline(line: str, style: Style) -> str:
    line = _LINK.sub(r"\1 (\2)", line)
    return _CODE.sub(lambda m: style.paint(m[1], "cyan"), line) if style.colour else line


def _object(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.label,
        "summary": rule.summary,
        "why": rule.why,
        "bad": dict(rule.bad),
        "good": dict(rule.good),
        "source": rule.source,
        "fix": rule.fix.value if rule.fix else None,
        "since": rule.since,
        "url": rule.url,
    }
