"""The bots.

>>> from aquaromana import Game
>>> from aquaromana.bots import make_bot
>>> game, bot = Game(players=3), make_bot("random", seed=1)
>>> while not game.is_over:
...     game.play(bot.choose(game))
>>> len(game.scores())
3
"""

from aquaromana.bots.bot import Bot, BotError, Seed, close_bot
from aquaromana.bots.champion import ChampionBot
from aquaromana.bots.first import FirstBot
from aquaromana.bots.greedy import GreedyBot
from aquaromana.bots.level import LEVELS, Level, LevelBot, level_label, level_words
from aquaromana.bots.program import ProgramBot
from aquaromana.bots.random import RandomBot
from aquaromana.bots.registry import BotMaker, BotSpec, bot_names, bot_words, make_bot, make_local_bot, numbered
from aquaromana.bots.search import NetworkBot, SearchBot

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "BotMaker",
    "BotSpec",
    "ChampionBot",
    "FirstBot",
    "GreedyBot",
    "Level",
    "LevelBot",
    "NetworkBot",
    "ProgramBot",
    "RandomBot",
    "SearchBot",
    "Seed",
    "bot_names",
    "bot_words",
    "close_bot",
    "level_label",
    "level_words",
    "make_bot",
    "make_local_bot",
    "numbered",
]
