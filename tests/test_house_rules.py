"""House rules that no tool knows."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from pkgutil import resolve_name

import pytest
from django.core.management import get_commands
from django.db import models as django_models

from campaigns import models
from campaigns.game import games
from campaigns.log import guards
from campaigns.state.fields import Column, Kind, Map, Ref, Whole
from campaigns.state.kinds import KINDS, system_of
from rules import catalogue
from rules.coverage import CLAUSE_ID
from rules.reference import all_clauses

ROOT = Path(__file__).parents[1]
SOURCES = [
    path
    for area in ("rules", "campaigns")
    for path in sorted((ROOT / area).rglob("*.py"))
    if "migrations" not in path.parts
]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

WRITES = {"save", "create", "update", "delete", "bulk_create", "bulk_update"}
WRITES |= {"get_or_create", "update_or_create", "_raw_delete"}
GAME_STATE = {model.__name__ for kind in KINDS.values() for model in kind.models}
GAME_STATE |= {"Record", "Entry", "Part", "Change", "Tag", "Undone"}
WRITERS = {
    "campaigns/state/rows.py": "rows from the changes of an act",
    "campaigns/log/record.py": "the entry and what stands beside it",
    "campaigns/log/undo_graph.py": "which entries stand, beside the chain",
    "campaigns/log/export/storing.py": "the entries of a verified file",
    "campaigns/services/redaction.py": "words taken out, with a receipt",
    "campaigns/services/deleting.py": "a whole campaign, with a receipt",
    "campaigns/services/hosting/moving.py": "every row as it stands, into another database",
}
RAW_SQL = {
    "campaigns/models/prepared.py": "the ORM's own statements, kept",
    "campaigns/log/chain_walk.py": "a query of the ORM, its rows not converted",
    "campaigns/log/guards.py": "the guards are triggers",
    "campaigns/config/databases.py": "how long PostgreSQL waits for a lock",
    "campaigns/live/hub.py": "NOTIFY",
    "campaigns/live/heads.py": "LISTEN",
    "campaigns/live/presence.py": "that PostgreSQL need not wait for the disk",
    "campaigns/services/limits.py": "a lock of PostgreSQL that stands in no row",
    "campaigns/services/hosting/one_by_one.py": "the same, beside every transaction",
    "campaigns/services/hosting/backup_contents.py": "reads a database of another version",
    "campaigns/services/hosting/sqlite_tools.py": "asks a copy whether it is whole",
    "campaigns/services/hosting/moving.py": "the same questions of another database",
    "campaigns/services/hosting/postgres_tools.py": "a snapshot for pg_dump",
}
LONGEST_FUNCTION = 50
LONGEST_FILE = 400
LOOK_AGAIN = 250
ROOMS = ("campaigns/games/", "campaigns/models/")
NAME_A_GAME: dict[str, str] = {
    "campaigns/views/stylebook.py": "shows every mark that is drawn",
    "campaigns/views/stylebook_samples.py": "the same",
}
"""What names a game outside the rooms, and why it has to."""
TYPES_OF_GAMES = sorted((ROOT / "campaigns" / "game").glob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of it: walking through all files took as long as reading them, for each rule anew."""
    return tuple(ast.walk(tree_of(path)))


def calls(path: Path) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func


def names_from_django(path: Path) -> set[str]:
    """Such as `Session`, which is also what Django calls a browser's."""
    imports = (node for node in nodes_of(path) if isinstance(node, ast.ImportFrom))
    return {name.name for node in imports if (node.module or "").startswith("django") for name in node.names}


def names_in(node: ast.AST) -> list[str]:
    """The names of a chain such as `Record.objects.filter(…).update`, from its end."""
    found = []
    while True:
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return [*found, node.id] if isinstance(node, ast.Name) else found


def test_game_state_is_written_through_the_one_door() -> None:
    found = []
    for path in SOURCES:
        for call, function in calls(path):
            if function.attr not in WRITES or name_of(path) in WRITERS:
                continue
            chain = names_in(function)
            ours = GAME_STATE - names_from_django(path)
            if ours & set(chain) or {"_default_manager", "_base_manager"} & set(chain):
                found.append(f"{name_of(path)}:{call.lineno} {'.'.join(reversed(chain))}")

    assert found == []


