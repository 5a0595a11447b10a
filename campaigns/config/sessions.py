"""Where sessions are kept: in the database, read with SQL that is made once."""

from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models.prepared import prepared


class SessionStore(InDatabase):
    """Django's own, which every request asks."""

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_by_key(self.session_key or "")), None)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


@prepared
def _by_key(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)
