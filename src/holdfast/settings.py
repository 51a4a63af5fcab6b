"""Every setting: its name, default, environment name, kind and one line of explanation.

The fields of `Settings` are the one table. The files, the environment, the commented file that
`holdfast init` writes and the page docs/reference/settings.md are all read from or drawn from it.
Nothing is read when this module is imported.

A value is looked for in the environment first, then in one settings file, then the default holds.
A text whose default is empty may stay so: that is "not set".
No message of this module repeats a value: it may be a secret that was put in the wrong place.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.errors import SettingsRefused

FILE_NAME = "holdfast.toml"
PREFIX = "HOLDFAST_"
CONFIG = "HOLDFAST_CONFIG"

_NOT_SETTINGS = {CONFIG, "HOLDFAST_USER", "HOLDFAST_URL", "HOLDFAST_KEY"}
_FILE_HEAD = """\
# Settings of Holdfast. Every line that is commented out shows the default.
# An environment variable of the name given wins over this file.
"""
_WORDS = {"1": True, "true": True, "yes": True, "on": True}
_WORDS |= {"0": False, "false": False, "no": False, "off": False}
_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_PLAIN_NAME = re.compile(r"(?=.{1,40}\Z)[a-z]+(_[a-z]+)*")


HIDDEN = "***"
EMBEDDERS = ("static", "none", "openai", "onnx", "sentence-transformers", "fastembed")

_PLAIN_ADDRESS = re.compile(r"https?://[^\s@?#]+")
_KEY_IN_PATH = re.compile(r"(?<=[^/]/)(?=[^/]*\d)[^/]{20,}")


def _as_secret(_: str) -> str:
    return HIDDEN


def _as_address(text: str) -> str:
    """An address without what may be a secret in it: a login, a query, a key in the path."""
    return _KEY_IN_PATH.sub(HIDDEN, text) if _PLAIN_ADDRESS.fullmatch(text) else HIDDEN


def _setting(
    default: object,
    explanation: str,
    *,
    least: float | None = None,
    words: tuple[str, ...] = (),
    hide: Callable[[str], str] | None = None,
) -> Any:
    """A field of the table. `hide` makes of a value what may be shown of it."""
    metadata = {"explanation": explanation, "least": least, "words": words, "hide": hide}
    return field(default=default, metadata=metadata, repr=hide is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be set. Frozen; a value of the wrong kind or too small raises SettingsRefused."""

    db: str = _setting(
        "memory.db", "The memory: one SQLite file. In a settings file, relative to that file."
    )
    space: str = _setting("default", "The space (tenant) that is meant where none is named.")
    time_zone: str = _setting("UTC", "The zone of times that are given without one.")
    max_message_chars: int = _setting(
        1_000_000, "The longest text that one message may have, in characters.", least=1
    )
    max_batch: int = _setting(1_000, "The most messages that one call may add.", least=1)
    max_parts_bytes: int = _setting(
        16 * 1024 * 1024, "The most that the parts of one message may weigh, in bytes.", least=0
    )
    inline_part_bytes: int = _setting(
        4_096, "Parts larger than this are kept by reference, in bytes.", least=0
    )
    recall_cache_mb: int = _setting(
        256, "The memory that indexes of recently asked users may take, in MiB.", least=1
    )
    recall_wait_seconds: float = _setting(
        2.0, "How long a recall waits for a model that is far away, in seconds.", least=0
    )
    context_budget: int = _setting(
        1_000, "The size of a context where none is named, in tokens.", least=1
    )
    session_idle_seconds: float = _setting(
        1800.0, "A session that is silent for so long is sealed.", least=0.001
    )
    session_limit_seconds: float = _setting(
        86_400.0, "The longest stretch of a session before it is sealed all the same.", least=0.001
    )
    memo_window: int = _setting(
        64, "How many messages the recent memo keeps word for word.", least=2
    )
    memo_review: bool = _setting(
        True, "Whether the recent memo is reviewed for contradictions and repetitions."
    )
    learning: bool = _setting(
        True,
        "Whether knowledge is made of what is said: facts, events, a profile, standing "
        "instructions. What is said is kept and found without it too.",
    )
    archive_dir: str = _setting(
        "", "The folder where sealed sessions are kept as files; not set: they are not."
    )
    archive_gz: bool = _setting(True, "Whether these files are packed.")
    busy_seconds: float = _setting(
        60.0, "How long to wait for another process that is writing, in seconds.", least=0
    )
    backup_days: int = _setting(
        7, "How long a copy made before an upgrade of the file is kept, in days.", least=0
    )
    job_attempts: int = _setting(8, "How often a job is tried before it counts as dead.", least=1)
    job_lease_seconds: int = _setting(
        60, "After this long without a sign of life another worker takes a job up.", least=1
    )
    worker: bool = _setting(True, "Whether an open memory runs jobs in a thread of its own.")
    worker_poll_seconds: float = _setting(
        2.0, "How long an idle worker waits before it looks for jobs again.", least=0.01
    )
    serve_host: str = _setting("127.0.0.1", "The address that the server listens on.")
    serve_port: int = _setting(48912, "The port that the server listens on.", least=0)
    serve_hosts: str = _setting(
        "", "More names that the server may be called by, separated by commas."
    )
    serve_origins: str = _setting(
        "", "Web pages (https://...) that may call the server, separated by commas."
    )
    serve_body_kb: int = _setting(
        1024,
        "The largest request that the server takes, in KiB; imports have a limit of their own.",
        least=1,
    )
    serve_import_mb: int = _setting(
        1024, "The largest import that the server takes, unpacked, in MiB.", least=1
    )
    serve_depth: int = _setting(64, "How deep JSON in a request may be nested.", least=1)
    serve_rate: float = _setting(
        1000.0, "Requests a second that one key may make; 0: as many as it likes.", least=0
    )
    serve_wait_seconds: float = _setting(
        30.0, "How long a request may take to arrive, in seconds.", least=0.01
    )
    serve_threads: int = _setting(16, "How many requests are worked on at once.", least=1)
    openai_upstream: str = _setting(
        "",
        "The OpenAI-compatible server that requests to /openai/v1 are passed on to, with memory.",
        hide=_as_address,
    )
    openai_key: str = _setting(
        "",
        "Its key, for all callers. Not set: each caller's own is passed on.",
        hide=_as_secret,
    )
    openai_user: str = _setting(
        "", "Whose memory is meant where a request names no user; not set: nobody's."
    )
    openai_wait_seconds: float = _setting(
        0.5, "How long an answer waits for memory before it goes on without.", least=0.001
    )
    openai_silence_seconds: float = _setting(
        600.0, "The longest silence of that server before a request is given up.", least=0.01
    )
    master: str = _setting(
        "master", "The user whose memory a character's app keeps (see serve --character-routes)."
    )
    embedder: str = _setting(
        "static", "What finds texts that mean alike. static needs nothing else.", words=EMBEDDERS
    )
    embed_url: str = _setting(
        "", "The server of openai; where not set, OpenAI's own.", hide=_as_address
    )
    embed_key: str = _setting(
        "", "The server's key. Best given in the environment.", hide=_as_secret
    )
    embed_model: str = _setting("", "The model's name; for onnx, its file or folder.")
    embed_revision: str = _setting(
        "", "Which edition of the model. Another one has all vectors made again."
    )
    embed_dimensions: int = _setting(
        0, "The length of the vectors of openai; 0: as long as the first one.", least=0
    )
    embed_inline: bool = _setting(
        False, "Whether a model of this machine runs while a message is added, not in a job."
    )
    embed_tokenizer: str = _setting(
        "", "The tokenizer.json of onnx, where it does not lie beside the model."
    )
    model_url: str = _setting(
        "", "The server of language models, for roles that name none.", hide=_as_address
    )
    model_key: str = _setting(
        "", "Its key. Best given in the environment; without model_url, OpenAI's.", hide=_as_secret
    )
    model_name: str = _setting(
        "", "The language model, for roles that name none. Where none is set, rules do the work."
    )
    summary_url: str = _setting(
        "",
        "The server that summarises, where it is another. It needs a key of its own.",
        hide=_as_address,
    )
    summary_key: str = _setting("", "The key for summaries, where it is another.", hide=_as_secret)
    summary_model: str = _setting("", "The model that summarises, where it is another.")
    review_url: str = _setting(
        "",
        "The server that reviews memos, where it is another. It needs a key of its own.",
        hide=_as_address,
    )
    review_key: str = _setting("", "The key for reviews, where it is another.", hide=_as_secret)
    review_model: str = _setting("", "The model that reviews memos, where it is another.")
    extract_url: str = _setting(
        "",
        "The server that finds what is told of people, where it is another. It needs a key of its own.",
        hide=_as_address,
    )
    extract_key: str = _setting("", "The key for extraction, where it is another.", hide=_as_secret)
    extract_model: str = _setting(
        "", "The model that finds what is told of people, where it is another."
    )
    rerank_url: str = _setting(
        "",
        "The server that looks at recalled texts again, where it is another. It needs a key of its "
        "own.",
        hide=_as_address,
    )
    rerank_key: str = _setting("", "The key for reranking, where it is another.", hide=_as_secret)
    rerank_model: str = _setting(
        "",
        "The model that looks at recalled texts again. Where neither it nor its server is set, none.",
    )
    model_connect_seconds: float = _setting(
        5.0, "How long to wait for a connection to a model's server.", least=0.01
    )
    model_read_seconds: float = _setting(
        60.0, "The longest silence of a server that is answering.", least=0.01
    )
    model_total_seconds: float = _setting(
        120.0, "The most that one request may take, with all its attempts.", least=0.01
    )
    model_attempts: int = _setting(3, "How often a request is tried.", least=1)
    model_failures: int = _setting(
        5, "After so many failures in a row a server is left alone for a while.", least=1
    )
    model_cool_down_seconds: float = _setting(30.0, "How long it is left alone.", least=0.01)

    where: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """By what each setting was given: a file or a variable. A program that gives one says nothing."""

    def __post_init__(self) -> None:
        for row in TABLE:
            row.check(getattr(self, row.name), f"Settings({row.name}=...)")

    def set_by(self, names: Iterable[str]) -> dict[str, str]:
        """Those of these settings that are not at their default, each with what gave it, if known."""
        usual = {row.name: row.default for row in TABLE}
        given = (name for name in names if name in usual and self._is_given(name, usual[name]))
        return {name: self.where.get(name, "") for name in given}

    def _is_given(self, name: str, usual: object) -> bool:
        return name in self.where or getattr(self, name) != usual