def test_types_are_learned_behind_one_lock() -> None:
    """Two threads in which msgspec meets a type first crash the process: `rules.kernel.parsing.convert` does not."""
    found = {
        name_of(path)
        for path in SOURCES
        if re.search(
            r"msgspec\.convert\(|from msgspec import .*\bconvert\b", path.read_text(encoding="utf-8")
        )
    }

    assert found == {"rules/kernel/parsing.py"}


def test_raw_sql_is_written_where_it_has_a_reason() -> None:
    found = {
        name_of(path)
        for path in SOURCES
        for _call, function in calls(path)
        if function.attr in ("execute", "executemany", "raw", "extra")
        and "executor" not in names_in(function)
    }

    assert found - RAW_SQL.keys() == set()


def test_only_play_appends_to_the_log() -> None:
    found = {
        name_of(path)
        for path in SOURCES
        for _call, function in calls(path)
        if names_in(function)[:2] == ["append", "record"]
    }
    wrote = {
        name_of(path)
        for path in SOURCES
        for _call, function in calls(path)
        if names_in(function) == ["write", "rows"]
    }

    assert found == {"campaigns/services/play/playing.py"}
    assert wrote == found | {"campaigns/services/importing.py"}


def test_the_door_alone_locks_a_campaign_and_looks_for_an_earlier_act() -> None:
    behind_it = ("campaigns/services/", "campaigns/games/")
    found = {
        (".".join(reversed(names_in(function))), name_of(path))
        for path in SOURCES
        if name_of(path).startswith(behind_it)
        for _call, function in calls(path)
        if function.attr == "select_for_update" or names_in(function)[-2:] == ["objects", "Act"]
    }

    assert found == {
        ("Campaign.objects.select_for_update", "campaigns/services/play/locking.py"),
        ("Campaign.arriving.select_for_update", "campaigns/services/play/locking.py"),
        ("Act.objects.filter", "campaigns/services/play/playing.py"),
        # No campaign: the period that dice come from, under the campaign's lock, a link that is used once,
        # an account that is given a password once, one for whom a demo is made once, and whose draft is written over.
        ("DrawPeriod.objects.select_for_update", "campaigns/services/play/fair_draws.py"),
        ("OneTimeCode.objects.select_for_update", "campaigns/services/accounts/reset_links.py"),
        ("User.objects.select_for_update", "campaigns/services/accounts/new_accounts.py"),
        ("User.objects.select_for_update", "campaigns/services/looking_around.py"),
        ("Membership.objects.select_for_update", "campaigns/services/drafts.py"),
    }


def test_rules_import_django_in_two_places_only() -> None:
    found = []
    for path in (source for source in SOURCES if name_of(source).startswith("rules/")):
        if path.name == "apps.py" or "management" in path.parts:
            continue
        for node in nodes_of(path):
            named = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{name_of(path)}: {one}" for one in named if one.split(".")[0] in IMPURE]

    assert found == []


IMPURE = {
    "django",
    "campaigns",
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "socket",
    "subprocess",
    "urllib",
}


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """Which of our modules a file imports anywhere, in a function or for its types alone too."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = ((node.module, f"{node.module}.{name.name}") for name in node.names)
            found |= {whole if whole in modules else outer for outer, whole in inner}
    return found & modules


def test_no_modules_import_one_another_in_a_circle() -> None:
    modules = {module_of(path) for path in SOURCES}
    graph = {module_of(path): imports_of(path, modules) for path in SOURCES}
    graph |= {module_of(path): set() for path in TYPES_OF_GAMES}  # see the next test

    TopologicalSorter(graph).prepare()


READS_A_LOG = {
    "campaigns.services.importing": "takes a log in",
    "campaigns.services.letting_go": "names the undone entries whose draws it lets go of",
    "campaigns.services.play.undo_step": "turns entries round",
    "campaigns.services.undoing": "turns entries round",
    "campaigns.services.redaction": "takes words out of an entry",
}
"""Services whose subject is the log itself. All others only write it."""
READERS = {"undo_graph", "projector", "past", "fold", "verify", "documents_of", "read_document"}
DECIDES = [
    path
    for path in SOURCES
    if module_of(path).startswith(("campaigns.games.", "campaigns.services.", "rules."))
    and not path.stem.startswith("carried_over")
]


def from_the_log(path: Path) -> set[str]:
    """What a module takes from `campaigns.log`, by its last names."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("campaigns.log"):
            found |= {node.module.rpartition(".")[2], *(name.name for name in node.names)} - {"log"}
    return found


