"""What the values of a scenario are made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from explorer.scenario.parameter import refuse
from explorer.scenario.sentence import sentence


class Part(BaseModel):
    """A frozen value that is validated strictly and knows no other keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


def unique_devices(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse entries of which two are for the same number of devices."""
    counts = [entry.devices for entry in entries]
    for count in counts:
        if counts.count(count) > 1:
            raise refuse(sentence("{devices} devices are listed twice", devices=str(count)))
    return entries
