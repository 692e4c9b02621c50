"""The marks by which tests cite the rules; test_clauses.py counts on them."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*numbers): the clauses that the test proves, like R3.4")
    config.addinivalue_line("markers", "ruling(question): the row of the table in R9 that the test proves")
