import pytest
from pytest_django import Settings

from campaigns.services import addresses


def test_public_address_comes_first(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://table.example"

    assert addresses.table_urls()[0] == "https://table.example"


def test_there_is_always_an_address() -> None:
    assert all(url.startswith("http://") for url in addresses.table_urls())


def test_latest_device_stands_first() -> None:
    for address in ("192.168.0.2", "192.168.0.3", "192.168.0.2"):
        addresses.note_device(address)

    assert [one.address for one in addresses.devices_seen()] == ["192.168.0.2", "192.168.0.3"]


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
