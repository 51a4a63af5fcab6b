"""Adding: the requests that have messages stored while the caller waits."""

from __future__ import annotations

from holdfast.client import outgoing
from holdfast.client.batches import cut
from holdfast.client.link import Link
from holdfast.client.tries import Request
from holdfast.flow.capture.accept import listed
from holdfast.flow.capture.names import checked_name
from holdfast.memory import Moment

PIECE_BYTES = 8 * 1024 * 1024
"""How much goes in one request where it cannot all go in one."""


def add_requests(
    link: Link, user: str, messages: object, session: str, agent: str, at: Moment
) -> list[Request]:
    """What has messages stored: one request, if a server takes it. All may be sent again.

    What is too large for one is looked over here, so that a mistake in one message is told before
    any is sent.
    """
    user, session = checked_name(user, "user"), checked_name(session, "session")
    agent, now = checked_name(agent, "agent"), link.clock.now()
    several = listed(messages)
    sent = [
        each.message for each in outgoing.unchecked(several, at=at, now=now, limits=link.limits)
    ]
    bodies = [outgoing.body(user, session, agent, sent)]
    if len(bodies[0]) > outgoing.LARGEST_BODY:
        outgoing.checked(several, at=at, now=now, limits=link.limits)
        pieces = cut(sent, lambda text: len(text.encode()), most_bytes=PIECE_BYTES)
        bodies = [outgoing.body(user, session, agent, piece) for piece in pieces]
    return [Request("POST", "/v1/messages", body=body, space=link.space) for body in bodies]
