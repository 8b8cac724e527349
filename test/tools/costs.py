#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the analysis counts on its way to a plan with counts that are checked in.

    costs.py --detrain PATH TABLE             exit 1 where a count has risen by more than a tenth
    costs.py --detrain PATH TABLE --update    writes the counts of now

TABLE has a line for each program: its path, the work of the engine, the nodes of the flow graph. Counts are the same on
every machine (`detrain plan --dump=cost`, docs/infer.md), so that a rise is a change of the code. A count that has
fallen by more than a tenth is printed, and fails nothing: write the table again, so that the gain is kept.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

from example_plan import sources_of, uses_torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
COST = re.compile(r"^flow: .*?(\d+) nodes.*^infer: .*?(\d+) work", re.MULTILINE | re.DOTALL)
STANDARDS = {".c": "-std=gnu11", ".cpp": "-std=c++17"}
MOST = 1.1
FEW = 2000  # counts below are moved by more than a tenth by any change
# What these take hangs on the memory of the machine as well: how early calls are summarized.
LEFT_OUT = {"pool_epochs.cpp", "tagger.cpp"}


def programs():
    """Path -> where to plan it, its files, its flags. Those that need a library are left out."""
    found = {}
    for expected in sorted(ROOT.glob("examples/*/expected.json")):
        folder = expected.parent
        if not uses_torch(folder) and '"ranks"' not in expected.read_text():
            files, flags, _ = sources_of(folder)
            found[str(folder.relative_to(ROOT))] = (folder, files, flags)
    for path in sorted(ROOT.glob("test/suite/choice/*")):
        if path.suffix in STANDARDS and path.name not in LEFT_OUT:
            flags = [STANDARDS[path.suffix], "-fopenmp"]
            found[str(path.relative_to(ROOT))] = (path.parent, [path.name], flags)
    return found


def counts(detrain, program):
    folder, files, flags = program
    done = subprocess.run([detrain, "plan", *files, "--dump=cost", "--", *flags], cwd=folder, capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=1800)
    found = COST.search(done.stdout)
    if found is None:
        raise SystemExit(f"{folder}: {files}: exit code {done.returncode}: {done.stderr.strip()}")
    return {"nodes": int(found[1]), "work": int(found[2])}


def read(table):
    known = {}
    for line in table.read_text().splitlines():
        if line and not line.startswith("#"):
            path, work, nodes = line.split()
            known[path] = {"work": int(work), "nodes": int(nodes)}
    return known


def write(table, now):
    head = [line for line in table.read_text().splitlines() if line.startswith("#")]
    lines = [f"{path} {cost['work']} {cost['nodes']}" for path, cost in sorted(now.items())]
    table.write_text("\n".join(head + lines) + "\n")


def changes(known, now):
    """Of each program: the count's name, what it was and is. Those that the table lacks were nothing."""
    for path, cost in sorted(now.items()):
        for name, count in sorted(cost.items()):
            yield path, name, known.get(path, {}).get(name, 0), count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detrain", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("table", type=pathlib.Path)
    args = parser.parse_args()
    all_programs = programs()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        found = workers.map(lambda program: counts(args.detrain, program), all_programs.values())
        now = dict(zip(all_programs, found))
    if args.update:
        write(args.table, now)
        return 0
    known, risen = read(args.table), []
    for path in sorted(known.keys() - now.keys()):
        risen.append(f"{path}: is in the table, and no program")
    for path, name, was, count in changes(known, now):
        if count > MOST * max(was, FEW):
            risen.append(f"{path}: {name} was {was}, is {count}")
        elif max(count, FEW) * MOST < was:
            print(f"{path}: {name} was {was}, is {count}: write the table again (--update)")
    print("\n".join(risen) if risen else f"{len(now)} programs: no count has risen by more than a tenth")
    return 1 if risen else 0


if __name__ == "__main__":
    sys.exit(main())
