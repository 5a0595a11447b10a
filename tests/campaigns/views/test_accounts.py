from datetime import timedelta
from html import unescape

import pytest
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns import known_browsers
from campaigns.game import games
from campaigns.log.verify import verify
from campaigns.models import Campaign, CampaignState, Notice, OneTimeCode
from campaigns.services.accounts.new_accounts import keep_account, new_guest
from campaigns.services.hosting import first_run, installation
from tests.campaigns.conftest import SignIn
from tests.people import PASSWORD, Table, join_as, make_user

pytestmark = pytest.mark.slow

NEW = "four words in a row"
SECRET = "JBSWY3DPEHPK3PXP"
FIRST = {"username": "gesa", "password1": PASSWORD}


def log_in(client: Client, username: str, password: str = PASSWORD) -> int:
    return client.post("/accounts/login/", {"login": username, "password": password}).status_code


def code_now() -> str:
    counter = next(totp.yield_hotp_counters_from_time())
    return str(totp.format_hotp_value(totp.hotp_value(SECRET, counter)))


def test_notice_shows_a_code_that_works_once(db: None) -> None:
    code = first_run.sign_in_notice().rpartition(" ")[2]
    client = Client()

    first = client.post("/first-run/", {**FIRST, "code": code.lower()})
    again = Client().post("/first-run/", {**FIRST, "username": "other", "code": code})

    assert (first.status_code, again.status_code) == (302, 302)
    assert len(client.get("/account/").context["sessions"]) == 1
    assert list(User.objects.values_list("username", flat=True)) == ["gesa"]
    assert client.get("/").status_code == 200
    assert code not in first_run.sign_in_notice()


def test_wrong_code_makes_no_account(db: None) -> None:
    first_run.setup_code()

    response = Client().post("/first-run/", {**FIRST, "code": "AAAA-BBBB-CCCC"})

    assert response.status_code == 422
    assert "Wrong code" in response.content.decode()
    assert not User.objects.exists()


def test_every_start_says_the_same_code_until_it_is_used(db: None) -> None:
    before = first_run.setup_code()

    assert first_run.setup_code() == before
    assert OneTimeCode.objects.count() == 1
    assert Client().post("/first-run/", {**FIRST, "code": before}).status_code == 302


