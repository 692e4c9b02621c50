"""Sounds: what is heard, told by an audio context that only counts."""

import pytest
from playwright.sync_api import Page

from tests.web.places import visit
from tests.web.player import Player
from tests.web.positions import BUILD
from tests.web.server import Server

pytestmark = pytest.mark.slow

COUNT = """() => {
    window.heard = 0;
    const Real = OfflineAudioContext;
    window.AudioContext = class {
        constructor() { this.real = new Real(1, 44100, 44100); }
        get currentTime() { return 0; }
        get sampleRate() { return 44100; }
        get destination() { return this.real.destination; }
        createGain() { return this.real.createGain(); }
        createBiquadFilter() { return this.real.createBiquadFilter(); }
        createBuffer(...how) { return this.real.createBuffer(...how); }
        createOscillator() { window.heard += 1; return this.real.createOscillator(); }
        createBufferSource() { window.heard += 1; return this.real.createBufferSource(); }
    };
}"""


def test_the_table_is_silent_until_sounds_are_switched_on(page: Page, server: Server) -> None:
    page.add_init_script(f"({COUNT})()")
    visit(page, server, f"#/table/{server.create('person', 'greedy', position=BUILD)}")
    player = Player(page)
    player.play(decisions=4)
    assert page.evaluate("window.heard") == 0
    visit(page, server, "#/settings")
    page.get_by_role("group", name="Sounds").get_by_text("All", exact=True).click()
    assert page.evaluate("window.heard") > 0
    visit(page, server, f"#/table/{server.create('person', 'greedy', position=BUILD)}")
    player.look()
    before = page.evaluate("window.heard")
    player.play(decisions=4)
    assert page.evaluate("window.heard") > before
