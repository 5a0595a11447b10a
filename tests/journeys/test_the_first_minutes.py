"""The first minutes of a group, counted: what two people do, open and read until a sorcerer has Bound a demon."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Record, Tag
from campaigns.services.asking import ask_players
from campaigns.services.hosting import first_run
from rules.kernel.values import Values
from tests.journeys.conftest import PageAt

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

Role = Literal["button", "link"]
PASSWORD = "a candle by the window"
MOST_ACTS, MOST_PAGES, MOST_WORDS = 18, 10, 2500
BY_HAND_ACTS = 35
"""As many where a sorcerer and their demon are made by hand."""
BY_HAND = (
    {
        "name": "Mara",
        "character.stamina": "3",
        "character.descriptors.stamina": "Scrapper",
        "character.will": "4",
        "character.descriptors.will": "Zest for Life",
        "character.lore": "3",
        "character.descriptors.lore": "Apprentice",
    },
    {
        "character.cover.name": "Baker",
        "character.cover.score": "stamina",
        "character.telltale": "Smells of tar",
        "character.price.name": "Paranoid",
    },
    {"character.kicker": "The oven was warm this morning, and nobody had lit it."},
    {
        "demon.name": "Ash",
        "demon.type": "object",
        "demon.telltale": "It is never cold",
        "demon.desire": "Ruin",
        "demon.stamina": "3",
        "demon.abilities.0.name": "Armor",
    },
)
"""What is said of them, step by step."""
HOME = "/campaigns/[0-9a-f-]{36}/$"
RITUAL = "/rituals/[0-9a-f/-]{73}/$"
MOST_TAPS = 5
"""As many presses and filled in controls, pages and words as a group is asked for in its first minutes."""


@dataclass(frozen=True)
class Seen:
    """A view of a page: all its words, and those of them that this person had not read there before."""

    address: str
    words: int
    to_read: int


@dataclass
class Counted:
    """Somebody's browser, and what it takes of them."""

    page: Page
    acts: int = 0
    seen: list["Seen"] = field(default_factory=list)
    """What was shown, page by page, again where a page was come back to."""
    _read: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def __post_init__(self) -> None:
        self._looks()

    def types(self, label: str, words: str) -> None:
        self.page.get_by_label(label).fill(words)
        self.acts += 1

    def sets(self, control: str, value: str) -> None:
        """Fill in a control by its name, or choose one of its values; nobody does where it stands there already."""
        found = self.page.locator(f"[name='{control}']")
        kind = str(found.first.evaluate("(one) => one.type"))
        if kind in ("radio", "checkbox"):
            one = self.page.locator(f"[name='{control}'][value='{value}']")
            if one.is_checked():
                return
            one.check()
        elif found.input_value() == value:
            return
        elif kind == "select-one":
            found.select_option(value)
        else:
            found.fill(value)
        self.acts += 1

    def ticks(self, label: str) -> None:
        self.page.get_by_label(label).check()
        self.acts += 1

    def presses(self, role: Role, name: str, then: str, within: str = "main") -> None:
        """Press what is found by its name, and read the page that it leads to."""
        self.page.locator(within).get_by_role(role, name=name).first.click()
        self.page.wait_for_url(re.compile(then))
        self.acts += 1
        self._looks()

    def unfolds(self, name: str) -> None:
        self.page.locator("main summary", has_text=name).first.click()
        self.acts += 1

    def plays(self, name: str, then: str) -> None:
        """Press the button of an act, and read what comes of it in its place."""
        self.page.locator("main").get_by_role("button", name=name).last.click()
        told = self.page.locator("main").get_by_text(re.compile(then)).locator("visible=true")
        expect(told.first).to_be_visible()
        self.acts += 1
        self._looks()

    def announces(self) -> None:
        """Tap on whom an attack is aimed at."""
        with self.page.expect_response("**/action/announce/"):
            self.page.locator("#announce button[name=targets]").first.click()
        self.page.wait_for_load_state()
        self.acts += 1
        self._looks()

    def _looks(self) -> None:
        address = re.sub(r"[0-9a-f-]{36}", "…", re.split("[?#]", self.page.url)[0])
        main = self.page.locator("main")
        whole = main.inner_text()
        # A list that is closed shows none of what it offers.
        lines = Counter(whole.splitlines()) - Counter(main.locator("option").all_inner_texts())
        new = lines - self._read[address]
        to_read = sum(len(line.split()) * times for line, times in new.items())
        self.seen.append(Seen(address, len(whole.split()), to_read))
        self._read[address] |= lines


