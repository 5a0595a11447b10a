import io

import pytest
from pytest_django import Settings

from campaigns.config import addresses as config
from campaigns.management.commands.serve import Command
from campaigns.services.hosting import addresses


def test_public_address_comes_first(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://table.example"

    assert addresses.table_urls()[0] == "https://table.example"


def test_there_is_always_an_address() -> None:
    assert all(url.startswith("http://") for url in addresses.table_urls())


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost", "::1"])
def test_no_address_of_the_network_is_named_where_the_table_does_not_listen_to_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, bind: str
) -> None:
    monkeypatch.setattr(config, "lan_address", lambda: "192.168.0.7")
    settings.BIND = bind

    assert addresses.table_urls() == [config.local_url()]
    assert config.shared_url() is None
    settings.PUBLIC_URL = "https://table.example"
    assert config.shared_url() == addresses.table_urls()[0] == "https://table.example"
    settings.PUBLIC_URL, settings.BIND = "", "0.0.0.0"  # as the settings say it
    assert addresses.table_urls()[0] == f"http://192.168.0.7:{settings.PORT}"


@pytest.mark.django_db
@pytest.mark.parametrize("bind", ["127.0.0.1", "0.0.0.0"])  # as the settings say it
def test_terminal_says_how_others_get_in_where_they_cannot(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, bind: str
) -> None:
    monkeypatch.setattr(config, "lan_address", lambda: "192.168.0.7")
    settings.BIND = bind
    command = Command(stdout=io.StringIO(), no_color=True)

    command._announce()

    told = command.stdout.getvalue()
    assert ("To change that: make play BIND=0.0.0.0" in told) is (bind == "127.0.0.1")
    assert ("192.168.0.7" in told) is (bind != "127.0.0.1")


def test_latest_device_stands_first() -> None:
    for address in ("192.168.0.2", "192.168.0.3", "192.168.0.2"):
        addresses.note_device(address)

    assert [device.address for device in addresses.devices_seen()] == ["192.168.0.2", "192.168.0.3"]


def test_only_the_last_devices_are_kept() -> None:
    for number in range(30):
        addresses.note_device(f"192.168.0.{number}")

    assert len(addresses.devices_seen()) == 10


def test_devices_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses.note_device("192.168.0.2")
    seen = addresses.devices_seen()[0]

    assert seen.ago <= 1
    monkeypatch.setattr(addresses, "KEPT_SECONDS", -1)
    assert addresses.devices_seen() == []