def test_what_decides_reads_no_log() -> None:
    """What a procedure has come to stands in records, whoever looks; only what carries an older version over digs."""
    of_games = [path for path in DECIDES if module_of(path).startswith("campaigns.games.")]
    of_services = [path for path in DECIDES if module_of(path).startswith("campaigns.services.")]
    digs = {
        name_of(path): from_the_log(path) & READERS for path in DECIDES if module_of(path) not in READS_A_LOG
    }

    assert {name for name, found in digs.items() if found} == set()
    assert {name_of(path) for path in of_games if from_the_log(path)} == set()
    assert {name_of(path) for path in of_services if "Viewer" in path.read_text(encoding="utf-8")} == set()


@pytest.mark.parametrize("module", TYPES_OF_GAMES, ids=name_of)
def test_what_a_game_brings_is_typed_and_nothing_is_imported_for_it(module: Path) -> None:
    """The object through which every floor asks a game names types of all floors, for the checker alone."""
    for_the_checker = [node for node in tree_of(module).body if isinstance(node, ast.If)]
    for_it_alone = {inside for node in for_the_checker for inside in ast.walk(node)}
    at_run_time = set(ast.walk(tree_of(module))) - for_it_alone
    imported = [str(node.module) for node in at_run_time if isinstance(node, ast.ImportFrom)]

    assert {ast.unparse(node.test) for node in for_the_checker} <= {"TYPE_CHECKING"}
    assert [one for one in imported if one.startswith(("campaigns", "rules")) and ".game." not in one] == []


def test_nothing_else_imports_for_the_checker_alone() -> None:
    """The floors of `pyproject.toml` do not look at such imports."""
    found = {path for path in SOURCES if "TYPE_CHECKING" in path.read_text(encoding="utf-8")}

    assert sorted(map(name_of, found - set(TYPES_OF_GAMES))) == []


@pytest.mark.django_db
def test_no_guard_is_missing_after_a_migrate() -> None:
    assert guards.missing() == []


def test_no_function_is_too_long() -> None:
    found = []
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    found.append(f"{name_of(path)}:{node.lineno} {node.name}: {lines} lines")

    assert found == []


def test_no_file_is_too_long() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    long = sorted((lines, name) for name, lines in lengths.items() if lines > LOOK_AGAIN)
    print("\nLook again at:", *(f"  {lines} {name}" for lines, name in long), sep="\n")

    assert [one for one in long if one[0] > LONGEST_FILE] == []


INLINE = {
    "an inline style": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc\s*=)", re.IGNORECASE),
    "an inline handler": re.compile(r"\s(hx-)?on[a-z:-]+\s*=\s*[\"']", re.IGNORECASE),
    "a script in an address": re.compile(r"javascript:", re.IGNORECASE),
    "code in an attribute": re.compile(r"hx-vals\s*=\s*[\"']js:|hx-vars", re.IGNORECASE),
}


