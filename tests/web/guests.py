"""People at one table, each in a browser of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.web.player import Player
from tests.web.server import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ASK_FOR_LINKS = """async (table) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => (say({type: "hello", protocol: 2}), say({type: "links", id: "links"}));
    const links = await new Promise((done) => {
        socket.onmessage = ({data}) => JSON.parse(data).type === "links" && done(JSON.parse(data));
    });
    socket.close();
    return links;
}"""


@dataclass
class Guest:
    """One person: a page, and hands to play with."""

    name: str
    page: Page
    player: Player

    @classmethod
    def of(cls, name: str, context: BrowserContext, *, touch: bool = False, seed: int = 1) -> Self:
        page = context.new_page()
        return cls(name, page, Player(page, touch=touch, seed=seed))

    def post(self, server: Server, path: str, message: object) -> dict[str, Any]:
        """Ask the server for something with this person's cookies."""
        headers = {"origin": server.url}
        answer = self.page.context.request.post(f"{server.url}{path}", data=message, headers=headers)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def come(self, server: Server, table: str, link: str) -> None:
        """Come by a link, and go to the table."""
        secret = link.rpartition("/")[2]
        self.post(server, f"/api/tables/{table}/join", {"secret": secret, "name": self.name})
        self.page.goto(f"{server.url}/#/table/{table}")

    def links(self, table: str) -> dict[str, Any]:
        """What this person may hand out."""
        found: dict[str, Any] = self.page.evaluate(ASK_FOR_LINKS, table)
        return found

    def seat(self, seat: int) -> Locator:
        """The card of a seat."""
        return self.page.locator(".seat").nth(seat)

    def choose(self, words: str) -> None:
        """Choose something in the menu."""
        self.player.press(self.page.locator("[data-tool=menu]"))
        self.player.press(self.page.locator(".menu-item", has_text=words))

    def expect_turn(self) -> None:
        """Wait until this person is asked."""
        expect(self.page.locator(".table-bar")).to_have_attribute("data-tone", "yours")

    def move(self) -> None:
        """Play until somebody else is asked."""
        self.expect_turn()
        while (seen := self.player.look("theirs")).tone == "yours":
            self.player.answer(seen)

    def compose(self) -> list[str]:
        """Choose until one press ends the stretch; what was chosen."""
        while not (seen := self.player.look()).confirm:
            self.player.answer(seen)
        return seen.done


def gather(
    server: Server,
    host: Guest,
    others: Sequence[Guest],
    *,
    bots: Sequence[str] = (),
    position: str = "",
    options: dict[str, Any] | None = None,
) -> str:
    """Seat people at a new table, the host first and bots last; the game begins. The table's id."""
    players: list[dict[str, str]] = [{"kind": "person", "name": host.name}]
    players += [{"kind": "open"} for _ in others] + [{"kind": "bot", "bot": bot} for bot in bots]
    wanted = {"players": players, "position": position, "options": options or {}}
    table = str(host.post(server, "/api/tables", wanted)["id"])
    host.page.goto(f"{server.url}/#/table/{table}")
    links = host.links(table)
    for guest, link in zip(others, links["chairs"][1:], strict=False):
        guest.come(server, table, link["link"])
    for guest in (host, *others):
        expect(guest.page.locator(".seat")).to_have_count(len(players))
    return table


class Cable:
    """The line between a page and the server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        self._lines: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        page.route_web_socket("**/live", self._connect)

    def cut(self) -> None:
        """From now on nothing goes through."""
        self._is_cut = True
        for page, server in self._lines:
            server.close()
            page.close(code=4000)
        self._lines.clear()

    def mend(self) -> None:
        """The next try of the page gets through."""
        self._is_cut = False

    def _connect(self, page: WebSocketRoute) -> None:
        if self._is_cut:
            page.close(code=4000)
        else:
            self._lines.append((page, page.connect_to_server()))
