from campaigns.templatetags.typed import to_read


def test_ids_and_marks_of_the_form_go_along_unseen() -> None:
    typed = [
        ("key", "once"),
        ("nonce", "0d1c3fde19b99afd4b615449df31c1bd"),
        ("acting.id", "44d7b503-6dc3-52a5-9297-92e90c2f342c"),
        ("modifiers.0.note", "by the window"),
        ("opposing_dice", "3"),
        ("words", ""),
    ]

    assert to_read(typed) == [("Note", "by the window"), ("Opposing dice", "3")]


def test_where_somebody_stood_in_creation_is_not_among_their_words() -> None:
    of_the_form = ("step", "left", "draft", "filled", "one-concept", "one-seed")

    assert to_read([*((name, "attributes") for name in of_the_form), ("name", "Ada")]) == [("Name", "Ada")]