@pytest.mark.parametrize("what", INLINE)
def test_no_template_has_code_or_style_inline(what: str) -> None:
    found = [
        f"{name_of(path)}: {match.group().strip()}"
        for path in TEMPLATES
        for match in INLINE[what].finditer(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def columns_of(declared: Column | Ref | Map | Whole) -> list[str]:
    """The columns that a declared field lies in."""
    return list(declared.columns.values()) if isinstance(declared, Whole) else [declared.attribute]


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_column_is_declared_once(kind: Kind) -> None:
    declared = [(one.model.__name__, name) for one in kind.stored().values() for name in columns_of(one)]

    assert sorted(declared) == sorted(set(declared))


def test_every_column_of_a_record_is_some_field() -> None:
    declared = {
        (one.model, name)
        for kind in KINDS.values()
        for one in kind.stored().values()
        for name in columns_of(one)
    }
    models_of_records = {model for kind in KINDS.values() for model in kind.models}
    columns = {
        (model, column.name)
        for model in models_of_records
        for column in model._meta.concrete_fields
        if not column.primary_key
    }

    assert [f"{model.__name__}.{name}" for model, name in columns - declared] == []


def test_every_model_says_what_it_is() -> None:
    found = [
        name
        for name in models.__all__
        if issubclass(getattr(models, name), django_models.Model)
        and "__str__" not in vars(getattr(models, name))
    ]

    assert found == []


def test_every_clause_that_is_named_exists() -> None:
    known = {clause.id for clause in all_clauses()}

    found = [
        f"{name_of(path)}: {clause}"
        for path in [*SOURCES, *TEMPLATES]
        for clause in CLAUSE_ID.findall(path.read_text(encoding="utf-8"))
        if clause not in known
    ]

    assert found == []


def test_nothing_names_somebodys_machine() -> None:
    words = re.compile(r"/home/\w|/root/|[A-Z]:\\\\Users", re.IGNORECASE)
    places = [
        path
        for area in ("docs", "templates", "static/js", "static/css")
        for path in (ROOT / area).rglob("*")
        if path.is_file()
    ]

    found = [
        name_of(path)
        for path in [*SOURCES, *places]
        if words.search(path.read_text(encoding="utf-8", errors="ignore"))
    ]

    assert found == []


def test_no_floor_names_a_game() -> None:
    """A game, its actions and its kinds are named in its own room; the rest asks `games()`."""
    codes = tuple(catalogue.SETTINGS)
    found = set()
    for path in SOURCES:
        name = name_of(path)
        if not name.startswith("campaigns/") or name.startswith(ROOMS) or "/migrations/" in name:
            continue
        for node in nodes_of(path):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            named = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else text
            if named in codes or named.startswith(tuple(f"{code}." for code in codes)):
                found.add(name)

    assert found == set(NAME_A_GAME)


DOCS = [
    *ROOT.glob("*.md"),
    *(
        path
        for area in ("docs", "campaigns", "rules", "tests", "bench")
        for path in (ROOT / area).rglob("*.md")
    ),
]
AREAS = ("bench", "campaigns", "docs", "rules", "static", "templates", "tests", ".ci")
PLACES = "\n".join(
    f"/{name_of(path)}"
    for path in (*ROOT.iterdir(), *(path for area in AREAS for path in (ROOT / area).rglob("*")))
)
FILE = re.compile(r"(?<![\w/.<>*-])[\w<>*][\w<>*/.-]*\.(?:html|js|json|md|py|pyz|toml)\b")
QUOTED = re.compile(r"`([^`\n]+)`")
FOLDER = re.compile(r"[\w<>*][\w<>*/-]*/")
MADE_WHERE_IT_RUNS = {"data/", "DATA_DIR/backups/"}


def is_somewhere(path: str) -> bool:
    """Whether a path of the docs is there, from the root or from further down; `<system>` stands for any name."""
    pattern = re.sub(r"<\w+>|\\\*", "[^/\n]+", re.escape(path.rstrip("/")))
    return re.search(rf"/{pattern}(?:/|$)", PLACES, re.MULTILINE) is not None


@pytest.mark.parametrize("doc", DOCS, ids=name_of)
def test_every_path_in_the_docs_is_there(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    folders = {quoted for quoted in QUOTED.findall(text) if FOLDER.fullmatch(quoted)} - MADE_WHERE_IT_RUNS

    assert [path for path in sorted({*FILE.findall(text), *folders}) if not is_somewhere(path)] == []


@cache
def words_of_the_code() -> set[str]:
    files = [*SOURCES, *(path for area in ("rules", "tests") for path in (ROOT / area).rglob("*.toml"))]
    files += [*(ROOT / "tests").rglob("*.py"), ROOT / "compose.yaml", ROOT / "Dockerfile", ROOT / "Makefile"]
    return {word for path in files for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("doc", DOCS, ids=name_of)
def test_every_name_in_the_docs_is_there(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    quoted = QUOTED.findall(text)
    names = {name for code in quoted for name in re.findall(r"^(?:[\w.]+\.)?(\w+)(?:\(|$)", code)}
    made_of_words = {name for name in names if re.search(r"[a-z]_?[A-Z]|[a-z]_[a-z]|[A-Z]_[A-Z]", name)}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    for name in re.findall(r"\b(?:rules|campaigns)(?:\.\w+)+(?![\w/])", "\n".join(quoted)):
        resolve_name(name)
    assert made_of_words - words_of_the_code() == set()
    assert set(re.findall(r"manage\.py (\w+)", text)) <= get_commands().keys()
    assert set(re.findall(r"\bmake ([a-z-]+)", "\n".join(quoted))) <= targets


def names_of_games() -> re.Pattern[str]:
    """Codes and names of games, their kinds, clauses and actions, and in a template tag the names of their pages."""
    words = [word for game in games().values() for word in (game.code, game.name)]
    kinds = {name for name in KINDS if system_of(name) != "table"} - {"character"}
    pages = [page.name for game in games().values() for page in game.pages.urls]
    clauses = {clause.id.partition("-")[0] for clause in all_clauses()} - {"TAB"}
    tag_words = "|".join(sorted(map(re.escape, {*kinds, *filter(None, pages)}), key=len, reverse=True))
    return re.compile(
        rf"\b(?:{'|'.join(map(re.escape, words))})s?\b"
        rf"|\b(?:{'|'.join(clauses)})-[A-Z]+"
        rf"|\{{%[^%]*?[\"'](?:{tag_words})[\"']",
        re.IGNORECASE,
    )


def test_no_template_of_all_games_names_one() -> None:
    """The same rule for what is shown: a game brings its templates, and those outside its folder name none."""
    pattern = names_of_games()
    found = {
        name_of(path): pattern.findall(path.read_text(encoding="utf-8"))
        for path in TEMPLATES
        if not name_of(path).startswith("templates/games/")
    }

    assert [f"{name}: {named}" for name, named in found.items() if named and not is_stylebook(name)] == []
    assert any(named for name, named in found.items() if is_stylebook(name)), "the exception has no use"


def is_stylebook(template: str) -> bool:
    """It shows every mark that is drawn, with what each draws."""
    return template.startswith("templates/stylebook")


def test_a_template_that_names_a_game_is_found() -> None:
    pattern = names_of_games()
    named = (
        "{% if form.system == 'fallen' %}",
        "{% include 'games/sorcerer/sheet/_asked.html' %}",
        "{% load pandemonium %}",
        "{% url 'action_round' campaign.pk %}",
        '{% if member.kind == "demon" %}',
        "Demon City has no dice.",
        "(SOR-ROLL-03)",
    )
    unnamed = ("TAB-DRAWS-05", "{% url 'table' campaign.pk %}", "a demon", "{% if noun == 'character' %}")

    assert [one for one in named if not pattern.search(one)] == []
    assert [one for one in unnamed if pattern.search(one)] == []


def test_what_is_included_by_itself_gets_the_token_of_its_forms() -> None:
    """`only` leaves out the token, too, and tests send forms without one: in a browser such a form is refused."""
    texts = {name_of(path).removeprefix("templates/"): path.read_text(encoding="utf-8") for path in TEMPLATES}
    included = {name: re.findall(r'{% include "([^"]+)"([^%]*)%}', text) for name, text in texts.items()}
    sending = {name for name, text in texts.items() if "{% csrf_token %}" in text}
    while (
        more := {name for name, parts in included.items() if sending & {part for part, _with in parts}}
        - sending
    ):
        sending |= more

    assert [
        f"{name}: {part}"
        for name, parts in included.items()
        for part, given in parts
        if part in sending and given.split()[-1:] == ["only"] and "csrf_token=csrf_token" not in given
    ] == []
