"""The faults that tagger answers with one line instead of a traceback."""

from __future__ import annotations


class TaggerError(Exception):
    """Wrong usage, wrong configuration or a target that cannot be read: exit status 2.

    The message is one sentence for the user: what, where, what to do.
    """


class RefusedError(Exception):
    """No safe edit of a file can be proven; ``reason`` says why, as a clause for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ParseError(Exception):
    """A text is not valid in its format; the readers of formats raise their own kinds of it."""


class ReadError(Exception):
    """One file of a repository cannot be read; the run goes on.

    Attributes:
        path: the file, relative to the root of its tree.
        reason: why, as a clause without a full stop.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class NotAFileError(ReadError):
    """Absent, a directory, a device, or a link that leads to no file inside the tree."""


class PointerError(ReadError):
    """The file is a Git LFS pointer: its content lies elsewhere."""


class LimitError(ReadError):
    """A file, or all files together, are over a limit; the report says ``complete: false``."""


class EncodingError(ReadError):
    """The bytes are not UTF-8."""
