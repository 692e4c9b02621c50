"""The knobs: impossible values are refused with the knob's name."""

import pytest

from aquaromana.engine import Params, native


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("explore", float("nan")),
        ("rollout_noise", float("inf")),
        ("close_bonus", "much"),
        ("prior_scale", 0),
        ("points_scale", -1),
        ("grow_tempo", 0),
        ("spread_end", 0),
        ("overlook", 1.5),
        ("prior_floor", -0.1),
        *(("rollout_tries", count) for count in (-1, 17, 2.5)),
    ],
)
def test_an_impossible_value_names_the_parameter(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^The parameter {name} "):
        Params(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        *({"rollout_depth": -1}, {"rollout_depth": 1e9}),
        *({"widen_from": 0}, {"widen_factor": -1}),
    ],
)
def test_impossible_sizes(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="decision"):
        Params(**change)


@pytest.mark.usefixtures("core")
def test_the_core_wants_every_parameter() -> None:
    from aquaromana import Game, _core

    state = native.core_state(Game(2).position)
    for name in native.core_params(Params()):
        values = native.core_params(Params())
        del values[name]
        with pytest.raises(KeyError, match=name):
            _core.evaluate(state, values)
