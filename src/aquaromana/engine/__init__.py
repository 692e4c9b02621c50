"""Monte Carlo tree search: by the C++ core, or without it by a weaker fallback in Python."""

from aquaromana.engine.allowance import Allowance
from aquaromana.engine.backend import Evaluator
from aquaromana.engine.batch import Batch
from aquaromana.engine.budget import Budget, BudgetError
from aquaromana.engine.native import NativeMissingError
from aquaromana.engine.network import Network, NetworkError, OnnxNetwork
from aquaromana.engine.params import Params
from aquaromana.engine.report import Choice, Report
from aquaromana.engine.search import OnReport, Search
from aquaromana.engine.version import ENGINE, engine_version, made_by
from aquaromana.engine.weights import NetWeights, WeightsError, champion_weights

__all__ = [
    "ENGINE",
    "Allowance",
    "Batch",
    "Budget",
    "BudgetError",
    "Choice",
    "Evaluator",
    "NativeMissingError",
    "NetWeights",
    "Network",
    "NetworkError",
    "OnReport",
    "OnnxNetwork",
    "Params",
    "Report",
    "Search",
    "WeightsError",
    "champion_weights",
    "engine_version",
    "made_by",
]
