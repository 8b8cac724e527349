#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the diff that an example's README shows with what `detrain rewrite --diff` prints.

    example_diff.py --detrain PATH EXAMPLE

The README shows the diff of one file, whole, in a block that is fenced as `diff`. Prints what differs and exits with 1
where it is not the same.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys

from example_plan import sources_of


def shown(example):
    blocks = re.findall(r"^```diff\n(.*?)^```$", (example / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        raise SystemExit(f"{example}/README.md: shows {len(blocks)} diffs, not one")
    return blocks[0].splitlines()


def printed(detrain, example):
    """The diffs of all files, by their first line."""
    files, flags, _ = sources_of(example)
    done = subprocess.run([detrain, "rewrite", *files, "--diff", "--", *flags], cwd=example, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        raise SystemExit(f"rewrite: exit code {done.returncode}: {done.stderr.strip()}")
    parts = re.split(r"^(?=--- )", done.stdout, flags=re.MULTILINE)
    return {part.splitlines()[0]: part.splitlines() for part in parts if part}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("example", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--detrain", required=True, type=lambda text: pathlib.Path(text).resolve())
    args = parser.parse_args()
    wanted = shown(args.example)
    now = printed(args.detrain, args.example).get(wanted[0], [])
    wrong = list(difflib.unified_diff(wanted, now, "README.md", "detrain rewrite --diff", lineterm="", n=1))
    print("\n".join(wrong) or f"right  {args.example.name}: {len(wanted)} lines")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
