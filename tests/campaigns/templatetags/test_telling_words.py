from campaigns.templatetags.telling_words import label_of


def test_a_stored_field_is_called_as_its_own_system_calls_it() -> None:
    assert label_of("temporary", "sorcerer") == "Temporary penalties"
    assert label_of("temporary", "pandemonium") == "Temporary wounds and healing"
