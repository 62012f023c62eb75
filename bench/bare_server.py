"""A server of the SDK with one tool that does nothing: what any server has to pay, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def list_tools(
    context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    """The one tool, under the name and arguments that it is called with here."""
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    return types.ListToolsResult(tools=[types.Tool(name="search", input_schema=schema)])


async def call_tool(
    context: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> types.CallToolResult:
    """An answer of a few bytes."""
    return types.CallToolResult(content=[types.TextContent(text="nothing")], structured_content={})


async def main() -> None:
    """Serves standard input."""
    server: Server[Any] = Server("bare", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