def test_hosts_with_keys_of_their_own_make_one_first_account(db: None, settings: Settings) -> None:
    mine = first_run.setup_code()
    settings.SECRET_KEY = "another host's"
    theirs = first_run.setup_code()
    assert mine != theirs

    first_run.make_first_account(code=mine, username="ada", password=PASSWORD)

    with pytest.raises(first_run.WrongCode):
        first_run.make_first_account(code=theirs, username="eve", password=PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        OneTimeCode.objects.filter(used=None).update(used=timezone.now())


def test_another_key_than_at_the_last_start_is_said_once(db: None, settings: Settings) -> None:
    assert [installation.key_notice() for _start in range(2)] == ["", ""]

    settings.SECRET_KEY = "another host's"

    assert "set the same SECRET_KEY on each" in installation.key_notice()
    assert installation.key_notice() == ""


def test_guessing_the_code_has_to_wait(db: None) -> None:
    first_run.setup_code()
    client = Client()

    answers = [client.post("/first-run/", {**FIRST, "code": "guess"}).status_code for _try in range(11)]

    assert answers[-1] == 429


def test_signing_in_changes_the_session(db: None) -> None:
    make_user("ada")
    client = Client()
    client.get("/accounts/login/")
    session = client.session
    session["mark"] = 1
    session.save()
    before = session.session_key or ""
    client.cookies["session"] = before

    assert log_in(client, "ada") == 302
    assert client.session.session_key != before


def test_wrong_password_is_refused_and_counted_by_name(db: None) -> None:
    make_user("ada")
    make_user("ben")
    client = Client()

    answers = [log_in(client, "ada", "wrong") for _try in range(6)]
    page = client.post("/accounts/login/", {"login": "ada", "password": "wrong"}).content.decode()

    assert answers == [422] * 5 + [429]
    assert "seconds" in page
    assert "wrong" not in page
    assert log_in(client, "ben") == 302


def guess(address: str, name: str = "ada") -> int:
    return log_in(Client(REMOTE_ADDR=address), name, "wrong")


def test_stranger_locks_nobody_out(db: None) -> None:
    make_user("ada")
    known = Client(REMOTE_ADDR="10.0.0.1")
    log_in(known, "ada")
    known.post("/accounts/logout/")

    guesses = [guess("10.0.0.1") for _try in range(30)]
    elsewhere = log_in(Client(REMOTE_ADDR="192.168.7.9"), "ada")

    assert guesses[5:] == [429] * 25
    assert (log_in(known, "ada"), elsewhere) == (302, 302)


def test_many_strangers_lock_no_known_browser_out(db: None) -> None:
    make_user("ada")
    known = Client()
    log_in(known, "ada")
    known.post("/accounts/logout/")

    guesses = [guess(f"10.0.{number}.1") for number in range(70)]

    assert guesses[:59] == [422] * 59
    assert guesses[-1] == 429
    assert log_in(known, "ada") == 302


def test_known_browser_is_held_to_its_tries_too(db: None) -> None:
    make_user("ada")
    known = Client()
    log_in(known, "ada")
    known.post("/accounts/logout/")

    assert [log_in(known, "ada", "wrong") for _try in range(6)] == [422] * 5 + [429]


def test_browser_is_known_by_the_names_that_signed_in_from_it(db: None) -> None:
    make_user("ada")
    make_user("ben")
    browser = Client(REMOTE_ADDR="10.0.0.1")
    log_in(browser, "ben")
    browser.post("/accounts/logout/")
    for _try in range(5):
        guess("10.0.0.1")

    assert log_in(browser, "ada") == 429


def test_password_without_its_second_step_makes_no_browser_known(db: None) -> None:
    TOTP.activate(make_user("ada"), SECRET)
    client = Client()

    log_in(client, "ada")
    assert known_browsers.COOKIE not in client.cookies
    client.post("/accounts/2fa/authenticate/", {"code": code_now()})

    assert known_browsers.COOKIE in client.cookies


def test_cookie_of_a_known_browser_tells_no_name_and_no_script(db: None) -> None:
    make_user("ada")
    client = Client()
    log_in(client, "ada")

    cookie = client.cookies[known_browsers.COOKIE]

    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert "ada" not in str(signing.loads(cookie.value, salt=known_browsers.SALT))


def test_one_household_of_ipv6_is_one_address(db: None) -> None:
    make_user("ada")

    assert [guess(f"2001:db8::{number}") for number in range(6)] == [422] * 5 + [429]


def test_answer_says_when_the_next_try_is_possible(db: None) -> None:
    for _try in range(5):
        guess("10.0.0.1")

    answer = Client(REMOTE_ADDR="10.0.0.1").post("/accounts/login/", {"login": "ada", "password": "wrong"})

    assert 0 < int(answer["Retry-After"]) <= 60


@pytest.mark.parametrize("name", ["known", "unknown", "without-a-password", "gone"])
def test_every_name_costs_one_hash(db: None, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make_user("known")
    User.objects.create_user("without-a-password")
    User.objects.create_user("gone", password=PASSWORD, is_active=False)
    hashed: list[str] = []

    def encode(_hasher: object, password: str, _salt: str) -> str:
        hashed.append(password)
        return "md5$salt$hash"

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    log_in(Client(), name, "wrong")

    assert len(hashed) == 1


def test_somebody_signed_in_frees_no_tries_of_another(db: None) -> None:
    make_user("ada")
    ben, guesser = Client(), Client()
    ben.force_login(make_user("ben"))

    answers = [log_in(guesser, "ada", "wrong") for _try in range(4)]
    log_in(ben, "ada", "wrong")

    assert [*answers, log_in(guesser, "ada", "wrong")] == [422] * 4 + [429]


def test_guessing_the_code_of_an_app_has_to_wait(db: None) -> None:
    ada, client = make_user("ada"), Client()
    TOTP.activate(ada, SECRET)
    log_in(client, "ada")

    for _try in range(10):
        client.post("/accounts/2fa/authenticate/", {"code": "wrong"})
    client.post("/accounts/2fa/authenticate/", {"code": code_now()})

    assert client.get("/account/").status_code == 302


def test_limits_of_others_say_when_to_come_back(db: None) -> None:
    client = Client()
    client.force_login(make_user("ada"))
    typed = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}

    answers = [client.post("/accounts/password/change/", typed) for _try in range(6)]

    assert [response.status_code for response in answers] == [422] * 5 + [429]
    assert answers[-1]["Retry-After"] == "60"
    assert NEW not in answers[-1].content.decode()


def test_code_of_an_app_signs_in(db: None) -> None:
    ada, client = make_user("ada"), Client()
    TOTP.activate(ada, SECRET)
    log_in(client, "ada")

    client.post("/accounts/2fa/authenticate/", {"code": code_now()})

    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("name", ["a\x00b", "\u202e", "x" * 5000, ""])
def test_hostile_name_does_not_sign_in(db: None, name: str) -> None:
    assert log_in(Client(), name) == 422


def test_changed_password_ends_other_sessions(db: None) -> None:
    make_user("ada")
    here, there = Client(), Client()
    log_in(here, "ada")
    log_in(there, "ada")

    response = here.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    )

    assert response.status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302


