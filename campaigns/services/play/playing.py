"""`play()`: the one door through which anything in a campaign changes."""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain

from django.db import transaction
from django.db.models import QuerySet
from msgspec import Struct, structs

from campaigns.game import About, Preparing, Throw, game_of, games, kinds_for_the_actor
from campaigns.live import hub
from campaigns.log import canonical, documents, record, retries
from campaigns.log.audiences import OVERRIDE, is_for_some, owners_told
from campaigns.log.purposes import purpose_of
from campaigns.models import Act, Campaign, Entry, Membership, Pending
from campaigns.models.prepared import insert, prepared
from campaigns.policy import Rights, who_answers
from campaigns.queries.stored_state import asked_by_people, state_for
from campaigns.services.play import (
    bonuses,
    due_steps,
    follow_ups,
    overriding,
    permission,
    procedure_inputs,
    request_validation,
    undo_step,
)
from campaigns.services.play.act_request import ActRequest, AlreadyAnswered, AtHand, KeyReused, Played
from campaigns.services.play.action_inputs import InputBuilder, Request, new_record_id
from campaigns.services.play.built_input import BuiltInput, as_logged
from campaigns.services.play.fair_draws import ActDraws, ActSources, performed
from campaigns.services.play.locking import locked
from campaigns.state import action_derivations, kinds, rows
from campaigns.state.ids import ids_in
from campaigns.state.unit_of_work import Net, Sheet, UnitOfWork, blank_about
from campaigns.viewing import GM, TABLE
from rules import catalogue, releases, service
from rules.kernel.draws import Draws, GivenDraws
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import Question, State
from rules.kernel.result import Result
from rules.kernel.values import Values

__all__ = ["ActRequest", "AlreadyAnswered", "KeyReused", "Played", "play", "together"]


def play(member: Membership, request: ActRequest) -> Played:
    """Play an act for a member of a campaign: lock, check, ask the rules, apply, log, tell the others.

    Raises `RulesError`, `NotAllowed`, `StateRefusal`, `UnknownRecord`, `KeyReused`, `AlreadyAnswered` or
    `EntryTooLarge`; then nothing was drawn or written. The same request again returns the entry that was played.
    """
    request_validation.check_act(request.key, request.nonce, request.hand)
    request = request_validation.cleaned_act(overriding.overridden(request))
    with transaction.atomic():
        # Before anything is read: what the rules get cannot change any more, and the chain needs one order of acts.
        campaign = locked(member.campaign_id)
        # Before every other check: the first time may have closed what a repetition would now be refused for.
        earlier = _played_before(campaign, member, request)
        if earlier is not None:
            return earlier
        _refuse_answered(campaign, request)
        digest = request.digest()  # of what a person asked for, not of what that came to under the lock
        if request.plan:
            more = tuple(map(request_validation.cleaned, request.plan(campaign)))
            request = replace(request, steps=(*request.steps, *more))
        steps = (*request.first, *request.steps)
        for system in sorted({step.action.partition(".")[0] for step in request.steps}):
            game_of(system).playing.refuse(campaign, request.steps, request.hand is not None)
        member = request_validation.acting(member, request.on_behalf_of)
        act = _Act(campaign, member, request)
        if request.override is not None:
            overriding.check(request.override, act.rights)
        # A generator on purpose: what is due before a step is asked of the state that the steps before it left.
        for planned in due_steps.with_what_is_due(campaign, steps, by_clock=request.by_clock):
            act.perform(planned)
        act.bring_about()
        entry, at_hand = act.log()
        if request.undoes:
            undo_step.settle(campaign, request.undoes, by=entry.seq)
        done = Act(
            campaign=campaign,
            member=member,
            key=request.key,
            digest=digest,
            first_seq=entry.seq,
            last_seq=entry.seq,
        )
        insert(Act, [done])
        if request.then:
            request.then(campaign, entry)
        hub.publish(campaign.pk)
    return Played(entry, was_repeated=False, steps=tuple(act.steps), at_hand=at_hand)


@contextmanager
def together(member: Membership, first: ActRequest) -> Iterator[tuple[Campaign, Played | None]]:
    """Several acts as one, each by its own `play()`, under one lock: the campaign, and what was played before.

    They are told by the first of them: by its key, and what a person `asked` for.
    """
    request_validation.check_act(first.key, first.nonce, first.hand)
    with transaction.atomic():
        campaign = locked(member.campaign_id)
        yield campaign, _played_before(campaign, member, overriding.overridden(first))


def _played_before(campaign: Campaign, member: Membership, request: ActRequest) -> Played | None:
    earlier = next(iter(_acts_of(campaign.pk, member.pk, request.key)), None)
    if earlier is None:
        return None
    if earlier.digest != request.digest():
        raise KeyReused
    return Played(Entry.objects.get(campaign=campaign, seq=earlier.last_seq), was_repeated=True)


