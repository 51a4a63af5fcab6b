"""Names: whatever stands where a character's name belongs, no file elsewhere is reached by it."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from holdfast.entrypoints.http.character.names import character_in, checked_character
from holdfast.errors import InvalidInput
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.entrypoints.http.character.conftest import Served

SECRET = "the spare key is under the blue pot"

PATHS = (
    *("..", "../x", "../secret", "../../secret", "../../../../../../etc/passwd", "x/../../secret"),
    *("/etc/passwd", "//etc/passwd", "./secret", "secret/", "x/y", "a/../b", "....//....//secret"),
    *("..;/secret", "../secret\x00", "~/.ssh/id_rsa", "~", ".", " . ", "...", "a..b", "/", "//"),
    *("..\\..\\secret", "\\\\server\\share\\secret", "C:\\secret", "C:/secret", "x\\", "\\"),
    *("\\\\?\\C:\\secret", "\\\\.\\pipe\\x", "file:///etc/passwd", "http://127.0.0.1/secret"),
    *("．．／secret", "‥/secret", "‥／secret", "…／…／secret", "．．", "‥", "小八／secret"),
    *("∕etc∕passwd", "⁄etc⁄passwd", "＼＼server＼share", "﹨secret", "⧸etc", "小八∖secret", "╱x"),
    *(
        "％2e％2e％2fsecret",
        "..％2fsecret",
        "。。/secret",
        "小八/../../secret",
        "../" * 60 + "secret",
    ),
)
UNREADABLE = (
    *(
        "",
        " ",
        "\t",
        "\n",
        "\x00",
        "x\x00",
        "x\x00.json",
        "\x00/../secret",
        "x\ny",
        "x\r\nSet-Cookie: a=b",
    ),
    *("\x7f", "\x1b[2J", "x\u2028y", "小\x85八", "小\ufffd八", "A" * 257, "小" * 257, "A" * 5000),
)
BROKEN = (  # as they stand in an address: no UTF-8, or dots and slashes written the long way
    *("%ff", "%c0%ae%c0%ae%c0%afsecret", "%c0%af", "%e0%80%ae%e0%80%ae/secret", "%f0%80%80%af"),
    *("%00", "x%00.json", "%D0%A1%B0%CB", "%ed%a0%80", "..%c1%9csecret"),
)


def _encodings(name: str) -> Iterator[str]:
    """The name as it may stand in an address."""
    once = quote(name, safe="")
    yield once
    yield quote(once, safe="")
    yield quote(quote(once, safe=""), safe="")
    yield "".join(f"%{byte:02x}" for byte in name.encode())
    yield "".join(f"%{byte:02X}" for byte in name.encode())
    yield once.replace(".", "%2E").replace("%2F", "%2f")


def corpus() -> list[str]:
    """At least 300 names, encoded, none of which is a character's."""
    found = [form for name in (*PATHS, *UNREADABLE) for form in _encodings(name)]
    return [*dict.fromkeys((*found, *BROKEN))]


def test_the_corpus_is_large_enough():
    assert len(corpus()) >= 300


def tree(server: Served) -> dict[str, bytes]:
    """Every file outside the archives and the memory, and what is in it."""
    outside = (
        path
        for path in server.folder.rglob("*")
        if path.is_file() and server.archives not in path.parents
    )
    return {
        str(path): path.read_bytes() for path in outside if not path.name.startswith("memory.db")
    }


@pytest.fixture
def server(serve, tmp_path: Path) -> Served:
    (tmp_path / "secret").mkdir()
    for name in ("secret/x.json", "recent_secret.json", "x.json", "secret.json"):
        (tmp_path / name).write_text(SECRET)
    made: Served = serve(summariser=FakeSummariser(), reviewer=FakeReviewer())
    return made


class Caller:
    """Sends a target as it is: a client of more comfort would tidy it up first."""

    def __init__(self, server: Served) -> None:
        address = urlsplit(str(server.client.base_url))
        self._connection = http.client.HTTPConnection(address.hostname or "", address.port)
        self._headers = {"x-app": server.client.headers["x-app"]}

    def __call__(self, method: str, target: str, body: object = None) -> tuple[int, str]:
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, target, sent, self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read().decode()

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def call(server: Served) -> Iterator[Caller]:
    with closing(Caller(server)) as made:
        yield made


