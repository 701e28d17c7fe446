"""What the values of a scenario are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from explorer.scenario.parameter import refuse
from explorer.scenario.sentence import sentence


class Part(BaseModel):
    """A frozen value that is validated strictly and knows no other keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)

    def with_values(self, **values: Any) -> Self:
        """Return the value with other values at some keys, validated as a whole."""
        return type(self).model_validate({**dict(self), **values})


def first_repeated(values: Iterable[Any]) -> Any:
    """Return the first value that equals an earlier one; None where all differ."""
    seen = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def unique_devices(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse entries of which two are for the same number of devices."""
    twice = first_repeated(entry.devices for entry in entries)
    if twice is not None:
        raise refuse(sentence("{devices} devices are listed twice", devices=str(twice)))
    return entries
