import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from campaigns.log.record import EntryTooLarge
from campaigns.log.undo_graph import NotUndoable
from campaigns.policy import NotAllowed
from campaigns.services.limits import TooMany
from campaigns.services.play.playing import KeyReused
from campaigns.state.errors import StateRefusal, UnknownRecord
from campaigns.views import errors
from campaigns.views.refusals import answering_refusals
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.people import PASSWORD, Table, make_user

REFUSALS = [
    (RuleViolation("it has a master", clause="SOR-BIND-10", field="input.demon"), 422, "SOR-BIND-10"),
    (InvalidInput("8 is too many", field="input.dice"), 422, "8 is too many"),
    (StateRefusal("Ilse", "humanity", -1, "below 0"), 422, "humanity"),
    (NotAllowed("You don't control Ilse."), 403, "control Ilse"),
    (UnknownRecord("x"), 404, "not in the campaign"),
    (KeyReused(), 409, "Already done"),
    (NotUndoable("Undo entry 7 first."), 409, "Undo entry 7 first."),
    (EntryTooLarge(70000), 422, "70000"),
    (TooMany(9), 429, "9 seconds"),
]


def refused(error: Exception, *, htmx: bool = False) -> HttpResponse:
    @answering_refusals
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    request = RequestFactory().post("/act/", {"words": "what I <b>typed</b>", "key": "k"})
    vars(request)["htmx"] = htmx
    return view(request)


@pytest.mark.parametrize(("error", "status", "words"), REFUSALS)
def test_refusal_becomes_a_clear_answer(error: Exception, status: int, words: str) -> None:
    response = refused(error)

    page = response.content.decode()
    assert response.status_code == status
    assert words in page
    assert "what I &lt;b&gt;typed&lt;/b&gt;" in page


def test_refusal_by_a_clause_gives_its_text() -> None:
    from rules.reference import find_clause

    assert find_clause("SOR-BIND-10").title in refused(REFUSALS[0][0]).content.decode()


def test_refusal_is_a_part_of_the_page_for_htmx() -> None:
    page = refused(REFUSALS[0][0], htmx=True).content.decode()

    assert page.lstrip().startswith('<div class="refusal"')


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError):
        refused(ZeroDivisionError())


def stale_post(**headers: str) -> tuple[int, str]:
    client = Client(enforce_csrf_checks=True, headers=headers)
    make_user("ada")
    client.login(username="ada", password=PASSWORD)
    body = {
        "name": "Words \u2019kept\u2019",
        "gm_name": "Ada",
        "password": "hidden",
        "csrfmiddlewaretoken": "stale",
    }
    response = client.post("/campaigns/new/", body)
    return response.status_code, response.content.decode()


def test_stale_form_keeps_what_was_typed(db: None) -> None:
    status, page = stale_post()

    assert status == 403
    assert 'name="name" value="Words \u2019kept\u2019"' in page
    assert "Send again" in page
    assert 'hidden"' not in page.replace('type="hidden"', "")
    assert 'value="stale"' not in page


def test_form_of_somebody_signed_out_keeps_what_was_typed(table: Table) -> None:
    url = reverse("write_note", args=[table.campaign.pk])

    answer = Client().post(url, {"words": "Half an <b>evening</b>", "key": "k"})

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "You are logged out" in page
    assert 'name="words" value="Half an &lt;b&gt;evening&lt;/b&gt;"' in page
    assert f'action="{url}"' in page


def test_part_of_a_page_is_not_overwritten_by_signing_in(table: Table) -> None:
    url = reverse("conflict", args=[table.campaign.pk])

    assert Client(headers={"hx-request": "true"}).get(url).status_code == 401
    assert Client().get(url).status_code == 302


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_form_of_a_foreign_page_is_not_offered_again(db: None, headers: dict[str, str]) -> None:
    status, page = stale_post(**headers)

    assert status == 403
    assert "Send again" not in page


def test_missing_page_says_what_to_do(db: None) -> None:
    response = Client().get("/nowhere/")

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()


def test_broken_page_is_told_without_the_request() -> None:
    response = errors.server_error(RequestFactory().get("/"))

    assert response.status_code == 500
    assert "completely or not at all" in response.content.decode()


def test_member_who_is_refused_stays_in_the_campaign_and_finds_the_way_back(table: Table) -> None:
    client, campaign = Client(), table.campaign
    client.login(username=table.player.user.username, password=PASSWORD)
    board = f"http://testserver{reverse('spells', args=[campaign.pk])}"
    missing = reverse("let_spell_through", args=[campaign.pk, campaign.pk])

    page = client.post(missing, {"key": "k"}, headers={"referer": board})

    assert page.status_code == 404
    assert page.context["campaign"] == campaign and page.context["member"] == table.player
    assert f'href="{board}"' in page.content.decode()
    assert f'data-page="{reverse("campaign_home", args=[campaign.pk])}"' in page.content.decode()


def test_stranger_is_told_nothing_of_a_campaign(table: Table) -> None:
    client = Client()
    make_user("stranger")
    client.login(username="stranger", password=PASSWORD)

    page = client.get(reverse("spells", args=[table.campaign.pk]))

    assert page.status_code == 404
    assert table.campaign.name not in page.content.decode()
