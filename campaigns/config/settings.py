"""All settings. Profiles: `lan` (a table on its own network), `production` (behind HTTPS), `test`."""

import atexit
import shutil
import socket
import tempfile
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from campaigns.config import databases, env, headers, logs, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PROFILE = env.choice("PACTBOOK_PROFILE", ("lan", "production", "test"), "lan")
TESTING = PROFILE == "test"
DEBUG = False

if TESTING:
    DATA_DIR = Path(tempfile.mkdtemp(prefix="pactbook-test-"))
    atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
else:
    DATA_DIR = env.folder("DATA_DIR", BASE_DIR / "data")
# Django sets this process to UTC; what the clock on the wall says is read before that.
MACHINE_ZONE = datetime.now(UTC).astimezone().tzinfo
# A test makes its backups itself.
NIGHTLY_BACKUP = not TESTING and env.choice("NIGHTLY_BACKUP", ("yes", "no"), "yes") == "yes"
BIND = env.text("BIND", "0.0.0.0")  # noqa: S104  # players come from other devices
PORT = env.integer("PORT", 8000, 1, 65535)
TLS_CERT, TLS_KEY = env.text("TLS_CERT"), env.text("TLS_KEY")
SECRET_KEY = env.text("SECRET_KEY") or secret_key.kept_in(DATA_DIR / "secret_key")

# Addresses. PUBLIC_URL wins over whatever is found out about the network.
PUBLIC_URL = env.origin("PUBLIC_URL")
if PROFILE == "production" and not PUBLIC_URL.startswith("https://"):
    raise env.BadEnvironment(
        "PUBLIC_URL", "required by the production profile, such as https://table.example"
    )
PUBLIC_HOSTS = [urlsplit(PUBLIC_URL).hostname or ""] if PUBLIC_URL else []
KNOWN_HOSTS = [*PUBLIC_HOSTS, *env.words("ALLOWED_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
if PROFILE == "lan":
    KNOWN_HOSTS.append(socket.gethostname().lower())
ALLOW_PRIVATE_HOSTS = PROFILE == "lan"
# Private ranges cannot be listed here, so on a local network middleware.KnownHosts is the check.
ALLOWED_HOSTS = ["*"] if ALLOW_PRIVATE_HOSTS else KNOWN_HOSTS
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
TRUSTED_PROXIES = env.integer("TRUSTED_PROXIES", 0, 0, 10)
if PROFILE == "production" and not (TLS_CERT or TRUSTED_PROXIES):
    # Nobody said that HTTPS was spoken outside: every page would send browsers to itself, for ever.
    problem = (
        "required by the production profile without TLS_CERT: the number of proxies in front of the "
        "server, such as 1"
    )
    raise env.BadEnvironment("TRUSTED_PROXIES", problem)
HTTPS = PUBLIC_URL.startswith("https://") or bool(TLS_CERT)

INSTALLED_APPS = [
    "rules",
    "campaigns",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
]
GAMES = [
    "campaigns.games.sorcerer",
    "campaigns.games.pandemonium",
    "campaigns.games.demon_city",
    "campaigns.games.fallen",
]
"""The games that can be played, each a package, in the order in which pages list them."""
MIDDLEWARE = [
    # First, so that every line that a request writes into the log bears its number.
    "campaigns.config.middleware.RequestLog",
    "campaigns.config.middleware.SecurityHeaders",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "campaigns.config.middleware.KnownHosts",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "campaigns.accounts.RememberBrowser",
    # After CsrfViewMiddleware: a form without its token is refused first.
    "campaigns.views.full.AnswerWhenFull",
]
ROOT_URLCONF = "campaigns.config.urls"
ASGI_APPLICATION = "campaigns.config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csrf",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.accounts.account_links",
                "campaigns.accounts.account_notices",
            ],
            # What templates of one game call alone: a module `tags` of its package, loaded by the game's name.
            "libraries": {
                package.rpartition(".")[2]: f"{package}.tags"
                for package in GAMES
                if find_spec(f"{package}.tags") is not None
            },
        },
    }
]

DATABASE_URL = env.text("TEST_DATABASE_URL" if TESTING else "DATABASE_URL")
POSTGRES_HOST = "" if TESTING else env.text("POSTGRES_HOST")
if DATABASE_URL and POSTGRES_HOST:
    raise env.BadEnvironment("DATABASE_URL", "is set together with POSTGRES_HOST: set only one of the two")
if DATABASE_URL:
    DATABASE = databases.by_url(DATABASE_URL)
elif POSTGRES_HOST:
    # Each part by itself: a password holds whatever it likes and is pasted into no address.
    DATABASE = databases.postgres(
        host=POSTGRES_HOST,
        port=env.text("POSTGRES_PORT"),
        dbname=env.text("POSTGRES_DB", "pactbook"),
        user=env.text("POSTGRES_USER", "pactbook"),
        password=env.exactly("POSTGRES_PASSWORD"),
    )
else:
    DATABASE = databases.sqlite(DATA_DIR / "pactbook.sqlite3", synchronous="OFF" if TESTING else "FULL")
    # Tests use a file too: threads on SQLite's shared memory fail where a file waits.
    DATABASE["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")} if TESTING else {}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Limits are counted in the cache, and in so many places that nobody crowds another's out. All processes that may share
