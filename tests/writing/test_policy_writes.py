"""Writes under the memory policy: what its check would stop is refused at once, and rows come along."""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import diff_of, refused, write

NOW = "2026-10-01T12:00:00Z"
HEAD = "| name | file | triggers |\n|---|---|---|\n"
INDEX = f"# Index\n\n## People\n\n{HEAD}\n## Projects\n\n{HEAD}\n## Decisions\n\n{HEAD}"
POLICY = {".gitmem.toml": '[policy]\nenabled = true\n\n[agents]\nidentities = ["bot*"]\n'}
ADA = "# Ada\n\n- Phone: 31 [stated]\n- Likes tea [observed]\n"
ADA_ROW = "| Ada | memory/people/ada.md | tea |\n"


def begin(repo: RepoBuilder, index: str | bytes | None = INDEX, **more: str) -> None:
    """A repository under the policy, and who commits in it."""
    repo.config("user.name", "Ann Beck")
    repo.config("user.email", "ann@people.example")
    files: dict[str, str | bytes | None] = dict(POLICY)
    if index is not None:
        files["MEMORY.md"] = index
    repo.commit("2026-09-01", files | {f"memory/{path}.md": text for path, text in more.items()})


def index_of(repo: RepoBuilder) -> str:
    """The routing index as it is now."""
    return (repo.path / "MEMORY.md").read_bytes().decode()


# Rows


def test_a_new_note_comes_with_its_row(repo: RepoBuilder, mem: Mem) -> None:
    """The commit of every new person would be stopped until somebody edits a table by hand."""
    begin(repo)
    ran = mem("add", "--to", "memory/people/ada-lind.md", "--provenance", "stated", "Phone: 31")
    row = "| Ada Lind | memory/people/ada-lind.md | phone |"
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("memory/people/ada-lind.md:3@") and lines[1].startswith("MEMORY.md:7@")
    assert lines[1].endswith(row)
    assert diff_of(repo, "MEMORY.md") == ([], [row])
    assert mem("check", "--fail-on", "warning").code == 0


def test_note_and_row_are_one_commit(repo: RepoBuilder, mem: Mem) -> None:
    """A note and its row in two commits is what GM008 stops."""
    begin(repo)
    write(mem, "add", "--to", "memory/projects/orion.md", "--provenance", "observed", "Lead: Ann", "--commit")
    assert repo.ask("show", "--format=", "--name-only").split() == ["MEMORY.md", "memory/projects/orion.md"]
    assert mem("check", "HEAD~1..HEAD", "--fail-on", "warning").code == 0
    assert repo.ask("status", "--porcelain") == ""


def test_an_index_with_changes_of_somebody_else_is_not_committed(repo: RepoBuilder, mem: Mem) -> None:
    """The commit would hold what nobody asked for; nothing is written then."""
    begin(repo)
    (repo.path / "MEMORY.md").write_text(INDEX + "\nSee the wiki.\n")
    call = ["add", "--to", "memory/people/bo.md", "--provenance", "stated", "Role: cook", "--commit"]
    refused(mem, call, "MEMORY.md has other changes")
    assert not (repo.path / "memory").exists()


def test_a_note_that_has_a_row_gets_no_other(repo: RepoBuilder, mem: Mem) -> None:
    """Tables would grow by a row with each line, and triggers chosen by hand stand beside poorer ones."""
    index = INDEX.replace(HEAD, HEAD + ADA_ROW, 1)
    begin(repo, index, **{"people/ada": ADA})
    answer = write(mem, "add", "--to", "memory/people/ada.md", "--provenance", "stated", "Role: pilot")
    assert [each["path"] for each in answer["changes"]] == ["memory/people/ada.md"]
    assert index_of(repo) == index


def test_only_notes_that_the_index_is_for_get_rows(repo: RepoBuilder, mem: Mem) -> None:
    """Days and the log are found by their names, and without the policy the file is somebody's own."""
    begin(repo)
    write(mem, "add", "Fog all day")
    write(mem, "add", "--to", "elsewhere/notes.md", "Fog: all day")
    assert index_of(repo) == INDEX
    (repo.path / ".gitmem.toml").write_text("[policy]\nenabled = false\n")
    write(mem, "add", "--to", "memory/people/bo.md", "Role: cook")
    assert index_of(repo) == INDEX