def test_own_session_is_ended_from_elsewhere(db: None) -> None:
    make_user("ada")
    here, there = Client(), Client(REMOTE_ADDR="192.168.7.9")
    log_in(here, "ada")
    log_in(there, "ada")
    page = here.get("/account/")
    other = next(session for session in page.context["sessions"] if session.ip == "192.168.7.9")

    assert here.post(f"/account/sessions/{other.pk}/end/").status_code == 302
    assert there.get("/account/").status_code == 302


def test_session_of_another_is_not_ended(db: None) -> None:
    make_user("ada")
    make_user("ben")
    ada, ben = Client(), Client()
    log_in(ada, "ada")
    log_in(ben, "ben")
    session = ben.get("/account/").context["sessions"][0]

    assert ada.post(f"/account/sessions/{session.pk}/end/").status_code == 404
    assert ada.post(f"/account/sessions/{'9' * 30}/end/").status_code == 404


def reset_link(table: Table, signed_in: SignIn) -> str:
    response = signed_in(table.gm).post(
        f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/reset-link/"
    )
    assert response.status_code == 200
    return "/new-password/" + response.content.decode().partition("/new-password/")[2].partition('"')[0]


def test_reset_link_sets_a_password_once(table: Table, signed_in: SignIn) -> None:
    path = reset_link(table, signed_in)
    old = signed_in(table.player)

    first = Client().post(path, {"password1": NEW})
    again = Client().post(path, {"password1": PASSWORD})

    assert (first.status_code, again.status_code) == (302, 410)
    assert old.get("/account/").status_code == 302
    assert log_in(Client(), "player", NEW) == 302


def test_second_step_is_asked_after_a_reset_link(table: Table, signed_in: SignIn) -> None:
    TOTP.activate(table.player.user, SECRET)
    client = Client()

    client.post(reset_link(table, signed_in), {"password1": NEW})
    log_in(client, "player", NEW)

    assert client.get("/account/").status_code == 302
    client.post("/accounts/2fa/authenticate/", {"code": code_now()})
    assert client.get("/account/").status_code == 200


def test_open_link_is_told_on_every_page_and_made_void_by_one_press(table: Table, signed_in: SignIn) -> None:
    path, client = reset_link(table, signed_in), signed_in(table.player)

    for page in ("/", "/account/", f"/campaigns/{table.campaign.pk}/table/"):
        assert "Gesa of The Tallow House created a password reset link" in " ".join(
            client.get(page).content.decode().split()
        )
    assert "created a password reset link" not in signed_in(table.other_player).get("/").content.decode()
    gone = client.post("/account/reset-link/close/", {"back": "/rules/"})

    assert gone["Location"] == "/rules/"
    assert Client().get(path).status_code == 410
    assert "created a password reset link" not in client.get("/").content.decode()
    assert "created a password reset link" in client.get("/account/").content.decode()


def test_new_password_is_told_until_it_is_put_away(table: Table, signed_in: SignIn) -> None:
    client = Client()
    client.post(reset_link(table, signed_in), {"password1": NEW})
    log_in(client, "player", NEW)
    told = Notice.objects.get(kind="password_set")

    assert all("Your password was set" in client.get("/").content.decode() for _look in range(2))
    other = signed_in(table.other_player).post(f"/account/notices/{told.pk}/put-away/")
    assert other.status_code == 404
    assert "Your password was set" in client.get("/").content.decode()
    client.post(f"/account/notices/{told.pk}/put-away/", {"back": "//evil.example/"})

    assert "Your password was set" not in client.get("/").content.decode()
    assert "Your password was set" in client.get("/account/").content.decode()


