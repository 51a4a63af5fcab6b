"""Call: a method of the library as a route: how its arguments and its answer travel.

Parameters, their defaults and the types of answers are the library's own: they are read from its
method, so they cannot drift apart.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    create_model,
)
from pydantic_core import to_json
from pydantic_core.core_schema import CoreSchema

from holdfast.memory import Memory

NAMESPACES = {
    "Memory": "",
    "Messages": "messages",
    "Sessions": "sessions",
    "Memo": "memo",
    "Archive": "archive",
    "Profile": "profile",
    "Events": "events",
    "Buffers": "buffers",
    "Items": "items",
    "Admin": "admin",
}
"""Where a class is found on a memory."""

AT_HOME = frozenset({"self", "progress", "report", "default"})
"""Parameters that do not travel."""

NOTHING_TO_SAY = 204

NAME_IN_PATH = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, eq=False)
class Call:
    """One method of the library as a route. `key` is the name under which the answer stands.

    Without a key the answer is the object itself; where the library answers None to a GET, the
    status is 404. `stores` marks those that put something into the memory: they are refused while
    it is switched off. `whole` marks those that tell of every space: a key for one may not ask.
    `slow` marks those that may wait for a model.
    """

    method: str
    path: str
    does: Callable[..., Any]
    key: str = ""
    status: int = 200
    stores: bool = False
    whole: bool = False
    slow: bool = False
    types: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def name(self) -> str:
        """The method's name as it is found on a memory: ``sessions.seal``."""
        owner, _, method = self.does.__qualname__.partition(".")
        place = NAMESPACES[owner]
        return f"{place}.{method}" if place else method

    def on(self, memory: Memory) -> Callable[..., Any]:
        """The method, bound to a memory."""
        return attrgetter(self.name)(memory)  # type: ignore[no-any-return]

    @property
    def in_path(self) -> tuple[str, ...]:
        """The parameters that stand in the path."""
        return tuple(NAME_IN_PATH.findall(self.path))

    @property
    def in_query(self) -> bool:
        """Whether the other parameters stand in the query, and not in a body."""
        return self.method in ("GET", "DELETE")

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The types of the parameters and of the answer."""
        return get_type_hints(self.does)

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The parameters that do not stand in the path. What it does not know, it refuses."""
        fields: dict[str, Any] = {}
        for parameter in inspect.signature(self.does).parameters.values():
            if parameter.name in AT_HOME or parameter.name in self.in_path:
                continue
            kind = self.types.get(parameter.name) or _travelling(self.hints[parameter.name])
            required = parameter.default is inspect.Parameter.empty
            fields[parameter.name] = (kind, ... if required else _default(parameter.default))
        # Types are taken as they are in JSON; in a query everything is text, and is read as such.
        return create_model(self.title, __config__=_STRICT, **fields)

    @cached_property
    def emptied(self) -> frozenset[str]:
        """The parameters whose None is not their default: in a query it is an empty text."""
        given = inspect.signature(self.does).parameters.values()
        return frozenset(
            each.name
            for each in given
            if self.in_query and each.default is not None and _takes_none(self.hints, each.name)
        )

    @cached_property
    def answer(self) -> TypeAdapter[Any]:
        """What the answer is read and written by."""
        return TypeAdapter(self.hints["return"])

    @property
    def may_be_missing(self) -> bool:
        """Whether there may be nothing of that name, which is answered with 404."""
        return self.method == "GET" and not self.key and NoneType in get_args(self.hints["return"])

    def encode(self, value: Any) -> bytes:
        """The answer as it travels."""
        if self.status == NOTHING_TO_SAY:
            return b""
        if not self.key:
            return self.answer.dump_json(value)
        return b'{"%b":%b}' % (self.key.encode(), self.answer.dump_json(value))

    def decode(self, body: bytes) -> Any:
        """The answer as the library would have given it; ValueError where it is not one."""
        if self.status == NOTHING_TO_SAY:
            return None
        if not self.key:
            return self.answer.validate_json(body)
        return getattr(self.enveloped.model_validate_json(body), self.key)

    @cached_property
    def enveloped(self) -> type[BaseModel]:
        """The answer under its key."""
        fields: dict[str, Any] = {self.key: (self.hints["return"], ...)}
        return create_model(f"{self.title}Answer", **fields)

    @cached_property
    def title(self) -> str:
        """A name for what is sent: ``SessionsSeal``."""
        return "".join(word.capitalize() for word in re.split(r"[._]", self.name))

    def read_body(self, body: bytes) -> dict[str, Any]:
        """The arguments in a body of JSON; pydantic's ValidationError where they are wrong."""
        return _given(self.arguments.model_validate_json(body or b"{}"))

    def read_texts(self, texts: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as they stand in a query, where everything is text."""
        none = {name: None for name in self.emptied if texts.get(name) == ""}
        rest = {name: text for name, text in texts.items() if name not in none}
        return {**_given(self.arguments.model_validate_strings(rest, strict=False)), **none}


def encode_arguments(given: Mapping[str, Any]) -> bytes:
    """Arguments as a body of JSON."""
    return to_json(given, exclude_none=False, inf_nan_mode="constants")


_STRICT = ConfigDict(extra="forbid", strict=True)


def _given(model: BaseModel) -> dict[str, Any]:
    """What was given, and nothing that was not: defaults stay the library's own."""
    return {name: getattr(model, name) for name in model.model_fields_set}


def _takes_none(hints: Mapping[str, Any], name: str) -> bool:
    return NoneType in get_args(hints.get(name))


def _default(value: Any) -> Any:
    return Field(default_factory=lambda: value) if isinstance(value, (tuple, dict)) else value


def _travelling(hint: Any) -> Any:
    """The type as JSON has it: any collection is a list there, and one wrong member is enough."""
    if get_origin(hint) is Collection:
        hint = list[get_args(hint)]  # type: ignore[misc]
    return Annotated[hint, _ToTheFirstFault()]


class _ToTheFirstFault:
    """A mark on a type: a list in it is read as far as its first wrong member.

    Otherwise a body of a megabyte may hold half a million faults, and each of them is written down.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = handler(source)
        _stop_early(handler.resolve_ref_schema(schema))
        return schema


_LISTS = frozenset({"list", "tuple", "set", "frozenset"})


def _stop_early(schema: Any) -> None:
    """Mark every list in a schema, however deep."""
    if isinstance(schema, dict):
        if schema.get("type") in _LISTS:
            schema["fail_fast"] = True
        for name, part in schema.items():
            if name != "metadata":
                _stop_early(part)
    elif isinstance(schema, list):
        for part in schema:
            _stop_early(part)
