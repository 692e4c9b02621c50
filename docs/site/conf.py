"""Settings of Sphinx for the site."""

import re
from importlib import import_module
from typing import Any

project = "Aqua Romana"
author = "The Aqua Romana contributors"
project_copyright = "The Aqua Romana contributors"
version = release = import_module("aquaromana.version").__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["deploy/**"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # pages may begin a part with a smaller heading

html_theme = "furo"
html_title = "Aqua Romana"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a2482b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#e59a78", "color-brand-content": "#7ab8e0"},
    "navigation_with_keys": True,
}

autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False  # other projects write theirs in other ways
python_use_unqualified_type_names = True
add_module_names = False


def plain_docstring(_app: Any, _what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """Our docstrings are plain text with `code`; reStructuredText wants ``code``."""
    lines[:] = [re.sub(r"(?<![`:])`([^`\n]+)`(?!`)", r"``\1``", line) for line in lines]


def page_language(_app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """The rules in German and French say so, for screen readers and search engines."""
    if found := re.fullmatch(r"rules-(\w\w)", page):
        context["language"] = found[1]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", page_language)
    app.connect("autodoc-process-docstring", plain_docstring)
