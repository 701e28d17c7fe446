"""What a number of a scenario means: symbol, kind, bounds and one line of prose, as metadata of its field."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from explorer.scenario.quantity import SHARE, Dimension, QuantityError, best_unit, format_quantity, parse
from explorer.scenario.sentence import Sentence, sentence

_UNREADABLE_LENGTH = 40


@dataclass(frozen=True)
class Slider:
    """The scale of a number's slider: logarithmic or linear from low to high, SI; ``zero`` has 0 at its left end."""

    low: float
    high: float
    logarithmic: bool = True
    zero: bool = False


@dataclass(frozen=True, eq=False)
class Parameter:
    """The one declaration of a number: metadata and validator of its field; panels, tables and help read it.

    Accepts a number in SI, or a text with a unit; refuses all else with a sentence. Negative zero becomes zero.

    Attributes
    ----------
    symbol : as in the formulas.
    name : short, as the panel shows it.
    meaning : one or two sentences, with the usual misreading where there is one.
    dimension : kind of quantity.
    minimum, maximum : accepted bounds, SI; ``above_minimum`` excludes the lower one.
    usual_unit : what plain digits mean where the value itself names no unit (zero, infinity).
    path : keys that lead to it in a scenario, beginning with its section; for a link's numbers, those of a constant
        link. () for a number that is only set in files.
    follows : path of the number whose value it takes where it is null; () where it is never null.
    slider : scale of its slider, None where it has none.
    """

    symbol: str
    name: Sentence
    meaning: Sentence
    dimension: Dimension
    minimum: float
    maximum: float
    usual_unit: str = ""
    above_minimum: bool = False
    path: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    slider: Slider | None = None

    def accepts(self, value: float) -> bool:
        """Whether the value lies within the bounds."""
        if math.isinf(value):
            return value > 0 and self.dimension.may_be_infinite
        return self.minimum <= value <= self.maximum and not (self.above_minimum and value == self.minimum)

    def range_text(self) -> Sentence:
        """Return the accepted range as a phrase, such as "a time from 0 ms to 1e9 s"."""
        low, high = self.show(self.minimum, None), self.show(self.maximum, None)
        if self.above_minimum and self.dimension.may_be_infinite:
            return sentence("{noun} above 0 and up to {high}, or ∞", noun=self.dimension.noun, high=high)
        if self.above_minimum:
            return sentence("{noun} above {low} and up to {high}", noun=self.dimension.noun, low=low, high=high)
        return sentence("{noun} from {low} to {high}", noun=self.dimension.noun, low=low, high=high)

    def show(self, value: float, digits: int | None = 4, *, padded: bool = False) -> str:
        """Write a value of this parameter."""
        if self.dimension.whole and float(value).is_integer():
            return str(int(value))
        return format_quantity(value, self.dimension, digits, unit=self.usual_unit, padded=padded)

    def read(self, text: str, plain_unit: str | None) -> float:
        """Read a text as :func:`~explorer.scenario.quantity.parse` does and hold it against the bounds."""
        value = parse(text, self.dimension, plain_unit)
        if not self.accepts(value):
            raise QuantityError(self.refusal(text.strip()))
        return value

    def plain_unit(self, value: float | None, digits: int | None = None) -> str:
        """Return the unit that digits alone take beside a value that is shown with so many digits."""
        if value in (None, 0, math.inf) or self.dimension is SHARE:
            return self.usual_unit
        return best_unit(float(value or 0), self.dimension, digits).name

    def refusal(self, value: str) -> Sentence:
        """Return the sentence for a value out of bounds, with the accepted range."""
        return sentence("{value} is out of range; accepted is {range}", value=value, range=self.range_text())

    def validate(self, value: Any) -> float | int:
        """Return the number that a file or an editor holds for this parameter, or raise a pydantic error."""
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise refuse(
                sentence("{value} is not a number; accepted is {range}", value=brief(value), range=self.range_text())
            )
        try:
            number = parse(value, self.dimension) if isinstance(value, str) else float(value)
        except QuantityError as error:
            raise refuse(error.message) from None
        except OverflowError:  # an integer beyond any float
            number = math.nan
        if math.isnan(number) or not self.accepts(number):
            raise refuse(self.refusal(brief(value)))
        if not self.dimension.whole:
            return number + 0.0
        if not number.is_integer() or isinstance(value, float):
            raise refuse(
                sentence(
                    "{value} is not a whole number; accepted is {range}", value=brief(value), range=self.range_text()
                )
            )
        return int(number)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Put the validator in the place of pydantic's own, and write infinity as "inf"."""
        serializer = core_schema.plain_serializer_function_ser_schema(
            lambda value: "inf" if math.isinf(value) else value, when_used="json"
        )
        return core_schema.no_info_plain_validator_function(self.validate, serialization=serializer)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the number and the text with a unit."""
        low = "exclusiveMinimum" if self.above_minimum else "minimum"
        kind = "integer" if self.dimension.whole else "number"
        number = {"type": kind, low: self.minimum, "maximum": self.maximum}
        text = {"type": "string", "description": f"a text with a unit: {self.dimension.accepted}"}
        return {"anyOf": [number, text], "title": f"{self.symbol}: {self.name}", "description": str(self.meaning)}


def by_name(declared: Mapping[str, object]) -> dict[str, Parameter]:
    """Return the numbers with a path that a module declares, by the names of their constants in lower case."""
    return {name.lower(): value for name, value in declared.items() if isinstance(value, Parameter) and value.path}


def refuse(message: Sentence) -> PydanticCustomError:
    """Make the error that pydantic reports with our sentence."""
    return PydanticCustomError("refused", "{sentence}", {"sentence": str(message), "message": message})


def brief(value: object) -> str:
    """Write any value short enough for a sentence."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int) and abs(value) >= 10**_UNREADABLE_LENGTH:
        return "a number of more than 40 digits"
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "a list"
    text, end = (f"“{value}", "”") if isinstance(value, str) else (repr(value), "")
    if len(text + end) > _UNREADABLE_LENGTH:
        text = text[:_UNREADABLE_LENGTH] + "…"
    return text + end
