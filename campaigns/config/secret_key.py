"""This installation's secret key, made at its first start."""

import os
import secrets
from pathlib import Path

from campaigns.config import env


def kept_in(path: Path) -> str:
    """The key in the file; made, readable by its owner alone, the first time."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise env.BadEnvironment("DATA_DIR", f"cannot write {path} ({error.strerror})") from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(50)
        file.write(key + "\n")
    return key
