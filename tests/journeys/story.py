"""One evening, step by step, with script or without: a campaign is founded, somebody joins, a demon is bound."""

import re
from dataclasses import dataclass, field
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Route, expect

from tests.journeys.pages import PATIENCE
from tests.served import Served
from tests.visitor import Visitor

PASSWORD = "a candle by the window"
FIRST_NEED = "a secret whispered into a wall"
SECOND_NEED = "to be swept with grave salt"
NEEDS = (FIRST_NEED, SECOND_NEED)
WIDTHS = {"gm": (1280, 900), "player": (390, 844)}

CONTACT_DICE = "11 5 4 2 9 9 4 2"
CHECK_DICE = "12 11 3 1 10 9 8 2 1"
SUMMON_DICE = "12 11 5 4 3 10 9 9 5 2"


@dataclass
class Person:
    """Somebody at a browser of their own, and everything that the server ever sent them."""

    page: Page
    javascript: bool
    received: list[bytes] = field(default_factory=list)

    def record(self) -> None:
        self.page.context.route(lambda url: "/live/" not in url, self._pass_on)

    def goes(self, path: str) -> None:
        self.page.goto(path)

    def stays(self) -> None:
        """From now on the page must not be loaded anew."""
        if self.javascript:
            self.page.wait_for_load_state()  # of the page that an answer leads to
            self.page.evaluate("window.stayed = true")

    def sees(self, what: Locator) -> None:
        """Something that another did appears: by itself, or after a reload where there is no script."""
        if not self.javascript:
            self.page.reload()
        expect(what).to_be_visible()
        if self.javascript:
            assert self.page.evaluate("window.stayed") is True, "the page was loaded anew"

    def types(self, name: str, value: str) -> None:
        self.page.locator(f'main [name="{name}"]').first.fill(value)

    def chooses(self, name: str, value: str) -> None:
        self.page.locator(f'main [name="{name}"]').first.select_option(value)

    def ticks(self, name: str, *values: str) -> None:
        for value in values:
            self.page.locator(f'main input[name="{name}"][value="{value}"]').check()

    def presses(self, button: str, within: str = "main") -> None:
        self.page.locator(within).get_by_role("button", name=button, exact=True).last.click()

    def throws(self, faces: str) -> None:
        """Dice thrown by hand."""
        self.page.get_by_text("Roll dice by hand").first.click()
        self.types("hand", faces)

    def _pass_on(self, route: Route) -> None:
        try:
            answer = route.fetch(max_redirects=0)
        except Error as error:  # on a connection that the server had just let go
            if route.request.method != "GET" or "ECONNRESET" not in str(error):
                raise
            answer = route.fetch(max_redirects=0)
        self.received.append(answer.body())
        route.fulfill(response=answer)


