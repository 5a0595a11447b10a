"""The database itself refuses to change the log. `opened` alone is beside the chain: what is shown to all.

Installed after every migrate: a table rebuild drops triggers.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

ENTRY, PART = "campaigns_entry", "campaigns_part"
RECEIPT, REDACTION = "campaigns_campaigndeletion", "campaigns_redaction"

_MESSAGE = "the log is append-only"

_SQLITE = {
    "guard_entry_update": f"""CREATE TRIGGER guard_entry_update BEFORE UPDATE ON {ENTRY}
        BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END""",
    "guard_entry_delete": f"""CREATE TRIGGER guard_entry_delete BEFORE DELETE ON {ENTRY}
        WHEN NOT EXISTS (SELECT 1 FROM {RECEIPT} WHERE campaign = OLD.campaign_id)
        BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END""",
    "guard_part_update": f"""CREATE TRIGGER guard_part_update BEFORE UPDATE ON {PART}
        WHEN NOT (NEW.id = OLD.id AND NEW.entry_id = OLD.entry_id
            AND NEW.position = OLD.position AND NEW.audience = OLD.audience AND NEW.kind = OLD.kind
            AND NEW.nonce = OLD.nonce AND NEW.commitment = OLD.commitment AND NEW.readers = OLD.readers
            AND ((NEW.text = OLD.text AND NEW.opened IS NOT OLD.opened)
                OR (NEW.text = '' AND OLD.kind = 'text' AND NEW.opened IS OLD.opened
                    AND EXISTS (SELECT 1 FROM {REDACTION} WHERE part_id = OLD.id))))
        BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END""",
    "guard_part_delete": f"""CREATE TRIGGER guard_part_delete BEFORE DELETE ON {PART}
        WHEN NOT EXISTS (SELECT 1 FROM {RECEIPT} r JOIN {ENTRY} e ON e.campaign_id = r.campaign
            WHERE e.id = OLD.entry_id)
        BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END""",
}

_POSTGRES_FUNCTION = f"""CREATE OR REPLACE FUNCTION pactbook_guard_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = '{ENTRY}' THEN
        IF EXISTS (SELECT 1 FROM {RECEIPT} WHERE campaign = OLD.campaign_id) THEN RETURN OLD; END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM {RECEIPT} r JOIN {ENTRY} e ON e.campaign_id = r.campaign
            WHERE e.id = OLD.entry_id) THEN RETURN OLD; END IF;
    ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = '{PART}' THEN
        IF (NEW.id, NEW.entry_id, NEW.position, NEW.audience, NEW.kind, NEW.nonce, NEW.commitment, NEW.readers)
            = (OLD.id, OLD.entry_id, OLD.position, OLD.audience, OLD.kind, OLD.nonce, OLD.commitment, OLD.readers)
            AND ((NEW.text = OLD.text AND NEW.opened IS DISTINCT FROM OLD.opened)
                OR (NEW.text = '' AND OLD.kind = 'text' AND NEW.opened IS NOT DISTINCT FROM OLD.opened
                    AND EXISTS (SELECT 1 FROM {REDACTION} WHERE part_id = OLD.id)))
        THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION '{_MESSAGE}';
END $$"""

_POSTGRES = {
    **{
        f"guard_{table}_rows": f"""CREATE TRIGGER guard_{table}_rows BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION pactbook_guard_log()"""
        for table in (ENTRY, PART)
    },
    **{
        f"guard_{table}_truncate": f"""CREATE TRIGGER guard_{table}_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION pactbook_guard_log()"""
        for table in (ENTRY, PART)
    },
}

_PRESENT_SQLITE = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_PRESENT_POSTGRES = f"""SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
    AND t.tgrelid IN ('{ENTRY}'::regclass, '{PART}'::regclass)"""


def install() -> None:
    """Put every guard in place (again)."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRES_FUNCTION)
        for name in missing():
            _drop(name)
            cursor.execute(_wanted()[name])


def missing() -> list[str]:
    """The guards that are not there as they should be; anything but an empty list means an unprotected log."""
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT_POSTGRES if connection.vendor == "postgresql" else _PRESENT_SQLITE)
        present = {name: " ".join(text.split()) for name, text in cursor.fetchall()}
    body = " ".join(_POSTGRES_FUNCTION.split("$$")[1].split())
    wanted = {
        name: body if connection.vendor == "postgresql" else " ".join(text.split())
        for name, text in _wanted().items()
    }
    return [name for name, text in wanted.items() if present.get(name) != text]


@contextmanager
def lifted() -> Iterator[None]:
    """For the test runner's flush and a restore of a whole database only: the guards away for a moment."""
    for name in _wanted():
        _drop(name)
    try:
        yield
    finally:
        install()


def _drop(name: str) -> None:
    table = f" ON {PART if PART in name else ENTRY}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")


def _wanted() -> dict[str, str]:
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE
