"""Shell completion: what Tab offers; the README says how to set it up."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from aquaromana.bots import LEVELS, bot_names

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    local words=("${COMP_WORDS[@]}") number=$COMP_CWORD line="${COMP_LINE:0:COMP_POINT}" known=""

    # Bash breaks words at a colon: put search:3 together again, and offer only what comes after the colon.
    if [[ $COMP_WORDBREAKS == *:* && $line != *[\\\"\\'\\\\]* ]]; then
        IFS=$' \\t' read -ra words <<< "$line"
        [[ $line == *[[:space:]] ]] && words+=("")
        number=$((${#words[@]} - 1))
        known="${words[number]%%"${words[number]##*:}"}"
    fi

    response=$(env COMP_WORDS="${words[*]}" COMP_CWORD=$number %(complete_var)s=bash_complete $1)

    for completion in $response; do
        IFS=',' read type value <<< "$completion"

        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("${value#"$known"}")
        fi
    done

    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s;
"""


@add_completion_class
class ColonBashComplete(BashComplete):
    """Completion for Bash that completes names with a colon, too."""

    name = "bash"
    source_template = _BASH


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """The names of bots that begin so, each level with its title."""
    titles = {f"level:{number}": level.title for number, level in LEVELS.items()}
    return [CompletionItem(name, help=titles.get(name)) for name in bot_names() if name.startswith(incomplete)]