@dataclass
class Evening:
    """Two people at once against a real server."""

    browser: Browser
    served: Served
    javascript: bool = True
    contexts: list[BrowserContext] = field(default_factory=list)

    def person(self, role: str, path: str, come_as: Visitor | None = None) -> Person:
        width, height = WIDTHS[role]
        context = self.browser.new_context(
            base_url=self.served.url,
            viewport={"width": width, "height": height},
            java_script_enabled=self.javascript,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if come_as is not None:
            context.add_cookies(come_as.cookies())
        person = Person(context.new_page(), self.javascript)
        if role == "player":
            person.record()
        person.goes(path)
        return person

    def open(self) -> tuple[Person, Person]:
        """A campaign is founded, and a newcomer joins by the link."""
        gm = self.person("gm", "/first-run/")
        gm.types("code", self._setup_code())
        sign_up(gm, "gesa", "Create account")
        gm.page.get_by_label("Campaign name").fill("The Tallow House")
        gm.page.get_by_label("Sorcerer").check()
        gm.presses("Create the campaign")
        self.home = re.search(r"/campaigns/[0-9a-f-]{36}/", gm.page.url)[0]  # type: ignore[index]  # else it fails here
        allow_dice_by_hand(gm, self.home)
        gm.goes(f"{self.home}invitations/")
        gm.presses("Create the link")
        address = gm.page.locator(".qr figcaption a").inner_text()
        player = self.person("player", address[address.index("/join/") :])
        player.page.get_by_label("Your name in this campaign").fill("Ada")
        player.presses("Join the campaign")
        expect(player.page.get_by_text("You have joined The Tallow House.")).to_be_visible()
        return gm, player

    def found(self) -> Person:
        """The GM of a campaign that was founded without a browser: nobody looks at how."""
        self._gesa = Visitor(self.served.url)
        self.home = self._gesa.open_the_table(self._setup_code(), "gesa", PASSWORD)
        return self.person("gm", self.home, self._gesa)

    def gather(self) -> tuple[Person, Person]:
        """As `open`, but founding and joining take no browser."""
        gm = self.found()
        allow_dice_by_hand(gm, self.home)
        return gm, self.joins("ada", "Ada")

    def joins(self, username: str, name: str) -> Person:
        """A player comes in by a link of the GM's, without a browser."""
        invitation = {"key": uuid4().hex, "role": "player", "days": "7", "uses": "1"}
        link = re.search(r"/join/[^\s\"<]+", self._gesa.send(f"{self.home}invitations/", invitation))
        assert link is not None
        visitor = Visitor(self.served.url)
        account = {"username": username, "password1": PASSWORD}
        visitor.send(link[0], {"name": name, **account})
        return self.person("player", self.home, visitor)

    def _setup_code(self) -> str:
        code = re.search(r"Setup code: (\S+)", self.served.output)
        assert code is not None, self.served.output
        return code[1]

    def close(self) -> None:
        for context in self.contexts:
            context.unroute_all(behavior="ignoreErrors")
            context.close()


def sign_up(person: Person, name: str, button: str) -> None:
    person.page.get_by_label("Username").fill(name)
    person.page.get_by_label("New password").fill(PASSWORD)
    person.presses(button)


def allow_dice_by_hand(gm: Person, home: str) -> None:
    gm.goes(f"{home}settings/")
    gm.ticks("hand_dice", "on")
    gm.presses("Save policies")


def make_sorcerer(player: Person, home: str) -> None:
    """Fenster, and the demon that he begins with."""
    player.goes(f"{home}characters/new/sorcerer/")
    _types(
        player, {"name": "Fenster", "character.stamina": "2", "character.will": "4", "character.lore": "4"}
    )
    player.ticks("character.descriptors.stamina", "Clean Living")
    player.ticks("character.descriptors.will", "User/Manipulator")
    player.ticks("character.descriptors.lore", "Lone Adept")
    player.presses("Next")
    telltale = "his breath never shows in the cold"
    _types(player, {"character.cover.name": "Night watchman", "character.telltale": telltale})
    player.ticks("character.cover.score", "will")
    player.chooses("character.price.name", "Paranoid")
    player.presses("Next")
    player.types("character.kicker", "Every lock he checked last night was already open.")
    player.types("character.background.price", "the fire that he did not report")
    player.presses("Next")
    _types(
        player,
        {
            "demon.name": "Ninepin",
            "demon.telltale": "a smell of wet chalk",
            "demon.desire": "Knowledge",
            "demon.stamina": "2",
            "demon.abilities.0.name": "Cloak",
            "demon.abilities.1.name": "Perception",
        },
    )
    player.ticks("demon.type", "inconspicuous")
    fill_ability_rows(player, 2)
    player.presses("Next")
    expect(player.page.get_by_text("Every lock he checked").last).to_be_visible()
    player.presses("Create the sorcerer")
    expect(player.page.get_by_text("The sorcerer has been created.")).to_be_visible()


def _types(person: Person, typed: dict[str, str]) -> None:
    for name, value in typed.items():
        person.types(name, value)


def complete_first_demon(gm: Person) -> None:
    gm.page.locator("#waits .pending").get_by_role("link").click()
    gm.types("demon.need", FIRST_NEED)
    gm.types("demon.power", "4")
    gm.presses("Complete the demon")
    expect(gm.page.get_by_text("Ninepin is complete.")).to_be_visible()


def fill_ability_rows(person: Person, count: int) -> None:
    for row in range(count):
        person.chooses(f"demon.abilities.{row}.user", "demon")
        person.types(f"demon.abilities.{row}.target", "itself")
        person.types(f"demon.abilities.{row}.effect", "as the table knows it")


def begin(gm: Person, home: str) -> None:
    """Session and scene, from the table."""
    gm.goes(f"{home}table/")
    gm.types("name", "The first evening")
    gm.presses("Begin the session")
    gm.types("name", "The stairwell")
    gm.presses("Begin the scene")
    expect(gm.page.get_by_role("button", name="End the scene")).to_be_visible()


def describe(player: Person, home: str) -> str:
    """The demon that is looked for; the path of its ritual."""
    player.goes(f"{home}table/")
    player.page.get_by_role("link", name="Call a demon").click()
    player.types("name", "What answers from the stairwell")
    player.ticks("type", "inconspicuous")
    player.types("abilities", "Armor\nBig\nFast\nShapeshift")
    player.types("desire", "Carnage")
    player.types("purpose", "To hold the stairs against the landlord.")
    player.presses("Start the call")
    expect(player.page.get_by_role("heading", name="Contact a demon")).to_be_visible()
    return player.page.url.removeprefix("http://").partition("/")[2].partition("?")[0]


def answer(gm: Person) -> None:
    """It comes as an object, and with other Abilities."""
    gm.chooses("type", "object")
    gm.types("ability.1", "Cloak")
    gm.types("ability.3", "Shadow")
    gm.chooses("power_raise", "1")
    gm.presses("Answer the Contact")


def complete_second_demon(gm: Person) -> None:
    gm.page.locator("#now").get_by_role("link", name="Complete its sheet").click()
    gm.types("demon.name", "The Ninth Stair")
    gm.types("demon.telltale", "a step that is never dusty")
    gm.types("demon.stamina", "3")
    fill_ability_rows(gm, 4)
    gm.types("demon.need", SECOND_NEED)
    gm.types("demon.power", "5")
    gm.presses("Complete the demon")
    expect(gm.page.get_by_text("The Ninth Stair is complete.")).to_be_visible()


def grant_dice(gm: Person, home: str) -> None:
    """For three nights of chalk and string, two taps on Fenster's card: four dice help."""
    gm.goes(f"{home}table/")
    for number in range(2):
        gm.page.get_by_role("button", name="+2 for Fenster").click()
        expect(gm.page.get_by_role("button", name="Take back")).to_have_count(number + 1)


def summon(player: Person) -> None:
    """With the dice that the GM granted, as soon as they are seen."""
    player.sees(player.page.locator('main [name="modifiers.bonus"]').nth(1))
    player.throws(SUMMON_DICE)
    player.presses("Summon a demon")


def say_need(gm: Person) -> None:
    """Both are met, by Lore or by Will; the player is asked for the Binding."""
    gm.ticks("met", "both")
    gm.page.locator('#now input[name="scores"][value="stamina"]').uncheck()
    gm.page.locator("#need-form button.button-primary").click()
    expect(gm.page.locator("#now").get_by_text("has been asked to roll")).to_be_visible()


def bind(player: Person) -> None:
    player.presses("Bind a demon", "#now")
