"""What Pactbook is, whose work it stands on, and under which licences."""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import anyone

BROUGHT = (
    "django",
    "django-htmx",
    "django-allauth",
    "django-csp",
    "django-lucide",
    "fontpkg-spectral",
    "fontpkg-cinzel",
    "fontpkg-atkinson-hyperlegible",
    "msgspec",
    "psycopg",
    "argon2-cffi",
    "granian",
    "uvicorn",
    "a2wsgi",
    "whitenoise",
    "structlog",
    "segno",
)
"""The packages that a table runs on, fonts and icons among them; their licences are installed with them."""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    licence: str
    has_text: bool


@anyone
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this is, and whose work it stands on."""
    return render(request, "about.html", {"packages": _packages()})


@anyone
@require_safe
def licence(request: HttpRequest, package: str) -> HttpResponse:
    """A package's licence as its wheel brings it."""
    text = _licence_text(package) if package in BROUGHT else ""
    if not text:
        raise Http404
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@cache
def _packages() -> list[Package]:
    found = []
    for name in BROUGHT:
        try:
            meta = distribution(name).metadata
        except PackageNotFoundError:  # uvicorn only where granian has no wheel, and the like
            continue
        found.append(Package(name, meta["Version"], _licence_of(meta), bool(_licence_text(name))))
    return found


def _licence_of(meta: PackageMetadata) -> str:
    named = (meta[field] for field in ("License-Expression", "License") if field in meta)
    classed = (
        text.rpartition("::")[2].strip() for text in meta.get_all("Classifier") or () if "License ::" in text
    )
    return next((text.partition("\n")[0][:60] for text in (*named, *classed) if text), "")


@cache
def _licence_text(name: str) -> str:
    files = distribution(name).files or []
    texts = [
        package_path
        for package_path in files
        if package_path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "OFL"))
    ]
    return texts[0].read_text(encoding="utf-8") if texts else ""
