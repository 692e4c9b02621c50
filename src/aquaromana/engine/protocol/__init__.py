"""The engine protocol, client side: start any program that speaks it, play, analyze, stop; standard library only.

`docs/engine-protocol.md` is the specification.
"""

from aquaromana.engine.protocol.analysis import AsyncAnalysis, Result
from aquaromana.engine.protocol.client import AsyncEngine
from aquaromana.engine.protocol.errors import EngineDied, EngineError, EngineTimeout
from aquaromana.engine.protocol.messages import PROTOCOL, Info, Option
from aquaromana.engine.protocol.sync import Analysis, Engine

__all__ = [
    "PROTOCOL",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "Info",
    "Option",
    "Result",
]
