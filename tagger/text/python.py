"""Python source as a syntax tree, judged by Python's own compiler and never run.

``compile`` answers every hostile text that was tried with an exception: brackets, operators and
patterns nested 100,000 deep. libcst's parser needs exponential time for nested patterns and
overflows the stack at some 1,500 brackets, so it only steps in, behind tight bounds, where a file
may use syntax that is newer than the Python which runs tagger.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings

from tagger.core.places import Span

#: The newest Python that a release of one of the frameworks runs on (verifiers 0.4.0: <3.15).
NEWEST_SYNTAX = (3, 14)
#: Rows of prefix operators. No Python compiles 6,000 in a row; on the small stacks of some threads
#: such a row would overflow the stack before it is refused.
_ROW = re.compile(rb"(?:(?:[-+~]|\bnot\b|\blambda\s*+:)\s*+)++")
_OPERATOR = re.compile(rb"[-+~]|not|lambda")
_MAX_ROW = 6_000


class PythonError(Exception):
    """Python cannot compile the source. ``reason`` is a clause, ``span`` the place."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


class NestingError(PythonError):
    """The source nests deeper than any parser can follow."""

    def __init__(self) -> None:
        super().__init__("nested too deeply", Span(1))


def parse(source: bytes) -> ast.Module:
    """The tree of a module, its bytes decoded as Python decodes them (mark, coding line, UTF-8).

    Raises:
        PythonError: the source does not compile under any Python up to ``NEWEST_SYNTAX``.
    """
    if any(_is_too_long(row[0]) for row in _ROW.finditer(source)):
        raise NestingError
    try:
        return _compiled(source)
    except NestingError:
        raise
    except PythonError:
        newer = _lowered(source) if sys.version_info < NEWEST_SYNTAX else None
        if newer is None:
            raise
        return _compiled(newer)


def _is_too_long(row: bytes) -> bool:
    return len(row) > _MAX_ROW and len(_OPERATOR.findall(row)) > _MAX_ROW


def _compiled(source: bytes) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
            compile(source, "<module>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise PythonError(_reason(error), _place(error)) from None
    except (RecursionError, MemoryError):
        raise NestingError from None
    except (ValueError, OverflowError) as error:  # Python 3.11: NUL bytes
        raise PythonError(str(error), Span(1)) from None
    return tree


def _reason(error: SyntaxError) -> str:
    return re.sub(r" \(<\w+>, line \d+\)$", "", error.msg or "invalid syntax")


def _place(error: SyntaxError) -> Span:
    line, column = error.lineno or 1, error.offset or 1
    return Span(max(line, 1), max(column, 1))


def _lowered(source: bytes) -> bytes | None:
    """The source in older syntax, or ``None`` where newer syntax is not what is wrong."""
    from tagger.text.python_newer import lower

    return lower(source)
