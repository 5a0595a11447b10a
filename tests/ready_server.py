"""A server that has loaded everything and waits: each line it reads begins one from there, and is answered by its id.

Loading takes seconds of processor time, and every page the first time its templates; a copy of the process has both.
"""

import gc
import json
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

import django
from django.db import connections
from django.template.loader import get_template
from django.urls import get_resolver

import manage
from campaigns.config import statics

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    django.setup()
    _load()
    assert threading.active_count() == 1, "threads are lost in a copy"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ended leaves nothing behind
    for line in sys.stdin:
        output, *options = json.loads(line)
        child = os.fork()
        if child == 0:
            _serve(output, options)
        print(child, flush=True)


def _load() -> None:
    statics.collect_if_changed()  # the application looks once, as it is imported, which files there are
    import_module("campaigns.config.asgi")  # what the server imports once it serves
    assert get_resolver().url_patterns
    folder = ROOT / "templates"
    for path in sorted(folder.rglob("*.html")):
        get_template(path.relative_to(folder).as_posix())
    connections.close_all()
    gc.collect()
    gc.freeze()


def _serve(output: str, options: list[str]) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with Path(output).open("ab") as file, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = ["manage.py", "serve", *options]
    code = 1
    try:
        manage.main()
        code = 0
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
