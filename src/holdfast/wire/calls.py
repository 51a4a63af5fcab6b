"""Calls: every method of the library that can be called from afar, and the route it goes by.

The table is all that server and client have to agree on. Parameters, their defaults and the types
of answers are the library's own: they are read from its methods, so they cannot drift apart.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    WithJsonSchema,
    create_model,
)
from pydantic_core import to_json
from pydantic_core.core_schema import CoreSchema

from holdfast.memory import Memory
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.sessions import Sessions

NAMESPACES = {
    "Memory": "",
    "Messages": "messages",
    "Sessions": "sessions",
    "Memo": "memo",
    "Archive": "archive",
    "Items": "items",
    "Admin": "admin",
}
"""Where a class is found on a memory."""

AT_HOME = frozenset({"self", "progress", "report", "default"})
"""Parameters that do not travel."""

NOTHING_TO_SAY = 204

NAME_IN_PATH = re.compile(r"\{(\w+)\}")

SAID = Annotated[
    object,
    WithJsonSchema(
        {
            "description": "A text, a message, or a list of messages.",
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"$ref": "#/components/schemas/Said"},
                {"type": "array", "items": {"$ref": "#/components/schemas/Said"}, "maxItems": 1000},
            ],
        }
    ),
]
"""What `add` takes, as it is described to those who write it in JSON."""


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

    @property
    def name(self) -> str:
        """The method's name as it is found on a memory: ``sessions.seal``."""
        owner, _, method = self.does.__qualname__.partition(".")
        place = NAMESPACES[owner]
        return f"{place}.{method}" if place else method

    def on(self, memory: Memory) -> Callable[..., Any]:
        """The method, bound to a memory."""
        found: Any = memory
        for part in self.name.split("."):
            found = getattr(found, part)
        return found  # type: ignore[no-any-return]

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
        return _given(self.arguments.model_validate_strings(texts, strict=False))


def encode_arguments(given: Mapping[str, Any]) -> bytes:
    """Arguments as a body of JSON."""
    return to_json(given, exclude_none=False, inf_nan_mode="constants")


_STRICT = ConfigDict(extra="forbid", strict=True)


def _given(model: BaseModel) -> dict[str, Any]:
    """What was given, and nothing that was not: defaults stay the library's own."""
    return {name: getattr(model, name) for name in model.model_fields_set}


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


CALLS: tuple[Call, ...] = (
    Call("POST", "/v1/messages", Memory.add, "ids", 201, stores=True, types={"messages": SAID}),
    Call("GET", "/v1/messages", Messages.list, "messages"),
    Call("GET", "/v1/messages/between", Messages.between, "messages"),
    Call("GET", "/v1/messages/latest", Messages.latest, "messages"),
    Call("GET", "/v1/messages/{message_id}", Messages.get),
    Call("GET", "/v1/messages/{message_id}/versions", Messages.versions, "versions"),
    Call("POST", "/v1/messages/{message_id}/correct", Memory.correct, "id", stores=True),
    Call("POST", "/v1/recall", Memory.recall),
    Call("POST", "/v1/context", Memory.context),
    Call("GET", "/v1/runs/{run}", Memory.explain, types={"run": str}),
    Call("POST", "/v1/forget", Memory.forget),
    Call("GET", "/v1/recent", Memory.recent),
    Call("POST", "/v1/recent/history", Memory.history, "text"),
    Call("POST", "/v1/recent/new_dialog", Memory.new_dialog, "text"),
    Call("POST", "/v1/recent/review", Memo.review, "review", slow=True),
    Call("GET", "/v1/recent/reviews", Memo.reviews, "reviews"),
    Call("POST", "/v1/recent/reviews/{review_id}/undo", Memo.undo),
    Call("GET", "/v1/recent/reviewing", Memo.reviewing, "on"),
    Call("PUT", "/v1/recent/reviewing", Memo.set_reviewing, status=NOTHING_TO_SAY),
    Call("POST", "/v1/recent/hide", Memo.hide, "review"),
    Call("POST", "/v1/recent/edit", Memo.edit),
    Call("POST", "/v1/recent/save", Memo.save),
    Call("POST", "/v1/recent/fold", Memo.fold, status=NOTHING_TO_SAY),
    Call("POST", "/v1/recent/clear", Memo.clear, status=NOTHING_TO_SAY),
    Call("GET", "/v1/sessions", Sessions.list, "sessions"),
    Call("POST", "/v1/sessions", Sessions.open, status=201),
    Call("GET", "/v1/sessions/troubled", Sessions.troubled, "stretches"),
    Call("GET", "/v1/sessions/progress", Sessions.progress, "state"),
    Call("GET", "/v1/session", Sessions.get),
    Call("GET", "/v1/session/stretches", Sessions.stretches, "stretches"),
    Call("GET", "/v1/session/messages", Sessions.messages, "messages"),
    Call("POST", "/v1/session/seal", Sessions.seal, "stretch"),
    Call("POST", "/v1/session/reopen", Sessions.reopen),
    Call("GET", "/v1/items", Items.find, "items"),
    Call("GET", "/v1/items/between", Items.between, "items"),
    Call("GET", "/v1/items/{item_id}", Items.get),
    Call("POST", "/v1/items", Items.add, status=201, stores=True),
    Call("PUT", "/v1/items", Items.put, stores=True),
    Call("POST", "/v1/items/remove", Items.remove, "removed"),
    Call("GET", "/v1/archive", Archive.list, "conversations"),
    Call("GET", "/v1/archive/enabled", Archive.enabled, "enabled"),
    Call("GET", "/v1/archive/faults", Archive.faults, "faults"),
    Call("POST", "/v1/archive/merge", Archive.merge),
    Call("POST", "/v1/archive/compact", Archive.compact, "days"),
    Call("POST", "/v1/archive/rebuild", Archive.rebuild, "asked"),
    Call("GET", "/v1/users", Admin.users, "users"),
    Call("GET", "/v1/agents", Sessions.agents, "agents"),
    Call("GET", "/v1/jobs", Admin.jobs, "jobs"),
    Call("POST", "/v1/jobs/{job_id}/retry", Admin.retry, status=NOTHING_TO_SAY),
    Call("POST", "/v1/reindex", Admin.reindex, "jobs"),
    Call("GET", "/v1/check", Admin.check, "findings", whole=True),
    Call("GET", "/v1/preferences", Admin.preferences, "preferences"),
    Call("PUT", "/v1/preferences", Admin.set_preference, "revision"),
    Call("DELETE", "/v1/preferences", Admin.unset_preference, "was_set"),
)

BY_NAME = {call.name: call for call in CALLS}
