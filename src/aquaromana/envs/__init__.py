"""Environments for reinforcement learning: adapters without rules. docs/environments.md introduces them.

- `aquaromana.envs.aqua_romana_v0`: PettingZoo, all seats in turn (the extra ``pettingzoo``)
- `aquaromana.envs.gymnasium`: Gymnasium's ``AquaRomana-v0``, one seat against bots (``gymnasium``)
- `aquaromana.envs.openspiel`: OpenSpiel's ``python_aqua_romana`` (``openspiel``)
- `aquaromana.envs.vector`: many games at once over NumPy arrays (``batch``)

Importing this package loads none of them.
"""
