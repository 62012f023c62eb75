"""Marked parts and JSON members: what is put in comes out again, and no other byte changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.agents.setup.json_text import Json, JsonText
from gitmem.agents.setup.parts import Element, Member, Table, Text
from gitmem.errors import UsageError
from gitmem.writing.layout.marked import MARKDOWN, TOML, Part, State, put, state_of, take

PART = Part(MARKDOWN, (b"# Memory", b"", b"Read it."), "agents")
OLDER = PART._replace(lines=(b"# Memory", b"", b"Read it, please."))
RULE = Part(MARKDOWN, PART.lines, "cursor", b"---\nalwaysApply: true\n---\n")
SERVER = Member(("mcpServers",), "gitmem", {"command": "git-mem", "args": ["mcp"]})
SESSION = Element(
    ("hooks", "SessionStart"), {"hooks": [{"type": "command", "command": "git mem prime", "timeout": 10}]}
)
CODEX = Table(
    Part(TOML, (b"[mcp_servers.gitmem]", b'command = "git-mem"'), "codex"), ("mcp_servers", "gitmem")
)
TEXT = st.lists(
    st.sampled_from((b"# Rules", b"", b"\r", b"\xff", b"```", b"<!--", b"- x", b"\xc3\xa9", b"a\r", b"\x0c")),
    max_size=6,
).map(b"\n".join)
MARK = st.sampled_from((b"", b"\xef\xbb\xbf"))


@given(MARK, TEXT)
def test_a_marked_part_goes_without_a_trace(mark: bytes, there: bytes) -> None:
    """Instructions of a team would come back changed."""
    before = mark + there
    with_part = put(before, PART, "agents")
    assert with_part.startswith(before)
    assert state_of(with_part, PART) is State.CURRENT and put(with_part, PART, "agents") == with_part
    assert take(with_part, PART, "agents") == before


@given(MARK, TEXT, TEXT)
def test_what_is_written_below_a_part_stays(mark: bytes, there: bytes, later: bytes) -> None:
    """What a person wrote later would go with gitmem's part."""
    before = mark + there + b"\n"
    after = put(before, PART, "agents") + later
    assert take(after, PART, "agents") == (before + later)


@pytest.mark.parametrize("part", [PART, RULE], ids=["instructions", "rule"])
def test_a_file_that_was_made_vanishes(part: Part) -> None:
    """Empty files would be left behind."""
    made = put(None, part, part.owner)
    assert made.startswith(part.head) and take(made, part, part.owner) is None
    assert take(put(b"", PART, "agents"), PART, "agents") == b""


@given(MARK, TEXT, st.sampled_from((b"\n", b"\r\n")))
def test_a_part_of_an_older_version_is_renewed_in_its_place(mark: bytes, there: bytes, ending: bytes) -> None:
    """The part would be there twice, or with the line ends of another system."""
    before = mark + there.replace(b"\r", b"").replace(b"\n", ending) + ending
    older = put(before, OLDER, "agents") + b"below" + ending
    assert state_of(older, PART) is State.OLD
    newer = put(older, PART, "agents")
    assert state_of(newer, PART) is State.CURRENT and newer.endswith(b"below" + ending)
    assert newer.count(b"gitmem:begin") == 1
    assert ending == b"\n" or newer.count(b"\n") == newer.count(b"\r\n")
    assert take(newer, PART, "agents") == before + b"below" + ending


def test_a_change_between_the_marks_is_seen() -> None:
    """An update would overwrite what a person wrote."""
    made = put(b"# Mine\n", PART, "agents")
    assert state_of(made.replace(b"Read it", b"Do not read it"), PART) is State.EDITED
    assert state_of(made.replace(b"<!-- gitmem:begin -->\n", b""), PART) is State.DAMAGED
    assert state_of(made + made, PART) is State.DAMAGED
    assert state_of(b"The marks are `<!-- gitmem:begin -->` and the like.\n", PART) is State.MISSING


def test_a_part_stays_while_somebody_needs_it() -> None:
    """Taking one agent out would take the instructions of another."""
    one = put(b"# Mine\n", PART, "agents")
    both = put(one, PART, "codex")
    assert take(both, PART, "codex") == one
    alone = take(both, PART, "agents")
    assert alone is not None and state_of(alone, PART) is State.CURRENT
    assert take(alone, PART, "codex") == b"# Mine\n" and take(one, PART, "codex") == one


_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from('abc"\\{,'), inner, max_size=3)
    ),
    max_leaves=8,
)
_OWN = st.dictionaries(
    st.sampled_from(("mcpServers", "hooks", "other", "é")),
    st.dictionaries(st.sampled_from("ab"), _VALUE),
    max_size=3,
)


@st.composite
def json_files(draw: st.DrawFn) -> bytes:
    """A JSON file in somebody's style."""
    own = draw(_OWN)
    if "hooks" in own:
        own["hooks"] = draw(
            st.sampled_from(({}, {"SessionStart": []}, {"SessionStart": [{"hooks": []}], "Stop": []}))
        )
    indent = draw(st.sampled_from((None, 0, 2, 4, "\t")))
    spaced = draw(st.sampled_from(((",", ":"), (", ", ": "))))
    text = json.dumps(
        own,
        indent=indent,
        separators=(spaced[0].strip(), spaced[1]) if indent is not None else spaced,
        ensure_ascii=draw(st.booleans()),
    )
    if not own:
        text = draw(st.sampled_from(("{}", "{ }", "{\n}", "{\n\n  }")))
    text = text.replace("{}", draw(st.sampled_from(("{}", "{ }", "{\n }"))), 1) if '"' not in text else text
    text = draw(st.sampled_from(("", "\n", "  "))) + text + draw(st.sampled_from(("", "\n", "\n\n")))
    return draw(MARK) + text.replace("\n", draw(st.sampled_from(("\n", "\r\n")))).encode()


