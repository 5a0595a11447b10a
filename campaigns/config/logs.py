"""One JSON line an event on standard error. Never a body, a query string, a token or a secret."""

import logging
import logging.config
from typing import Any

import structlog
from structlog.typing import Processor

STEPS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


class NotFaults(logging.Filter):
    """A database that is busy, full or away is no fault of the program: `faults.say` tells of it once."""

    def filter(self, record: logging.LogRecord) -> bool:
        from campaigns.config.faults import fault_of  # after the settings, which make the logs

        return fault_of(record.exc_info[1] if record.exc_info else None) is None


def to_standard_error(*, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"not_faults": {"()": "campaigns.config.logs.NotFaults"}},
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": STEPS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Its warnings quote paths, and a path may hold an invitation; middleware.RequestLog says what is needed.
            "django.request": {"level": "ERROR", "filters": ["not_faults"]},
            "django.security.csrf": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.server": {"level": "ERROR"},
        },
    }


def configure(settings: dict[str, Any]) -> None:
    logging.config.dictConfig(settings)
    structlog.configure(
        processors=[*STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
