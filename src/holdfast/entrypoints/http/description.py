"""Description: the OpenAPI document, drawn from the table of calls and the methods behind it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from holdfast.entrypoints.http.examples import Example, examples
from holdfast.wire.call import NOTHING_TO_SAY, Call
from holdfast.wire.calls import CALLS

REFERENCE = "#/components/schemas/{model}"
JSON = "application/json"

FAULT: dict[str, Any] = {
    "type": "object",
    "description": "Whatever goes wrong is told in this shape.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "remedy"],
            "properties": {
                "code": {"type": "string", "description": "For programs; it stays the same."},
                "message": {"type": "string", "description": "What happened."},
                "remedy": {"type": "string", "description": "What to do."},
            },
        }
    },
}
SAID: dict[str, Any] = {
    "type": "object",
    "description": "One message. More fields are kept with it.",
    "required": ["role", "content"],
    "properties": {
        "role": {"type": "string", "enum": ["user", "assistant", "system", "tool"]},
        "content": {"type": "string", "minLength": 1},
        "id": {"type": "string", "description": "Your own id: the same one is stored once."},
        "name": {"type": "string", "description": "Who said it, where several speak."},
        "at": {"type": "string", "format": "date-time", "description": "When it was said."},
    },
}
KEY: dict[str, Any] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key made with `holdfast keys add`.",
}
SPACE: dict[str, Any] = {
    "name": "Holdfast-Space",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 256},
    "description": "The space that is meant, for keys that are good for all of them.",
}
IDEMPOTENCY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 256},
    "description": "Sent again with the same key, the same messages are stored once.",
}
FAULTS = {
    "400": "The request is not as it should be.",
    "401": "There is no good key.",
    "403": "The key is for another space.",
    "404": "There is nothing of that name.",
    "409": "Somebody else changed it first.",
    "408": "The request took too long to arrive.",
    "413": "The request is too large.",
    "415": "The body is not JSON.",
    "421": "The request is meant for another server.",
    "429": "Too many requests; see Retry-After.",
    "503": "Not now; see Retry-After.",
    "507": "The disk is full.",
}
FASTAPIS_OWN = "422"
"""What FastAPI answers to a request that cannot be read. Ours is 400."""


def describe(app: FastAPI) -> dict[str, Any]:
    """The document for an app: its own routes as FastAPI sees them, and those of the table."""
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    paths: dict[str, Any] = {}
    definitions, shapes = _shapes()
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, shapes)
    for path, operations in document.get("paths", {}).items():
        paths[path] = {method: _by_hand(each) for method, each in operations.items()}
    document["paths"], components = paths, document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas |= {**_in_use(definitions, [paths]), "Fault": FAULT, "Said": SAID}
    components.setdefault("securitySchemes", {})["key"] = KEY
    document["security"] = [{"key": []}]
    return document


def _by_hand(operation: dict[str, Any]) -> dict[str, Any]:
    """A route of its own, as those of the table are told of: its docstring says what it is."""
    summary = operation.pop("description", operation["summary"])
    responses = {**_faults(), **operation["responses"]}
    responses.pop(FASTAPIS_OWN, None)
    return {
        **operation,
        "summary": summary,
        "parameters": [*operation.get("parameters", []), SPACE],
        "responses": responses,
    }


def _in_use(definitions: dict[str, Any], using: list[Any]) -> dict[str, Any]:
    """Those definitions that something refers to, directly or by way of another."""
    found: dict[str, Any] = {}
    while using:
        text = json.dumps(using)
        names = {name for name in definitions if f'"{REFERENCE.format(model=name)}"' in text}
        using = [definitions[name] for name in names - found.keys()]
        found |= {name: definitions[name] for name in names}
    return dict(sorted(found.items()))


Shapes = dict[tuple[str, JsonSchemaMode], dict[str, Any]]


def _shapes() -> tuple[dict[str, Any], Shapes]:
    """The schemas of everything that is sent, and the definitions that they refer to."""
    keys: dict[tuple[str, JsonSchemaMode], TypeAdapter[Any]] = {}
    for call in CALLS:
        keys[call.name, "validation"] = TypeAdapter(call.arguments)
        if call.status != NOTHING_TO_SAY:
            keys[call.name, "serialization"] = (
                TypeAdapter(call.enveloped) if call.key else call.answer
            )
    inputs = [(key, key[1], adapter) for key, adapter in keys.items()]
    schemas, definitions = TypeAdapter.json_schemas(inputs, ref_template=REFERENCE)
    shapes = {key: schemas[key, key[1]] for key in keys}
    return definitions.get("$defs", {}), shapes


def _operation(call: Call, shapes: Shapes) -> dict[str, Any]:
    summary, _, more = (inspect.getdoc(call.does) or "").partition("\n")
    operation: dict[str, Any] = {
        "operationId": call.name.replace(".", "_"),
        "summary": summary,
        "tags": [call.path.split("/")[2]],
        "parameters": [*_parameters(call)],
        "responses": _responses(call, shapes),
    }
    if more.strip():
        operation["description"] = more.strip()
    if not call.in_query and call.arguments.model_fields:
        body: dict[str, Any] = {"schema": shapes[call.name, "validation"]}
        if example := _example(call):
            body["example"] = example.sent
        required = any(field.is_required() for field in call.arguments.model_fields.values())
        operation["requestBody"] = {"required": required, "content": {JSON: body}}
    return operation


def _parameters(call: Call) -> Iterator[dict[str, Any]]:
    example = _example(call)
    for name in call.in_path:
        described = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        yield described | ({"example": example.path[name]} if example else {})
    if call.in_query:
        yield from _in_query(call)
    if call.name == "add":
        yield IDEMPOTENCY
    yield SPACE


def _in_query(call: Call) -> Iterator[dict[str, Any]]:
    schema = call.arguments.model_json_schema(ref_template=REFERENCE)
    required, example = schema.get("required", []), _example(call)
    for name, kind in schema.get("properties", {}).items():
        described = {"name": name, "in": "query", "required": name in required, "schema": kind}
        if name in call.emptied:
            described["description"] = "Empty: null."
        shown = {"example": example.sent[name]} if example and name in example.sent else {}
        yield described | shown


def _example(call: Call) -> Example | None:
    """The one that was recorded. A call that is new has none until the story tells of it."""
    return examples().get(call.name)


def _responses(call: Call, shapes: Shapes) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "What was asked for."}
    if call.status != NOTHING_TO_SAY:
        content: dict[str, Any] = {"schema": shapes[call.name, "serialization"]}
        if example := _example(call):
            content["example"] = example.answered
        good["content"] = {JSON: content}
    return {str(call.status): good, **_faults()}


def _faults() -> dict[str, Any]:
    fault = {JSON: {"schema": {"$ref": REFERENCE.format(model="Fault")}}}
    return {status: {"description": why, "content": fault} for status, why in FAULTS.items()}
