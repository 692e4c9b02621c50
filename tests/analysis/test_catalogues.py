"""Words from the catalogues of the page."""

from aquaromana.analysis.catalogues import color_names


def test_seats_go_by_their_colors() -> None:
    assert color_names(2, "de") == ("Gelb+Blau", "Rot+Grün")
    assert color_names(3, "fr") == ("Jaune", "Rouge", "Bleu")
    assert color_names(4, "en") == ("Yellow", "Red", "Blue", "Green")
