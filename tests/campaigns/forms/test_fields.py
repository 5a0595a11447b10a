import pytest
from django.core.exceptions import ValidationError

from campaigns.forms.fields import KeyField, NameField, WordsField, clean_words

DECOMPOSED, COMPOSED = "e\u0301", "\u00e9"


def test_words_are_kept_in_one_form_of_unicode() -> None:
    assert NameField().clean(f" Rene{DECOMPOSED[1:]} ") == f"Ren{COMPOSED}"


def test_length_counts_what_is_stored() -> None:
    assert len(NameField(max_length=10).clean(DECOMPOSED * 10)) == 10
    with pytest.raises(ValidationError):
        NameField(max_length=10).clean("x" * 11)


@pytest.mark.parametrize(
    "text",
    [
        "a\x00b",
        "a\x1bb",
        "\u202eb",
        "a\u2066b",
        "a\u200bb",
        "\ufeffa",
        "a\ud800",
        "a\ue000",
        "a\uffff",
        "a\nb",
    ],
)
def test_unseen_characters_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        NameField().clean(text)


@pytest.mark.parametrize("text", ["Ilse Märow", "O’Brien", "李四", "אילזה", "👩\u200d🚀 Ada", "№ 7"])
def test_names_of_all_scripts_pass(text: str) -> None:
    assert NameField().clean(text) == text


@pytest.mark.parametrize("text", ["", "   ", "\u0301", "\u00a0"])
def test_name_needs_something_to_see(text: str) -> None:
    with pytest.raises(ValidationError):
        NameField().clean(text)


def test_lines_break_in_one_way() -> None:
    assert clean_words("a\r\nb\rc\u2028d\te", lines=True) == "a\nb\nc\nd\te"
    assert WordsField(max_length=9).clean("a\r\nb") == "a\nb"


@pytest.mark.parametrize("key", ["", "a b", "x" * 41, "../x", "\x00"])
def test_forged_key_is_refused(key: str) -> None:
    with pytest.raises(ValidationError):
        KeyField().clean(key)
