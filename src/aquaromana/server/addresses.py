"""IP addresses and host names: loopback, this machine's own, and the rate-limit key of a client."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from typing import Final

EVERYWHERE: Final = frozenset(("0.0.0.0", "::"))
"""Hosts that stand for all interfaces."""
_NOBODY: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation: nobody has them."""
_INSIDE: Final = ("br-", "docker", "podman", "veth", "virbr")
_SIOCGIFADDR: Final = 0x8915
_NEIGHBORS: Final = 64
"""Bits of an IPv6 address that tell households apart."""


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host."""
    found = parsed(host)
    return host.lower() == "localhost" if found is None else found.is_loopback


def parsed(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, IPv4 also where it comes as IPv6; None if it is a name."""
    try:
        found = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found


def in_url(host: str) -> str:
    """A host as a URL writes it."""
    found = parsed(host)
    return host if found is None else f"[{found}]" if found.version == 6 else str(found)


def address_key(host: str) -> str:
    """The rate-limit key of an address: IPv6 networks count as one, since everybody has millions of addresses."""
    found = parsed(host)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, _NEIGHBORS), strict=False))
    return host if found is None else str(found)


def in_reach(host: str, port: int) -> list[str]:
    """The URLs by which others find a server that listens there; none if only this machine does."""
    if host in EVERYWHERE:
        return [f"http://{in_url(each)}:{port}/" for each in in_network()]
    return [] if is_loopback(host) else [f"http://{in_url(host)}:{port}/"]


def own_names(port: int) -> list[str]:
    """The names by which a network may know this machine, as a Host says them."""
    name = socket.gethostname().partition(".")[0].lower()
    return [f"{each}:{port}" for each in (name, f"{name}.local") if name]


def in_network() -> list[str]:
    """The addresses of this machine in its network, the likeliest first; IPv4 if there is one. Nothing is sent."""
    found: dict[str, None] = {}
    for family, nobody in _NOBODY.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((nobody, 9))  # only asks the system from where it would send
            found[asking.getsockname()[0]] = None
    found |= dict.fromkeys(_of_interfaces())
    good = [address for address in found if _is_useful(address)]
    return [address for address in good if ":" not in address] or good


def _of_interfaces() -> list[str]:
    """The IPv4 addresses of all interfaces but those that lead only to guests inside this machine."""
    if sys.platform != "linux":
        with contextlib.suppress(OSError, UnicodeError):
            known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
            return [str(address[0]) for *_, address in known]
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if not name.startswith(_INSIDE):
                with contextlib.suppress(OSError):  # it has none
                    packed = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                    found.append(socket.inet_ntoa(packed[20:24]))
    return found


def _is_useful(address: str) -> bool:
    found = parsed(address)
    return found is not None and not (found.is_loopback or found.is_link_local or found.is_unspecified)
