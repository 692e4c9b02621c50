"""What can go wrong while training, each in one sentence."""

from __future__ import annotations


class TrainingError(ValueError):
    """A run that cannot go on; the message is one line for people."""


class CheckpointError(TrainingError):
    """A checkpoint that training cannot go on from."""
