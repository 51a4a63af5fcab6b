"""The calls that change files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.stores.files.disk import Disk, make_folders


def test_a_folder_may_be_there(tmp_path: Path):
    Disk().make_folder(tmp_path / "a")
    Disk().make_folder(tmp_path / "a")
    assert (tmp_path / "a").is_dir()


def test_a_folder_does_not_take_the_place_of_a_file(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"kept")
    with pytest.raises(FileExistsError):
        Disk().make_folder(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"kept"


def test_a_folder_that_is_taken_away_meanwhile_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "a"
    folder.mkdir()

    def there_then_gone(path: Path, mode: int = 0o777) -> None:
        path.rmdir()  # by someone else, just after we heard that it is there
        raise FileExistsError

    monkeypatch.setattr(Path, "mkdir", there_then_gone)
    with pytest.raises(FileNotFoundError):
        Disk().make_folder(folder)


def test_folders_are_made_down_to_the_last(tmp_path: Path):
    make_folders(Disk(), tmp_path / "root", tmp_path / "root" / "a" / "b")
    assert (tmp_path / "root" / "a" / "b").is_dir()
