"""axe-core: what keeps people with a disability from using a page."""

from typing import Any

from playwright.sync_api import Page

from tests.web.node import module_text

RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
RUN = """async (rules) => {
    const {violations} = await axe.run(document, {runOnly: rules, resultTypes: ["violations"]});
    return violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.slice(0, 4).map((node) => node.html)}));
}"""


def barriers(page: Page, rules: dict[str, Any] = RULES) -> list[str]:
    """The violations of these rules that axe-core finds on the page as it is now, one a line."""
    if not page.evaluate("'axe' in window"):
        # As an evaluation, not as a script of the page: its content security policy allows no such script.
        page.evaluate(module_text("axe-core/axe.min.js"))
    found: list[dict[str, Any]] = page.evaluate(RUN, rules)
    return [f"{each['id']}: {each['help']}: {' '.join(each['nodes'])}" for each in found]
