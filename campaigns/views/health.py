"""What a host asks: whether the process answers, and whether a game can be played."""

from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaigns.access import anyone
from campaigns.log import guards


@anyone
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


@anyone
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether a game can be played: 503 names what stands in the way."""
    try:
        checks = {"database": _writes(), "migrations": _is_migrated(), "guards": _is_guarded()}
    except DatabaseError:
        checks = {"database": False}
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)


def _writes() -> bool:
    with transaction.atomic():
        Session.objects.create(session_key="readyz", session_data="", expire_date=timezone.now())
        transaction.set_rollback(True)
    return True


def _is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _is_guarded() -> bool:
    return not guards.missing()
