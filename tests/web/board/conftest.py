"""A desk with a board on it."""

import pytest
from playwright.sync_api import Page

from tests.web.board.desk import Desk


@pytest.fixture
def desk(page: Page) -> Desk:
    return Desk(page)