def invites(page_at: PageAt, game: str) -> tuple[Counted, str]:
    """A GM from the first account to the code that invites to a game, and where it leads."""
    (link,) = re.findall(r"http\S+(/first-run/\S+)", first_run.sign_in_notice())
    gm = Counted(page_at(link))
    gm.types("Username", "gesa")
    gm.types("New password", PASSWORD)
    gm.presses("button", "Create account", "/campaigns/new/$")
    gm.types("Campaign name", "The Tallow House")
    gm.ticks(game)
    gm.presses("button", "Create the campaign", "/campaigns/[0-9a-f-]{36}/$")
    gm.presses("button", "Invite", "/invitations/$")
    link = gm.page.locator(".qr figcaption a").inner_text()
    return gm, link[link.index("/join/") :]


def joins(page_at: PageAt, link: str) -> Counted:
    """A player from the code to a character that is made for them."""
    player = Counted(page_at(link, width=390), acts=1)  # the code was scanned
    player.types("Your name in this campaign", "Ada")
    player.presses("button", "Join the campaign", "/characters/new/[a-z_]+/$")
    player.presses("button", "Make one", "concept=")
    player.presses("button", "Create the ", "/characters/[0-9a-f-]{36}/$")
    return player


def meets(gm: Counted, who: str) -> None:
    """The GM brings somebody into play, and goes to the table."""
    gm.presses("link", "Home", HOME, within="body")
    gm.unfolds("Add NPCs")
    gm.types("Who to add", who)
    gm.presses("button", "Add", "#cast$")
    gm.presses("link", "Go to the table", "/table/$")


def test_from_the_first_account_to_a_demon_that_is_bound(page_at: PageAt) -> None:
    gm, link = invites(page_at, "Sorcerer")
    player = joins(page_at, link)

    binds(gm, player)

    holds(gm, player, acts=MOST_ACTS, views=13, words=3300)


def test_from_the_first_account_to_a_demon_that_is_bound_with_everybody_made_by_hand(page_at: PageAt) -> None:
    gm, link = invites(page_at, "Sorcerer")
    player = Counted(page_at(link, width=390), acts=1)  # the code was scanned
    player.types("Your name in this campaign", "Ada")
    player.presses("button", "Join the campaign", "/characters/new/[a-z_]+/$")
    for step in BY_HAND:
        for control, value in step.items():
            player.sets(control, value)
        player.presses("button", "Next", "step=")
    player.presses("button", "Create the sorcerer", "/characters/[0-9a-f-]{36}/$")
    binds(gm, player)

    print("by hand, of", BY_HAND_ACTS, "that are aimed at:", end=" ")
    holds(gm, player, acts=BY_HAND_ACTS, views=16, words=3100)


def binds(gm: Counted, player: Counted) -> None:
    """The GM sets what the demon needs and asks its sorcerer to Bind it, who does."""
    # The call stands above whatever page is open.
    gm.presses("link", "Check a demon's sheet", "/complete/$", within="body")
    if not gm.page.locator(
        "[name='demon.need']"
    ).input_value():  # whoever is made in a tap needs something already
        gm.sets("demon.need", "Fresh ash")
    gm.presses("button", "Complete the demon", RITUAL)
    gm.ticks("its Need alone")
    gm.presses("button", "Ask Ada to Bind it", RITUAL)
    player.page.reload()  # Django's test server has no live stream, which tells an open page
    player.presses("link", "Bind a demon", "/play/waiting/", within="body")
    player.plays("Bind a demon", "Binds")
    assert Record.objects.get(kind="binding").binding.state == "active"


def test_from_the_first_account_to_the_first_turn_of_a_fight(page_at: PageAt) -> None:
    gm, link = invites(page_at, "Fallen")
    player = joins(page_at, link)
    meets(gm, "ghoul")
    gm.presses("link", "Go to the fight", "/fight/$")
    gm.plays("Roll initiative", "Waiting for")
    player.page.reload()  # Django's test server has no live stream, which tells an open page
    player.presses("link", "Roll initiative", "/fight/", within="body")
    player.plays("Roll initiative for", "Turn 1")
    gm.page.reload()
    is_gms = gm.page.get_by_role("heading", name="Ghoul acts").count() > 0
    first = gm if is_gms else player
    first.plays("Strike", "attacks")

    assert Tag.objects.filter(kind="action", value="fallen.attack").exists()
    holds(gm, player, acts=22, views=16, words=3300)


