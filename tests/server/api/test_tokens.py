"""Secrets, links and cookies (S2): what was not made here, for this, and lately, opens nothing."""

import base64
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.server.api import tokens
from aquaromana.server.api.tokens import AGE, COOKIE, MAX_COOKIE_LENGTH, TABLES, VISITED, TokenSigner, invite
from aquaromana.server.errors import Refusal
from aquaromana.server.table.credentials import HOST, WATCH, Credentials, chair_key
from tests.support.sizes import LongSize

TOKENS = LongSize("tokens", ci=3_000, long=1_000_000)
TABLE = "k7qm2xrty4ab"
PASSES = TokenSigner("a secret for tests alone, and long enough")
ACTOR = Credentials(chairs={0: 1, 2: 3}, host=4, watch=5)
OFFERS = [(invite(0), 1), (chair_key(0), 1), (chair_key(1), 1), (WATCH, 1), (HOST, 1)]

generations = st.integers(0, 2**31)
actors = st.builds(
    Credentials,
    chairs=st.dictionaries(st.integers(0, 3), generations, max_size=4),
    host=st.none() | generations,
    watch=st.none() | generations,
)


def refusal(text: str, table: str = TABLE, by: TokenSigner = PASSES) -> str:
    """With which code a cookie is refused."""
    with pytest.raises(Refusal) as refused:
        by.unseal(table, text)
    return refused.value.code


def outcome(text: str) -> str | Credentials:
    """What a cookie is good for: its passes, or the code of the refusal."""
    try:
        return PASSES.unseal(TABLE, text)
    except Refusal as refused:
        return refused.code


# Links.


@pytest.mark.parametrize(("what", "generation"), OFFERS)
def test_a_secret_opens_what_it_was_made_for(what: str, generation: int) -> None:
    secret = PASSES.secret(TABLE, what, generation)
    assert PASSES.offer_for(TABLE, secret, OFFERS) == what
    assert PASSES.link(TABLE, what, generation) == f"#/join/{TABLE}/{secret}"
    assert len(secret) >= 22
    assert set(secret) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_secret_opens_nothing_else() -> None:
    secret = PASSES.secret(TABLE, invite(0), 1)
    for other in (
        PASSES.offer_for(TABLE, secret, [(invite(0), 2)]),
        PASSES.offer_for(TABLE, secret, [(chair_key(0), 1), (invite(1), 1), (WATCH, 1), (HOST, 1)]),
        PASSES.offer_for("another", secret, OFFERS),
        TokenSigner("another server's").offer_for(TABLE, secret, OFFERS),
        PASSES.offer_for(TABLE, secret[:-1], OFFERS),
        PASSES.offer_for(TABLE, secret + "A", OFFERS),
        PASSES.offer_for(TABLE, secret.swapcase(), OFFERS),
        PASSES.offer_for(TABLE, "", OFFERS),
        PASSES.offer_for(TABLE, secret, []),
    ):
        assert other == ""


def test_all_secrets_differ() -> None:
    made = {
        PASSES.secret(table, what, generation)
        for table in ("a", "b", "a1", "1")
        for what in (*(invite(each) for each in range(4)), *(chair_key(each) for each in range(4)), WATCH, HOST)
        for generation in range(12)
    }
    assert len(made) == 4 * 10 * 12


@given(st.text(max_size=80))
def test_no_guess_opens_anything(guess: str) -> None:
    assert PASSES.offer_for(TABLE, guess, OFFERS) == ""


def test_there_has_to_be_a_secret() -> None:
    with pytest.raises(ValueError, match="no secret"):
        TokenSigner("")


# Cookies.


@given(actors)
def test_a_cookie_is_read_as_it_was_made(credentials: Credentials) -> None:
    text = PASSES.seal(TABLE, credentials)
    assert PASSES.unseal(TABLE, text) == credentials
    assert len(text) < MAX_COOKIE_LENGTH
    assert not set(text) & set(' ",;\\'), "as it is in a header"


def test_a_cookie_of_another_table_is_refused() -> None:
    assert refusal(PASSES.seal("another", ACTOR)) == "access/invalid"


def test_a_cookie_of_another_server_is_refused() -> None:
    assert refusal(TokenSigner("another server's").seal(TABLE, ACTOR)) == "access/invalid"


def test_a_cookie_for_something_else_is_refused() -> None:
    assert refusal(PASSES.seal_visited({TABLE: ACTOR})) == "access/invalid"
    assert PASSES.visited(PASSES.seal(TABLE, ACTOR)) == {}
    assert refusal(PASSES.secret(TABLE, HOST, 4)) == "access/invalid"


