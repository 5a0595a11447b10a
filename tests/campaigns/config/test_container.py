import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def found(pattern: str, file: str) -> str:
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"))
    assert match, f"{pattern} is not in {file}"
    return match[1]


def test_container_backs_up_the_database_that_it_is_composed_with() -> None:
    client = found(r"postgresql-client-(\d+)", "Dockerfile")

    assert int(client) >= int(found(r"image: postgres:(\d+)", "compose.yaml"))
