"""The ids of tables."""

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.table.ids import MAX_TABLE_ID_LENGTH, check_table_id, is_table_id, new_id


def test_new_ids_differ_and_can_be_those_of_tables() -> None:
    made = {new_id() for _ in range(100)}
    assert len(made) == 100
    assert all(map(is_table_id, made))


@pytest.mark.parametrize("text", ["", "a b", "a/b", "a_b", "a-b", "ä", "٣", "a" * (MAX_TABLE_ID_LENGTH + 1)])
def test_other_texts_cannot_be_table_ids(text: str) -> None:
    assert not is_table_id(text)
    with pytest.raises(Refusal) as caught:
        check_table_id(text)
    assert caught.value.code == "table/unknown"


def test_letters_and_digits_are_enough() -> None:
    check_table_id("k7Qm2xRtY4")
    check_table_id("a" * MAX_TABLE_ID_LENGTH)
