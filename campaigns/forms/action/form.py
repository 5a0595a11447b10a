"""A form made from an action's input type. Controls are named by the contract's paths."""

import secrets
from collections.abc import Collection, Iterator, Mapping

from django import forms
from django.forms.utils import ErrorDict
from django.urls import reverse
from django.utils.translation import gettext

from campaigns.access import rights_of
from campaigns.forms.action import facts, field_rows, nested
from campaigns.forms.action import posted as action_posted
from campaigns.forms.action.choices import KIND, narrow, narrow_for_member, pick, pick_from_sheets, told_kind
from campaigns.forms.action.consents import Consent, consents, of_others, refused
from campaigns.forms.action.controls import require_one_of
from campaigns.forms.action.field_rows import StoredRows
from campaigns.forms.action.hiding import HIDE
from campaigns.forms.action.kept import kept_controls
from campaigns.forms.action.lacking import ASK, ASK_GM, has_player, lacking, loosen, needed
from campaigns.forms.action.layout import FormLayout, Node, Parts
from campaigns.forms.action.overriding import REASON, WORDS, Overriding, apart
from campaigns.forms.action.proposals import Proposals
from campaigns.forms.action.questions import Ask, acting_path, asks_of, unknown, usual_of
from campaigns.forms.action.settable_fields import SettableFields
from campaigns.forms.action.settled import OfGM
from campaigns.forms.action.suggestions import offered
from campaigns.forms.fields import KEY, NONCE, Posted, choice_field
from campaigns.forms.values.stored import NameableRecords
from campaigns.models import Campaign, Membership
from campaigns.policy import Rights, is_gms_alone, may_be_asked, players_make
from campaigns.queries import palette, suggestions
from campaigns.queries.palette import NameableRecord
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.permission import merged
from rules import catalogue, words
from rules.kernel.values import Value, Values

RESERVED = (
    "csrfmiddlewaretoken",
    "key",
    "nonce",
    "next",
    "form.command",
    "hand",
    "seal",
    "form.fields",
    "form.hide",
    REASON,
    WORDS,
)
KEPT = ("hand", "seal", REASON, WORDS)
"""What is sent beside the action's own controls and typed by a person."""
RECORD = "record.id"
"""The control that, as `KIND` does of a new record, says of what fields are set."""
MOST_AT_ONCE = 4


