"""What moves while a moment is staged: transform and opacity alone, which no phone lays the page out anew for."""

import re
from pathlib import Path

CSS = Path(__file__).parents[1] / "static" / "css"
SHEET = re.sub(r"/\*.*?\*/", "", (CSS / "moment.css").read_text(encoding="utf-8"), flags=re.DOTALL)
MAY_MOVE = {"transform", "opacity"}


def keyframes(sheet: str) -> dict[str, set[str]]:
    """What each movement changes, by its name."""
    found = {}
    for opened in re.finditer(r"@keyframes ([\w-]+) \{", sheet):
        depth, at = 1, opened.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(sheet[at], 0)
            at += 1
        found[opened[1]] = set(re.findall(r"([\w-]+):", sheet[opened.end() : at]))
    return found


def test_movements_change_transform_and_opacity_alone() -> None:
    moved = keyframes(SHEET)

    assert len(moved) > 10
    assert {name: changed for name, changed in moved.items() if not changed <= MAY_MOVE} == {}


def test_transitions_change_transform_and_opacity_alone() -> None:
    named = re.findall(r"transition(?:-property)?:([^;}]+)", SHEET)
    changed = {one.split()[0] for said in named for one in said.split(",")}

    assert named
    assert changed <= {*MAY_MOVE, "none"}


def test_each_movement_that_is_used_is_there_and_none_is_left_over() -> None:
    used = set(re.findall(r"animation:\s*([\w-]+)", SHEET)) - {"none"}

    assert used == set(keyframes(SHEET))


def test_dice_and_cards_move_nowhere_else() -> None:
    others = [path.read_text(encoding="utf-8") for path in CSS.glob("*.css") if path.name != "moment.css"]

    assert not [
        text for text in others if re.search(r"\.(?:die|card|contest|moment)\b[^{}]*\{[^}]*animation:", text)
    ]


def test_no_flame_shrinks_before_the_verdict() -> None:
    begins = {
        name: set(re.findall(rf"animation: moment-{name} [^;]*\* (\d+)ms\) backwards", SHEET))
        for name in ("shrink", "stamp")
    }

    assert begins["shrink"] == {"1100"}
    assert begins["shrink"] <= begins["stamp"]


def test_no_rule_asks_the_whole_page_what_stands_in_it() -> None:
    """With one that styles others by it, each change of a part would have all of the page styled anew."""
    bad = [f"{sheet.name}: {rule}" for sheet in sorted(CSS.glob("*.css")) for rule in _asking(sheet)]

    assert bad == []


def _asking(sheet: Path) -> list[str]:
    """The rules that style what stands in a page by what else does, deeper than its own children."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.finditer(r"(?:\bhtml|\bbody|\bmain|:root|-page)[^ {}:]*:has\((?!>)", text)
    return [one[0] for one in found if re.match(r" [^{,]", text[_closed(text, one.end()) :])]


def _closed(text: str, at: int) -> int:
    """Behind the bracket that closes the one before this place."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at
