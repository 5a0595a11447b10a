from campaigns.services import tokens


def test_token_holds_128_bits() -> None:
    assert len({tokens.new_token() for _time in range(100)}) == 100
    assert len(tokens.new_token()) == 22


def test_code_is_read_with_small_letters_and_blanks() -> None:
    code = tokens.new_code()

    assert tokens.code_digest(f" {code.lower().replace('-', ' ')} ") == tokens.code_digest(code)
    assert tokens.code_digest(code) != tokens.code_digest(tokens.new_code())
