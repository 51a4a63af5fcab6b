"""A program that speaks MCP, with the real client, and `holdfast mcp` as its child."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.types import TextContent

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def connect(tmp_path: Path) -> Connect:
    """Connects to a process of its own on one file; options of the command may be given."""

    @asynccontextmanager
    async def begin(*options: str, user: str = "anna") -> AsyncIterator[Client]:
        command = ["-m", "holdfast", "mcp", "--db", str(tmp_path / "m.db"), "--user", user]
        ours = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
        process = StdioServerParameters(command=sys.executable, args=[*command, *options], env=ours)
        async with Client(process) as client:
            yield client

    return begin


async def called(client: Client, tool: str, **given: Any) -> str:
    """What a tool says."""
    answer = await client.call_tool(tool, given)
    text = "".join(each.text for each in answer.content if isinstance(each, TextContent))
    assert not answer.is_error, text
    return text
