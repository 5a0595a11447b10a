"""The only way a view gets an object: loaded and authorised in one step, and a decorator that says who may come in."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.between_acts import between_acts
from campaigns.log.past import Life, lives_of
from campaigns.models import CampaignState, Comment, Membership, Record, Stage, StoredImage
from campaigns.models.prepared import prepared
from campaigns.models.stages import STAGE_COOKIE
from campaigns.models.templates import SheetTemplate
from campaigns.policy import Rights
from campaigns.queries.pictures import image_seen
from campaigns.queries.timeline import ShownEntry, one_entry
from campaigns.queries.waiting import Waiting, closed_question, open_questions
from campaigns.state.rows import Rows, read_sheet
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import StageViewer, Viewer

VIEWING_AS = "viewing_as"
ANSWERED = gettext_lazy(
    "This request is no longer open to you: it was answered or settled, or it is someone else's. The "
    "log shows the result."
)
"""Of a question that is not open to whoever asks for it."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OF_THE_FORM = frozenset({"csrfmiddlewaretoken", "key", "nonce"})
"""What a form sends besides what somebody typed."""

P = ParamSpec("P")


class UserRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User


class MemberRequest(UserRequest):
    """A request within a campaign. `member` acts; `viewer` is whose eyes the page is made for ("view as")."""

    member: Membership
    viewer: Membership
    is_viewing_as: bool
    open_page: "OpenPage | None"


@dataclass(frozen=True)
class OpenPage:
    """What a page that asks for its news shows: the rows up to an entry, and by its id a mark of what each part has."""

    seq: int
    stir: int
    marks: Mapping[str, str]


class NotThere(Http404):
    """What is not there, in words that are the same whether it was, never was, or is somebody else's."""


class SignedOut(PermissionDenied):
    """A form of somebody who is signed in no more: whoever answers it keeps what was typed."""


AnyView = Callable[Concatenate[HttpRequest, P], HttpResponse]
UserView = Callable[Concatenate[UserRequest, P], HttpResponse]
MemberView = Callable[Concatenate[MemberRequest, P], HttpResponse]
SeenView = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


def anyone(view: AnyView[P]) -> AnyView[P]:
    """Open to all, signed in or not."""
    vars(view)["access"] = "anyone"  # a mark for the test that walks the URLs
    return view


def signed_in(view: UserView[P]) -> AnyView[P]:
    """For whoever has an account; the others are sent to sign in and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _sign_in_first(request)
        return view(cast("UserRequest", request), *args, **kwargs)

    vars(guarded)["access"] = "signed_in"
    return guarded


def members_only(view: MemberView[P]) -> AnyView[P]:
    """For everybody who belongs to the campaign of `campaign_id`; for others it does not exist."""
    return _for_members(view, "members_only", lambda _member: None)


def members_and_stages(view: SeenView[P]) -> AnyView[P]:
    """For members, each with their own eyes, and for televisions that show the campaign: what these see all may see."""

    def for_member(request: MemberRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, Viewer.of(request.viewer), *args, **kwargs)

    of_members = members_only(for_member)

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        stage = stage_in(request)
        if stage is not None and stage.campaign_id == kwargs["campaign_id"]:
            with suppress(Http404):
                return view(request, StageViewer(), *args, **kwargs)
        # Whoever uses the same browser as a member may see more.
        return of_members(request, *args, **kwargs)

    vars(guarded)["access"] = "members_only"
    return guarded


def players_only(view: MemberView[P]) -> AnyView[P]:
    """For those who play: players and GMs, not observers."""
    return _for_members(view, "players_only", _refuse_observers)


def gms_only(view: MemberView[P]) -> AnyView[P]:
    """For the campaign's GMs."""
    return _for_members(view, "gms_only", _refuse_all_but_gms)


def gms_as_themselves(view: MemberView[P]) -> AnyView[P]:
    """For the campaign's GMs, also while they look through somebody else's eyes: how they choose whose."""
    return _for_members(view, "gms_only", _refuse_all_but_gms, lambda request: request.member)


def look_as(request: MemberRequest, member_id: str) -> None:
    """The GM's pages are made for another member's eyes from now on, with "" for their own; 404 for a stranger's."""
    if member_id and _other_member(request.member, member_id) is None:
        raise Http404
    chosen = {**request.session.get(VIEWING_AS, {}), str(request.member.campaign_id): member_id}
    request.session[VIEWING_AS] = {campaign: member for campaign, member in chosen.items() if member}