# a database, on whichever host, count together in it; the tests have one process.
PROCESSES = env.integer("PROCESSES", 1, 1, 64)
if PROCESSES > 1 and DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    raise env.BadEnvironment("PROCESSES", "more than 1 needs PostgreSQL: set DATABASE_URL")
CACHES = {
    "default": {
        **(
            {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
            if TESTING or DATABASE["ENGINE"] == "django.db.backends.sqlite3"
            else {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}
        ),
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

# People and sessions.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Who may found campaigns: everybody with an account, or only whoever made the first one.
EVERYBODY_FOUNDS = env.choice("EVERYBODY_FOUNDS", ("yes", "no"), "yes") == "yes"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "campaigns.accounts.Adapter"
ACCOUNT_FORMS = {"change_password": "campaigns.forms.passwords.PasswordChange"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# No mail is ever sent, so nobody could verify an address.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# By account, not by address: everybody at the table comes from one address.
ACCOUNT_RATE_LIMITS = {
    # Codes of an app, and passwords given again, are counted by this: only whoever holds the account gets that far.
    "login_failed": "10/5m/key",
    # Counted by views.accounts.log_in, which knows browsers and says when the next try is possible.
    "login": "",
    "signup": "60/m/ip",
    "reset_password": "60/m/ip,5/m/key",
    "reset_password_from_key": "60/m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# Passkeys need HTTPS; a plain local network is not offered what cannot work there.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", *(["webauthn"] if HTTPS else [])]
MFA_PASSKEY_LOGIN_ENABLED = HTTPS
MFA_RATE_LIMITS = {"webauthn_login": "120/m/ip"}  # nothing to guess here; a table shares one address
# Otherwise nobody without an address could set up two-factor authentication.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "campaigns.accounts.MfaAdapter"
MFA_TOTP_ISSUER = "Pactbook"
# Tracking would write to the database on every page view.
USERSESSIONS_TRACK_ACTIVITY = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

SESSION_ENGINE = "campaigns.config.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
# With __Host- no other name of the domain can set it. Browsers take that over HTTPS alone.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "campaigns.views.errors.csrf_failure"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# What browsers are told. SecurityMiddleware sends what has a setting, middleware.SecurityHeaders the rest.
CONTENT_SECURITY_POLICY = {"DIRECTIVES": headers.CONTENT_SECURITY}
SECURE_REFERRER_POLICY = headers.HEADERS["Referrer-Policy"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = headers.HEADERS["Cross-Origin-Opener-Policy"]
X_FRAME_OPTIONS = headers.HEADERS["X-Frame-Options"]
SILENCED_SYSTEM_CHECKS: list[str] = []
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
if PROFILE == "production":
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # What binds other names of the domain is its owner's decision, and preloading binds it for good.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.choice("HSTS_SUBDOMAINS", ("yes", "no"), "no") == "yes"
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
elif not HTTPS:
    # No HTTPS here: HSTS, the redirect and secure cookies would lock everybody out.
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]

# Limits on what one request may carry; asgi.MAX_BODY and MAX_UPLOAD are the limits before a thread is taken.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
# As much as asgi.MAX_UPLOAD: what is uploaded is in memory anyway, and none of it goes to a file.
FILE_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
IMAGES_MB = env.integer("IMAGES_MB", 200, 0, 100_000)

STATIC_URL = "/static/"
STATIC_ROOT = env.folder("STATIC_ROOT", DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "campaigns.config.finders.WheelFinder",
]
# Single files: a package's whole folder as a static directory would be hashed and packed at each collecting.
WHEEL_ASSETS = {
    "fonts/reading-licence.txt": ("fontpkg_spectral", "LICENSE"),
    "fonts/hand-licence.txt": ("fontpkg_atkinson_hyperlegible", "LICENSE"),
    "fonts/display-licence.txt": ("fontpkg_cinzel", "LICENSE"),
}
# What is published of them is made by campaigns.config.fonts, under the family's name.
_READING, _HAND, _DISPLAY = "Pactbook Reading", "Pactbook Hand", "Pactbook Display"
FONTS = {
    "fonts/reading-regular.woff2": (_READING, "fontpkg_spectral", "files/Spectral-Regular.ttf"),
    "fonts/reading-italic.woff2": (_READING, "fontpkg_spectral", "files/Spectral-Italic.ttf"),
    "fonts/reading-semibold.woff2": (_READING, "fontpkg_spectral", "files/Spectral-SemiBold.ttf"),
    "fonts/hand-regular.woff2": (
        _HAND,
        "fontpkg_atkinson_hyperlegible",
        "files/AtkinsonHyperlegible-Regular.ttf",
    ),
    "fonts/hand-bold.woff2": (_HAND, "fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Bold.ttf"),
    "fonts/display.woff2": (_DISPLAY, "fontpkg_cinzel", "files/Cinzel[wght].ttf"),
}
FONTS |= {name.replace(".woff2", "-extended.woff2"): lies for name, lies in FONTS.items()}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = TESTING
# Otherwise each browser of a test would look through all files first.
WHITENOISE_AUTOREFRESH = TESTING
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
# With one language there is nothing to look up: every text of a page is as it is written.
USE_I18N = len(LANGUAGES) > 1
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = logs.to_standard_error(level=env.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"))
LOGGING_CONFIG = "campaigns.config.logs.configure"
