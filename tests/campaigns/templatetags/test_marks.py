from campaigns.templatetags.marks import BAR, odds_bar


def test_odds_bar_fills_its_width() -> None:
    page = odds_bar({"success": 0.5, "tie": 0.125, "failure": 0.375, "victories": {"10": 0.1, "2": 0.4}})

    assert sum(float(share["width"]) for share in page["shares"]) == BAR
    assert [number for number, _ in page["victories"]] == ["2", "10"]


def test_bar_of_a_roll_that_nobody_opposes_has_no_tie() -> None:
    page = odds_bar({"success": 0.75, "failure": 0.25})

    assert [share["kind"] for share in page["shares"]] == ["success", "failure"]


def test_unknown_odds_leak_nothing() -> None:
    assert odds_bar({"success": 0.9}, known=False) == {"known": False}
