"""So many within so many seconds."""

from aquaromana.server.rate_limiter import RateLimiter


def test_one_too_many_has_to_wait_for_the_first() -> None:
    window = RateLimiter(2, 10.0)
    assert [window.allows(now) for now in (0.0, 4.0, 9.9)] == [True, True, False]
    assert window.allows(10.0), "the first is no longer recent"
    assert not window.allows(13.9)


def test_what_was_refused_does_not_count() -> None:
    window = RateLimiter(1, 10.0)
    assert window.allows(0.0)
    assert not any(window.allows(now) for now in (1.0, 5.0, 9.0))
    assert window.allows(10.0)
