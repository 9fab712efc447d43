"""A page served to the browser of this machine, and to nothing else.

It listens on 127.0.0.1 alone and asks for nothing anywhere.  Its address holds a token that is made anew each time; a
request must name this very host and port (no other name that leads here will do), and what sends something must come
from a page of this server.  Everything else is not found.
"""

import hmac
import secrets
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import parse_qs

MOST = 1_000_000  # bytes of what is sent
HERE = "127.0.0.1"
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # with none at all a browser would not say from where something is sent
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Local(ThreadingHTTPServer):
    """The server.

    pages     {name behind the token: a function that gives the page as HTML}
    take      takes the fields of a form, and says at which place of the first page that is shown then
    address   of the first page, with the token
    """

    daemon_threads = True

    def __init__(self, pages: dict[str, Callable[[], str]], take: Callable[[dict[str, str]], str]) -> None:
        super().__init__((HERE, 0), Answer)
        self.pages, self.take, self.busy = pages, take, Lock()
        self.fault: Exception | None = None
        self.host = f"{HERE}:{self.server_port}"
        self.root = f"/{secrets.token_urlsafe(32)}/"
        self.address = f"http://{self.host}{self.root}"

    def serve_until_it_fails(self) -> None:
        """Answer until somebody ends it; raises what went wrong in an answer."""
        self.serve_forever()
        if self.fault:
            raise self.fault


class Answer(BaseHTTPRequestHandler):
    """The answer to one request."""

    server: Local
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "pbem", ""
    timeout = 60

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except OSError:  # the browser went away
            self.close_connection = True
        except Exception as error:
            self.close_connection, self.server.fault = True, error
            self.server.shutdown()

    def do_GET(self) -> None:
        page = self._page()
        if page is None:
            return self._send(404)
        with self.server.busy:
            text = page()
        self._send(200, text.encode(), {"Content-Type": "text/html; charset=utf-8"})

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        is_ours = self.headers.get("Origin") == f"http://{self.server.host}" and self.path == self.server.root
        if self._page() is None or not is_ours or not length.isdecimal() or int(length) > MOST:
            self.close_connection = True  # what it sends is not read
            return self._send(404)
        fields = parse_qs(self.rfile.read(int(length)).decode("utf-8", "replace"), max_num_fields=9)
        with self.server.busy:
            place = self.server.take({name: values[0] for name, values in fields.items()})
        self._send(303, b"", {"Location": self.server.root + place})

    def _page(self) -> Callable[[], str] | None:
        """The page that is asked for, by somebody who knows its address."""
        root, host = self.server.root, self.headers.get_all("Host", [])
        known = hmac.compare_digest(self.path[: len(root)].encode(), root.encode())
        return self.server.pages.get(self.path[len(root) :]) if known and host == [self.server.host] else None

    def _send(self, code: int, body: bytes = b"", more: dict[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in {**HEADERS, **(more or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *words: object) -> None:
        """Nothing is printed: the address holds the token."""
