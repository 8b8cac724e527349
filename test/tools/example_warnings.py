#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what gcc and Clang warn of in an example as it is, and in the same example rewritten.

    example_warnings.py --detrain PATH --include FOLDER EXAMPLE...

Both are compiled with -Wall -Wextra -Wconversion and optimised, as some warnings come from that. A warning counts by its
text and its file, not by its line, which the rewrite moves. Prints each that the rewritten program has more often, and
exits with 1 where there is one.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from example_plan import sources_of

WARNINGS = ["-Wall", "-Wextra", "-Wconversion"]
COMPILERS = {"gcc": ["gcc", "clang-22"], "g++": ["g++", "clang++-22"], "mpicc": ["gcc", "clang-22"]}
WARNING = re.compile(r"^([^\s:][^:]*):\d+:\d+: warning: (.*)$", re.MULTILINE)
PLACE = re.compile(r" at [^\s)]+:\d+:\d+")  # of something without a name


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stderr


def warnings_of(compiler, flags, files, folder):
    counts = collections.Counter()
    for file in files:
        text = run([compiler, *flags, *WARNINGS, "-c", file, "-o", "/dev/null"], folder)
        for name, message in WARNING.findall(text):
            counts[pathlib.PurePath(name).name, PLACE.sub("", message).replace("__size_t", "size_t")] += 1
    return counts


def new_warnings(args, example, scratch):
    folder = pathlib.Path(scratch) / example.name
    shutil.copytree(example, folder)
    files, flags, language = sources_of(folder)
    run([args.detrain, "rewrite", *files, "-o", "rewritten", "--", *flags], folder)
    for compiler in COMPILERS[language]:
        own = ["-Irewritten", "-I.", "-I", args.include]
        after = warnings_of(compiler, [*flags, *own], [f"rewritten/{name}" for name in files], folder)
        before = warnings_of(compiler, flags, files, folder) if after else collections.Counter()
        for (name, message), count in (after - before).items():
            yield f"{example.name}, {compiler}: {name}: {message} ({count} more)"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--detrain", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--include", required=True, type=lambda text: pathlib.Path(text).resolve())
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        new = [line for example in args.examples for line in new_warnings(args, example, scratch)]
    print("\n".join(new) or f"right  {len(args.examples)} examples: no new warning")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
