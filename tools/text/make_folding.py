"""Write src/holdfast/text/folding.txt: traditional characters and, below them, simplified ones.

usage: python tools/text/make_folding.py [WORK_DIR]

The characters are OpenCC's (TSCharacters, Apache-2.0), from a package that is fetched by version and
checked by hash. Of several simplified forms the first is taken: OpenCC lists the commonest first.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path

REQUIREMENT = "opencc-python-reimplemented==0.1.7"
ARCHIVE = "opencc-python-reimplemented-0.1.7.tar.gz"
SHA256 = "4f777ea3461a25257a7b876112cfa90bb6acabc6dfb843bf4d11266e43579dee"
MEMBER = "opencc-python-reimplemented-0.1.7/opencc/dictionary/TSCharacters.txt"
TARGET = Path(__file__).parents[2] / "src/holdfast/text/folding.txt"


def fetch(work: Path) -> str:
    """The dictionary's text, downloaded unless it is there already."""
    archive = work / ARCHIVE
    if not archive.exists():
        work.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary",
             ":all:", "--dest", str(work), REQUIREMENT],
            check=True,
        )  # fmt: skip
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{archive} is not the file this was written for: sha256 {found}")
    with tarfile.open(archive) as files:
        stream = files.extractfile(MEMBER)
        if stream is None:
            raise SystemExit(f"{archive} has no {MEMBER}")
        return stream.read().decode("utf-8")


def pairs(dictionary: str) -> dict[str, str]:
    """One character to one, of the plane that people write in, and never to one that goes on."""
    found = {}
    for line in dictionary.splitlines():
        old, _, new = line.partition("\t")
        new = new.split(" ")[0]
        if len(old) == len(new) == 1 and max(old, new) <= "\u9fff" and old != new:
            found[old] = new
    return {old: found.get(new, new) for old, new in sorted(found.items())}


def main() -> None:
    """Fetch, choose, write."""
    work = Path(sys.argv[1] if len(sys.argv) > 1 else "/tmp/holdfast-text")
    chosen = pairs(fetch(work))
    lines = ["".join(chosen), "".join(chosen.values())]
    TARGET.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    print(f"{len(chosen)} characters in {TARGET.name}")


if __name__ == "__main__":
    main()