def active_membership(user: User | AnonymousUser, campaign_id: UUID | str) -> Membership | None:
    """The person's place in a campaign; None for outsiders, former members and campaigns that are not there."""
    if not isinstance(user, User):
        return None
    try:
        found = next(iter(_places(UUID(str(campaign_id)), user.pk)), None)
    except ValueError:
        return None
    if found is not None:
        # Saves a query: the account is known, though the row that was read does not know it yet.
        found.user = user
    return found


@prepared
def _places(campaign: UUID, user: int) -> QuerySet[Membership]:
    return Membership.objects.select_related("campaign").filter(campaign=campaign, user=user, left=None)


def stage_in(request: HttpRequest) -> Stage | None:
    """The stage that this browser is, by a ticket of its own: whoever is signed in here counts for nothing."""
    return Stage.of_ticket(request.COOKIES.get(STAGE_COOKIE, ""))


def rights_of(member: Membership) -> Rights:
    """What a member may do, under the campaign's policies as they stand."""
    return Rights(member, next(iter(_policies(member.campaign_id)), {}))


@prepared
def _policies(campaign: UUID) -> QuerySet[CampaignState, dict[str, bool | str]]:
    return CampaignState.objects.filter(pk=campaign).values_list("policy", flat=True)


def get_record_to_see(
    member: Membership, record_id: UUID | str, kinds: Collection[str] | None = None
) -> Sheet:
    """A record of the member's campaign, of one of these kinds, that exists for this member; else 404."""
    return _record(member, record_id, kinds)[0]


def get_record_to_play(
    member: Membership, record_id: UUID | str, kinds: Collection[str] | None = None
) -> Sheet:
    """A record that this member speaks for; 404 where they may not see it, 403 where it is in other hands."""
    sheet, rights = _record(member, record_id, kinds)
    # Only now, since 403 says that there is such a record.
    if not rights.plays(sheet):
        raise _in_other_hands(sheet)
    return sheet


def get_record_of_ones_own(
    member: Membership, record_id: UUID | str, kinds: Collection[str] | None = None
) -> Sheet:
    """The same also while it is in the GM's hands for now, as somebody possessed is."""
    sheet, rights = _record(member, record_id, kinds)
    is_own = member.role == "player" and sheet.about["owner"] == rights.id
    if not (is_own or rights.plays(sheet)):
        raise _in_other_hands(sheet)
    return sheet


def get_named_to_see(
    member: Membership, record_ids: Iterable[str], likely: Iterable[str] = ()
) -> tuple[dict[str, Sheet], Rights]:
    """The campaign's own record and those of these that exist for this member, by id, and what the member may do.

    One query, where the records are of the `likely` kinds.
    """
    own = str(member.campaign_id)
    wanted = {own, *filter(_is_id, record_ids)}
    found = Rows(member.campaign).load_many(wanted, likely=("campaign", *likely))
    sheets = {sheet.id: sheet for sheet in found}
    rights = Rights(member, sheets[own].under("policy"))
    return {key: sheet for key, sheet in sheets.items() if key == own or rights.sees(sheet)}, rights


def get_entry_to_see(member: Membership, seq: int) -> ShownEntry:
    """An entry of the campaign's log as this member may read it, a sealed one without its account; else 404."""
    shown = one_entry(member.campaign, Viewer.of(member), seq)
    if shown is None:
        raise Http404
    return shown


def get_image_to_see(viewer: Viewer, campaign_id: UUID, use: UUID | int, size: int) -> StoredImage:
    """A size of a portrait by its id, or of an entry's picture by its number, if it is there for them; else 404."""
    found = image_seen(viewer, campaign_id, use, size)
    if found is None:
        raise Http404
    return found


def get_life_to_see(member: Membership, record_id: UUID | str) -> list[Life]:
    """What a record was from which entry on, as far as it ever existed for this member; else 404."""
    viewer = Viewer.of(member)
    seen = [
        (seq, about if about is not None and viewer.sees(about["visibility"]) else None)
        for seq, about in lives_of(member.campaign, str(record_id))
    ]
    if not any(about for _seq, about in seen):
        raise Http404
    return seen


def get_question_to_answer(
    member: Membership, pending_id: UUID | str, *, even_closed: bool = False
) -> Waiting:
    """An open question that this member may answer, or might until it was closed; else 404."""
    viewer = Viewer.of(member)
    questions = open_questions(member.campaign, viewer)
    asked = next((one for one in questions if one.id == str(pending_id) and one.mine), None)
    if asked is None and even_closed:
        asked = closed_question(member.campaign, viewer, UUID(str(pending_id)))
    if asked is None:
        raise NotThere(ANSWERED)
    return asked


def get_comment_to_see(member: Membership, seq: int, comment_id: int) -> Comment:
    """A comment on an entry of the member's campaign that is for this member; else 404."""
    found = Comment.objects.select_related("author").filter(campaign=member.campaign_id, seq=seq)
    return get_object_or_404(found, audience__in=Viewer.of(member).audiences, pk=comment_id)


