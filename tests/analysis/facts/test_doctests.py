"""The example in the docstring of the facts is true."""

import doctest

from aquaromana.analysis import facts


def test_docstring() -> None:
    assert doctest.testmod(facts) == (0, 4)
