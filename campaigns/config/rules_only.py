"""Settings for the commands that only ask the rules: no database, no accounts, quick to start."""

SECRET_KEY = "unused: these commands sign nothing"
INSTALLED_APPS = ["rules"]
USE_TZ = True
USE_I18N = False