class ActionForm(forms.Form):
    """The questions of one action to one member.

    `fields` and `hide` name top-level fields: what else exists is left out, what is hidden goes along with its preset.
    `known` is what a procedure knows; it is never taken from a person. `of_gm` is what the GM gave when asking for
    the act. `records` are those that may be named, where the form is not shown: all that there are otherwise.
    """

    use_required_attribute = False
    odds_asked_at, is_quiet, answered_by, is_over = "", False, "", False
    """Where odds are told; whether its button stands back; who answers in another's place; whether it is too late."""

    def __init__(
        self,
        action: str,
        *,
        member: Membership,
        campaign: Campaign | None = None,
        data: Posted | None = None,
        fields: Collection[str] | None = None,
        hide: Collection[str] = (),
        preset: Values | None = None,
        known: Values | None = None,
        of_gm: OfGM | None = None,
        next_url: str = "",
        rights: Rights | None = None,
        records: list[NameableRecord] | None = None,
    ) -> None:
        self.action, self.member, self.system = action, member, catalogue.find(action).system
        self.campaign, self.rights = campaign or member.campaign, rights or rights_of(member)
        self.label, self.help = words.action_words(action)
        self.known, self.of_gm = dict(known or {}), of_gm or OfGM()
        self.shown_fields, self.hide, self.next_url = fields, set(hide), next_url
        self.records = palette.named_records(self.campaign, self.rights) if records is None else records
        self.refusal: facts.ToldRefusal | None = None
        posted: Posted = data or {}
        nouns = palette.acting_nouns(action) if action != "table.note" else ()
        self.acts_at = acting_path(asks_of(catalogue.find(action).input_type), nouns) or ""  # asked or known
        still_open = needed(self, self._still_open(), posted or preset or {})
        self.asks, kept = apart([ask for ask in still_open if self._asks_for(ask)])
        self.overriding = Overriding(self, action, self.known, kept, self.rights)
        self.lacks = [] if member.is_gm else [*lacking(still_open, self.system, self._may_give)]
        """What is needed and only the GM may say: they are asked for the act."""
        command = str(posted.get("form.command", ""))
        self.wants_odds, self.asks_player = command == "odds", command == ASK and member.is_gm
        self.asks_gm = command == ASK_GM and bool(self.lacks)
        self.is_draft = bool(command) and not (self.wants_odds or self.asks_player or self.asks_gm)
        self.typed = self._typed(posted, command)
        super().__init__(self.typed if data is not None else None, initial=self._initial(preset or {}))
        # Kept from one sending to the next, so that a form sent twice is played once.
        self.key = secrets.token_urlsafe(16) if data is None else str(posted.get("key", ""))
        self.nonce = str(posted.get("nonce", ""))
        self.acting = acting_path(self.asks, nouns) if not (self.known or self.of_gm.settled) else None
        self.sides: dict[str, str] = {}
        self.layout = self._laid_out()
        self.fields |= kept_controls(self.campaign, self.rights, action, may_ask=self.may_ask)
        self._loosen()

    def _loosen(self) -> None:
        """Ask for less where nothing is played yet: what the GM leaves open is the player's, rows come and go."""
        self.loosened = loosen(self)
        if self.is_bound:
            self._fill_new_rows()
        if self.is_draft:
            # It counts as checked and without a fault: a row was added or taken out, and nothing is played.
            self._errors, self.cleaned_data = ErrorDict(), {}

    def _post_clean(self) -> None:
        for control in self.loosened:  # should the form come back, it says what the act needs
            control.required = True

    # What is asked

    def _still_open(self) -> list[Ask]:
        whole = unknown(self.action, asks_of(catalogue.find(self.action).input_type))
        return [ask for ask in self.of_gm.left_open(whole) if ask.name not in self.known]

    def _asks_for(self, ask: Ask) -> bool:
        is_shown = self.shown_fields is None or ask.name in self.shown_fields
        return is_shown and (self._may_give(ask) or ask.is_award or ask.names_help)

    def _may_give(self, ask: Ask) -> bool:
        is_ruling = ask.by == "gm" and self.rights.gives_rulings
        return self.member.is_gm or ask.by == "player" or is_ruling

    def _may_decide(self, path: str) -> bool:
        """Whether who is named at a path is in the member's hands. Nobody else acts in a form of theirs."""
        named = self._named_at(path)
        is_own = self.member.is_gm or path == self.acting
        return is_own or any(record.mine for record in self.records if record.id == named)

    def _named_at(self, path: str) -> str:
        said = self.typed if self.is_bound else self.initial
        of_gm = self.of_gm.settled.get(path, self.of_gm.who if path == self.acts_at else None)
        known = self.known.get(path, of_gm)
        known = known.get("id") if isinstance(known, Mapping) else known
        control = None if self.is_bound else self.fields.get(f"{path}.id", self.fields.get(path))
        return str(said.get(f"{path}.id") or said.get(path) or known or getattr(control, "initial", "") or "")

    def _known_at(self, path: str) -> str:
        """The record named at a path, if it may be named."""
        named = self._named_at(path)
        return named if any(record.id == named for record in self.records) else ""

    def _typed(self, posted: Posted, command: str) -> action_posted.Typed:
        typed = action_posted.typed(posted, [name for name in RESERVED if name not in KEPT])
        self.command = command
        for ask in self.asks:
            if ask.is_stored:
                field_rows.drop_unnamed(typed, ask.name)
        if not self.is_draft:
            return action_posted.without_blank_rows(typed, dict(usual_of(self.asks)))
        _verb, _space, path = command.partition(" ")
        return action_posted.change_rows(typed, command, nested.first_control(self.asks, path))

    def _initial(self, preset: Values) -> dict[str, Value]:
        flat = action_posted.flat(preset)
        bare = {ask.name for ask in self.asks if ask.form == "record" and not ask.is_bare}
        return {
            f"{name}.id" if name in bare and "." not in name else name: value for name, value in flat.items()
        }

    def _laid_out(self) -> list[Node]:
        people = palette.members_here(self.campaign) if self.system == "table" else []
        self.stored = self._stored_rows()
        sent = self.typed if self.is_bound else action_posted.begun(self.initial)
        told = (self.acts_at, self._known_at, self._may_decide, sent)
        self.proposals = Proposals(self.campaign, self.action, self.rights, *told)
        makes = FormLayout(
            self,
            self.system,
            self.records,
            [(str(membership.pk), membership.name) for membership in people],
            acting=self.acting,
            count_rows=self._row_count,
            may_give=self._may_give,
            may_decide=self._may_decide,
            stored=self.stored,
            sides=self.sides,
            proposals=self.proposals,
        )
        nodes = makes.of(self.asks)
        self.proposals.name_controls(self.fields)
        self.overriding.lay_out(makes)
        asked = (self.campaign, self.action, self.fields, sent, self._named_at)
        pick(*asked, is_gm=self.member.is_gm, is_called=bool(self.of_gm.who))
        pick_from_sheets(
            self.campaign, self.action, self.fields, makes.rolled_by, self._known_at, is_gm=self.member.is_gm
        )
        narrow(*asked, member=self.member)
        said = self.typed if self.is_bound else self.initial
        narrow_for_member(self.action, self.fields, self.member, said.get(KIND), self.hide)
        for name in (RECORD, KIND) if self.stored is not None else ():
            if name in self.fields:
                self.fields[name].widget.attrs["data-refreshes"] = ""  # what can be set hangs on it
        return nodes

    def _stored_rows(self) -> StoredRows | None:
        """The rows that set fields, where the action has some: of the record, or of the kind, that was chosen."""
        if not any(ask.is_stored for ask in self.asks):
            return None
        said = self.typed if self.is_bound else self.initial
        record, kind = str(said.get(RECORD) or ""), str(said.get(KIND) or "")
        sheet, allowed = None, None
        if "record" in {ask.name for ask in self.asks} and record in {one.id for one in self.records}:
            sheet = suggestions.sheet_to_set(self.campaign, self.rights, record)
        elif "record" not in {ask.name for ask in self.asks}:
            sheet = suggestions.blank_sheet(kind)
            allowed = None if self.member.is_gm else players_make(kind) or frozenset()
        # Of what a player makes, nobody else is handed it.
        known = NameableRecords([(one.id, one.kind, one.name) for one in self.records if one.mine])
        settable = SettableFields(sheet, known, allowed) if sheet is not None else None
        return StoredRows(self, settable, known, self.typed, self.command, self.hide)

    def _row_count(self, ask: Ask, path: str) -> int:
        names = self.typed if self.is_bound else action_posted.typed(dict.fromkeys(self.initial, ""), ())
        if ask.is_stored:
            return action_posted.rows_of(names, path) or int(self.is_draft or not self.is_bound)
        least = max(int(ask.required and not self.is_bound), min(ask.shortest, MOST_AT_ONCE))
        return action_posted.rows_of(names, path) or least

    def _fill_new_rows(self) -> None:
        """Controls that were not on the page, or in whose row nothing was said, begin as on a fresh form."""
        for name in action_posted.unsaid(self.fields, self.typed, by_row=not self.is_draft):
            if usual := action_posted.as_posted(self.fields[name].initial):
                self.typed.setlist(name, usual)

    def choose_among(self, name: str, records: Collection[str]) -> None:
        """Ask only which of these records it is, of an act whose draws lie there already."""
        for kept in KEPT:
            self.fields.pop(kept, None)
        require_one_of(choice_field(self, name), records)

    # What the page needs besides

    @property
    def post_url(self) -> str:
        return reverse("play_action", args=[self.campaign.pk, self.action])

    @property
    def odds_url(self) -> str:
        return self.odds_asked_at or reverse("preview_odds", args=[self.campaign.pk, self.action])

    @property
    def has_odds(self) -> bool:
        are_known = bool(self.odds_asked_at or not self.known) and not self.of_gm.is_half_said(self.action)
        return are_known and catalogue.find(self.action).odds is not None

    @property
    def parts(self) -> Parts:
        """The questions in sight and those that are folded away; hidden ones are in neither."""
        return Parts.of([node for node in self.layout if node.ask.name not in self.hide])

    @property
    def suggestions(self) -> dict[str, list[str]]:
        """What is offered while somebody types a name, by the list that controls refer to."""
        return offered(self.fields.values(), self.campaign, self.typed, is_gm=self.member.is_gm)

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What goes along unseen, by control."""
        return [pair for node in self.layout if node.ask.name in self.hide for pair in node.values]

    @property
    def hand_control(self) -> forms.BoundField:
        return self["hand"]

    @property
    def hide_control(self) -> forms.BoundField:
        return self[HIDE]

    @property
    def seal_control(self) -> forms.BoundField:
        return self["seal"]

    @property
    def facts(self) -> list[dict[str, str]]:
        """What is known already, and what the GM settled, in words."""
        names = {record.id: record.name for record in self.records}
        told = facts.facts(self.system, self.known, self.of_gm, names, is_gm=self.member.is_gm)
        return [*told_kind(self), *told]

    # What was answered

    def clean(self) -> dict[str, Value]:
        known = {*self.fields, *self.proposals.names()}
        for name in self.typed:
            is_aside = self.wants_odds if name == HIDE else name in KEPT and not self.typed[name]
            if name not in known and not is_aside:
                self.add_error(None, gettext("You can't set “%(name)s” here.") % {"name": name[:60]})
        if not KEY.fullmatch(self.key) or not NONCE.fullmatch(self.nonce):
            self.renew_key()
            self.add_error(None, gettext("This form has expired. Your entries are kept; send it again."))
        if self.stored is not None:
            self.stored.check()
        self.proposals.check(self)
        self.overriding.check()
        asked = next(
            (record for record in self.records if self.asks_player and record.id == self.asked_of), None
        )
        # Odds play nothing, so nobody has to agree to them.
        for name, why in refused([] if self.wants_odds else self._consents, self.rights, asked):
            self.add_error(name, why)
        return self.cleaned_data

    @property
    def _consents(self) -> list[Consent]:
        return consents(self.sides, self.cleaned_data, self._named_at, self.records)

    @property
    def given(self) -> dict[str, Value]:
        """The person's own values, nested as the contract has them."""
        given = self.proposals.into(nested.gather(self.asks, self.cleaned_data), self.cleaned_data)
        stored = {ask.name: self.stored.said() for ask in self.asks if ask.is_stored and self.stored}
        return given | {name: rows for name, rows in stored.items() if rows}

    @property
    def may_ask(self) -> bool:
        """Whether the GM may put this act to a player instead: to one who says something in it."""
        if not self.member.is_gm or self.acting is None or not may_be_asked(self.action):
            return False
        return has_player(self.records, {*map(self._named_at, (self.acting, *self.sides.values()))})

    @property
    def acts(self) -> str:
        """Who acts, as it was sent; empty where nobody was chosen."""
        return next((one for one in self._acting() if one), "")

    @property
    def asked_of(self) -> str:
        """Whose player is asked: whoever would agree to what is done to them, else who would act."""
        agreeing = [consent.by.id for consent in of_others(self._consents, str(self.member.pk))]
        return next((one for one in (*agreeing, *self._acting()) if one), "")

    def request(self) -> Request:
        """What this person asks for, and the records that this act makes unless one was named."""
        given = self.overriding.into(merged(self.given, self.of_gm.settled, self.of_gm.who))
        kinds = palette.subjects_of(self.action)
        named = {kind for name in given for kind in kinds.get(name, ())}
        new = {name: "new" for name, kind in palette.made_by(self.action).items() if kind not in named}
        return Request(self.action, given, known={**new, **self.known})

    def stored_at(self, field: str) -> str | None:
        """Where a field of a record is set in this form."""
        return self.stored.place_of(field) if self.stored is not None else None

    @property
    def sealed(self) -> bool:
        """Whether the GM wants the act for themselves for now."""
        return bool(self.cleaned_data.get("seal"))

    @property
    def hand(self) -> tuple[str | int, ...] | None:
        thrown = self.cleaned_data.get("hand")
        return tuple(thrown) if thrown else None

    @property
    def on_behalf_of(self) -> str | None:
        """Whose record acts, where that is not the member's own; nobody's where several people's do."""
        if is_gms_alone(self.action):
            return None  # nobody's act but the GM's, whoever it is about
        acting = set(self._acting())
        owners = {record.owner for record in self.records if record.id in acting}
        owner = owners.pop() if len(owners) == 1 else None
        return owner if owner and owner != str(self.member.pk) and self.member.is_gm else None

    def _acting(self) -> Iterator[str]:
        """Who acts: one record, or those of all rows. A question may know only whom it is done to."""
        if self.acting is None:
            named = (*nested.records_at(self.acts_at, self.cleaned_data), *map(str, self.known.values()), "")
            yield self.of_gm.who or self.answered_by or named[0]
            return
        yield from nested.records_at(self.acting, self.cleaned_data)

    def renew_key(self) -> None:
        """A fresh key, after the old one was used for something else."""
        self.key, self.nonce = secrets.token_urlsafe(16), ""

    def mark(self, path: str | None, message: str) -> None:
        """Put an error on the control that a contract path leads to, or on the form as a whole."""
        self.add_error(nested.control_at(list(self.fields), path), message)
