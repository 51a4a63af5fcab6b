"""Errors: each has a code for programs and words for people, which say what to do."""

from __future__ import annotations

import pickle

import pytest

from holdfast import errors
from holdfast.errors import HoldfastError

CODES = {
    "HoldfastError": "holdfast",
    "InvalidInput": "invalid_input",
    "MessageRefused": "message_refused",
    "ImportRefused": "import_refused",
    "TooLarge": "too_large",
    "SettingsRefused": "settings_refused",
    "NotFound": "not_found",
    "Conflict": "conflict",
    "LeaseLost": "lease_lost",
    "Closed": "closed",
    "CannotListen": "cannot_listen",
    "MemoryDisabled": "memory_disabled",
    "Overloaded": "overloaded",
    "ModelUnavailable": "model_unavailable",
    "ModelRefused": "model_refused",
    "ServerUnreachable": "server_unreachable",
    "Unauthorised": "unauthorised",
    "Forbidden": "forbidden",
    "UpstreamSilent": "upstream_silent",
    "UpstreamUnreachable": "upstream_unreachable",
    "StoreError": "store",
    "StoreMissing": "store_missing",
    "StoreReadOnly": "store_read_only",
    "StoreBusy": "store_busy",
    "StoreFull": "store_full",
    "StoreDamaged": "store_damaged",
    "StoreUnsuitable": "store_unsuitable",
    "StoreFailed": "store_failed",
}


def test_codes_are_what_programs_rely_on():
    classes = {
        name: thing.code
        for name, thing in vars(errors).items()
        if isinstance(thing, type) and issubclass(thing, HoldfastError)
    }
    assert classes == CODES


@pytest.mark.parametrize("name", CODES)
def test_the_text_says_what_happened_and_what_to_do(name):
    kind = getattr(errors, name)
    error = kind("It broke.")
    assert error.message == "It broke."
    assert str(error) == f"It broke. {kind.remedy}"
    assert kind.remedy.endswith(".")


@pytest.mark.parametrize("name", CODES)
def test_a_remedy_of_its_own_takes_the_place_of_the_usual_one(name):
    error = getattr(errors, name)("It broke.", remedy="Mend it.")
    assert str(error) == "It broke. Mend it."


@pytest.mark.parametrize("name", CODES)
def test_an_error_travels_between_processes_whole(name):
    error = getattr(errors, name)("It broke.", remedy="Mend it.")
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin), twin.code) == (type(error), str(error), error.code)
