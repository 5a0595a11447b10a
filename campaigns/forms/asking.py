"""Whom the GM asks, for what, and the form of an act that is put to several players at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms

from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.hiding import HIDE, hide_field, hideable
from campaigns.forms.action.lacking import needed_of_the_gm
from campaigns.forms.action.nested import is_untouched
from campaigns.forms.action.questions import Ask, acting_path, asks_of
from campaigns.forms.fields import Posted
from campaigns.game import game_of, games
from campaigns.models import Campaign, Membership
from campaigns.policy import CONSENTS, Rights, is_gms
from campaigns.queries import cast
from campaigns.queries.at_hand import IN_PLAY
from campaigns.queries.cast import Member
from campaigns.queries.layouts.plain import CHARACTERS
from campaigns.queries.palette import acting_nouns, is_offered
from campaigns.services.play.awards import without_granted
from campaigns.state.kinds import fits, words_from
from campaigns.viewing import Viewer
from rules import catalogue, words
from rules.kernel.values import Value, Values, as_values


@dataclass(frozen=True)
class Askable:
    """Somebody whose player can be asked."""

    id: str
    kind: str
    name: str
    player: str


@dataclass(frozen=True)
class AskableAct:
    """An act that can be put to players."""

    action: str
    label: str
    help: str
    is_gms: bool
    """Whether players play it only when they are asked."""


@dataclass(frozen=True)
class AskableGame:
    """One game, those who are played in it, and what they can be asked for: what is usual, and the rest."""

    system: str
    people: list[Askable]
    usual: list[AskableAct]
    acts: list[AskableAct]


def askable(campaign: Campaign, viewer: Viewer, rights: Rights) -> list[AskableGame]:
    """Whom the GM may ask, game by game: who is in play, in the hands of a player, and seen by all."""
    kinds = (*CHARACTERS, *(kind for game in games().values() for kind in game.records.in_cast))
    by_game: dict[str, list[Askable]] = {}
    for one, player in may_be_asked(campaign, viewer, *kinds):
        person = Askable(one.id, one.kind, one.name, player)
        by_game.setdefault(words_from(one.kind), []).append(person)
    return [_game(system, by_game[system], rights) for system in games() if system in by_game]


def may_be_asked(campaign: Campaign, viewer: Viewer, *kinds: str) -> Iterator[tuple[Member, str]]:
    """Those in play who have a player to ask, and the player's name: who is in the GM's hands, or hidden, has none."""
    rows = Membership.objects.filter(campaign=campaign, role="player", left=None)
    players = {str(pk): name for pk, name in rows.values_list("pk", "name")}
    for one in cast.of_kind(campaign, viewer, *kinds):
        if one.owner in players and one.in_hand and one.visibility == "table" and one["state"] in IN_PLAY:
            yield one, players[one.owner]


def _game(system: str, people: list[Askable], rights: Rights) -> AskableGame:
    acts = [one for one in _acts(system, rights) if any(may_act(person, one.action) for person in people)]
    named = {one.action: one for one in acts}
    usual = [named[action] for action in games()[system].waiting.asked_most if action in named]
    rest = [one for one in acts if one not in usual]
    return AskableGame(system, people, usual, sorted(rest, key=lambda one: (one.is_gms, one.label)))


def _acts(system: str, rights: Rights) -> Iterator[AskableAct]:
    for action in catalogue.ACTIONS.values():
        if action.system == system and is_offered(action.name, rights) and acting_at(action.name):
            label, told = words.action_words(action.name)
            yield AskableAct(action.name, label, told, is_gms(action.name))


def acting_at(action: str) -> str:
    """Where an act names the one who acts; empty where nobody does, or several at once, whom nobody asks as one."""
    path = acting_path(asks_of(catalogue.find(action).input_type), acting_nouns(action)) or ""
    return "" if path.endswith(".0") else path


def may_act(person: Askable, action: str) -> bool:
    """Whether somebody of this kind can do this."""
    return fits(person.kind, acting_nouns(action), action.partition(".")[0])


class AskingForm(ActionForm):
    """An act as the GM puts it to several: who acts is each of those who are asked, and the dice are the players'.

    What only the GM may say has to be said, or nobody could answer; what else is left blank the players say.
    """

    def __init__(
        self, action: str, people: list[str], *, member: Membership, data: Posted | None = None
    ) -> None:
        path = acting_at(action)
        begun = {path if "." not in path else f"{path}.id": people[0]}
        super().__init__(action, member=member, data=data, preset=begun if data is None else None)
        self.path, self.asks_both = path, action in game_of(action).waiting.asks_both
        who = next(name for name in (f"{path}.id", path) if name in self.fields)
        self.fields[who].widget = forms.HiddenInput()
        # What a player agrees to is theirs alone.
        self.layout = [node for node in self.layout if node.ask.name not in CONSENTS]
        # What the GM has to say comes first, then what they may say of whoever acts.
        self.layout.sort(key=lambda node: node.path == path.partition(".")[0])
        for name in ("hand", "seal", *CONSENTS):
            self.fields.pop(name, None)
        if may_hide := hideable(action, member):
            self.fields[HIDE] = hide_field(self.system, may_hide[0], is_asking=True)
        needed, self.loosened = {who, *needed_of_the_gm(self)}, []
        for name, control in self.fields.items():
            control.required = name in needed

    def _may_decide(self, path: str) -> bool:
        """Each of those who are asked decides for themselves: whether they take their Price, and what was granted."""
        return path != acting_at(self.action) and super()._may_decide(path)

    def settled_of(self, who: str) -> Values:
        """What is settled of the act of one who is asked. What was said of who acts holds for each of them."""
        given = _said(self.asks, for_player(self))
        return _with_id(given, self.path.split("."), who, is_bare=self.path in self.fields)


def for_player(form: ActionForm) -> dict[str, Value]:
    """What the GM settles of an act that is put to a player: the GM's own, and what else was filled in.

    What a player agrees to stays theirs.
    """
    given = {**as_values(without_granted(form.given))}
    asks = (ask for ask in form.asks if ask.name in given and ask.name not in CONSENTS)
    said = ((ask, given[ask.name]) for ask in asks)
    return {ask.name: value for ask, value in said if ask.by != "player" or not is_untouched(ask, value)}


def _said(asks: Iterable[Ask], given: Values) -> dict[str, Value]:
    """What somebody said, without what stands there untouched and is a player's to say."""
    named = {ask.name: ask for ask in asks}
    found: dict[str, Value] = {}
    for name, value in given.items():
        ask = named.get(name)
        if ask is not None and ask.by == "player" and is_untouched(ask, value):
            continue
        is_parted = ask is not None and ask.form in ("group", "record") and isinstance(value, Mapping)
        found[name] = _said(ask.children, as_values(value)) if ask and is_parted else value
    return found


def _with_id(said: Values, path: Sequence[str], who: str, *, is_bare: bool) -> Values:
    """What was said, with somebody's id at a path in it."""
    if not path:
        return {**said, "id": who}
    if len(path) == 1 and is_bare:
        return {**said, path[0]: who}
    inner = said.get(path[0], {})
    return {**said, path[0]: _with_id(as_values(inner), path[1:], who, is_bare=is_bare)}
