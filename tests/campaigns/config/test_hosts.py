import pytest
from django.test import Client
from pytest_django import Settings

from campaigns.config import hosts

PRIVATE = [
    "192.168.1.5:8000",
    "10.0.0.3",
    "172.20.1.1",
    "localhost:8000",
    "[::1]:8000",
    "[fd00::1]",
    "gm.local",
]
FOREIGN = ["evil.example", "8.8.8.8", "192.168.1.5.evil.example", "local", "", "a b", "evil.example:80:80"]


@pytest.mark.parametrize("host", PRIVATE)
def test_local_network_may_use_private_names(settings: Settings, host: str) -> None:
    settings.ALLOW_PRIVATE_HOSTS = True

    assert hosts.is_allowed(host)


@pytest.mark.parametrize("host", FOREIGN)
def test_local_network_may_not_use_foreign_names(settings: Settings, host: str) -> None:
    settings.ALLOW_PRIVATE_HOSTS = True

    assert not hosts.is_allowed(host)


def test_public_name_is_known_on_a_local_network(settings: Settings) -> None:
    settings.ALLOW_PRIVATE_HOSTS = True
    settings.KNOWN_HOSTS = ["table.example"]

    assert hosts.is_allowed("table.example:443")


def test_production_knows_no_private_names(settings: Settings) -> None:
    settings.ALLOW_PRIVATE_HOSTS = False
    settings.ALLOWED_HOSTS = ["table.example"]

    assert hosts.is_allowed("table.example")
    assert not hosts.is_allowed("192.168.1.5")


def test_unknown_name_gets_a_plain_answer(client: Client) -> None:
    response = client.get("/about/", headers={"host": "evil.example"})

    assert response.status_code == 400
    assert b"Open the address shown in the terminal" in response.content
