"""Calls: every method of the library that can be called from afar, and the route it goes by.

The table is all that server and client have to agree on.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import WithJsonSchema

from holdfast.memory import Memory
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.buffers import Buffers
from holdfast.namespaces.events import Events
from holdfast.namespaces.items import Items
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.profile import Profile
from holdfast.namespaces.sessions import Sessions
from holdfast.wire.call import NOTHING_TO_SAY, Call

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


CALLS: tuple[Call, ...] = (
    Call("POST", "/v1/messages", Memory.add, "ids", 201, stores=True, types={"messages": SAID}),
    Call("GET", "/v1/messages", Messages.list, "messages"),
    Call("GET", "/v1/messages/between", Messages.between, "messages"),
    Call("GET", "/v1/messages/amount", Messages.amount),
    Call("GET", "/v1/messages/latest", Messages.latest, "messages"),
    Call("GET", "/v1/messages/days", Messages.days, "days"),
    Call("GET", "/v1/messages/beside", Messages.beside),
    Call("GET", "/v1/messages/{message_id}", Messages.get),
    Call("GET", "/v1/messages/{message_id}/derived", Items.derived, "items"),
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
    Call("GET", "/v1/sessions/lately", Sessions.lately, "sessions"),
    Call("GET", "/v1/sessions/by_day", Sessions.by_day, "talks"),
    Call("GET", "/v1/sessions/troubled", Sessions.troubled, "stretches"),
    Call("GET", "/v1/sessions/progress", Sessions.progress, "state"),
    Call("GET", "/v1/session", Sessions.get),
    Call("GET", "/v1/session/stretches", Sessions.stretches, "stretches"),
    Call("GET", "/v1/session/messages", Sessions.messages, "messages"),
    Call("GET", "/v1/session/last_message", Sessions.last_message, "message"),
    Call("GET", "/v1/session/turns", Sessions.turns, "messages"),
    Call("GET", "/v1/session/derived", Sessions.derived, "items"),
    Call("POST", "/v1/session/seal", Sessions.seal, "stretch"),
    Call("POST", "/v1/session/reopen", Sessions.reopen),
    Call("GET", "/v1/profile", Profile.get, "slots"),
    Call("GET", "/v1/profile/history", Profile.history, "slots"),
    Call("GET", "/v1/profile/disputes", Profile.disputes, "disputes"),
    Call("GET", "/v1/profile/sections", Profile.sections, "sections"),
    Call("POST", "/v1/profile/settings", Profile.settings, "settings"),
    Call("PUT", "/v1/profile/card", Profile.set_card, status=NOTHING_TO_SAY),
    Call("GET", "/v1/profile/scheme", Profile.scheme, "scheme"),
    Call("PUT", "/v1/profile/scheme", Profile.set_scheme, status=NOTHING_TO_SAY),
    Call("POST", "/v1/profile", Profile.set, status=201, stores=True),
    Call("POST", "/v1/profile/{slot_id}/settle", Profile.settle),
    Call("POST", "/v1/profile/{slot_id}/correct", Profile.correct, stores=True),
    Call("POST", "/v1/profile/{slot_id}/remove", Profile.remove),
    Call("POST", "/v1/profile/{slot_id}/switch", Profile.switch),
    Call("GET", "/v1/events", Events.list, "events"),
    Call("POST", "/v1/events", Events.tell, "events", 201, stores=True),
    Call("GET", "/v1/events/{event_id}", Events.get),
    Call("POST", "/v1/events/{event_id}/retell", Events.retell, stores=True),
    Call("POST", "/v1/events/{event_id}/tag", Events.tag),
    Call("POST", "/v1/events/{event_id}/annotate", Events.annotate),
    Call("POST", "/v1/gists/{gist_id}/edit", Events.edit, stores=True),
    Call("POST", "/v1/gists/{gist_id}/remove", Events.remove),
    Call("POST", "/v1/buffers", Buffers.add, "ids", 201, stores=True, types={"messages": SAID}),
    Call("GET", "/v1/buffers/waiting", Buffers.waiting, "messages"),
    Call("POST", "/v1/buffers/flush", Buffers.flush, "stretches", slow=True),
    Call("GET", "/v1/buffers/ended", Buffers.ended, "stretches"),
    Call("GET", "/v1/buffers/usage", Buffers.usage, "usage"),
    Call("GET", "/v1/items", Items.find, "items"),
    Call("GET", "/v1/items/between", Items.between, "items"),
    Call("GET", "/v1/items/{item_id}", Items.get),
    Call("POST", "/v1/items", Items.add, status=201, stores=True),
    Call("PUT", "/v1/items", Items.put, stores=True),
    Call("POST", "/v1/items/remove", Items.remove, "removed"),
    Call("GET", "/v1/archive", Archive.list, "conversations"),
    Call("GET", "/v1/archive/enabled", Archive.enabled, "enabled"),
    Call("GET", "/v1/archive/files", Archive.files, "files"),
    Call("GET", "/v1/archive/faults", Archive.faults, "faults"),
    Call("POST", "/v1/archive/merge", Archive.merge),
    Call("POST", "/v1/archive/compact", Archive.compact, "days"),
    Call("POST", "/v1/archive/rebuild", Archive.rebuild, "asked"),
    Call("GET", "/v1/users", Admin.users, "users"),
    Call("GET", "/v1/users/remembered", Admin.remembered, "users"),
    Call("GET", "/v1/users/details", Admin.details),
    Call("PUT", "/v1/users/details", Admin.set_details),
    Call("GET", "/v1/revision", Admin.revision, "revision"),
    Call("GET", "/v1/agents", Sessions.agents, "agents"),
    Call("GET", "/v1/jobs", Admin.jobs, "jobs"),
    Call("GET", "/v1/jobs/stuck", Admin.stuck, "jobs"),
    Call("POST", "/v1/jobs/retry", Admin.retry_dead, "retried"),
    Call("POST", "/v1/jobs/{job_id}/retry", Admin.retry, status=NOTHING_TO_SAY),
    Call("POST", "/v1/reindex", Admin.reindex, "jobs"),
    Call("GET", "/v1/check", Admin.check, "findings", whole=True),
    Call("GET", "/v1/audit", Admin.audit, slow=True),
    Call("GET", "/v1/preferences", Admin.preferences, "preferences"),
    Call("GET", "/v1/preferences/held", Admin.held, "preferences"),
    Call("PUT", "/v1/preferences", Admin.set_preference, "revision"),
    Call("DELETE", "/v1/preferences", Admin.unset_preference, "was_set"),
)

BY_NAME = {call.name: call for call in CALLS}