def test_demoted_gm_is_told_on_the_next_page(table: Table, signed_in: SignIn) -> None:
    second = join_as(table.gm, "second", "gm")
    path = f"/campaigns/{table.campaign.pk}/people/{second.pk}/role/"

    signed_in(table.gm).post(path, {"key": "a", "role": "player"})

    page = " ".join(signed_in(second).get("/").content.decode().split())
    assert "Gesa of The Tallow House removed your GM role: you are now Player" in page


def test_first_account_makes_a_link_for_somebody(table: Table, signed_in: SignIn) -> None:
    owner = first_run.make_first_account(code=first_run.setup_code(), username="gesa", password=PASSWORD)
    client = signed_in(owner)

    page = client.post("/account/reset-link/", {"username": "gm"}).content.decode()
    nobody = client.post("/account/reset-link/", {"username": "nobody"})

    path = "/new-password/" + page.partition("/new-password/")[2].partition('"')[0]
    assert Client().get(path).status_code == 200
    assert nobody.status_code == 422
    assert "There is no account with that username" in nobody.content.decode()
    assert "gesa, who created the first account here, created a password reset link" in " ".join(
        signed_in(table.gm).get("/").content.decode().split()
    )
    assert "Reset someone's password" in client.get("/account/").content.decode()
    assert "Reset someone's password" not in signed_in(table.gm).get("/account/").content.decode()


def test_reset_link_runs_out(table: Table, signed_in: SignIn) -> None:
    path = reset_link(table, signed_in)
    OneTimeCode.objects.update(expires=timezone.now() - timedelta(seconds=1))

    assert Client().get(path).status_code == 410


def test_newer_reset_link_closes_the_older(table: Table, signed_in: SignIn) -> None:
    older = reset_link(table, signed_in)
    newer = reset_link(table, signed_in)

    assert Client().get(older).status_code == 410
    assert Client().get(newer).status_code == 200


def test_weak_password_is_refused(table: Table, signed_in: SignIn) -> None:
    response = Client().post(reset_link(table, signed_in), {"password1": "player"})

    assert response.status_code == 422


