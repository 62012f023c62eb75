"""The tools over the Model Context Protocol, on the official SDK, for one client on a pair of pipes.

Calls are worked off one after the other in a thread, so that pings and cancellations are answered while an
index is being built. The only module that imports the SDK, which takes longer than all the rest.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from gitmem import __version__
from gitmem.agents.answers import Told
from gitmem.agents.calls import OpenMemory, Watch, answer
from gitmem.agents.frames import INVALID_REQUEST, TOO_LONG, Frame, Owed, Wrong, dump, read_line
from gitmem.agents.hands import Hand
from gitmem.agents.pipes import Lines, Pipes, is_read, write_all
from gitmem.agents.tools import INSTRUCTIONS, Effect, Tool, answer_schema

PATIENCE = 2.0
"""Seconds that a write may still take when the server is interrupted."""

GLANCE = 0.5
"""Seconds between two looks whether a client that sends nothing more still reads."""

MOST_OWED = 256
"""Requests that may wait for an answer before no more are read, so that a client that reads none of them
cannot fill the memory."""


def serve(tools: Mapping[str, Tool], open_memory: OpenMemory, pipes: Pipes) -> None:
    """Serves one client until it hangs up; what was asked before is answered first.

    Raises `KeyboardInterrupt` when it was interrupted.
    """
    logging.getLogger("mcp").addHandler(logging.NullHandler())
    logging.getLogger("mcp").propagate = False
    calls = Hand("gitmem-mcp-calls")
    try:
        interrupted = asyncio.run(_serve(_server(tools, open_memory, calls), pipes))
    finally:
        calls.rest(PATIENCE)
    if interrupted:
        raise KeyboardInterrupt


def _server(tools: Mapping[str, Tool], open_memory: OpenMemory, calls: Hand) -> Server[object]:
    """The protocol's side of the tools."""
    listed = types.ListToolsResult(tools=[_listed(tool) for tool in tools.values()])

    async def list_tools(
        context: ServerRequestContext[object], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return listed

    async def call_tool(
        context: ServerRequestContext[object], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool; there are {', '.join(tools)}")
        watch = Watch(_teller(context))
        work = partial(answer, tool, open_memory, params.arguments or {}, watch)
        try:
            return _result(await calls.do(work))
        finally:
            watch.abandoned = True

    return Server(
        "gitmem",
        title="gitmem: memory in git",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        title=tool.title,
        read_only_hint=tool.reads_only,
        destructive_hint=False,
        idempotent_hint=tool.effect is not Effect.ADDS,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.told,
        input_schema=tool.schema(),
        output_schema=answer_schema(tool.name),
        annotations=hints,
    )


def _result(told: Told | str) -> types.CallToolResult:
    if isinstance(told, str):
        return types.CallToolResult(content=[types.TextContent(text=told)], is_error=True)
    return types.CallToolResult(
        content=[types.TextContent(text=told.text)], structured_content=told.document, is_error=told.failed
    )


def _teller(context: ServerRequestContext[object]) -> Callable[[str], None] | None:
    """Tells the client of progress, from the thread of the calls; None when it did not ask for it."""
    if context.meta is None or context.meta.get("progress_token") is None:
        return None
    loop, count, tasks = asyncio.get_running_loop(), iter(range(1, 1 << 60)), set[asyncio.Task[None]]()

    def tell(words: str) -> None:
        task = loop.create_task(context.session.report_progress(float(next(count)), None, words))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def told(words: str) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(tell, words)

    return told


async def _serve(server: Server[object], pipes: Pipes) -> bool:
    """Whether it was interrupted."""
    interrupt = _Interrupt()
    async with _transport(pipes, interrupt) as (incoming, outgoing):
        try:
            await server.run(incoming, outgoing, server.create_initialization_options())
        except* anyio.BrokenResourceError:
            pass  # when it is cancelled, the SDK may trip over its own streams
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # which that would have hidden
    return interrupt.came


class _Interrupt:
    """Ends a scope at an interrupt, however often something in it would go on: asyncio by itself cancels the
    task once, and that may get lost between the SDK's streams."""

    def __init__(self) -> None:
        self.came = False

    @contextmanager
    def ends(self, scope: anyio.CancelScope) -> Iterator[None]:
        """While this lasts; only the main thread hears interrupts."""

        def stop() -> None:
            self.came = True
            scope.cancel()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, stop)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGINT)


Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def _transport(pipes: Pipes, interrupt: _Interrupt) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The streams that the SDK reads and writes, moved to and from the pipes meanwhile."""
    into, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, outof = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        ends = _Ends(pipes, group.cancel_scope)
        group.start_soon(ends.bring, into)
        group.start_soon(ends.send, outof)
        with interrupt.ends(group.cancel_scope):
            yield incoming, outgoing
        group.cancel_scope.cancel()


class _Ends:
    """Moves frames between the pipes and the SDK, and knows which answers are owed.

    A client that is gone cancels `scope`, and with it all that is under way.
    """

    def __init__(self, pipes: Pipes, scope: anyio.CancelScope) -> None:
        self._pipes = pipes
        self._scope = scope
        self._owed = Owed()
        self._settled = asyncio.Event()
        self._writer = Hand("gitmem-mcp-writer")

    async def bring(self, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """Hands on what the client sends; at its end waits for the answers that are owed."""
        with suppress(anyio.BrokenResourceError):  # the SDK listens no more: the server is ending
            await self._bring(into)

    async def _bring(self, into: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        async with into:
            async for line in Lines(self._pipes.source):
                for found in (TOO_LONG,) if line is None else read_line(line):
                    await self._take(found, into)
                    await self._until_owed(MOST_OWED)
            while self._owed:
                with anyio.move_on_after(GLANCE):
                    await self._until_owed(0)
                if not is_read(self._pipes.sink):
                    self._scope.cancel()

    async def _until_owed(self, most: int) -> None:
        while len(self._owed) > most:
            self._settled.clear()
            await self._settled.wait()

    async def _take(
        self, found: Frame | Wrong, into: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        if isinstance(found, Wrong):
            await self._write(found.frame())
            return
        try:
            message = types.jsonrpc_message_adapter.validate_python(found, by_name=False)
        except ValidationError:
            if "method" in found:  # a broken answer is nobody's request
                await self._write(Wrong(None, INVALID_REQUEST, "Invalid Request").frame())
            return
        self._owed.read(found)
        self._settled.set()
        await into.send(SessionMessage(message))

    async def send(self, outof: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Writes what the SDK answers."""
        try:
            async with outof:
                async for message in outof:
                    frame = message.message.model_dump(by_alias=True, exclude_unset=True)
                    await self._write(dump(frame))
                    self._owed.wrote(frame)
                    self._settled.set()
        except OSError:
            self._scope.cancel()

    async def _write(self, data: bytes) -> None:
        await self._writer.do(partial(write_all, self._pipes.sink, data))