def test_from_the_first_account_to_the_first_clash(page_at: PageAt) -> None:
    gm, link = invites(page_at, "Demon City")
    player = joins(page_at, link)
    meets(gm, "ghoul")
    gm.presses("button", "Lay out the standard decks", "/table/$")
    gm.presses("link", "Action", "/action/$")
    gm.plays("Begin the round", "announces next")
    player.page.reload()  # as above
    # The slower announces first: whoever it is taps on the other.
    is_called = player.page.get_by_role("link", name="A round has begun").count() > 0
    if not is_called:
        gm.announces()
        player.page.reload()
    player.presses("link", "A round has begun", "/action/", within="body")
    player.announces()
    gm.page.reload()
    if is_called:
        gm.announces()
        gm.page.reload()
    gm.plays("Sort the Clashes", "Flip the cards")
    gm.plays("Flip the cards", "What decided it")

    assert Tag.objects.filter(kind="action", value="demon_city.clash").exists()
    holds(gm, player, acts=25, views=19, words=3700)


def test_from_the_first_account_to_the_first_spell(page_at: PageAt) -> None:
    gm, link = invites(page_at, "Pandemonium")
    player = joins(page_at, link)
    player.presses("link", "Write a spell", "/spells/book/[0-9a-f-]{36}/")
    player.page.locator("#ready a").first.click()
    player.page.wait_for_url(re.compile("like="))
    player.acts += 1
    player.presses("button", "Write it down", "/records/|/characters/")
    player.presses("link", "Cast ", "/cast/$")
    player.presses("button", "On no one", "/spells/")

    assert Tag.objects.filter(kind="action", value="pandemonium.cast").exists()
    holds(gm, player, acts=17, views=12, words=2700)


def holds(*people: Counted, acts: int, views: int, words: int) -> None:
    """No more than this was asked of all of them together.

    Counted whole, each view with all its words, it is more than is aimed at; what is to be read for the first time is
    less. Both are told.
    """
    seen = [one for person in people for one in person.seen]
    asked, shown = sum(person.acts for person in people), sum(one.words for one in seen)
    pages = sum(len({one.address for one in person.seen}) for person in people)
    to_read = sum(one.to_read for one in seen)
    print(f"{asked} acts, {len(seen)} of {MOST_PAGES} views, {shown} of {MOST_WORDS} words;", end=" ")
    print(f"{pages} pages and {to_read} words where what was read before counts once")
    assert asked <= acts, [person.acts for person in people]
    assert (len(seen) <= views, shown <= words) == (True, True), (len(seen), shown, seen)
    assert (pages <= MOST_PAGES, to_read <= MOST_WORDS) == (True, True), (pages, to_read, seen)


def test_five_taps_and_a_name_lead_from_the_code_to_a_first_roll(page_at: PageAt) -> None:
    _gm, link = invites(page_at, "Sorcerer")
    phone = Counted(page_at(link, width=390))
    phone.page.get_by_label("Your name in this campaign").fill("Ada")
    phone.presses("button", "Join the campaign", "/characters/new/sorcerer/$")
    phone.presses("button", "Make one", "concept=")
    phone.presses("button", "Create the sorcerer", "/characters/[0-9a-f-]{36}/$")
    sorcerer = Record.objects.get(pk=phone.page.url.rstrip("/").rpartition("/")[2])
    acting: Values = {"id": str(sorcerer.pk), "score": "will"}
    asked: Values = {"acting": acting, "opposing": {"score": "difficulty", "dice": 3}}
    gm = sorcerer.campaign.memberships.get(role="gm")
    ask_players(actor=gm, action="sorcerer.roll", settled={str(sorcerer.pk): asked}, key="asks")
    phone.page.reload()  # Django's test server has no live stream, which tells an open page
    phone.presses("link", f"{sorcerer.name}: Roll two pools", "/play/waiting/", within="body")
    phone.page.locator("main").get_by_role("button", name="Roll two pools").last.click()

    expect(phone.page.locator(".die").first).to_be_visible()
    assert phone.acts + 1 == MOST_TAPS, phone.seen
