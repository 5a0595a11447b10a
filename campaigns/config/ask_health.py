"""The container's health check: whether the server of this machine answers, by HTTPS where it speaks that."""

import http.client
import ssl
import sys
import urllib.request

from campaigns.config import env

SECONDS = 3


def main() -> int:
    bind = env.text("BIND", "0.0.0.0")  # noqa: S104  # as the settings say it
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(bind, bind)  # noqa: S104  # what is said for everywhere
    scheme = "https" if env.text("TLS_CERT") else "http"
    # The certificate names what people call the table; here it is asked by its address, and told nothing.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    handlers = (urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting))
    address = f"{scheme}://{host}:{env.integer('PORT', 8000, 1, 65535)}/healthz"
    try:
        urllib.request.build_opener(*handlers).open(address, timeout=SECONDS).close()
    except (OSError, http.client.HTTPException) as error:
        sys.stderr.write(f"{address}: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
