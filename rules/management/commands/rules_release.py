from django.core.management.base import BaseCommand, CommandError

from rules import releases


class Command(BaseCommand):
    help = "Close the open release of the rules: keep the package as it stands, to play today's logs again for ever."
    requires_system_checks: list[str] = []  # declared so by BaseCommand

    def handle(self, **_of_all: str | int | bool | None) -> None:
        number = releases.CURRENT
        digest, archive = releases.packed(releases.package())
        if digest in releases.CLOSED.values():
            raise CommandError(f"Nothing has changed since release {number - 1}: there is nothing to close.")
        (releases.HERE / f"{number}.pyz").write_bytes(archive)
        with (releases.HERE / releases.CLOSED_FILE).open("a", encoding="utf-8") as file:
            file.write(f'{number} = "{digest}"\n')
        self.stdout.write(
            f"Release {number} of the rules is closed ({digest[:12]}…). Commit {number}.pyz with its row; "
            f"what is played from now on says {number + 1}."
        )
