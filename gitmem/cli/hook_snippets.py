"""What to paste into the configuration of a program that owns a repository's hooks."""

from __future__ import annotations

from gitmem.git.hook_files import Manager

_PRE_COMMIT = """\
# .pre-commit-config.yaml
default_install_hook_types: [pre-commit, pre-merge-commit, post-merge, post-rewrite]
repos:
  - repo: local
    hooks:
      - id: gitmem-check
        name: contradictions between notes
        entry: git-mem hook check
        language: system
        stages: [pre-commit, pre-merge-commit, pre-push, manual]
        always_run: true
        pass_filenames: false
        require_serial: true
      - id: gitmem-index
        name: index of notes
        entry: git-mem hook index
        language: system
        stages: [post-merge, post-rewrite, manual]
        always_run: true
        pass_filenames: false
        require_serial: true
        verbose: true
# and once: {command} install
"""

_HUSKY = """\
# one line in each of these files; those that do not exist are new
# .husky/pre-commit
! command -v git-mem >/dev/null || git-mem hook pre-commit
# .husky/pre-merge-commit
! command -v git-mem >/dev/null || git-mem hook pre-merge-commit
# .husky/post-merge
! command -v git-mem >/dev/null || git-mem hook post-merge "$@"
# .husky/post-rewrite
! command -v git-mem >/dev/null || git-mem hook post-rewrite "$@"
"""

_LEFTHOOK = """\
# lefthook.yml
pre-commit:
  commands:
    gitmem:
      run: "! command -v git-mem >/dev/null || git-mem hook pre-commit"
pre-merge-commit:
  commands:
    gitmem:
      run: "! command -v git-mem >/dev/null || git-mem hook pre-merge-commit"
post-merge:
  commands:
    gitmem:
      run: "! command -v git-mem >/dev/null || git-mem hook post-merge {1}"
post-rewrite:
  commands:
    gitmem:
      run: "! command -v git-mem >/dev/null || git-mem hook post-rewrite {1}"
# and once: lefthook install
"""

_OVERCOMMIT = """\
# .overcommit.yml
PreCommit:
  Gitmem:
    enabled: true
    required_executable: git-mem
    command: [git-mem, hook, pre-commit]
PostMerge:
  Gitmem:
    enabled: true
    required_executable: git-mem
    command: [git-mem, hook, post-merge]
PostRewrite:
  Gitmem:
    enabled: true
    required_executable: git-mem
    command: [git-mem, hook, post-rewrite]
# and once: overcommit --sign
"""


def snippet(manager: Manager) -> str:
    """Lines for the configuration of `manager`, with the file they belong to named in a comment."""
    if manager in (Manager.PRE_COMMIT, Manager.PREK):
        return _PRE_COMMIT.format(command=manager.value)
    return {Manager.HUSKY: _HUSKY, Manager.LEFTHOOK: _LEFTHOOK, Manager.OVERCOMMIT: _OVERCOMMIT}[manager]
