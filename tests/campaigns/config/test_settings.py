import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
SHOW = """
import json, sys
from campaigns.config import settings
names = sys.argv[1:]
print(json.dumps({name: getattr(settings, name, None) for name in names}, default=str))
"""


PRODUCTION = {
    "PACTBOOK_PROFILE": "production",
    "PUBLIC_URL": "https://table.example",
    "TRUSTED_PROXIES": "1",
}


def settings_with(folder: Path, environment: dict[str, str], *names: str) -> dict[str, Any]:
    done = run_with(folder, environment, "-c", SHOW, *names)
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    return shown


def run_with(folder: Path, environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **environment}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )


def test_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = settings_with(tmp_path, {}, "SECRET_KEY")
    second = settings_with(tmp_path, {}, "SECRET_KEY")

    assert first == second
    assert len(first["SECRET_KEY"]) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_new_folder_for_the_game_is_its_owners_alone(tmp_path: Path) -> None:
    settings_with(tmp_path / "game", {}, "DATA_DIR")

    assert (tmp_path / "game").stat().st_mode & 0o077 == 0


def test_local_network_uses_plain_cookies_and_hides_passkeys(tmp_path: Path) -> None:
    shown = settings_with(tmp_path, {}, "SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "MFA_SUPPORTED_TYPES")

    assert shown == {
        "SESSION_COOKIE_NAME": "session",
        "SESSION_COOKIE_SECURE": False,
        "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes"],
    }


def test_https_address_turns_on_host_cookies_and_passkeys(tmp_path: Path) -> None:
    shown = settings_with(
        tmp_path,
        {"PUBLIC_URL": "https://table.example"},
        "SESSION_COOKIE_NAME",
        "CSRF_TRUSTED_ORIGINS",
        "MFA_PASSKEY_LOGIN_ENABLED",
    )

    assert shown == {
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_TRUSTED_ORIGINS": ["https://table.example"],
        "MFA_PASSKEY_LOGIN_ENABLED": True,
    }


@pytest.mark.parametrize(
    ("said", "counts_in"), [({}, "LocMem"), ({"DATABASE_URL": "postgres://localhost/pactbook"}, "Database")]
)
def test_hosts_of_one_postgresql_count_tries_together(
    tmp_path: Path, said: dict[str, str], counts_in: str
) -> None:
    shown = settings_with(tmp_path, said, "CACHES")

    assert shown["CACHES"]["default"]["BACKEND"].endswith(f".{counts_in}Cache")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_many_names_crowd_out_nobodys_count_of_tries(tmp_path: Path, processes: str) -> None:
    environment = {"PROCESSES": processes, "DATABASE_URL": "postgres://localhost/pactbook"}

    shown = settings_with(tmp_path, environment, "CACHES")

    assert shown["CACHES"]["default"]["OPTIONS"]["MAX_ENTRIES"] == 50_000


def test_production_profile_passes_the_deploy_check(tmp_path: Path) -> None:
    done = run_with(tmp_path, PRODUCTION, "manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert done.returncode == 0, done.stderr


def test_production_profile_allows_only_listed_hosts(tmp_path: Path) -> None:
    environment = {**PRODUCTION, "ALLOWED_HOSTS": "a.b, c.d"}

    shown = settings_with(tmp_path, environment, "ALLOWED_HOSTS", "ALLOW_PRIVATE_HOSTS")

    assert shown["ALLOWED_HOSTS"] == ["table.example", "a.b", "c.d", "localhost", "127.0.0.1", "[::1]"]
    assert shown["ALLOW_PRIVATE_HOSTS"] is False


def test_production_that_speaks_https_itself_needs_no_proxy(tmp_path: Path) -> None:
    environment = {**PRODUCTION, "TRUSTED_PROXIES": "0", "TLS_CERT": "cert.pem", "TLS_KEY": "key.pem"}

    shown = settings_with(tmp_path, environment, "SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER")

    assert shown == {"SECURE_SSL_REDIRECT": True, "SECURE_PROXY_SSL_HEADER": None}


@pytest.mark.parametrize(("said", "included"), [({}, False), ({"HSTS_SUBDOMAINS": "yes"}, True)])
def test_only_who_asks_binds_the_subdomains_to_https(
    tmp_path: Path, said: dict[str, str], included: bool
) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS")

    shown = settings_with(tmp_path, {**PRODUCTION, **said}, *names)

    assert shown == {"SECURE_HSTS_SECONDS": 365 * 24 * 3600, "SECURE_HSTS_INCLUDE_SUBDOMAINS": included}


@pytest.mark.parametrize(("said", "disabled"), [({}, False), ({"POSTGRES_POOLER": "yes"}, True)])
def test_pooler_is_asked_for_no_cursor_beyond_a_transaction(
    tmp_path: Path, said: dict[str, str], disabled: bool
) -> None:
    environment = {"DATABASE_URL": "postgres://localhost/pactbook", **said}

    shown = settings_with(tmp_path, environment, "DATABASES")

    assert shown["DATABASES"]["default"]["DISABLE_SERVER_SIDE_CURSORS"] is disabled


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"PORT": "70000"}, "PORT: must be a whole number from 1 to 65535"),
        ({"PORT": "x"}, "PORT: must be a whole number"),
        ({"PACTBOOK_PROFILE": "home"}, "PACTBOOK_PROFILE: must be one of lan, production, test"),
        ({"PACTBOOK_PROFILE": "production"}, "PUBLIC_URL: required by the production profile"),
        (
            {**PRODUCTION, "TRUSTED_PROXIES": "0"},
            "TRUSTED_PROXIES: required by the production profile without TLS_CERT: the number of proxies",
        ),
        ({"PROCESSES": "2"}, "PROCESSES: more than 1 needs PostgreSQL: set DATABASE_URL"),
        (
            {"DATABASE_URL": "postgres://localhost/game", "POSTGRES_HOST": "database"},
            "DATABASE_URL: is set together with POSTGRES_HOST: set only one of the two",
        ),
        (
            {"DATABASE_URL": "postgres://me:a/b@host/game"},
            "DATABASE_URL: the port is not a number. In a password",
        ),
        ({"PUBLIC_URL": "table.example"}, "PUBLIC_URL: must look like https://table.example"),
    ],
)
def test_bad_variable_ends_with_one_line(tmp_path: Path, environment: dict[str, str], says: str) -> None:
    done = run_with(tmp_path, environment, "manage.py", "check")

    assert done.returncode == 1
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


def test_rules_commands_load_no_database() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "resolve"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": "/proc/nowhere"},
        input='{"action": "no.such"}\n',
        capture_output=True,
        text=True,
        check=False,
    )

    assert json.loads(done.stdout)["error"]["code"] == "unknown_action"