class Row(NamedTuple):
    """One line of the table of settings."""

    name: str
    kind: type
    default: Any
    explanation: str
    least: float | None
    words: tuple[str, ...] = ()
    hide: Callable[[str], str] | None = None

    @property
    def environment(self) -> str:
        """The name of the environment variable that wins over the file."""
        return PREFIX + self.name.upper()

    @property
    def optional(self) -> bool:
        """Whether it may be empty, which means that it is not set."""
        return self.kind is str and self.default == ""

    @property
    def wanted(self) -> str:
        """What a value must be, in words."""
        if self.name == "time_zone":
            return "the name of a time zone, such as Asia/Shanghai"
        if self.words:
            return f"one of {', '.join(self.words)}"
        if self.kind is str:
            return "text" if self.optional else "text that is not empty"
        return _KINDS[self.kind] + (f", {self.least:g} or more" if self.least is not None else "")

    def check(self, value: object, where: str) -> Any:
        """The value in its own kind, or SettingsRefused that names `where` and what is wanted."""
        if self.kind is float and type(value) is int:
            value = float(value)
        if type(value) is not self.kind or not self._fits(value):
            raise SettingsRefused(f"{where}: {self.name} must be {self.wanted}.")
        return value

    def _fits(self, value: Any) -> bool:
        if self.name == "time_zone":
            return is_time_zone(value)
        if self.words:
            return value in self.words
        if self.kind is str:
            return (value == "" and self.optional) or (bool(value.strip()) and "\0" not in value)
        return self.least is None or self.least <= value < float("inf")

    def parse(self, text: str, where: str) -> Any:
        """The value that an environment variable's text stands for, or SettingsRefused."""
        text = text.strip()
        try:
            value = _WORDS[text.lower()] if self.kind is bool else self.kind(text)
        except (KeyError, ValueError):
            value = None
        return self.check(value, where)


