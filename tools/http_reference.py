"""Draw docs/reference/http.md from the description that a server gives of itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

HEAD = """\
# The HTTP API

*Drawn by `make docs` from `GET /openapi.json`.*

`holdfast serve` answers on `http://127.0.0.1:48912` unless it is told otherwise. Every route is a
method of the library; what it takes and gives is what the library takes and gives.

Every request needs `Authorization: Bearer KEY` (but `/livez` and `/readyz`). A key opens one space, or
all of them: then `Holdfast-Space: NAME` says which (percent-encoded where it is not plain ASCII). A body
is JSON; what is not known in it is refused. Lists that may be long come a page at a time: `limit` says
how many, `after` names the last one of the page before. Moments are ISO 8601.

Whatever goes wrong is answered with `{"error": {"code", "message", "remedy"}}`:

| status | codes |
|---|---|
| 400 | `invalid_input`, `message_refused`, `import_refused`, `too_deep` |
| 401, 403 | `unauthorised`; `forbidden` (another space), `wrong_origin` |
| 404, 405 | `not_found`, `no_such_route`, `no_such_method` |
| 408, 413, 415, 421 | `too_slow`, `too_large`, `unsupported_media`, `wrong_host` |
| 409 | `conflict` |
| 429, 503 | `too_many`, `overloaded`, `closed`, `store_busy`: try again after `Retry-After` seconds |
| 500, 502, 507 | `internal`, `store_failed` and its kin, `model_refused`, `store_full` |

The routes of a character's app are told of in
[Serve a character](../how-to/serve-a-character.md).
"""


def draw_http(document: dict[str, Any]) -> str:
    """The page."""
    by_tag: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["others"])[0]
            by_tag.setdefault(tag, []).append(_operation(document, method, path, operation))
    parts = [HEAD]
    for tag, routes in by_tag.items():
        parts += [f"## {tag}\n", *routes]
    return "\n".join(parts)


def _operation(document: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    summary = " ".join(operation.get("summary", "").split())
    more = " ".join(operation.get("description", "").split())
    rows = [*_parameters(operation), *_body(document, operation)]
    parts = [f"### `{method.upper()} {path}`", summary]
    if more and more != summary:
        parts.append(more)
    if rows:
        parts.append("| | in | what it is |\n|---|---|---|\n" + "\n".join(rows))
    parts.append(f"Answers {_answer(document, operation)}.")
    parts += _example(operation)
    return "\n\n".join(parts) + "\n"


def _parameters(operation: dict[str, Any]) -> Iterator[str]:
    for parameter in operation.get("parameters", []):
        if parameter["name"] != "Holdfast-Space":
            yield _row(
                parameter["name"], parameter["in"], parameter["schema"], parameter.get("required")
            )


def _body(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
    content = operation.get("requestBody", {}).get("content", {})
    schema = _resolved(document, content.get("application/json", {}).get("schema", {}))
    for name, described in schema.get("properties", {}).items():
        yield _row(name, "body", described, name in schema.get("required", []))


def _row(name: str, where: str, schema: dict[str, Any], required: bool | None) -> str:
    default = schema.get("default")
    shown = f"; `{json.dumps(default)}` unless given" if default is not None else ""
    return f"| `{name}`{'' if required else ' (optional)'} | {where} | {_kind(schema)}{shown} |"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2].removesuffix('-Input')}`"
    if "anyOf" in schema:
        kinds = [_kind(each) for each in schema["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "any JSON")


def _answer(document: dict[str, Any], operation: dict[str, Any]) -> str:
    status = next(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][status].get("content", {})
    if not content:
        return f"{status}, with nothing" if status == "204" else status
    media, described = next(iter(content.items()))
    schema = described.get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2].removesuffix("-Output")
    if media != "application/json":
        return f"{status}, `{media}`"
    if not name.endswith("Answer"):
        return f"{status}, `{name}`" if name else status
    fields = _resolved(document, schema)["properties"].items()
    shown = ", ".join(f'"{field}": {_kind(kind).strip("`")}' for field, kind in fields)
    return f"{status}, `{{{shown}}}`"


def _example(operation: dict[str, Any]) -> Iterator[str]:
    content = operation.get("requestBody", {}).get("content", {})
    example = content.get("application/json", {}).get("example")
    if example is not None:
        yield f"```json\n{json.dumps(example, ensure_ascii=False, indent=2)}\n```"


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rpartition("/")[2]
    found: dict[str, Any] = document["components"]["schemas"][name]
    return found