@prepared
def _acts_of(campaign: uuid.UUID, member: uuid.UUID, key: str) -> QuerySet[Act]:
    return Act.objects.filter(campaign=campaign, member=member, key=key)


def _refuse_answered(campaign: Campaign, request: ActRequest) -> None:
    if request.answers is None:
        return
    asked = Pending.objects.filter(record__campaign=campaign, pk=uuid.UUID(request.answers), state="open")
    if not asked.exists():
        raise AlreadyAnswered


@dataclass
class _Act:
    """An act under way, inside the transaction and under the campaign's lock."""

    campaign: Campaign
    member: Membership
    request: ActRequest
    steps: list[documents.PlayedStep] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    subjects: dict[str, Sheet] = field(default_factory=dict)
    turned_up: dict[str, list[str]] = field(default_factory=dict)
    put_in: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.working = UnitOfWork(rows.Rows(self.campaign), kinds.kind)
        named = (ids_in([step.given, step.known]) for step in self.request.steps)
        systems_played = {step.action.partition(".")[0] for step in self.request.steps} - {"table"}
        likely = ("campaign", *(kinds.named("character", system) for system in sorted(systems_played)))
        self.working.expect([str(self.campaign.pk), *(one for ids in named for one in ids)], likely)
        table = self.working.find(str(self.campaign.pk))
        self.rights = Rights(self.member, table.under("policy") if table else {})
        self.request = request = permission.untold(self.rights, self.working, self.request)
        self.sealed = request.sealed or (
            self.rights.member.is_gm and any(map(self._is_unseen, request.steps))
        )
        self.sources = ActSources(self.campaign, request.nonce, request.hand, self.sealed)

    def perform(self, planned: Request) -> Result:
        """One step that the person asked for, with everything that follows from it in the same act."""
        action = catalogue.find(planned.action)
        aside = self._set_aside(planned)
        request_validation.check_by_hand(self.campaign.pk, planned)
        settled = permission.with_settled(self.working, planned.action, planned.given, self.request.answers)
        planned = self._prepared(asked := replace(planned, given=settled.given))
        put_in = permission.put_in(self.rights, self.working, planned, asked, self.request.answers)
        self.put_in = {*settled.records, *put_in}
        preparing = self._preparing(planned)
        # Nothing is told of a record before it is known to be seen, not even its kind: no refusal confirms an id.
        is_gm = self.rights.member.is_gm
        reader = InputBuilder(self.working, self._new_id, action_derivations.find, self._sees, is_gm=is_gm)
        chosen = self._settings(action.settings, action.system)
        raw = reader.read(planned, action.input_type, chosen, settled.paths)
        reading = reader.reading
        self._check_permitted(planned.action, raw, reading)
        if reading.lacks:
            raise reading.lacks[0]
        # Before the first draw. The whole entry is measured in record.append.
        record.refuse_too_large(len(canonical.encode(raw).encode()))
        self.words |= reading.words
        named = [*reading.subjects, *reading.again]
        self.subjects.update({sheet.id: sheet for sheet in (*named, *reading.helpers)})
        ids = [sheet.id for sheet in named]
        state = state_for(self.working, self.campaign, planned.action, ids)
        state = structs.replace(state, by_gm=is_gm, by_clock=self.request.by_clock)
        given = overriding.settle(aside, lambda one: self._checked(one, preparing, raw, reading, state))
        self._tell_override(aside)
        for record_id, kind_name in reading.births.items():
            name = reading.names.get(record_id, "")
            self.working.expect_birth(record_id, self._newborn(kind_name, name, reading.subjects))
        drawing = self._draws_for((planned.action, given), (planned.action, given))
        throw = game_of(planned.action).playing.throw(preparing, given) if self.request.hand is None else None
        if throw is not None:
            given, drawing = self._thrown(throw, planned.action, given)
        result = self._step(planned.action, given, drawing)
        follows = follow_ups.of(planned.action, given, result, state, self._new_id, self._question_audience)
        # One after the other: the ids of what is asked, and what is still open, follow from the steps before.
        for name, values in chain(follows, self._of_people(planned.action, raw, reading, aside)):
            self._step(name, service.read(name, values), GivenDraws(()))
        self.sealed = self.sealed or is_for_some(planned.action, raw)
        return result

    def _of_people(
        self, action: str, raw: Values, reading: BuiltInput, aside: overriding.Aside
    ) -> Iterator[follow_ups.Planned]:
        """What a step does to what people ask and grant one another, looked at when the rest has followed."""
        is_about = not action.startswith("table.") or action in bonuses.OF_PEOPLE
        asked = asked_by_people(self.working, self.campaign) if is_about else []
        yield from bonuses.after(asked, action, raw, reading)
        is_overridden = aside.step() is not None
        does, met = follow_ups.asked_for(action, raw), self._asked(asked, action, raw)
        yield from follow_ups.answered_by_hand(does, met, is_overridden=is_overridden)

    def _set_aside(self, planned: Request) -> overriding.Aside:
        # What falls due or is played first is the application's own, and nobody overrides it.
        is_own = any(planned is one for one in self.request.steps)
        may = is_own and self.rights.may_override
        return overriding.Aside(planned.action, self.request.override if is_own else None, may)

    def _checked(
        self, aside: overriding.Aside, preparing: Preparing, raw: Values, reading: BuiltInput, state: State
    ) -> Struct:
        """The input as it is played, or the first refusal that is not set aside: nothing is drawn before."""
        action = preparing.action
        aside.take(reading.deviations)
        ids = [sheet.id for sheet in (*reading.subjects, *reading.again)]
        helpers, by_hand = [sheet.id for sheet in reading.helpers], self.request.hand is not None
        # Before the input is read by its type, which may not know the state that a record is in.
        aside.refuse(
            procedure_inputs.forbidden(action, ids, state, raw, helpers=helpers, by_hand=by_hand), raw
        )
        given = service.read(action, raw)
        aside.refuse(service.contradicted(action, given, state), raw)
        bonuses.check(action, reading)
        game_of(action).playing.check(preparing, given, self.rights)
        given = aside.past_the_engine(given, raw)
        subjects, answers = reading.subjects, self.request.answers
        aside.refuse(permission.takes_an_answer(self.rights, self.working, action, subjects, answers), raw)
        return given

    def _tell_override(self, aside: overriding.Aside) -> None:
        if (told := aside.step()) is not None:
            self._step(OVERRIDE, service.read(OVERRIDE, told), GivenDraws(()))
            self.words.add(str(told["words"]))

    def _check_permitted(self, action: str, raw: Values, reading: BuiltInput) -> None:
        request = self.request
        is_asked = permission.is_asked(self.rights, self.working, action, reading, request.answers)
        permission.check(self.rights, self.working, action, raw, reading, is_asked=is_asked)
        request_validation.check_corrected(action, raw, self.campaign.head_seq)
        if request.sealed:
            self.rights.check_sealed(action)

    def _is_unseen(self, step: Request) -> bool:
        return game_of(step.action).playing.is_unseen(self.working, step)

    def _sees(self, sheet: Sheet) -> bool:
        return self.rights.sees(sheet) or sheet.id in self.put_in

    def _asked(self, of_people: list[Pending], action: str, raw: Values) -> list[Sheet]:
        """The open questions that a step answers: the one that it was given for, and what the GM asked that it does."""
        given_for = [self.request.answers] if self.request.answers else []
        done = follow_ups.done_unasked(self.campaign.pk, of_people, action, raw)
        return [self.working.get(one) for one in dict.fromkeys((*given_for, *done))]

    def bring_about(self) -> None:
        """What an act's changes bring at its end."""
        is_undo = bool(self.request.undoes)
        for name, values in due_steps.brought_about(self.working, self.campaign, is_undo=is_undo):
            self._step(name, service.read(name, values), GivenDraws(()))

    def log(self) -> tuple[Entry, AtHand]:
        """Store the rows and append the entry, which comes with what is at hand of it."""
        self.sources.close()
        changes = self.working.changes()
        touched, removed = self.working.touched(), self.working.removed()
        named = [*self.subjects.values(), *self.working.pointed_at(), *touched, *removed]
        sheets = {sheet.id: sheet for sheet in named}
        # Dice are open whoever rolls them, and what is a player's own: the entry stays public without who is hidden.
        is_open = any(step.drawn for step in self.steps) or self._is_a_players(changes, sheets)
        hidden = any(sheet.about["visibility"] == GM for sheet in self._acted_on(sheets))
        draft = documents.draft(
            self._circumstances(),
            self.steps,
            self.sources.origin(),
            changes,
            sheets,
            self.words,
            sealed=self.sealed or (hidden and not is_open),
            find=self.working.find,
        )
        again = retries.marks_of(self.campaign, draft.document, draft.audience)
        draft = replace(draft, tags=(*draft.tags, *again))
        rows.write(self.campaign, self.campaign.head_seq + 1, changes, touched)
        entry, parts = record.append(self.campaign, self._act_id(), self.request.cause, draft)
        return entry, AtHand(parts, self.working.looked_up(), again)

    def _acted_on(self, sheets: Mapping[str, Sheet]) -> list[Sheet]:
        """Those that the act is about: a question that it ends by the way is none of them."""
        return [
            sheet for sheet in sheets.values() if sheet.kind.name != "pending" or sheet.id in self.subjects
        ]

    def _is_a_players(self, changes: list[Net], sheets: Mapping[str, Sheet]) -> bool:
        """Whether a player did it, or an act of a game changed what they may read of a character of theirs."""
        # What the GM corrects or notes may be in words that tell of whoever is hidden.
        is_games = any(not step.action.startswith("table.") for step in self.steps)
        owners = owners_told(changes, sheets) if is_games else set()
        return self.rights.member.role == "player" or bool(owners - {self.rights.id})

    def _prepared(self, planned: Request) -> Request:
        if self.request.undoes:
            undo_step.check(self.rights, self.campaign, self.request.undoes)
            self.words |= undo_step.words_of(self.campaign, self.request.undoes)
            self.sealed = undo_step.are_sealed(self.campaign, self.request.undoes)
            return replace(planned, known=undo_step.known_for(self.campaign, self.request.undoes))
        return procedure_inputs.prepare(self._preparing(planned))

    def _preparing(self, planned: Request) -> Preparing:
        return Preparing(self.campaign, self.working, planned, self.turned_up)

    def _thrown(self, throw: Throw, action: str, given: Struct) -> tuple[Struct, Draws]:
        """Draws that come from what is stored, each by a step of its own; the input tells what these left."""
        for name, values in throw.draws():
            dealing = service.read(name, values)
            draws = self._draws_for((action, given), (name, dealing))
            throw.take(values, self._step(name, dealing, draws).outcome)
        return throw.dealt(given, self._draws_for((action, given), (action, given)))

    def _step(self, action: str, given: Struct, draws: Draws) -> Result:
        before = len(draws.taken)
        result = performed(action, given, draws)
        self.working.apply(result.effects)
        self.steps.append(
            documents.PlayedStep(
                action=action,
                version=releases.CURRENT,
                input=as_logged(action, given),
                drawn=tuple(draws.taken[before:]),
                result=result,
                is_apart=isinstance(draws, ActDraws) and draws.is_apart,
            )
        )
        return result

    def _draws_for(self, act: tuple[str, Struct], step: tuple[str, Struct]) -> Draws:
        """What a step draws from for an act: it may be the act itself, or deal it its cards."""
        if self.request.hand is not None and not self.rights.agreed("hand_dice"):
            raise RuleViolation("this table does not allow dice rolled by hand", clause="TAB-DRAWS-04")
        is_apart = any(game.playing.seals_draws(self.working, *step) for game in games().values())
        # Of the input as it is logged: checks of the log work the purpose out from the entry alone.
        return self.sources.of(lambda: purpose_of(act[0], as_logged(*act)).digest(), is_apart=is_apart)

    def _settings(self, names: tuple[str, ...], system: str) -> Values:
        table = self.working.find(str(self.campaign.pk))
        chosen = table.under(f"settings.{system}") if table else {}
        return {name: chosen[name] for name in names if name in chosen}

    def _newborn(self, kind_name: str, name: str, subjects: list[Sheet]) -> About:
        """What is made for whoever acts is in the same hands and as hidden; anything else belongs to nobody."""
        maker = (
            subjects[0].about if kind_name in kinds_for_the_actor() and subjects else blank_about(kind_name)
        )
        visibility = GM if self.request.sealed else maker["visibility"]
        return {"kind": kind_name, "name": name, "owner": maker["owner"], "visibility": visibility}

    def _question_audience(self, question: Question) -> str:
        """For whom a question exists: what a sealed act asks, only for the GM, unless a player has to answer."""
        asked = who_answers(question.who, question.data) if question.for_role == "player" else None
        who = self.working.find(asked) if self.request.sealed and asked else None
        is_a_players = who is not None and who.about["owner"] is not None
        is_unknown = game_of(question.question).playing.is_unknown(self.working, question)
        return GM if is_unknown or (self.request.sealed and not is_a_players) else TABLE

    def _new_id(self, path: str) -> str:
        return new_record_id(self.campaign.pk, self._key(), len(self.steps), path)

    def _act_id(self) -> uuid.UUID:
        """One id for all the entries of an act."""
        if self.request.cause is not None:
            return Entry.objects.get(campaign=self.campaign, seq=self.request.cause).act
        # Made from the key and not at random: the ids of new records follow from it as well.
        return uuid.uuid5(self.campaign.pk, self._key())

    def _key(self) -> str:
        return f"{self.member.pk}/{self.request.key}"

    def _circumstances(self) -> documents.Circumstances:
        table = self.working.get(str(self.campaign.pk))
        return documents.Circumstances(
            actor=str(self.member.pk),
            on_behalf_of=self.request.on_behalf_of,
            session=table["session"],
            scene=table["scene"],
            now=table["now"],
        )
