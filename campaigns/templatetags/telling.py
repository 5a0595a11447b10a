"""The tags with which templates tell an entry of the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.game import TABLE, Moment, Step, dealing_actions, game_of, of_all
from campaigns.queries.layouts.plain import page_of
from campaigns.queries.moments import moment_of
from campaigns.queries.timeline import ShownEntry
from campaigns.templatetags import telling_overrides, telling_steps, telling_words
from campaigns.templatetags.look import signed, words
from campaigns.templatetags.telling_names import plain_name
from campaigns.templatetags.telling_overrides import Otherwise
from campaigns.templatetags.telling_steps import ToldOdds, ToldStep
from campaigns.templatetags.telling_words import ChangeInWords
from campaigns.viewing import REDACTED, Hidden
from rules.kernel.effects import EffectRow
from rules.kernel.values import Value, Values, as_list, as_text
from rules.reference import UnknownClause, find_clause

register = template.Library()


@dataclass(frozen=True)
class Followed:
    """What a clause brought with it in the same act: the clause, what it set, and what now waits for an answer."""

    clause: str
    title: str
    url: str
    lines: list[str]


@register.filter
def told(shown: ShownEntry) -> list[ToldStep]:
    """The steps that somebody asked for, ready to be told; cards that were drawn for a throw are told with it."""
    steps = [step for step in shown.steps if not _serves_another(step, shown)]
    # That a pile was shuffled on the way is told after what came of the cards.
    steps.sort(key=lambda step: step["action"] in dealing_actions() and step is not shown.main)
    # What comes at the same moment as something before it comes without time that passes: only its clause brought it.
    alone = shown.followed[:1] if not steps and came_by_itself(shown) else []
    return [ToldStep(step, shown) for step in steps or alone]


@register.filter
def staged(shown: ShownEntry) -> list[ToldStep]:
    """Of what is told, what was thrown, where anything was: a television has no room for what led to it."""
    steps = told(shown)
    return [one for one in steps if one.contests or one.pools or one.hands] or steps


@register.filter
def as_moment(step: ToldStep) -> Moment | None:
    """How a step is staged, for a page that shows it large."""
    return moment_of(step.step, step.shown)


@register.filter
def came_by_itself(shown: ShownEntry) -> list[str]:
    """What ended, healed or came with game time alone in an entry, as far as it is told to the viewer."""
    came = of_all(lambda game: game.telling.came)
    effects = (
        (as_text(step["input"]["clause"]), effect)
        for step in shown.followed
        if not isinstance(step["input"]["clause"], Hidden)
        for effect in step["effects"]
        if effect["on"] in shown.things
    )
    lines = (came[clause](effect, shown) for clause, effect in effects if clause in came)
    return [line for line in lines if line]


@register.filter
def named(record: Value | Hidden, shown: ShownEntry) -> SafeString | str:
    """A record's name, linked where it exists for the viewer; "someone hidden" where it does not."""
    return _linked(plain_name(shown, record), record, shown)


@register.filter
def thing_named(record: Value | Hidden, shown: ShownEntry) -> SafeString | str:
    """The same of a weapon and whatever else is nobody: "something hidden"."""
    return _linked(plain_name(shown, record, is_thing=True), record, shown)


def _linked(name: str, record: Value | Hidden, shown: ShownEntry) -> SafeString | str:
    if not isinstance(record, str) or (thing := shown.things.get(record)) is None:
        return name
    return format_html(
        '<a class="name" href="{}">{}</a>', thing_url(shown.campaign, record, thing.kind), name
    )


@register.filter
def request_named(record: Value | Hidden, shown: ShownEntry) -> str:
    """Which request it is: what it asks for, and of whom; empty where it does not exist for the viewer."""
    thing = shown.things.get(str(record))
    if thing is None or not thing.asks:
        return ""
    label = telling_words.action_label(thing.asks)
    return f"{thing.of}: {label}" if thing.of else label


@register.filter
def all_named(records: Sequence[Value] | Hidden | None, shown: ShownEntry) -> SafeString:
    """Several names, with commas."""
    listed = () if records is None or isinstance(records, Hidden) else records
    ids = [record["id"] if isinstance(record, Mapping) else record for record in listed]
    text = SafeString("")
    for number, one in enumerate(ids):
        text += format_html(", {}" if number else "{}", named(one, shown))
    return text


