"""Somebody who takes the guided first game, in one of three ways: with fingers, with keys, or by typing notation.

`python -m tests.web.learner` rewrites what a screen reader hears, in every language: tests/web/data.
"""

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from aquaromana.lessons import Step, lesson
from tests.support.house import ROOT
from tests.web.server import Server

FIRST = lesson("first")
LOCALE = ROOT / "src" / "aquaromana" / "web" / "locale"
SPOKEN = {"de": "de-DE", "en": "en-GB", "fr": "fr-FR"}
FLEETING = {
    language: [
        json.loads((LOCALE / language / "table.json").read_text("utf-8"))[key] for key in ("computing", "sending")
    ]
    for language in SPOKEN
}
"""What is only said where the server takes its time."""
DATA = Path(__file__).parent / "data"

LISTEN = """
window.heard = [];
document.addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("announce-polite");
  const note = () => region.textContent && window.heard.push(region.textContent);
  new MutationObserver(note).observe(region, {childList: true, subtree: true});
});
"""
"""Writes down what the polite live region says."""


@dataclass(frozen=True)
class Answer:
    """What is typed in a step: something wrong, and then what is right."""

    wrong: str
    right: tuple[str, ...]


ANSWERS = {
    "tile": Answer("D1e.27.Cs", ("D1s.27.Cw",)),
    "sight": Answer("I8e.9.Cn", ("D2e.13.Se",)),
    "walk": Answer("E1s.5.Ss", ("G8n.7.Sn",)),
    "loose": Answer("D1s.27.Ce", ("D1s.4.Ss",)),
    "join": Answer("E2e.37.Be", ("E2e.13.Cs",)),
    "close": Answer("A1s.1.Ce", ("A1s.1.Cw", "*J")),
    "hand": Answer("C@2", ("C@5", "E4e.5.Cs")),
    "fountain": Answer("D1e.27.Cs", ("D1e.38.Se", "+Sew@H4")),
    "podium": Answer("xC1w", ("xH4e", "*C")),
}


@dataclass
class Learner:
    """Takes the lesson at a page in one language."""

    page: Page
    language: str = "en"
    lines: list[str] = field(default_factory=list)
    """What was heard, written down."""

    def begin(self, server: Server) -> None:
        """Come to the first step of a lesson of one's own."""
        self.page.add_init_script(LISTEN)
        made = self.page.request.post(f"{server.url}/api/lessons/first").json()
        self.page.goto(f"{server.url}/#/table/{made['id']}")
        self.at(FIRST.steps[0])

    @property
    def panel(self) -> Locator:
        return self.page.locator(".lesson")

    @property
    def reason(self) -> Locator:
        return self.page.locator(".bar-why p")

    def said(self, words: dict[str, str]) -> str:
        return words[self.language]

    def at(self, step: Step) -> None:
        """Wait until a step is shown, and its heading has the focus."""
        expect(self.page.locator(".lesson-title")).to_contain_text(self.said(step.title.by_language()))
        expect(self.panel).to_have_attribute("data-tone", "task")
        expect(self.page.locator(".board.drawn")).to_be_visible()

    def is_done(self) -> bool:
        return self.panel.get_attribute("data-tone") != "task"

    def type(self, move: str) -> None:
        """Type a decision; it is shown, or a reason is."""
        box = self.page.locator("#typed")
        if not box.is_visible():
            self.page.keyboard.press("n")
        box.fill(move)
        box.press("Enter")

    def told(self, *wanted: str) -> str:
        """What was heard since the last time, when all that is wanted is among it; each sentence once."""
        self.page.wait_for_function("(wanted) => wanted.every((one) => heard.join(' ').includes(one))", arg=[*wanted])
        heard = " ".join(dict.fromkeys(self.page.evaluate("heard.splice(0)")))
        for fleeting in FLEETING[self.language]:
            heard = heard.replace(f"{fleeting} ", "")
        return heard

    def hear_task(self, step: Step) -> None:
        """The task, and what the game asks now."""
        self.page.wait_for_function("document.querySelector('.table').dataset.tone === 'yours'")
        expect(self.page.locator(".bar-text")).not_to_contain_text(FLEETING[self.language][0])
        asked = self.page.locator(".bar-text").inner_text()
        self.write("task", self.told(self.said(step.text.by_language()), asked))

    def write(self, what: str, text: str) -> None:
        self.lines.append(f"{what}: {text}")

    def answer_by_typing(self, step: Step) -> None:
        """Answer wrongly, read the reason, answer rightly, and go on; all that is heard is written down."""
        answer = ANSWERS[step.id]
        self.hear_task(step)
        self.type(answer.wrong)
        expect(self.reason).not_to_be_empty()
        self.write("reason", self.reason.inner_text().strip())
        for count, move in enumerate(answer.right, 1):
            self.type(move)
            expect(self.page.locator(".bar-done .done:not([data-waiting])").nth(count - 1)).to_be_visible()
        expect(self.page.locator(".bar-confirm")).to_be_visible()
        self.page.locator("#typed").press("Control+Enter")
        expect(self.panel).to_have_attribute("data-tone", "done")
        done = self.page.locator(".lesson-text > span").inner_text()
        self.told(done)
        self.write("done", done)

    def next(self) -> None:
        self.page.locator(".lesson-next").click()


def transcript(learner: Learner, server: Server) -> str:
    """What is heard in the whole lesson, step by step."""
    learner.begin(server)
    for step in FIRST.steps[:-1]:
        learner.at(step)
        learner.answer_by_typing(step)
        learner.next()
    last = FIRST.steps[-1]
    learner.at(last)
    learner.hear_task(last)
    return "\n".join([*learner.lines, ""])


def main() -> None:
    """Rewrite the transcripts."""
    with Server(Path(tempfile.mkdtemp()) / "data") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for language, locale in SPOKEN.items():
            page = browser.new_context(locale=locale, reduced_motion="reduce").new_page()
            (DATA / f"lesson.{language}.txt").write_text(transcript(Learner(page, language), server), "utf-8")
        browser.close()


if __name__ == "__main__":
    main()