def test_nobody_resets_the_password_of_a_gm(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    client.post(f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/", {"key": "a", "role": "gm"})

    response = client.post(f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/reset-link/")

    assert response.status_code == 403
    assert "changepassword" in response.content.decode()


def test_nobody_resets_the_password_of_the_first_account(table: Table, signed_in: SignIn) -> None:
    User.objects.filter(pk=table.player.user_id).update(is_staff=True)

    response = signed_in(table.gm).post(
        f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/reset-link/"
    )

    assert response.status_code == 403
    assert "changepassword" in response.content.decode()


def test_sign_up_without_invitation_makes_nothing(db: None) -> None:
    response = Client().post("/accounts/signup/", {"username": "eve", "password1": NEW})

    assert response.status_code == 405
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/first-run/",
        "/reached/",
        "/new-password/forged/",
    ],
)
def test_pages_open_to_all_are_there(db: None, path: str) -> None:
    assert Client().get(path).status_code in {200, 410}


@pytest.mark.parametrize(
    "path",
    [
        "/account/",
        "/accounts/password/change/",
        "/accounts/logout/",
        "/accounts/reauthenticate/",
        "/accounts/2fa/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/sessions/",
        "/accounts/email/",
    ],
)
def test_pages_of_an_account_bear_no_foreign_markup(db: None, path: str) -> None:
    make_user("ada")
    client = Client()
    log_in(client, "ada")

    response = client.get(path, follow=True)

    page = response.content.decode()
    assert response.status_code == 200
    assert 'src="data:' not in page
    assert "pactbook.css" in page


def test_the_second_factor_leads_back_and_an_empty_list_of_logins_says_so(
    db: None, signed_in: SignIn
) -> None:
    client = signed_in(make_user("ada"))

    assert 'href="/account/">Back to your account' in client.get("/accounts/2fa/").content.decode()
    told = client.get("/account/").content.decode()
    assert "No login is noted" in told
    assert "<table" not in told


def test_first_campaign_is_founded(db: None, signed_in: SignIn) -> None:
    client = signed_in(make_user("ada"))
    assert "No campaigns yet" in client.get("/").content.decode()

    response = client.post(
        "/campaigns/new/", {"name": "The Tallow House", "gm_name": "Ada", "games": ["fallen"], "key": "a"}
    )

    assert response.status_code == 302
    assert "The Tallow House" in client.get("/").content.decode()
    made = Campaign.objects.get()
    assert CampaignState.objects.get(pk=made.pk).policy["games"] == ["fallen"]
    assert verify(made).holds


def test_founding_asks_what_is_played(db: None, signed_in: SignIn) -> None:
    client, typed = signed_in(make_user("ada")), {"name": "The Tallow House", "gm_name": "Ada", "key": "a"}

    page = client.get("/campaigns/new/").content.decode()
    assert [str(game.pages.about) in unescape(page) for game in games().values()] == [True] * len(games())
    assert page.count('class="sigil"') == len(games())
    for chosen in ([], ["nowhere"]):
        refused = client.post("/campaigns/new/", {**typed, "games": chosen})
        assert (refused.status_code, "The Tallow House" in refused.content.decode()) == (422, True)
    assert not Campaign.objects.exists()


def test_second_press_founds_no_second_campaign(db: None, signed_in: SignIn) -> None:
    client, typed = (
        signed_in(make_user("ada")),
        {"name": "The Tallow House", "gm_name": "Ada", "games": ["fallen"], "key": "a"},
    )

    assert 'name="key"' in client.get("/campaigns/new/").content.decode()
    places = {client.post("/campaigns/new/", typed)["Location"] for _press in range(2)}

    assert places == {f"/campaigns/{Campaign.objects.get().pk}/"}
    assert Campaign.objects.get().head_seq == 1


@pytest.mark.parametrize("name", ["", " ", "a\x00", "\u2066x", "n" * 101])
def test_hostile_campaign_name_is_refused(db: None, signed_in: SignIn, name: str) -> None:
    response = signed_in(make_user("ada")).post(
        "/campaigns/new/", {"name": name, "gm_name": "Ada", "games": ["fallen"], "key": "a"}
    )

    assert response.status_code == 422
    assert not Campaign.objects.exists()


def test_founding_can_be_kept_to_the_first_account(db: None, signed_in: SignIn, settings: Settings) -> None:
    settings.EVERYBODY_FOUNDS = False
    first = first_run.make_first_account(code=first_run.setup_code(), username="gesa", password=PASSWORD)

    assert signed_in(first).get("/campaigns/new/").status_code == 200
    assert signed_in(make_user("ada")).get("/campaigns/new/").status_code == 403
    assert "/campaigns/new/" not in signed_in(User.objects.get(username="ada")).get("/").content.decode()


def test_logging_out_says_so_in_the_words_of_the_other_pages(db: None) -> None:
    make_user("ada")
    client = Client()
    log_in(client, "ada")

    said = client.post("/accounts/logout/", follow=True).content.decode()

    assert "You are logged out." in said
    assert "signed out" not in said


def test_refused_log_in_promises_to_keep_no_password(db: None) -> None:
    refused = Client().post("/accounts/login/", {"login": "ada", "password": "x"}).content.decode()

    assert "type the password again" in refused
    assert "Your input is kept" not in refused


def test_a_refused_log_in_and_a_new_password_speak_as_the_other_pages_do(db: None) -> None:
    make_user("ada")
    client = Client()
    refused = client.post("/accounts/login/", {"login": "ada", "password": "x"}).content.decode()
    log_in(client, "ada")
    page = client.get("/accounts/password/change/").content.decode()

    assert "Wrong username or password." in refused
    for label in ("Current password", "New password", "Repeat password"):
        assert f">{label}</label>" in page
    assert "New Password" not in page


def test_a_password_that_a_guest_set_a_moment_ago_stays(db: None) -> None:
    guest = new_guest()
    assert keep_account(guest=guest, username="nan", password="the first of two")

    assert not keep_account(guest=guest, username="other", password="the second of two")

    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.check_password("the first of two")) == ("nan", True)
