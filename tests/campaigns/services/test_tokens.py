from pytest_django import Settings

from campaigns.services.accounts import tokens


def test_token_holds_128_bits() -> None:
    assert len({tokens.new_token() for _time in range(100)}) == 100
    assert len(tokens.new_token()) == 22


def test_code_is_read_with_small_letters_and_blanks() -> None:
    code = tokens.code_for("setup", "one")

    assert tokens.code_digest(f" {code.lower().replace('-', ' ')} ") == tokens.code_digest(code)
    assert tokens.code_digest(code) != tokens.code_digest(tokens.code_for("setup", "two"))


def test_code_is_found_again_with_the_same_key_alone(settings: Settings) -> None:
    code = tokens.code_for("setup", "one")
    assert code == tokens.code_for("setup", "one")
    assert code != tokens.code_for("another purpose", "one")

    settings.SECRET_KEY = "another"

    assert code != tokens.code_for("setup", "one")