TABLES = [
    (f"# Index\r\n\r\n{HEAD}".replace("\n", "\r\n").replace("\r\r", "\r"), "{}\r\n"),
    (f"\ufeff# Index\n\n## PEOPLE\n\n{HEAD}\nMore.\n", "{}\n"),
    (f"# Index\n\n{HEAD}| Orion | memory/projects/orion.md | pilot |", "\n{}"),
    (f"# Index\n\n## Who\n\n{HEAD}{ADA_ROW}\n## What\n\n{HEAD}", "{}\n"),
    (
        f"# Index\n\n## People\n\nWho is who.\n\n## Projects\n\n{HEAD}| Ada | memory/projects/ada.md | |\n",
        None,
    ),
    (f"# Index\n\n## Projects\n\n{HEAD}\n## Decisions\n\n{HEAD}", None),
]


@pytest.mark.parametrize(("index", "expected"), TABLES)
def test_the_row_goes_into_the_table_it_belongs_to(
    index: str, expected: str | None, repo: RepoBuilder, mem: Mem
) -> None:
    """By heading, by what is in it, as the only one; else a table is made, and all that was there stays."""
    begin(repo, index.encode(), **{"people/ada": ADA})
    answer = write(mem, "add", "--to", "memory/people/bo-ek.md", "--provenance", "stated", "Role: cook")
    after, row = index_of(repo), "| Bo Ek | memory/people/bo-ek.md | role |"
    if expected is not None:
        assert after.replace(expected.format(row), "", 1) == index
    else:
        assert diff_of(repo, "MEMORY.md").gone == []
        assert f"## People\n\n{'Who is who.' if 'Who' in index else HEAD}" in after
        assert after.count("## People") == 1 and f"{HEAD}{row}\n" in after
    found = next(each for each in answer["cites"] if each["path"] == "MEMORY.md")
    assert after.splitlines()[found["line"] - 1] == row == found["text"]
    findings = mem("check", "--json").json["findings"]
    assert [each for each in findings if each["rule"] == "GM008" and "bo-ek" in each["path"]] == []


@pytest.mark.parametrize(
    ("index", "told"),
    [
        (None, "there is no MEMORY.md, so no row was written; git mem init --policy makes it"),
        ("# Facts\n\n- Ada likes tea\n", "write a line there that leads to memory/people/bo.md"),
    ],
)
def test_without_tables_the_line_is_written_and_the_cure_told(
    index: str | None, told: str, repo: RepoBuilder, mem: Mem
) -> None:
    """A table below a flat memory would make `init` take it for an index and divide it no more."""
    begin(repo, index)
    ran = mem("add", "--to", "memory/people/bo.md", "--provenance", "stated", "Role: cook")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert told in ran.err
    assert (repo.path / "memory/people/bo.md").exists()
    assert index is None or index_of(repo) == index


def test_an_index_of_another_form_or_none_at_all_is_left_alone(repo: RepoBuilder, mem: Mem) -> None:
    """A list of links is an index too, and whoever keeps it out of the notes wants no table in it."""
    begin(repo, "# Index\n\n- [Ada](memory/people/ada.md): tea\n")
    call = ("add", "--to", "memory/people/ada.md", "--provenance", "stated")
    assert mem(*call, "Role: pilot").err == ""
    (repo.path / ".gitmem.toml").write_text('exclude = ["MEMORY.md"]\n\n[policy]\nenabled = true\n')
    (repo.path / "MEMORY.md").write_text("# Mine\n")
    assert mem(*call, "Tea: green").err == ""
    assert index_of(repo) == "# Mine\n"


