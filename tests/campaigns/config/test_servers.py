from typing import Any

import granian
import pytest
import uvicorn
from pytest_django import Settings

from campaigns.config import servers


class Started:
    """Stands where a server would begin to serve, and keeps how it was asked to."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}

    def __call__(self, _target: str, **options: Any) -> "Started":
        self.options = options
        return self

    def serve(self) -> None:
        return None


@pytest.mark.parametrize("server", ["granian", "uvicorn"])
def test_as_many_processes_serve_as_are_asked_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    started = Started()
    monkeypatch.setattr(granian, "Granian", started)
    monkeypatch.setattr(uvicorn, "run", started)
    settings.PROCESSES = 3

    servers.run(server)

    assert started.options["workers"] == 3
