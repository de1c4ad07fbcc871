from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest

from drawmate.api.addresses import TrustedProxies, client_key

PROXIES = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]


async def seen(
    peer: str, *headers: tuple[bytes, bytes], trusted: Any = PROXIES, kind: str = "http"
) -> dict[str, Any]:
    """The scope behind the layer."""
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.update(scope)

    scheme = "ws" if kind == "websocket" else "http"
    scope = {"type": kind, "client": (peer, 1), "headers": list(headers), "scheme": scheme}
    await TrustedProxies(app, trusted)(scope, None, None)  # type: ignore[arg-type]
    return found


def forwarded(text: str) -> tuple[bytes, bytes]:
    return b"x-forwarded-for", text.encode()


@pytest.mark.parametrize(
    ("peer", "header", "client"),
    [
        ("10.0.0.1", "9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "1.2.3.4, 9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "1.2.3.4, 9.9.9.9, 10.3.3.3", "9.9.9.9"),
        ("10.0.0.1", "10.1.1.1, 10.2.2.2", "10.1.1.1"),
        ("10.0.0.1", "9.9.9.9:5555", "9.9.9.9"),
        ("10.0.0.1", "[2001:db8::1]:5555", "2001:db8::1"),
        ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("10.0.0.1", "::ffff:9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "rubbish", "10.0.0.1"),
        ("10.0.0.1", "1.1.1.1, rubbish, 10.2.2.2", "10.2.2.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("fd00::5", "9.9.9.9", "9.9.9.9"),
        ("8.8.8.8", "9.9.9.9", "8.8.8.8"),
    ],
)
async def test_the_client_is_the_first_address_from_the_right_that_is_no_proxy(
    peer: str, header: str, client: str
) -> None:
    assert (await seen(peer, forwarded(header)))["client"][0] == client


async def test_several_headers_are_one_list() -> None:
    found = await seen("10.0.0.1", forwarded("1.1.1.1"), forwarded("9.9.9.9"), forwarded("10.2.2.2"))
    assert found["client"][0] == "9.9.9.9"


async def test_the_scheme_comes_from_a_trusted_proxy_only() -> None:
    header = (b"x-forwarded-proto", b"https")
    assert (await seen("10.0.0.1", header))["scheme"] == "https"
    assert (await seen("10.0.0.1", header, kind="websocket"))["scheme"] == "wss"
    assert (await seen("8.8.8.8", header))["scheme"] == "http"
    assert (await seen("10.0.0.1", header, trusted=[]))["scheme"] == "http"


@pytest.mark.parametrize(
    ("client", "key"),
    [
        (("9.9.9.9", 1), "9.9.9.9"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::"),
        (("::ffff:9.9.9.9", 1), "9.9.9.9"),
        (None, "unknown"),
        (("a socket", 0), "unknown"),
    ],
)
def test_rates_are_counted_by_address_or_household(client: tuple[str, int] | None, key: str) -> None:
    assert client_key({"client": client}) == key
