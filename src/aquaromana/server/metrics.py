"""Metrics for Prometheus. Counting costs next to nothing; the text is produced on request.

metrics.plays.labels("accepted").inc()
with metrics.commit_seconds.time(): …
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import PROTOCOL
from aquaromana.version import __version__

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
_registry: Final = CollectorRegistry()

requests: Final = Counter(
    "aqua_requests",
    "Requests over HTTP, by the pattern of their address.",
    ["method", "route", "status"],
    registry=_registry,
)
request_seconds: Final = Histogram(
    "aqua_request_seconds", "Seconds from a request to the end of its answer.", registry=_registry, buckets=_SECONDS
)
plays: Final = Counter(
    "aqua_plays", "Stretches that clients sent: accepted, or the code of the refusal.", ["outcome"], registry=_registry
)
_accepted: Final = plays.labels("accepted")
acknowledge_seconds: Final = Histogram(
    "aqua_acknowledge_seconds", "Seconds from a play to its acknowledgement.", registry=_registry, buckets=_SECONDS
)
commit_seconds: Final = Histogram(
    "aqua_commit_seconds", "Seconds that a commit took.", registry=_registry, buckets=_SECONDS
)
commit_changes: Final = Histogram(
    "aqua_commit_changes",
    "Changes that shared a commit.",
    registry=_registry,
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
tables: Final = Gauge("aqua_tables", "Tables in memory.", registry=_registry)
sockets: Final = Gauge("aqua_sockets", "Open sockets.", registry=_registry)
bots_thinking: Final = Gauge("aqua_bots_thinking", "Bots that think at the moment.", registry=_registry)
bots_waiting: Final = Gauge("aqua_bots_waiting", "Bots that wait for a process to think in.", registry=_registry)

Info("aqua_build", "Which release this is.", registry=_registry).info(
    {"version": __version__, "protocol": str(PROTOCOL)}
)
ProcessCollector(registry=_registry)


@contextlib.contextmanager
def played() -> Iterator[None]:
    """Count a play, what becomes of it, and how long its answer takes."""
    begun = time.perf_counter()
    try:
        yield
    except Refusal as refusal:
        plays.labels(refusal.code).inc()
        raise
    _accepted.inc()
    acknowledge_seconds.observe(time.perf_counter() - begun)


def exposition() -> bytes:
    """Everything in the words of Prometheus."""
    return generate_latest(_registry)