DEFAULT = "default"
"""Where a setting came from that nobody has set."""


class Origin(NamedTuple):
    """A setting as it may be shown, and where it came from: the default, a file or a variable."""

    name: str
    value: Any
    where: str


def _row(definition: Field[Any]) -> Row:
    default = definition.default
    return Row(definition.name, type(default), default, **definition.metadata)


TABLE: tuple[Row, ...] = tuple(_row(each) for each in fields(Settings) if each.metadata)


def is_time_zone(name: str) -> bool:
    """Whether the system (or the tzdata package) knows a zone of this name."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False
    return True


def load_settings(file: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings as `origins` finds them. Raises SettingsRefused as it does."""
    found = [origin for _, origin in _found(file, environ)]
    where = {origin.name: origin.where for origin in found if origin.where != DEFAULT}
    return Settings(**{origin.name: origin.value for origin in found}, where=where)


def origins(file: Path | None = None, environ: Mapping[str, str] | None = None) -> list[Origin]:
    """Every setting in the order of the table, with its value and where it came from.

    The environment wins over the file; an empty variable counts as not set. A file with unknown
    names, and values of the wrong kind, raise SettingsRefused. Of a secret that is set, the value
    is HIDDEN.
    """
    return [
        origin._replace(value=row.hide(origin.value)) if row.hide and origin.value else origin
        for row, origin in _found(file, environ)
    ]


def _found(file: Path | None, environ: Mapping[str, str] | None) -> list[tuple[Row, Origin]]:
    """Every row with its value as it is, secrets too."""
    environ = os.environ if environ is None else environ
    path = settings_file(file, environ)
    written = _read(path) if path else {}
    return [(row, _origin(row, environ, path, written)) for row in TABLE]


