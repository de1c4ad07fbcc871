"""Whose request this is: the client's address and scheme, through proxies we were told to trust."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["TrustedProxies", "client_key"]

Address = IPv4Address | IPv6Address
Networks = Sequence[IPv4Network | IPv6Network]


class TrustedProxies:
    """ASGI: puts the real client and scheme in the scope when the peer is one of our proxies.

    ``X-Forwarded-For`` is walked from the right: every trusted address is a proxy of ours, the first other
    one is the client, and what stands left of it could have been written by anyone. Without trusted networks
    the headers are ignored.
    """

    def __init__(self, app: ASGIApp, trusted: Networks) -> None:
        self.app = app
        self.trusted = tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if self.trusted and scope["type"] != "lifespan" and (client := scope.get("client")):
            peer = _address(client[0])
            if peer is not None and self._is_trusted(peer):
                scope = self._seen_through(scope, peer)
        await self.app(scope, receive, send)

    def _seen_through(self, scope: Scope, peer: Address) -> Scope:
        headers = scope["headers"]
        client = peer
        hops = b",".join(value for name, value in headers if name == b"x-forwarded-for").split(b",")
        for hop in reversed(hops):
            address = _address(hop.decode("latin-1").strip())
            if address is None:
                break
            client = address
            if not self._is_trusted(address):
                break
        changed: dict[str, Any] = {"client": (str(client), 0)}
        protocols = [value for name, value in headers if name == b"x-forwarded-proto"]
        if protocols:
            secure = protocols[-1].rpartition(b",")[2].strip().lower() in (b"https", b"wss")
            plain, safe = ("ws", "wss") if scope["type"] == "websocket" else ("http", "https")
            changed["scheme"] = safe if secure else plain
        return {**scope, **changed}

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)


def client_key(scope: Scope) -> str:
    """What rates are counted by: the client's IPv4 address, or its IPv6 /64, which is one household."""
    client = scope.get("client")
    address = _address(client[0]) if client else None
    if address is None:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


def _address(text: str) -> Address | None:
    """The address in an element of a header, which may have a port; IPv4 inside IPv6 is unwrapped."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
