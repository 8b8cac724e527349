#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `detrain check` of a real project costs beside Clang alone, with the same number of processes or threads.

    check_cost.py DETRAIN FOLDER FILE... [-j N...] [--rounds N] [--clang CLANG] [-- FLAG...]

Runs, in turn, `CLANG -fsyntax-only` over the files, N at a time (`xargs -PN`), `detrain check -jN` without a cache, and
the same again with it. Prints for each the least and the median of elapsed and CPU time (user and system, of all
processes), and their ratios to Clang's. FILEs are named from FOLDER. pjreddie/darknet, of docs/performance.md:

    check_cost.py build/release/bin/detrain darknet $(cd darknet && ls src/*.c examples/*.c) -j 1 2 -- -w -Iinclude -Isrc

Files that do not parse have to be left out: nothing is checked then.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def cost(command, folder, text=None):
    """Elapsed and CPU seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, input=text, text=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def round_of(args, jobs):
    """One round: by name, elapsed and CPU seconds."""
    clang = ["xargs", f"-P{jobs}", "-n1", args.clang, "-fsyntax-only", *args.flags]
    check = [args.detrain, "check", "--fail-on=none", f"-j{jobs}", *args.files, "--", *args.flags]
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        return {"clang": cost(clang, args.folder, "\n".join(args.files)), "check": cost(check, args.folder),
                "again": cost(check, args.folder)}


def show(rounds, jobs):
    clang = [round_["clang"] for round_ in rounds]
    for name in rounds[0]:
        parts = []
        for i, what in enumerate(("elapsed", "CPU")):
            times, of = [round_[name][i] for round_ in rounds], [seconds[i] for seconds in clang]
            least, median = min(times), statistics.median(times)
            parts.append(f"{what} {least:.2f} s, median {median:.2f}, of Clang's {least / min(of):.2f}, "
                         f"{median / statistics.median(of):.2f}")
        print(f"-j{jobs} {name}: " + "; ".join(parts), flush=True)


def main():
    own, flags = sys.argv[1:], []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("-j", dest="jobs", type=int, nargs="+", default=[1])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--clang", default="clang-22")
    args = parser.parse_args(own)
    args.flags = flags
    for tool in ("xargs", args.clang):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not found")
    for jobs in args.jobs:
        show([round_of(args, jobs) for _ in range(args.rounds)], jobs)


if __name__ == "__main__":
    main()
