"""What the pages that update live cost the processor in a long campaign, by what they cost in a short one.

    .venv/bin/python bench/pages.py [entries of the long one]

Both are the demo's story with a cast of each other game. The long one has 20,000 entries, most of them copies of acts
that were really played, and seven times as many records: sorcerers, demons that were called, mages with spells, nights.
A GM asks for each page of both in turn, in one process, with a database in memory; the bar for each ratio is 2.0.
DATABASE_URL chooses PostgreSQL (an empty database); otherwise it is SQLite.
"""

import sys
from collections.abc import Callable
from typing import Any

from bars import Bars
from in_ram import Asker, application, in_turns

BAR = 2.0
ENTRIES, ROUNDS = 20_000, 9
SORCERERS, CALLED, SPELLS = 84, 30, 60
FRAME = "head-scene:%20head-clock:%20head-links:%20calls:%20news:%20just-done:%20bar:"
"""What an open page of before has of the frame: nothing of it, so that all of it is told."""
PAGES = {
    "home": "",
    "frame": f"since/0.0/?here=table&marks={FRAME}",
    "table": "table/",
    "parts of the table": f"since/0.0/?page=table/&marks={FRAME}%20cast:%20waits:%20hands:",
    "log": "log/",
    "news of the log": "since/{before_last}.0/?page=log/&marks=log-rows:",
    "an entry": "log/1/",
    "record": "records/{connection}/",
    "sorcerer": "characters/{sorcerer}/",
    "demon": "demons/{demon}/",
    "mage": "characters/{mage}/",
    "fallen": "characters/{fallen}/",
    "person of Demon City": "characters/{investigator}/",
    "conflict": "conflict/",
    "rituals": "rituals/",
    "ritual": "rituals/{sorcerer}/{demon}/",
    "contain": "rituals/{sorcerer}/contain/",
    "decks": "decks/",
    "round": "action/",
    "fight": "fight/",
    "spells": "spells/",
    "spell book": "spells/book/",
}


def main(entries: int) -> int:
    bars = Bars()
    with application():
        games = {"short": _make_game(), "long": _make_game()}
        _lengthen(*games["long"], entries)
        calls: dict[str, Callable[[], float]] = {}
        for name, (game, ids) in games.items():
            game.campaign.refresh_from_db()
            print(f"{name}: {_size(game.campaign)}", flush=True)
            ids["before_last"] = game.campaign.head_seq - 1
            asker = Asker(game.gm.user)
            urls = {page: f"/campaigns/{game.campaign.pk}/{url.format(**ids)}" for page, url in PAGES.items()}
            calls |= {f"{name} {page}": _getting(asker, url) for page, url in urls.items()}
        costs = in_turns(calls, ROUNDS)
    for page in PAGES:
        short, long = costs[f"short {page}"], costs[f"long {page}"]
        print(f"{page}: {short:.1f} ms, in the long one {long:.1f} ms")
        bars.most(page, long / short, BAR)
    return bars.close()


def _getting(asker: Asker, url: str) -> Callable[[], float]:
    return lambda: asker.get(url)[0]


def _size(campaign: Any) -> str:
    from campaigns.models import Record

    return f"{campaign.head_seq} entries, {Record.objects.filter(campaign=campaign).count()} records"


def _make_game() -> tuple[Any, dict[str, Any]]:
    """A campaign, and ids by what they are of."""
    from campaigns.games.sorcerer.evening import play_story
    from campaigns.models import Record
    from campaigns.services import demo
    from tests.campaigns import casts, spine

    game = spine.new_game()
    story = demo.Table(game.campaign)
    kit = spine._joined(game.campaign, game.gm, f"kit-{game.campaign.pk}", "Kit", "player")
    story.members |= {"iris": game.player, "jonas": game.other_player, "kit": kit}
    play_story(story)
    mages, investigators, fallen = (make(game.gm, game.player) for make in casts.MAKERS.values())
    named = Record.objects.filter(campaign=game.campaign)
    return game, {
        "sorcerer": named.get(name="Mara").pk,
        "demon": named.get(name="The bidder").pk,
        "mage": mages["character"],
        "held": mages["victim"],
        "connection": mages["connection"],
        "investigator": investigators["character"],
        "fallen": fallen["character"],
    }


def _lengthen(game: Any, ids: dict[str, Any], entries: int) -> None:
    import log_filling as filling

    from tests.campaigns import world
    from tests.factories import make_character

    models = filling.models_of(game.campaign)
    for number in range(SORCERERS - CALLED):
        make_character(game.player, f"Cousin {number}")
    for number in range(CALLED):
        world.call_demon(game.gm, game.player, f"Lodger {number}")
    for number in range(SPELLS):
        cast = {"caster": ids["mage"], "aspect": "covert", "kind": "control", "arcanum": "mind"}
        targets = {"targets": [ids["held"]]}
        game.make(
            "pandemonium.spell", f"Lull {number}", duration="scene", potency=4, tenacity=2, **cast, **targets
        )
    game.campaign.refresh_from_db()
    filling.Filling(game.campaign, models, entries, first_key=10_000_000).run()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES))
