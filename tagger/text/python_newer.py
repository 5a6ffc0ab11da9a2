"""Syntax of Python 3.12 to 3.14 rewritten for older ones, as far as names and imports go.

Only imported when the running Python refuses a file. What is lost is what no reader of names asks
for: type parameters, the text of formatted strings, what a type alias stands for.
"""

from __future__ import annotations

import io
import re
import tokenize
from typing import Any

import libcst as cst
from libcst import matchers as m

#: Bounds for libcst's recursive parser, far below what overflows its stack (some 1,500 brackets, or
#: 5,000 operators in a row); nested patterns cost it exponential time.
_MAX_BYTES = 1 << 18
_MAX_DEPTH = 400
_MAX_DEPTH_PATTERNS = 7
_MAX_BRANCHES = 500
_TOKEN = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[,;\n])|#[^\n]*"
    r"|(?P<deeper>(?<![fFtT])(?<![fFtT][rR])(?:\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|\b(?:not|lambda|await|if|else|and|or|in|is)\b|[-+~*/%@&|^<>=.:\"'])",
    re.DOTALL,
)
_PATTERN = re.compile(r"^[ \t]*case\b", re.MULTILINE)
_BRANCH = re.compile(r"^[ \t]*elif\b", re.MULTILINE)


def lower(source: bytes) -> bytes | None:
    """The source as Python 3.11 can read it; ``None`` where libcst refuses it too."""
    text = _decoded(source)
    if text is None or len(source) > _MAX_BYTES or _is_too_deep(text):
        return None
    try:
        return _older(cst.parse_module(text)).encode()
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, ValueError):
        return None


def _decoded(source: bytes) -> str | None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None


def _is_too_deep(text: str) -> bool:
    """Whether the text may nest deeper than libcst's parser can follow; when in doubt it may."""
    if len(_BRANCH.findall(text)) > _MAX_BRANCHES:
        return True
    limit = _MAX_DEPTH_PATTERNS if _PATTERN.search(text) else _MAX_DEPTH
    # What is open at every level of brackets: operators since the last comma or line.
    levels, depth, brackets = [0], 0, 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            levels.append(0)
        elif kind == "close" and len(levels) > 1:
            depth -= levels.pop()
        elif kind == "end":
            if match[0] != "\n" or len(levels) == 1:
                depth -= levels[-1]
                levels[-1] = 0
        elif kind == "deeper":
            levels[-1] += 1
            depth += 1
        brackets = len(levels) - 1
        if depth + brackets > _MAX_DEPTH or brackets > limit:
            return True
    # What is never closed is wrong in every version, and slow to find out.
    return len(levels) > 1


def _older(module: cst.Module) -> str:
    """The module without what came after Python 3.11 (PEP 695, 696, 701, 750, 758).

    Every line stays where it was.
    """
    tree: Any = m.replace(module, m.FormattedString() | m.TemplatedString(), _string)
    tree = m.replace(tree, m.ClassDef() | m.FunctionDef(), _without_parameters)
    tree = m.replace(tree, m.TypeAlias(), _alias)
    tree = m.replace(tree, m.ExceptHandler(type=m.Tuple(lpar=[])), _handler)
    code: str = tree.code
    return code


def _string(node: Any, _: object) -> cst.FormattedString:
    lines = "\n" * cst.Module([]).code_for_node(node).count("\n")
    return cst.FormattedString([cst.FormattedStringText(lines)], 'f"""', '"""')


def _without_parameters(node: Any, _: object) -> Any:
    return node.with_changes(type_parameters=None)


def _alias(node: Any, _: object) -> cst.Assign:
    return cst.Assign([cst.AssignTarget(node.name)], cst.Ellipsis())


def _handler(node: Any, _: object) -> Any:
    kind = node.type.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return node.with_changes(type=kind)