def named_space(file: Path | None = None, environ: Mapping[str, str] | None = None) -> str | None:
    """The space that the environment or the file names; None where neither does.

    A server is not told of the default: there the key decides.
    """
    (origin,) = [each for each in origins(file, environ) if each.name == "space"]
    return None if origin.where == DEFAULT else str(origin.value)


def settings_file(
    file: Path | None = None, environ: Mapping[str, str] | None = None
) -> Path | None:
    """The settings file that holds, or None where there is none.

    `file`, else HOLDFAST_CONFIG, else ./holdfast.toml, else the one in the user's configuration
    folder. One that is named must exist, else SettingsRefused; a folder that may not be looked into
    holds none.
    """
    environ = os.environ if environ is None else environ
    if file is None and environ.get(CONFIG):
        file = from_home(environ[CONFIG])
    if file is not None:
        if not _is_file(file):
            raise SettingsRefused(f"There is no settings file {file}.")
        return file
    return next((place for place in _usual_places(environ) if _is_file(place)), None)


def from_home(path: str | Path) -> Path:
    """The path with a home folder for its ~; as it is where there is no such home."""
    return Path(os.path.expanduser(path))  # noqa: PTH111  unlike Path's, it never raises


def unknown_variables(environ: Mapping[str, str] | None = None) -> list[str]:
    """Environment names that begin as ours do and mean nothing: most likely misspelt."""
    environ = os.environ if environ is None else environ
    known = {row.environment for row in TABLE} | _NOT_SETTINGS
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)


def commented_toml(chosen: Mapping[str, object] | None = None) -> str:
    """A settings file that explains itself: every setting, commented out unless it is `chosen`.

    What may be a secret is never written.
    """
    parts = [_FILE_HEAD]
    for row in TABLE:
        value = None if row.hide else (chosen or {}).get(row.name)
        line = f"{row.name} = {_toml(row.default if value is None else value)}"
        mark = "# " if value is None else ""
        parts.append(f"\n# {row.explanation} ({row.environment})\n{mark}{line}\n")
    return "".join(parts)


def _is_file(place: Path) -> bool:
    return os.path.isfile(place)  # noqa: PTH113  unlike Path's, it never raises


def _usual_places(environ: Mapping[str, str]) -> Iterator[Path]:
    yield Path(FILE_NAME)
    folder = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not folder.is_absolute():  # the XDG specification: anything else is to be ignored
        try:
            home = Path.home()
        except RuntimeError:
            return
        if sys.platform == "win32":
            folder = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
        elif sys.platform == "darwin":
            folder = home / "Library" / "Application Support"
        else:
            folder = home / ".config"
    yield folder / "holdfast" / FILE_NAME


def _origin(
    row: Row, environ: Mapping[str, str], path: Path | None, written: dict[str, Any]
) -> Origin:
    text = environ.get(row.environment, "")
    if text.strip():
        value, where = row.parse(text, row.environment), row.environment
    elif row.name in written:
        value, where = row.check(written[row.name], str(path)), str(path)
    else:
        return Origin(row.name, row.default, DEFAULT)
    if row.name == "db":
        value = _located(value, path.parent if path and where == str(path) else Path())
    return Origin(row.name, value, where)


def _located(db: str, folder: Path) -> str:
    return db if db.startswith(":") else str(folder / from_home(db))


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        text = path.read_text("utf-8-sig")
        written = tomllib.loads(text)
    except OSError as error:
        raise SettingsRefused(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise SettingsRefused(f"{path} is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        # Only the place is passed on: the parser's own words may quote what it read there.
        place = re.search(r"line \d+", str(error))
        at = f", {place[0]}," if place else ""
        raise SettingsRefused(f"{path}{at} is not TOML (name = value).") from None
    for name in written:
        if name not in _NAMES:
            raise _unknown(path, text, name)
    return written


def _unknown(path: Path, text: str, name: str) -> SettingsRefused:
    # A name is repeated only if it looks like one: a secret may stand on the wrong side of the =.
    shown = f" {name}" if _PLAIN_NAME.fullmatch(name) else ""
    opening = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}\b""")
    lines = enumerate(text.splitlines(), 1)
    number = next((number for number, line in lines if opening.match(line)), None)
    at = f", line {number}" if number else ""
    return SettingsRefused(
        f"{path}{at}: there is no such setting{shown}. The settings are: {', '.join(_NAMES)}."
    )


def _toml(value: object) -> str:
    if isinstance(value, str):
        import json

        # A JSON string is a TOML string too, but for one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


_NAMES = tuple(row.name for row in TABLE)
