"""Datasets of self-play games: made, resumed, described and counted.

>>> from aquaromana.datasets import Plan, Tally
>>> plan = Plan.parse(["level:1", "greedy"], sizes=[2, 4], games=10)
>>> [cell.name for cell in plan.cells]
['level-1_2-players', 'level-1_4-players', 'greedy_2-players', 'greedy_4-players']
"""

from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.make import Dataset
from aquaromana.datasets.plan import Cell, Plan, Shard
from aquaromana.datasets.report import stats_json, stats_lines, stats_plots
from aquaromana.datasets.stats import Summary, Tally, summaries

__all__ = [
    "Cell",
    "Dataset",
    "DatasetError",
    "Plan",
    "Shard",
    "Summary",
    "Tally",
    "stats_json",
    "stats_lines",
    "stats_plots",
    "summaries",
]
