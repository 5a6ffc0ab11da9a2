"""The one place that writes to the terminal: reports to stdout, everything else to stderr."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from tagger.core.errors import TaggerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tagger.report.style import Style


class Console:
    """Standard output and standard error, with what the environment says about colours."""

    def __init__(self, out: TextIO, err: TextIO, environ: Mapping[str, str]) -> None:
        self._out = out
        self._err = err
        self._environ = environ
        self.no_colour = False
        self.in_actions = environ.get("GITHUB_ACTIONS") == "true"

    @classmethod
    def standard(cls) -> Console:
        """The process's own streams; what they cannot encode is written as an escape."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        return cls(sys.stdout, sys.stderr, os.environ)

    @property
    def is_terminal(self) -> bool:
        """Whether stdout is for eyes: a terminal, or somewhere that takes colours."""
        return self._out.isatty() or self.style.colour

    @property
    def style(self) -> Style:
        """Colours for stdout."""
        from tagger.report.style import Style

        return Style(self._colour(self._out))

    def write(self, text: str) -> None:
        """Write a piece of the report; a reader that went away is not a fault.

        Raises:
            TaggerError: the text cannot be written, for example because a disk is full.
        """
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:
            self._drop_output()
        except OSError as error:
            raise TaggerError(f"cannot write to stdout: {error.strerror or error}") from None

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Let foreign text out as it is, while a runner of GitHub Actions heeds no command.

        See "Stopping and starting workflow commands" in GitHub's documentation.
        """
        if not self._is_read_by_runner():
            yield
            return
        import secrets

        token = secrets.token_hex(16)
        self.write(f"::stop-commands::{token}\n")
        try:
            yield
        finally:
            self.write(f"::{token}::\n")

    def _is_read_by_runner(self) -> bool:
        """Whether stdout ends in the log of a workflow; a file does not."""
        try:
            return self.in_actions and not stat.S_ISREG(os.fstat(self._out.fileno()).st_mode)
        except OSError:
            return self.in_actions

    def note(self, text: str) -> None:
        """Say something beside the report, in one line."""
        self._say("note", text, "blue")

    def fault(self, text: str) -> None:
        """Say in one line what went wrong."""
        self._say("error", text, "red")

    def raw_note(self, text: str) -> None:
        """Write text of tagger's own, such as a traceback, to stderr as it is."""
        self._err.write(text)

    @property
    def watches(self) -> bool:
        """Whether somebody may be watching stderr."""
        return self._err.isatty() and self._environ.get("TERM") != "dumb"

    def status(self, text: str) -> None:
        """Replace the line of the terminal's cursor."""
        from tagger.text.visible import visible

        self._err.write(f"\r\x1b[K{visible(text)}")
        self._err.flush()

    def _say(self, kind: str, text: str, colour: str) -> None:
        # Imported here: `tagger --version` needs neither.
        from tagger.report.style import Style
        from tagger.text.visible import visible

        label = Style(self._colour(self._err)).paint(f"{kind}:", colour, "bold")
        self._err.write(f"tagger: {label} {visible(text)}\n")

    def _colour(self, stream: TextIO) -> bool:
        """https://no-color.org and https://force-color.org; the former wins."""
        if self.no_colour or self._environ.get("NO_COLOR"):
            return False
        if self._environ.get("FORCE_COLOR"):
            return True
        return stream.isatty() and self._environ.get("TERM") != "dumb"

    def _drop_output(self) -> None:
        """Send the rest nowhere, so that Python's own flush at the end finds no fault either."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._out.fileno())
        os.close(nowhere)
