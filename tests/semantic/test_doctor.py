"""`git mem doctor` where the settings ask for a search by meaning."""

from __future__ import annotations

from tests.agents.test_doctor import checks, doctor
from tests.builder import RepoBuilder
from tests.running import Mem
from tests.semantic.fake import FakeVectors, fake

__all__ = ["fake"]


def test_what_the_settings_name_is_tried(repo: RepoBuilder, mem: Mem, fake: type[FakeVectors]) -> None:
    """Every search of a fresh clone would fail, and a damaged file of vectors too."""
    repo.commit("2026-01-01", {"a.md": "- x\n", ".gitmem.toml": '[semantic]\nprovider = "fake"\n'})
    assert "made by the next search" in doctor(mem)["semantic"]["message"]
    mem.search("x")
    found = doctor(mem)
    assert "fake works with fake:meanings; its vectors are kept" in found["semantic"]["message"]
    assert found["vectors"]["message"].endswith("is whole: 1 of fake:meanings")
    (file,) = repo.git_path.glob("gitmem/vectors-*.sqlite3")
    file.write_bytes(file.read_bytes()[:100])
    damaged = checks(mem("doctor", "--json").json)["vectors"]
    assert (damaged["status"], damaged["cure"]) == ("problem", "git mem index --rebuild")
    assert mem("index", "--rebuild").code == 0 and "vectors" in doctor(mem)


def test_a_provider_that_is_not_installed_is_a_problem(repo: RepoBuilder, mem: Mem) -> None:
    """Where it is found out only by asking, an agent takes the error for the state of the memory."""
    repo.commit("2026-01-01", {"a.md": "- x\n", ".gitmem.toml": '[semantic]\nprovider = "none-such"\n'})
    found = checks(mem("doctor", "--json").json)["semantic"]
    assert found["status"] == "problem" and "none-such" in found["message"]