@pytest.mark.slow
def test_an_old_cookie_is_refused_as_expired(monkeypatch: pytest.MonkeyPatch) -> None:
    text, visited = PASSES.seal(TABLE, ACTOR), PASSES.seal_visited({TABLE: ACTOR})
    monkeypatch.setattr(tokens, "AGE", -1)
    assert refusal(text) == "access/expired"
    assert PASSES.visited(visited) == {}
    assert AGE == 400 * 86400


def test_a_cookie_with_other_contents_is_refused() -> None:
    """The contents can be read by whoever has it, and changed by nobody."""
    payload, stamp, signature = PASSES.seal(TABLE, ACTOR).split(".")
    assert json.loads(base64.urlsafe_b64decode(payload + "==")) == [TABLE, {"0": 1, "2": 3}, 4, 5]
    others: list[list[object]] = [
        [TABLE, {"0": 1}, 4, 5],
        [TABLE, {}, 9, 5],
        ["another", {}, 4, 5],
        [TABLE, {}, None, None],
    ]
    for other in others:
        forged = base64.urlsafe_b64encode(json.dumps(other).encode()).decode().rstrip("=")
        assert refusal(f"{forged}.{stamp}.{signature}") == "access/invalid"
    assert refusal(f"{payload}.zzzzzz.{signature}") == "access/invalid"
    assert refusal(f"{payload}.{stamp}.") == "access/invalid"
    assert refusal(f"{payload}.{stamp}") == "access/invalid"
    assert refusal(payload) == "access/invalid"


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[7]", b"null", b'["k7qm2xrty4ab"]', b'["k7qm2xrty4ab",{"a":1},0,0]', b"\xff", b"[" * 2000]
)
def test_signed_nonsense_is_refused(content: bytes) -> None:
    assert refusal(PASSES._signed(COOKIE, content)) == "access/invalid"
    assert PASSES.visited(PASSES._signed(VISITED, content)) == {}


@given(st.text() | st.text(alphabet="AZaz09-_.=", max_size=200))
def test_garbage_is_refused(text: str) -> None:
    assert refusal(text) == "access/invalid"
    assert PASSES.visited(text) == {}


@TOKENS.mark
def test_altered_tokens_are_rejected() -> None:
    """B4 for tokens: whatever is changed about a good one, it is refused or says the same, and nothing breaks."""
    rng = Random(5)
    good = PASSES.seal(TABLE, ACTOR)
    letters = "".join(map(chr, range(256))) + "\u202e\ud800\U0001f600"
    for _ in range(TOKENS.value):
        altered = list(good)
        for _ in range(rng.randrange(1, 4)):
            at, how = rng.randrange(len(altered)), rng.random()
            if how < 0.5:
                altered[at] = rng.choice(letters)
            elif how < 0.7:
                del altered[at : at + rng.randrange(1, 9)]
            elif how < 0.9:
                altered[at:at] = altered[at : at + rng.randrange(1, 9)]
            else:
                altered[at:at] = rng.choice((".", "=", "A" * 5000, "\0", "..", good))
        assert outcome("".join(altered)) in ("access/invalid", ACTOR)  # some bits of its last letter mean nothing


def test_a_parser_that_trusts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(_self: TokenSigner, _name: str, text: str) -> bytes:
        payload = text.partition(".")[0]
        return base64.urlsafe_b64decode(payload.encode() + b"=" * (-len(payload) % 4))

    monkeypatch.setattr(TokenSigner, "_unsigned", trusting)
    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)):
        test_altered_tokens_are_rejected()


# The list of tables.


def test_the_list_keeps_the_last_tables() -> None:
    tables = {f"{TABLE[:10]}{number}": Credentials({0: 0}, host=0) for number in range(TABLES + 9)}
    text = PASSES.seal_visited(tables)
    assert list(PASSES.visited(text)) == list(tables)[:TABLES]
    assert PASSES.visited(text).items() <= tables.items()


@pytest.mark.slow
@given(st.lists(actors, max_size=TABLES + 5))
def test_the_list_is_never_too_long_for_a_browser(tokens: list[Credentials]) -> None:
    tables = {f"{TABLE}{number}": credentials for number, credentials in enumerate(tokens)}
    text = PASSES.seal_visited(tables)
    assert len(VISITED) + len(text) <= MAX_COOKIE_LENGTH
    assert PASSES.visited(text).items() <= tables.items()