def test_an_index_behind_a_link_is_not_written_through(repo: RepoBuilder, mem: Mem) -> None:
    """The line is written all the same, and that the row is missing is told."""
    begin(repo, None)
    (repo.path / "INDEX.txt").write_text(INDEX)
    (repo.path / "MEMORY.md").symlink_to("INDEX.txt")
    ran = mem("add", "--to", "memory/people/bo.md", "--provenance", "stated", "Role: cook")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "MEMORY.md" in ran.err
    assert (repo.path / "INDEX.txt").read_text() == INDEX


def test_a_memory_in_a_folder_has_rows_as_seen_from_there(repo: RepoBuilder, mem: Mem) -> None:
    """A notes folder inside a larger repository keeps its index inside, too."""
    repo.commit("2026-09-01", {"notes/MEMORY.md": INDEX, "code.md": "# Code\n"})
    (repo.path / ".gitmem.toml").write_text('root = "notes"\n\n[policy]\nenabled = true\n')
    ran = mem("add", "--to", "memory/people/bo.md", "--provenance", "stated", "Role: cook")
    assert ran.err == ""
    assert "| Bo | memory/people/bo.md | role |\n" in (repo.path / "notes/MEMORY.md").read_text()
    assert (repo.path / "notes/memory/people/bo.md").exists()
    assert mem("check", "--fail-on", "warning").code == 0