@settings(max_examples=100, deadline=None)
@given(json_files(), st.sampled_from((SERVER, SESSION)))
def test_a_member_goes_without_a_trace(before: bytes, editor: Member | Element) -> None:
    """Somebody's settings would come back in another order or style."""
    state = editor.state(before)
    after = editor.put(before, "claude")
    assert state is State.MISSING and editor.state(after) is State.CURRENT
    assert editor.put(after, "claude") == after
    assert editor.take(after, "claude") == before
    was, now = json.loads(before.decode("utf-8-sig")), json.loads(after.decode("utf-8-sig"))
    assert [key for key in now if key in was] == list(was)
    if b"\r\n" in before:
        assert after.count(b"\n") == after.count(b"\r\n")


def test_a_json_file_that_was_made_vanishes() -> None:
    """Empty objects would be left behind."""
    for editor in (SERVER, SESSION):
        made = editor.put(None, "claude")
        assert editor.state(made) is State.CURRENT and editor.take(made, "claude") is None


def test_a_member_that_stands_among_others_goes_alone() -> None:
    """What came later would go with it, or leave a comma too many."""
    made = SERVER.put(None, "x").decode()
    later = made.replace('"mcpServers": {', '"mcpServers": {\n    "first": {},').replace(
        "    }\n  }\n}", '    },\n    "last": {"gitmem": 1}\n  }\n}'
    )
    left = SERVER.take(later.encode(), "x")
    assert left is not None and json.loads(left) == {"mcpServers": {"first": {}, "last": {"gitmem": 1}}}


def test_what_somebody_made_of_a_member_is_theirs() -> None:
    """A server that somebody allowed to write would be taken back to reading."""
    made = SERVER.put(None, "x").replace(b'"mcp"', b'"mcp",\n        "--allow-write"')
    assert SERVER.state(made) is State.EDITED
    assert SERVER.state(SERVER.put(made, "x")) is State.CURRENT
    hook = SESSION.put(None, "x").replace(b"git mem prime", b"git-mem -q prime | head")
    assert SESSION.state(hook) is State.EDITED
    assert json.loads(SESSION.put(hook, "x")) == json.loads(SESSION.put(None, "x"))
    other = b'{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "git prime"}]}]}}'
    assert SESSION.state(other) is State.MISSING


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b" ", b"{", b"[]", b"1", b"null", b"{} {}", b"\xff{}", b"// x\n{}"),
        *(b'{"a": 1,}', b'{"a": NaN}', b'{"a": 1, "a": 2}', b'{"a": "\n"}'),
        *(b'{"mcpServers": []}', b'{"mcpServers": null}', b'{"mcpServers": "x"}'),
        *(b"[" * 100_000, b'{"a":' * 100_000, b'{"a": ' + b"1" * 5000 + b"}"),
    ],
    ids=range(19),
)
def test_what_is_no_plain_json_is_refused(data: bytes) -> None:
    """A file that gitmem does not understand would be broken."""
    with pytest.raises(UsageError):
        SERVER.state(data)


@given(_VALUE)
def test_every_value_is_found_where_it_stands(value: Json) -> None:
    """Another member would be cut."""
    for indent in (None, 2):
        text = json.dumps({"x": value, "y": [value, {"z": value}]}, indent=indent)
        read = JsonText(text)
        for path in (("x",), ("y", 0), ("y", 1, "z")):
            item = read._item(path)
            assert item is not None and json.loads(text[item.value : item.stop]) == value


TOMLS = st.lists(
    st.sampled_from((b"model = 'x'", b"", b"# gitmem", b"[mcp_servers.other]", b"command = 'y'")), unique=True
).map(b"\n".join)


@given(MARK, TOMLS, st.sampled_from((b"", b"\n", b"\r\n")))
def test_a_table_goes_without_a_trace(mark: bytes, there: bytes, last: bytes) -> None:
    """Somebody's settings of Codex would be changed."""
    before = mark + there + last
    after = CODEX.put(before, "codex")
    assert CODEX.state(before) is State.MISSING and CODEX.state(after) is State.CURRENT
    assert CODEX.take(after, "codex") == before


def test_a_table_that_stands_elsewhere_or_cannot_be_added_is_left_alone() -> None:
    """The file would define it twice, and Codex would not start."""
    own = b'[mcp_servers.gitmem]\ncommand = "mine"\n'
    assert CODEX.state(own) is State.EDITED
    for there in (own, b"mcp_servers = {}\n", b"[mcp_servers]\ngitmem = 1\n"):
        with pytest.raises(UsageError):
            CODEX.put(there, "codex")
    for broken in (b"a = \n", b"\xff", b"a = 1\na = 2\n"):
        with pytest.raises(UsageError):
            CODEX.state(broken)


def test_a_text_knows_its_snippet() -> None:
    """What is printed for pasting would not be recognised later."""
    assert Text(RULE).snippet().endswith(put(None, PART, "agents"))