HISTORY = {"input_history": json.dumps([{"role": "user", "content": "hi"}] * 2)}
BY_PATH = (
    ("POST", "/process/{}", HISTORY),
    ("POST", "/renew/{}", HISTORY),
    ("GET", "/get_recent_history/{}", None),
    ("GET", "/search_for_memory/{}/query", None),
    ("GET", "/get_settings/{}", None),
    ("GET", "/new_dialog/{}", None),
    ("POST", "/archive/merge_by_day/{}?date=20240101", None),
)


def let_through(call: Caller) -> list[str]:
    """What of the corpus is answered as if it were a name, on any route."""
    return [*_let_through_paths(call), *_let_through_files(call)]


def _is_refusal(status: int, answer: str) -> bool:
    return status == 400 and SECRET not in answer and bool(json.loads(answer))


def _let_through_paths(call: Caller) -> list[str]:
    return [
        target
        for name in corpus()
        for method, path, body in BY_PATH
        if not _is_refusal(*call(method, target := path.format(name), body))
    ]


def _let_through_files(call: Caller) -> list[str]:
    return [
        target
        for name in corpus()
        for file in (f"recent_{name}.json", name)
        if not _is_refusal(*call("GET", target := f"/api/memory/recent_file?filename={file}"))
    ]


def saved_through(call: Caller) -> list[str]:
    """The same for names in a body, where nothing is encoded."""
    passed = []
    for name in (*PATHS, *UNREADABLE):
        for file in (f"recent_{name}.json", f"recent/{name}.json", name):
            body = {"filename": file, "chat": [{"role": "human", "text": "hi"}]}
            status, answer = call("POST", "/api/memory/recent_file/save", body)
            if status != 400 or json.loads(answer)["success"]:
                passed.append(file)
    return passed


@pytest.mark.capability("F4")
def test_nothing_gets_through_and_no_file_is_reached(server, call):
    before = tree(server)
    assert len(before) == 4
    assert let_through(call) == []
    assert saved_through(call) == []
    assert tree(server) == before
    assert server.memory.admin.users() == []
    assert server.archived() == []


def naive(file: str) -> str:
    """The check that the corpus is there for: how a name begins and ends."""
    if not (file.startswith("recent") and file.endswith(".json")):
        raise InvalidInput("文件名不合法")
    return re.sub(r"^recent_?|\.json$", "", file)


def test_a_naive_check_is_found_out(call, monkeypatch):
    """The planted fault: what only looks at both ends lets a great many through."""
    place = "holdfast.entrypoints.http.character.files.character_in"
    monkeypatch.setattr(place, naive)
    assert len(_let_through_files(call)) > 100
    assert len(saved_through(call)) > 20


def test_names_that_only_look_strange_stay_among_the_archives(server):
    """They are characters' names, and no more: every one has its own folder."""
    names = [
        "CON",
        "nul.txt",
        "C:",
        "a b",
        "小 八",
        "a%b",
        "100%",
        "x.json",
        "-rf",
        "$HOME",
        "`id`",
    ]
    names += ["Juno", "juno", "é", "e\u0301", "a;b", "<b>", "день", "🐱", "x|y", "a*?", "A" * 256]
    before = tree(server)
    for name in names:
        path = f"/process/{quote(name, safe='')}"
        assert server.post(path, json=HISTORY).json() == {"status": "processed"}
    assert server.memory.sessions.agents("小明") == sorted(names)
    assert len(server.archived()) >= len(names)
    assert tree(server) == before


def test_a_link_among_the_archives_leads_nowhere(server, tmp_path):
    """Someone has put a link where a character's folder would be."""
    shelf = server.archives / "default" / "小明"
    shelf.mkdir(parents=True)
    (shelf / "link").symlink_to(tmp_path / "secret", target_is_directory=True)
    before = tree(server)
    assert server.post("/process/link", json=HISTORY).json() == {"status": "accepted"}
    answer = server.post("/archive/merge_by_day/link", params={"date": "20240101"}).json()
    assert answer["success"] is False
    assert "is a link" in answer["error"]
    assert tree(server) == before


@pytest.mark.parametrize(
    "name", ["小八", "Juno", "小八 2号", "a.b", "O'Neil", "小八（猫）", "·", "百分%"]
)
def test_names_of_characters(name):
    assert checked_character(name) == name
    assert character_in(f"recent_{name}.json") == name


def test_what_is_encoded_too_often_is_no_name():
    name = "小八"
    for _ in range(6):
        name = quote(name, safe="")
    with pytest.raises(InvalidInput, match="too often"):
        checked_character(name)
