"""What single values of Harbor's files must look like (harbor 0.26.0, ``models/``).

Each check takes a text and says what is wrong with it as the end of a sentence, or ``None``.
"""

from __future__ import annotations

import re
import unicodedata
from ipaddress import ip_address, ip_network

# ``$`` instead of ``\Z`` on purpose: Harbor lets a line end at the end slip through.
NAME_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*$"
DIGEST_PATTERN = "^sha256:[a-f0-9]{64}$"
_NAME = re.compile(NAME_PATTERN)
_DIGEST = re.compile(DIGEST_PATTERN)
_SERVICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*$")
_TOPOLOGY = re.compile(r"[1-9]\d*(?:x[1-9]\d*)+$")
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$")
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")

_NOT_IN_A_FOLDER_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_WINDOWS_DEVICE = re.compile(
    r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])", re.IGNORECASE
)
_MAX_NAME_BYTES = 255

_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_SECRET_WORD = re.compile(r"KEY|SECRET|TOKEN(?!S)|PASSWORD|CREDENTIAL|AUTH", re.IGNORECASE)
_COOKIES = frozenset({"cookie", "set-cookie"})
_BARE_VARIABLE = r"\$\{[A-Za-z_][A-Za-z0-9_]*(?::-)?\}"
_ONLY_VARIABLES = re.compile(
    rf"\s*(?:[A-Za-z]+\s+)?{_BARE_VARIABLE}(?:[\s:-]*{_BARE_VARIABLE})*\s*"
)


def package_name(text: str) -> str | None:
    """``org/name`` (``ORG_NAME_PATTERN`` of ``harbor/constants.py``)."""
    if _NAME.match(text) and ".." not in text:
        return None
    return (
        f"must have the form org/name (letters, digits, '.', '_', '-'; one slash, no '..'),"
        f" not {text!r}"
    )


def digest(text: str) -> str | None:
    """``sha256:`` and 64 lower-case hexadecimal digits (``models/dataset/manifest.py``)."""
    if _DIGEST.match(text):
        return None
    return f"must be 'sha256:' and 64 lower-case hexadecimal digits, not {text[:80]!r}"


def optional_digest(text: str) -> str | None:
    """A digest, or nothing at all."""
    return digest(text) if text else None


def file_name(text: str) -> str | None:
    """The name of a file without folders."""
    if "/" in text or "\\" in text:
        return f"must be a plain file name, not {text!r}"
    return None


def topology(text: str) -> str | None:
    """The topology of a TPU slice, ``2x4`` or ``2x2x1`` (``TpuSpec``)."""
    if _TOPOLOGY.match(text.strip()):
        return None
    return f"must have the form NxM or NxMxK, not {text!r}"


def step_name(text: str) -> str | None:
    """A folder name that every operating system allows (``models/task/step_name.py``)."""
    if not text.strip() or text in (".", ".."):
        return f"is not a folder name: {text!r}"
    if text.endswith((".", " ")):
        return f"must not end in a dot or a space: {text!r}"
    if match := _NOT_IN_A_FOLDER_NAME.search(text):
        return f"holds {match[0]!r}, which folder names cannot have everywhere: {text!r}"
    if _WINDOWS_DEVICE.fullmatch(text.partition(".")[0].rstrip(" ")):
        return f"is the name of a Windows device: {text!r}"
    if len(text.encode("utf-8", "surrogatepass")) > _MAX_NAME_BYTES:
        return f"is longer than {_MAX_NAME_BYTES} bytes"
    return None


def step_key(name: str) -> str:
    """Equal for two names that some file system takes for one."""
    return unicodedata.normalize("NFC", name).casefold()


def service(text: str) -> str | None:
    """The name of a Compose service."""
    if _SERVICE.match(text.strip()):
        return None
    return f"is not the name of a Compose service: {text!r}"


def allowed_host(text: str) -> str | None:
    """A host name, ``*.host``, an IP address or a network (``allowed_hosts`` of any table)."""
    host = text.strip().lower().rstrip(".")
    if "/" in host or ":" in host:
        if _is_network(host) if "/" in host else _is_ipv6(host):
            return None
        return f"must be a host name, an IP address or a network without host bits, not {text!r}"
    name = host.removeprefix("*.")
    if name != host and _is_address(name):
        return f"puts a wildcard in front of an IP address: {text!r}"
    if all(_LABEL.match(label) for label in name.split(".")):
        return None
    return f"is not a host name: {text!r}"


def _is_network(host: str) -> bool:
    try:
        ip_network(host, strict=True)
    except ValueError:
        return False
    return "%" not in host


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_ipv6(host: str) -> bool:
    return "%" not in host and _is_address(host)


def header(name: str, value: str) -> str | None:
    """A header for an MCP server: no line ends, and credentials only as ``${VARIABLE}``."""
    if not _HEADER.fullmatch(name):
        return f"is not the name of an HTTP header: {name!r}"
    if "\r" in value or "\n" in value:
        return "must not contain line ends"
    variables = _VARIABLE.findall(value)
    if "${" in _VARIABLE.sub(" ", value) or any("${" in default for _, default in variables):
        return "contains '${' that does not begin a variable"
    secret = _is_secret(name) or name.lower() in _COOKIES
    literal = secret and value.strip() and not _ONLY_VARIABLES.fullmatch(value)
    if literal or any(default and (secret or _is_secret(used)) for used, default in variables):
        return "must take a credential from the environment, as ${VARIABLE} without a default"
    return None


def _is_secret(name: str) -> bool:
    return _SECRET_WORD.search(name) is not None


def artifact_source(text: str) -> str | None:
    """A path in the container that does not climb."""
    return f"must not hold '..': {text!r}" if ".." in text.split("/") else None


def artifact_destination(text: str) -> str | None:
    """A path below the folder of artifacts; an empty one counts as none."""
    if not text:
        return None
    if "\\" in text:
        return f"must use forward slashes: {text!r}"
    if text.startswith("/"):
        return f"must be relative: {text!r}"
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if not parts:
        return f"must name a file or folder, not {text!r}"
    if ".." in parts:
        return f"must not hold '..': {text!r}"
    if text.rstrip("/") == "manifest.json":
        return "must not be 'manifest.json', the name of Harbor's own list"
    return None


def is_absolute(path: str) -> bool:
    """Whether a path in a container is absolute, POSIX or with a drive letter."""
    return path.startswith("/") or _DRIVE.match(path) is not None


def megabytes(text: str) -> int:
    """The old form of a size, such as ``2G``, as megabytes (``EnvironmentConfig``).

    Raises:
        ValueError: no number with one of the units G, M, K.
    """
    size = text.strip().upper()
    factors = {"G": 1024.0, "M": 1.0, "K": 1 / 1024}
    if size[-1:] not in factors:
        raise ValueError("must be a number and one of the units G, M, K")
    try:
        return int(float(size[:-1]) * factors[size[-1]])
    except (ValueError, OverflowError):
        raise ValueError("must be a number and one of the units G, M, K") from None
