"""A sliding-window rate limiter for one socket; addresses have token buckets (`address_limits.Quota`)."""

from __future__ import annotations

from collections import deque


class RateLimiter:
    """At most `count` within any `seconds`."""

    __slots__ = ("_moments", "_seconds")

    def __init__(self, count: int, seconds: float) -> None:
        self._moments: deque[float] = deque(maxlen=count)
        self._seconds = seconds

    def allows(self, now: float) -> bool:
        """Count one more; False if it is one too many, which does not count."""
        moments = self._moments
        if len(moments) == moments.maxlen and now - moments[0] < self._seconds:
            return False
        moments.append(now)
        return True
