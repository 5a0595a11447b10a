"""How the commands begin, which people wait for."""

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.management import commands
from tests import template_database
from tests.served import ROOT

PAGES_LOADED = """
import sys
import manage
sys.argv = ["manage.py", "verify_log"]
manage.main()
print([name for name in sys.modules if name.startswith(("campaigns.views", "campaigns.config.urls"))])
"""


@pytest.mark.slow
def test_command_loads_no_page(tmp_path: Path) -> None:
    template_database.put_into(tmp_path)

    done = subprocess.run(
        [sys.executable, "-c", PAGES_LOADED],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_no_command_but_the_server_looks_through_every_page_first() -> None:
    names = {one.name for one in pkgutil.iter_modules(commands.__path__)}
    found = {
        name
        for name in names
        if pkgutil.resolve_name(f"{commands.__name__}.{name}:Command").requires_system_checks == "__all__"
    }

    assert names > {"backup", "restore", "verify_log", "serve"}
    assert found == {"serve"}