def get_template_of_ones_own(account: User, template_id: UUID | str) -> SheetTemplate:
    """Somebody whom this account has saved, in whatever campaign; else 404."""
    own = SheetTemplate.objects.filter(account=account)
    return get_object_or_404(own, pk=template_id if _is_id(str(template_id)) else None)


def get_member_to_see(member: Membership, member_id: UUID | str) -> Membership:
    """Anybody of the member's campaign, those who have left included; else 404."""
    try:
        return Membership.objects.select_related("user").get(campaign=member.campaign_id, pk=member_id)
    except (Membership.DoesNotExist, ValidationError):
        raise Http404 from None


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the page where people sign in, and back. What a page fetches by itself leaves that page as it is."""
    if request.method in SAFE:
        # HTMX would follow a redirect and put the whole page for logging in where the part was.
        is_a_part = bool(getattr(request, "htmx", False))
        return HttpResponse(status=401) if is_a_part else redirect_to_login(request.get_full_path())
    if any(value for name, value in request.POST.items() if name not in OF_THE_FORM):
        raise SignedOut
    return redirect_to_login("/")


def _is_id(text: str) -> bool:
    try:
        # As ids are written here and no other way: what is read is found again by its text.
        return str(UUID(text)) == text
    except ValueError:
        return False


def _record(member: Membership, record_id: UUID | str, kinds: Collection[str] | None) -> tuple[Sheet, Rights]:
    try:
        row = Record.objects.get(campaign=member.campaign_id, pk=record_id)
    except (Record.DoesNotExist, ValidationError):
        raise Http404 from None
    if kinds is not None and row.kind not in kinds:
        raise Http404
    sheet, rights = read_sheet(row), rights_of(member)
    if not rights.sees(sheet):
        raise Http404
    return sheet, rights


def _in_other_hands(sheet: Sheet) -> PermissionDenied:
    return PermissionDenied(_("You don't control %(name)s.") % {"name": sheet.name})


def _for_members(
    view: MemberView[P],
    name: str,
    refuse: Callable[[Membership], None],
    viewer: Callable[[MemberRequest], Membership] | None = None,
) -> AnyView[P]:
    @between_acts
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _sign_in_first(request)
        inside = cast("MemberRequest", request)
        inside.open_page = getattr(request, "open_page", None)
        # Of an open page that asks, it was looked up already.
        member = inside.member if inside.open_page else _member(request, str(kwargs["campaign_id"]))
        inside.member = inside.viewer = member
        inside.viewer = (viewer or _viewer)(inside)
        inside.is_viewing_as = inside.viewer.pk != member.pk
        # By the role of whose eyes these are: a GM who looks as a player is to meet what the player meets.
        refuse(inside.viewer)
        return view(inside, *args, **kwargs)

    vars(guarded)["access"] = name
    return guarded


def _member(request: HttpRequest, campaign_id: str) -> Membership:
    found = active_membership(request.user, campaign_id)
    if found is None:
        raise Http404
    return found


def _viewer(request: MemberRequest) -> Membership:
    """Whose eyes the page is for: a GM's may be somebody else's, chosen by `look_as`. Nothing is done through those."""
    member = request.member
    if not member.is_gm:
        return member
    chosen: dict[str, str] = request.session.get(VIEWING_AS, {})
    viewer = _other_member(member, chosen.get(str(member.campaign_id), ""))
    if viewer is not None and request.method not in SAFE:
        raise PermissionDenied(
            _("You are viewing as someone else. Switch back to your own view before you act.")
        )
    if viewer is not None:
        viewer.is_borrowed = True
    return viewer or member


def _other_member(member: Membership, other_id: str) -> Membership | None:
    """Somebody else who belongs to the member's campaign now."""
    if not other_id:
        return None
    try:
        found = Membership.objects.select_related("user").filter(campaign=member.campaign_id, left=None)
        other = found.exclude(pk=member.pk).filter(pk=other_id).first()
    except ValidationError:
        return None
    if other is not None:
        other.campaign = member.campaign
    return other


def _refuse_observers(member: Membership) -> None:
    if member.role == "observer":
        raise PermissionDenied(_("Observers can't act. Ask the GM to make you a player."))


def _refuse_all_but_gms(member: Membership) -> None:
    if not member.is_gm:
        gms = Membership.objects.filter(campaign=member.campaign_id, role="gm", left=None).order_by("joined")
        names = ", ".join(gms.values_list("name", flat=True))
        raise PermissionDenied(_("Only the GM can open this page. Ask %(names)s.") % {"names": names})
