"""The scheme of a space, as it is written down in a preference."""

from __future__ import annotations

from functools import lru_cache

from holdfast.domain.scheme import Scheme
from holdfast.errors import InvalidInput
from holdfast.flow.extract.layout import usual_topics
from holdfast.flow.extract.scheme import LONGEST, scheme_from
from holdfast.ports.unit import Unit

SCHEME = "profile_config"
"""The name of the preference: YAML, as text."""


def scheme_of(unit: Unit) -> Scheme:
    """The scheme that the space goes by; the usual one where none is written, or none that holds."""
    found = unit.preferences.get(SCHEME)
    text = found.value if found is not None else ""
    try:
        return read_scheme(text if isinstance(text, str) else "")
    except InvalidInput:  # written past us, by other means
        return read_scheme("")


@lru_cache(maxsize=16)
def read_scheme(text: str) -> Scheme:
    """The scheme in a text of YAML; InvalidInput says what is wrong with it."""
    if len(text) > LONGEST:
        raise InvalidInput(f"The profile's scheme is longer than {LONGEST:,} characters.")
    return scheme_from(_parsed(text) if text.strip() else {}, usual_topics())


def _parsed(text: str) -> object:
    import yaml  # type: ignore[import-untyped]  # seldom needed, and without types

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f" (line {where.line + 1})" if where is not None else ""
        raise InvalidInput(f"The profile's scheme is not YAML{line}.") from error
    except (ValueError, RecursionError) as error:  # a day that no month has, lists without end
        raise InvalidInput(f"The profile's scheme is not YAML ({error}).") from error
