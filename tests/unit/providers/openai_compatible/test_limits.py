"""Limits are numbers above zero."""

from __future__ import annotations

from dataclasses import fields

import pytest

from holdfast.errors import SettingsRefused
from holdfast.providers.openai_compatible import Limits


@pytest.mark.parametrize("name", [limit.name for limit in fields(Limits)])
@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan")])
def test_other_values_are_refused(name, value):
    with pytest.raises(SettingsRefused, match=name):
        Limits(**{name: value})