@register.filter
def person(member: Value | Hidden, shown: ShownEntry) -> str:
    """A member of the campaign by id."""
    return shown.people.get(str(member), _("someone"))


@register.filter
def own_words(value: Value | Hidden) -> SafeString | str:
    """A person's own words as plain text; in their place, why they are not there."""
    if isinstance(value, Hidden):
        reason = _("This text was removed.") if value.why == REDACTED else _("You can't read this text.")
        return format_html('<span class="faded">{}</span>', reason)
    return str(value or "")


@register.filter
def people_named(members: Sequence[Value], shown: ShownEntry) -> str:
    """Members by their names, in a sentence."""
    names = [shown.people.get(as_text(one), _("somebody")) for one in members]
    return ", ".join(names)


@register.filter
def read_by(shown: ShownEntry) -> str:
    """Who reads a whisper or sees what was shown."""
    step = shown.main
    given = step["input"] if step is not None else {}
    if not given.get("to"):
        return _("Read by everyone")
    actor = shown.document["actor"] if shown.document else None
    gms = shown.gms if given.get("gm_reads", True) else ()
    people = dict.fromkeys(filter(None, (actor, *map(as_text, as_list(given["to"])))))
    # Whoever is a GM reads it as one of them.
    names = [shown.people.get(one, "") for one in people if one not in gms]
    if gms:
        names.append(_("the GM") if len(gms) == 1 else _("the GMs"))
    return _("Read by %(names)s") % {"names": ", ".join(filter(None, names))}


@register.filter
def set_aside(given: Values, shown: ShownEntry) -> list[Otherwise]:
    """What the GM gave otherwise than it was known."""
    return list(telling_overrides.set_aside(given, shown))


@register.filter
def from_a_pile(shown: ShownEntry) -> bool:
    """Whether an entry turned cards up that had been shuffled before."""
    return any(step["action"] in dealing_actions() for step in shown.all_steps)


@register.filter
def has_own_cards(shown: ShownEntry) -> bool:
    """Whether an entry was played with the cards of a real table."""
    is_by_hand = shown.document is not None and shown.document["from"].get("by") == "hand"
    systems = {str(step["action"]).partition(".")[0] for step in shown.steps} - {TABLE} if is_by_hand else ()
    return any(game_of(system).playing.draws == "cards" for system in systems)


@register.filter
def what_is_other(shown: ShownEntry) -> str:
    """What is other about an undone act that was done again."""
    return telling_words.what_is_other(shown)


@register.filter
def coded(code: Value | Hidden, system: str = "") -> str:
    """A code of the rules in words: `full_defense` as "Full defence"; `system` where several have the word."""
    return telling_words.choice(code, system)


@register.filter
def trait_names(traits: Sequence[Value] | Hidden | None) -> str:
    """The traits of a pool as people read them out: "Strength + Brawl"."""
    if isinstance(traits, Hidden):
        return _("hidden traits")
    names = (trait.get("name") if isinstance(trait, Mapping) else trait for trait in traits or ())
    return " + ".join(words(str(name)) for name in names)


@register.filter
def kind_called(kind: str) -> str:
    """A kind of record as its game writes it."""
    return telling_words.kind_named(kind)


@register.filter
def labelled(field: Value | Hidden) -> str:
    return telling_words.label_of(str(field))


@register.filter
def setting_called(name: str, system: str) -> str:
    """A setting of a system as its page calls it."""
    return telling_words.label_of(f"settings.{system}.{name}")


@register.filter
def chance_in(name: str, odds: ToldOdds) -> str:
    """The name of a chance among odds."""
    return telling_words.chance_of(name, odds.acting, odds.opposing)


@register.filter
def action_label(action: str) -> str:
    return telling_words.action_label(action)


@register.filter
def in_value_words(value: Value | Hidden, shown: ShownEntry) -> str:
    return telling_words.value_in_words(shown, "", value)


@register.simple_tag
def policy_said(shown: ShownEntry, policy: str, value: Value | Hidden) -> str:
    """How a policy of the table stands from an entry on."""
    return telling_words.value_in_words(shown, f"policy.{policy}", value)


@register.filter
def changed(shown: ShownEntry) -> list[ChangeInWords]:
    """What an entry changed, in words."""
    return telling_words.changes_in_words(shown)


@register.filter
def cited(shown: ShownEntry) -> list[dict[str, str]]:
    """The clauses of an entry in order, with title, text and where the reference has them."""
    return [_cited(shown, clause) for clause in telling_steps.applied(shown)]


