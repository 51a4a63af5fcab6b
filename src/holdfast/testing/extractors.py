"""An extractor that does as it is told: claims and gists are written out in the messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Extraction, Extractor, Gist, Said, Sense

_CLAIM = re.compile(
    r"(?:(?P<about>[^=:]+): )?(?P<ends>no )?(?P<topic>\w+)(?:/(?P<sub>[^=]+?))? = (?P<value>.+?)"
    r"(?: (?P<how>not|after) (?P<was>.+))?"
)
_NOTED = re.compile(r"(?P<what>gist|tag|mood): (?P<text>.+)")


class FakeExtractor(Extractor):
    """Reads a line of a message as a claim, a gist, a tag or a mood, and passes over the others.

    ``home = Beijing``, ``like/colour = blue``, ``sister: work/employer = Acme``; ``no pet = a cat``
    ends a value, ``home = Xi'an after Beijing`` replaces one, ``home = Xi'an not Beijing`` corrects
    it. ``gist: She moved.``, ``tag: mood = calm`` and ``mood: joy`` are noticed. Who speaks does
    not trouble it. It remembers what it read, and fails while `error` is set.
    """

    identity = "fake"

    def __init__(self, *, most: int = 200) -> None:
        self.most = most
        self.error = ""
        self.well = True
        self.provisional = False
        self.read: list[list[str]] = []
        self.meanwhile: Callable[[], object] = lambda: None
        """What happens while it thinks."""

    def extract(self, said: Sequence[Said]) -> Extraction:
        self.meanwhile()
        if self.error:
            return Extraction(error=self.error)
        self.read.append([each.text for each in said if not each.known])
        lines = [(each, line) for each in said if not each.known for line in each.text.split("\n")]
        noted = [(each, found) for each, line in lines if (found := _NOTED.fullmatch(line))]
        return Extraction(
            claims=tuple(
                _claim(each, found)
                for each, line in lines
                if not _NOTED.fullmatch(line) and (found := _CLAIM.fullmatch(line))
            ),
            gists=tuple(Gist(text, (each.id,)) for each, text in _those(noted, "gist")),
            sense=Sense(emotions=tuple(text for _, text in _those(noted, "mood"))),
            tags=tuple(_pair(text) for _, text in _those(noted, "tag")),
            by=self.identity,
            provisional=self.provisional,
        )


def _those(noted: Iterable[tuple[Said, re.Match[str]]], what: str) -> list[tuple[Said, str]]:
    return [(each, found["text"]) for each, found in noted if found["what"] == what]


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition(" = ")
    return name, value


def _claim(said: Said, found: re.Match[str]) -> Claim:
    speaker = said.me if said.me not in ("", "assistant") else USER
    return Claim(
        topic=found["topic"],
        sub=found["sub"] or "",
        value=found["value"],
        text=found[0],
        sources=(said.id,),
        about=found["about"] or speaker,
        was=found["was"] or "",
        ends=bool(found["ends"]),
        corrects=found["how"] == "not",
    )
