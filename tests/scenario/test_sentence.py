"""Sentences: a template and what stands in it, filled in English or translated."""

from __future__ import annotations

import pytest

from explorer.scenario.sentence import sentence


@pytest.mark.parametrize(
    ("told", "text"),
    [
        pytest.param(sentence("a time"), "a time", id="plain"),
        pytest.param(sentence("{noun} from {low}", noun="a time", low="0"), "a time from 0", id="filled"),
        pytest.param(sentence("type {what}", what=sentence("a {x}", x="size")), "type a size", id="nested"),
        pytest.param(sentence("“{text}” is wrong", text="{0} {text} %s"), "“{0} {text} %s” is wrong", id="braces"),
    ],
)
def test_str_fills_in_the_english(told: object, text: str) -> None:
    assert str(told) == text


def test_templates_are_translated_before_they_are_filled_in() -> None:
    german = {"type {what}": "{what} eingeben", "a {kind}": "eine {kind}"}
    told = sentence("type {what}", what=sentence("a {kind}", kind="type {what}"))
    assert told.filled(lambda template: german[template]) == "eine type {what} eingeben"


def test_a_template_is_asked_for_as_it_is_written() -> None:
    asked: list[str] = []

    def translate(template: str) -> str:
        asked.append(template)
        return template

    sentence("{value} is out of range", value="3").filled(translate)
    assert asked == ["{value} is out of range"]


def test_sentences_are_values() -> None:
    one, same = sentence("a {x}", x="1"), sentence("a {x}", x="1")
    assert one == same
    assert hash(one) == hash(same)
    assert one != sentence("a {x}", x="2")