@pytest.mark.parametrize("name", ["Ada Lind", "o'brien", "å-ø", "x`y", "p|q", "[z]", "a#b, {c}*&amp;"])
@pytest.mark.representatives(3)
def test_names_that_mean_something_in_a_table(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """A row that leads elsewhere is worse than none: nobody would find the note of Mrs O'Brien."""
    begin(repo)
    ran = mem("add", "--to", f"memory/people/{name}.md", "--provenance", "stated", "Role: cook")
    assert (ran.code, ran.err) == (0, "")
    assert index_of(repo) != INDEX
    assert mem("check", "--fail-on", "warning").code == 0


# Rows for what was done by hand


def test_init_again_writes_the_rows_of_notes_made_by_hand(repo: RepoBuilder, mem: Mem) -> None:
    """The check says what is missing; the command that it names has to be the way out."""
    begin(repo, **{"people/ada": ADA, "decisions/use-x": "# Decision: use X\n\n- Why: cheap [stated]\n"})
    told = [each for each in mem("check", "--all", "--json").json["findings"] if each["rule"] == "GM008"]
    assert len(told) == 2
    assert "git mem init --policy writes its row" in mem("check", "--all").out.replace("\n", " ").replace(
        "  ", ""
    )
    ran = mem("init", "--policy")
    rows = [ADA_ROW.replace("tea", "phone"), "| Decision: use X | memory/decisions/use-x.md | why |\n"]
    assert [
        line.partition("   ")[2] + "\n" for line in ran.out.splitlines() if line[:10] == "MEMORY.md:"
    ] == rows
    assert all(row in index_of(repo) for row in rows)
    assert "GM008" not in {each["rule"] for each in mem("check", "--json").json["findings"]}
    assert write(mem, "init", "--policy")["changes"] == []


def test_a_divided_memory_has_rows_for_old_and_new_notes(repo: RepoBuilder, mem: Mem) -> None:
    """Notes that were there before the index have to be found through it, too, and no row is told to lead
    nowhere because its note is written in the same step."""
    begin(repo, "# Memory\n\n## People\n\n### Bo\n\n- Role: cook\n", **{"people/ada": ADA})
    ran = mem("init", "--policy")
    assert ran.code == 0
    assert "not there" not in ran.err
    assert "| memory/people/ada.md |" in index_of(repo) and "| memory/people/bo.md |" in index_of(repo)


def test_the_row_of_a_renamed_note_keeps_its_triggers(repo: RepoBuilder, mem: Mem) -> None:
    """Words that somebody chose would be lost with a row that is made anew."""
    begin(repo, INDEX.replace(HEAD, HEAD + ADA_ROW, 1), **{"people/ada": ADA})
    repo.git("mv", "memory/people/ada.md", "memory/people/ada-lind.md")
    assert mem("check").code == 1
    assert mem("init", "--policy").err == ""
    row = "| Ada | memory/people/ada-lind.md | tea |"
    assert diff_of(repo, "MEMORY.md") == ([ADA_ROW.strip()], [row])
    assert mem("check").code == 0


def test_the_row_of_a_note_that_is_gone_is_named_and_stays(repo: RepoBuilder, mem: Mem) -> None:
    """`init` takes nothing out; who deleted the note decides."""
    index = INDEX.replace(HEAD, HEAD + ADA_ROW, 1)
    begin(repo, index)
    ran = mem("init", "--policy")
    assert "MEMORY.md:7 points at memory/people/ada.md, which is not there; take the row out" in ran.err
    assert index_of(repo) == index


# Provenance


@pytest.mark.parametrize(
    "call",
    [
        ("add", "--to", "memory/people/ada.md", "Role: pilot"),
        ("add", "--to", "memory/decisions/new.md", "We use git"),
        ("add", "--supersede", "--to", "memory/people/ada.md", "Phone: 44"),
        ("supersede", "memory/people/ada.md:3", "44"),
        ("supersede", "memory/people/ada.md:4", "Likes coffee"),
    ],
)
def test_a_line_without_provenance_is_refused_before_it_is_written(
    call: tuple[str, ...], repo: RepoBuilder, mem: Mem
) -> None:
    """The commit would be stopped later (GM009), and how the old line was known says nothing of the new."""
    begin(repo, **{"people/ada": ADA})
    refused(mem, call, "--provenance stated, observed, inferred or suggested", "nothing was written")
    assert repo.ask("status", "--porcelain") == ""


@pytest.mark.parametrize(
    "call",
    [
        ("add", "--to", "memory/people/ada.md", "Role: pilot [observed]"),
        ("add", "--to", "memory/people/ada.md", "Role: pilot", "--provenance", "suggested"),
        ("add", "--to", "memory/people/ada.md", "[Orion](../projects/orion.md)"),
        ("add", "--to", "memory/context/trip.md", "Hotel: Sonne"),
        ("add", "Tea with Ada"),
        ("supersede", "memory/people/ada.md:3", "44", "--provenance", "stated"),
    ],
)
def test_what_says_how_it_is_known_or_need_not_is_written(
    call: tuple[str, ...], repo: RepoBuilder, mem: Mem
) -> None:
    """A refusal of what the check lets pass would stop honest work."""
    begin(repo, INDEX.replace(HEAD, HEAD + ADA_ROW, 1), **{"people/ada": ADA})
    assert mem(*call).code == 0
    assert "GM009" not in {each["rule"] for each in mem("check", "--json").json["findings"]}


GUESSES = [
    ("supersede", "memory/people/ada.md:3", "44", "--provenance", "inferred"),
    ("supersede", "memory/people/ada.md:3", "Phone: 44 [suggested]"),
    ("add", "--supersede", "--to", "memory/people/ada.md", "Phone: 44", "--provenance", "inferred"),
]


@pytest.mark.parametrize("call", GUESSES)
def test_a_guess_strikes_what_was_stated_only_when_told_to(
    call: tuple[str, ...], repo: RepoBuilder, mem: Mem
) -> None:
    """What somebody said would give way to a conclusion because a program let it."""
    begin(repo, INDEX.replace(HEAD, HEAD + ADA_ROW, 1), **{"people/ada": ADA})
    refused(mem, call, "was stated", "--replace-stated")
    assert repo.ask("status", "--porcelain") == ""
    ran = mem(*call, "--replace-stated")
    assert ran.code == 0
    assert "was stated" in ran.err
    assert "~~Phone: 31 [stated]~~" in (repo.path / "memory/people/ada.md").read_text()


def test_without_the_policy_a_guess_in_the_text_is_told_too(repo: RepoBuilder, mem: Mem) -> None:
    """The tag may stand in the words instead of the option."""
    repo.commit("2026-01-01", {"a.md": ADA})
    ran = mem("supersede", "a.md:3", "Phone: 44 [inferred]")
    assert (ran.code, "was stated" in ran.err) == (0, True)
