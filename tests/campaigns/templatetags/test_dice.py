from typing import TypedDict, Unpack

from django.template.loader import render_to_string

from campaigns.templatetags.dice import Contest, Pool, Winner, contest


class Result(TypedDict, total=False):
    cancelled: list[int]
    winner: Winner
    victories: int
    target: int
    decided: str


def told(acting: list[int], opposing: list[int], **others: Unpack[Result]) -> Contest:
    def pool(faces: list[int]) -> Pool:
        size = len(faces)
        return {"parts": [{"source": "lore", "dice": size}], "raw": size, "size": size, "faces": faces}

    usual: Contest = {
        "die": 12,
        "shift": 0,
        "acting": pool(acting),
        "opposing": pool(opposing),
        "cancelled": [],
        "winner": "acting",
        "victories": 1,
        "target": None,
        "total": False,
        "decided": "high_die",
    }
    return {**usual, **others}


def test_victories_stand_above_the_losers_highest() -> None:
    acting, opposing = contest(told([11, 10, 9, 4], [9, 8], victories=2, target=9))["sides"]

    assert [one["face"] for one in acting["above"]] == [11, 10]
    assert [one["face"] for one in acting["below"]] == [9, 4]
    assert [one["decides"] for one in acting["above"]] == [True, False]
    assert opposing["below"] == [{"face": 9, "line": True}, {"face": 8, "line": False}]


def test_tied_dice_are_paired_from_the_top_only() -> None:
    acting, opposing = contest(told([10, 10, 4], [10, 6], cancelled=[10], target=6))["sides"]

    assert (acting["cancelled"], opposing["cancelled"]) == ([10], [10])
    assert [one["face"] for one in acting["above"]] == [10]


def test_spare_die_is_the_one_victory() -> None:
    acting, opposing = contest(told([7, 5, 2], [7], cancelled=[7], decided="spare_dice"))["sides"]

    assert [one["face"] for one in acting["above"]] == [5]
    assert [one["face"] for one in acting["below"]] == [2]
    assert (opposing["above"], opposing["below"]) == ([], [])


def test_dead_tie_has_no_winner_and_no_line() -> None:
    page = contest(told([4], [4], cancelled=[4], winner="none", victories=0, decided="dead_tie"))

    assert page["verdict"] == "No one wins"
    assert page["target"] is None
    assert all(not side["above"] and not side["below"] for side in page["sides"])


def test_text_reads_in_the_order_of_the_dice() -> None:
    page = contest(told([11, 4], [9], target=9), acting="Ilse", opposing="Tallowmere")
    html = render_to_string("components/_contest.html", page)

    places = [
        html.index(word) for word in ("Ilse wins with 1 victory", ">11<", "the deciding die", ">4<", ">9<")
    ]
    assert places == sorted(places)


def test_hostile_names_and_notes_are_escaped() -> None:
    page = contest(told([11], [9], target=9), acting="<script>")
    page["sides"][0]["parts"] = [{"source": "lore", "dice": 1, "note": "<img>"}]
    html = render_to_string("components/_contest.html", page)

    assert "<script>" not in html
    assert "<img>" not in html
