"""Addresses: which are our own, what others can use, and who counts as one."""

import pytest

from aquaromana.server import addresses


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_loopback_hosts_are_recognized(host: str) -> None:
    assert addresses.is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "192.0.2.1", "localhost.example.org", "127.0.0.1.example.org"])
def test_other_hosts_are_not_loopback(host: str) -> None:
    assert not addresses.is_loopback(host)


def test_a_household_counts_as_one() -> None:
    assert addresses.address_key("192.0.2.7") == addresses.address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert addresses.address_key("2001:db8:1:2::7") == addresses.address_key("2001:db8:1:2:aaaa::9")
    assert addresses.address_key("2001:db8:1:2::7") != addresses.address_key("2001:db8:1:3::7")
    assert addresses.address_key("testclient") == "testclient"


def test_addresses_in_urls() -> None:
    assert [addresses.in_url(host) for host in ("192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7", "aqua.example")] == [
        *("192.0.2.7", "[2001:db8::7]", "192.0.2.7", "aqua.example"),
    ]


def test_who_can_reach_a_server_depends_on_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "in_network", lambda: ["192.0.2.7", "198.51.100.3"])
    assert addresses.in_reach("127.0.0.1", 7483) == []
    assert addresses.in_reach("0.0.0.0", 7483) == ["http://192.0.2.7:7483/", "http://198.51.100.3:7483/"]
    assert addresses.in_reach("2001:db8::7", 80) == ["http://[2001:db8::7]:80/"]


def test_the_addresses_in_the_network_are_useful_to_others() -> None:
    for address in addresses.in_network():
        found = addresses.parsed(address)
        assert found is not None
        assert not found.is_loopback
        assert not found.is_unspecified


def test_the_names_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen.lan.example")
    assert addresses.own_names(7483) == ["kitchen:7483", "kitchen.local:7483"]