@register.filter
def followed(shown: ShownEntry) -> list[Followed]:
    """What followed in the same act, clause by clause, of those that this viewer may know."""
    told = (step for step in shown.followed if not isinstance(step["input"]["clause"], Hidden))
    return [_followed(shown, step) for step in told]


@register.filter
def drops_questions(shown: ShownEntry) -> bool:
    """Whether this viewer sees that something open went with the act, which nobody answers any more."""
    return any(effect.get("set") == "struck" for step in shown.followed for effect in step["effects"])


@register.simple_tag
def victories(number: int) -> str:
    return ngettext("%(n)d victory", "%(n)d victories", number) % {"n": number}


@register.simple_tag
def clause_url(campaign: str, clause: str) -> str:
    """Where a clause is read: within the campaign, with the entries that used it, where there is one."""
    return _clause_url(get_script_prefix(), str(campaign or ""), clause)


# Each explanation names some twenty, and finding an address takes longer than writing its line.
@lru_cache(maxsize=8192)
def _clause_url(_prefix: str, campaign: str, clause: str) -> str:
    if campaign:
        return reverse("campaign_clause", args=[campaign, clause])
    return reverse("clause", args=[clause])


def thing_url(campaign: str, record: str, kind: str) -> str:
    """A record's own page, else the entries of the log that tell of it."""
    page = page_of(kind)
    if page:
        return reverse(page, args=[campaign, record])
    return f"{reverse('log', args=[campaign])}?record={record}"


def _serves_another(step: Step, shown: ShownEntry) -> bool:
    """Whether a step only turns up the cards of a throw that follows in the same entry."""
    is_drawing = step["action"] in dealing_actions() and step is not shown.main
    # Unless it shuffled: that is told as an event of its own.
    return is_drawing and not step["outcome"].get("reshuffled")


def _cited(shown: ShownEntry, clause: str) -> dict[str, str]:
    try:
        found = find_clause(clause)
    except UnknownClause:
        return {"id": clause, "title": "", "text": "", "url": ""}
    url = clause_url(shown.campaign, clause)
    return {"id": found.id, "title": found.title, "text": found.summary, "url": url}


def _followed(shown: ShownEntry, step: Step) -> Followed:
    clause = _cited(shown, as_text(step["input"]["clause"]))
    questions = [effect for effect in step["effects"] if effect["field"] == "question"]
    asked = {effect["on"]: as_text(effect["set"]) for effect in questions}
    lines = [_asked(shown, step["effects"], record, question) for record, question in asked.items()]
    others = (effect for effect in step["effects"] if effect["on"] not in asked)
    lines += [_effect(shown, effect) for effect in others if not _is_of_an_answer(shown, effect)]
    return Followed(clause["id"], clause["title"], clause["url"], lines)


def _asked(shown: ShownEntry, effects: list[EffectRow], record: str, question: str) -> str:
    found = {effect["field"]: effect.get("set") for effect in effects if effect["on"] == record}
    waits = {"what": telling_words.action_label(question)}
    if found.get("who") and found.get("for_role") != "gm":
        return _("Waiting for %(who)s: %(what)s.") % {"who": plain_name(shown, found["who"]), **waits}
    return _("Waiting for the GM: %(what)s.") % waits


def _is_of_an_answer(shown: ShownEntry, effect: EffectRow) -> bool:
    thing = shown.things.get(effect["on"])
    return thing is not None and thing.kind == "pending" and effect["field"] == "data"


def _effect(shown: ShownEntry, effect: EffectRow) -> str:
    thing = shown.things.get(effect["on"])
    if thing is not None and thing.kind == "pending" and effect.get("set") == "answered":
        return _("The request is answered.")
    system = telling_words.system_of(shown, effect["on"])
    parts = {
        "who": plain_name(shown, effect["on"]),
        "field": telling_words.field_in(shown, effect["on"], effect["field"]),
    }
    if "change" in effect:
        amount = effect["change"]
        told = telling_words.value_in_words(shown, "", amount, system)
        shift = signed(amount) if isinstance(amount, int) else told
        return _("%(who)s: %(field)s %(shift)s.") % {**parts, "shift": shift}
    value = telling_words.value_in_words(shown, effect["field"], effect.get("set"), system)
    return _("%(who)s: %(field)s becomes %(value)s.") % {**parts, "value": value}
