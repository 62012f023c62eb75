"""`git mem completion SHELL`: a script that completes verbs, options and paths.

It works for `git-mem` and for `git mem`: git's own completion calls a function that is named after the
subcommand, and that function is in the script.
"""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.output import say

_BASH = r"""# bash completion of git-mem; load it with: eval "$(git mem completion bash)"
_git_mem_ask() {
    local line kind value
    COMPREPLY=()
    while IFS= read -r line; do
        kind=${line%%,*} value=${line#*,}
        case $kind in
        dir) compopt -o dirnames 2>/dev/null ;;
        file) compopt -o default 2>/dev/null ;;
        plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_WORDS="$1" COMP_CWORD="$2" _GIT_MEM_COMPLETE=bash_complete git-mem 2>/dev/null)
}

_git_mem_command() {
    local IFS=$'\n'
    _git_mem_ask "${COMP_WORDS[*]}" "$COMP_CWORD"
}

# Called by git's completion for "git mem"; git's own options before "mem" are not ours.
_git_mem() {
    local IFS=$'\n' start=1
    while ((start < COMP_CWORD)) && [[ ${COMP_WORDS[start]} != mem ]]; do ((start++)); done
    _git_mem_ask "git-mem"$'\n'"${COMP_WORDS[*]:start+1}" "$((COMP_CWORD - start))"
}

complete -o nosort -F _git_mem_command git-mem 2>/dev/null || complete -F _git_mem_command git-mem
"""

_ZSH = r"""#compdef git-mem
# zsh completion of git-mem; save it as _git-mem in a folder of $fpath, or load it after compinit with:
#   eval "$(git mem completion zsh)"
# zsh's completion of git calls _git-mem for "git mem", with "mem" as first word.
_git-mem() {
    local -a answer described plain
    local kind key description
    answer=("${(@f)$(COMP_WORDS="git-mem ${words[2,-1]}" COMP_CWORD=$((CURRENT - 1)) \
        _GIT_MEM_COMPLETE=zsh_complete git-mem 2>/dev/null)}")
    for kind key description in ${answer}; do
        case $kind in
        dir) _path_files -/ ;;
        file) _path_files -f ;;
        plain)
            if [[ $description == _ ]]; then
                plain+=("$key")
            else
                described+=("$key":"$description")
            fi
            ;;
        esac
    done
    (( ${#described} )) && _describe -V unsorted described -U
    (( ${#plain} )) && compadd -U -V unsorted -a plain
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _git-mem "$@"
else
    compdef _git-mem git-mem
fi
"""

_FISH = r"""# fish completion of git-mem; save it as ~/.config/fish/completions/git-mem.fish
function __git_mem_complete
    set -l words (commandline -cop)
    set -l start 1
    if test "$words[1]" = git
        set start (contains -i -- mem $words)
    end
    set -e words[1..$start]
    set -l mine git-mem $words
    set -l current (commandline -ct)
    set -lx COMP_WORDS "$mine $current"
    set -lx COMP_CWORD "$current"
    set -lx _GIT_MEM_COMPLETE fish_complete
    for line in (git-mem 2>/dev/null)
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case dir
                __fish_complete_directories $current
            case file
                __fish_complete_path $current
            case plain
                echo $parts[2]
        end
    end
end

complete -c git-mem -f -a '(__git_mem_complete)'
complete -c git -n '__fish_seen_subcommand_from mem' -f -a '(__git_mem_complete)'
complete -c git -n __fish_git_needs_command -a mem -d 'Memory in Markdown notes'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script of each shell."""


@click.command(name="completion", context_settings=CONTEXT)
@click.argument("shell", type=click.Choice(sorted(SCRIPTS)))
def command(shell: str) -> None:
    """Print a completion script for a shell.

    It completes 'git mem' and 'git-mem' alike. For bash, put this into ~/.bashrc, after git's own
    completion: eval "$(git mem completion bash)"
    """
    say(SCRIPTS[shell].rstrip("\n"))
