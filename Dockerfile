FROM python:3.11-slim-trixie

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data STATIC_ROOT=/srv/static PORT=8000
RUN useradd --system --uid 10001 --home-dir /srv pactbook \
    && mkdir /data /srv/static && chown pactbook /data /srv/static
# pg_dump, as new as the server in compose.yaml: a new version backs up before it changes the database.
RUN apt-get -qq update \
    && apt-get -qq install -y --no-install-recommends postgresql-client-17 >/dev/null \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/pactbook

COPY requirements.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --no-deps -r requirements.txt
COPY LICENSE manage.py ./
COPY rules rules
COPY campaigns campaigns
COPY static static
COPY templates templates
# Nothing may be written later, and otherwise each start would compile everything anew.
RUN python -m compileall -q rules campaigns

USER pactbook
RUN DATA_DIR=/tmp/build python -c 'import django; \
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "campaigns.config.settings"; \
django.setup(); from campaigns.config import statics; statics.collect_if_changed()' && rm -r /tmp/build
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=4s --start-period=60s --retries=3 \
    CMD ["python", "-m", "campaigns.config.ask_health"]
CMD ["python", "manage.py", "serve", "--no-demo"]
