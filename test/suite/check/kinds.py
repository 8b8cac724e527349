#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the programs of test/suite/check that stand for a kind of fault, `// KIND:` in their head.

    kinds.py             prints a table, and fails where a kind has too few programs
    kinds.py --write     puts the table into docs/testing.md
    kinds.py --check     fails, too, where the table there is another one

A program and its twin are two sites. A kind needs eight of them, and a third of its programs must name the public report
that they follow (`owner/project#number`).
"""
import collections
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import check_judge  # noqa: E402
import check_labels  # noqa: E402

PAGE = FOLDER.parents[2] / "docs" / "testing.md"
BEGIN, END = "<!-- kinds.py -->\n", "<!-- end of kinds.py -->\n"
REPORT = re.compile(r"\b[\w.-]+/[\w.-]+#\d+\b")
KINDS = {
    "order": "order without a race",
    "atomics": "atomics by hand",
    "machines": "machines that differ",
    "memory": "memory that nobody set",
    "ties": "ties",
    "gpu": "GPU order",
    "audit": "audit",
}
FEWEST_SITES = 8
HEAD = ["| kind | programs, each with a twin | after a public report | shown by running | with a pending site |",
        "|---|---|---|---|---|"]


def head_of(text):
    """The comment that a program begins with, as one line."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    return " ".join(lines)


def by_kind():
    programs = collections.defaultdict(list)
    for path in check_labels.programs():
        kind = check_labels.header(path.read_text(), "KIND")
        if kind:
            programs[" ".join(kind)].append(path)
    return programs


def is_pending(path):
    name = str(path.relative_to(FOLDER))
    return any(re.split(r"[@:]", site)[0] == name for site in check_judge.pending())


def row(kind, paths):
    reports = sum(bool(REPORT.search(head_of(path.read_text()))) for path in paths)
    shown = sum(check_labels.observations(path) != ["none"] and path.suffix != ".cu" for path in paths)
    pending = sum(map(is_pending, paths))
    return f"| {KINDS[kind]} | {len(paths)} | {reports} | {shown} | {pending} |"


def complaints(programs):
    yield from (f"`KIND: {kind}` is none of {', '.join(KINDS)}" for kind in programs if kind not in KINDS)
    for kind in KINDS:
        paths = programs[kind]
        reports = sum(bool(REPORT.search(head_of(path.read_text()))) for path in paths)
        if 2 * len(paths) < FEWEST_SITES:
            yield f"{kind}: {2 * len(paths)} sites, {FEWEST_SITES} are needed"
        if 3 * reports < len(paths):
            yield f"{kind}: {reports} of {len(paths)} programs name a report, a third is needed"


def main():
    programs = by_kind()
    wrong = list(complaints(programs))
    table = "\n".join([*HEAD, *(row(kind, programs[kind]) for kind in KINDS)]) + "\n"
    print(table)
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    old, _, after = rest.partition(END)
    if "--write" in sys.argv:
        PAGE.write_text(before + BEGIN + table + END + after)
    elif "--check" in sys.argv and old != table:
        wrong.append(f"the table in {PAGE.name} is not this one: {sys.argv[0]} --write")
    for complaint in wrong:
        print(complaint, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
