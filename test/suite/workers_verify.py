#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds programs of test/suite/check to the same bits on any number of workers, once they are rewritten.

    workers_verify.py --detrain PATH --include FOLDER --library FILE FOLDER

Each program of FOLDER that says `// WORKERS: equal` is rewritten and built, and so is its twin; `detrain verify
--workers 1,2,4` must pass for both. Prints a line for each, and exits with 1 where one does not pass.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import check_labels

VERIFY = ["--kill-at", "2", "--workers", "1,2,4"]
COMPILERS = {".c": "gcc", ".cpp": "g++"}


class Failed(Exception):
    pass


def must(command, folder):
    done = subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=1800)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}".strip())
    return done.stdout


def built(args, variant, folder):
    """The command that compiles and links the rewritten program."""
    own = check_labels.header(variant.path.read_text(), "LIBRARIES") or []
    libraries = ["-I", args.include, args.library, *own, "-lstdc++", "-lm", "-lpthread", "-ldl"]
    compiler = COMPILERS[variant.path.suffix]
    if check_labels.needs_mpi(variant.path):
        compiler = "mpicc"
    return [compiler, *variant.compiler[1:], "-O1", "-w", folder / "out" / variant.path.name, *libraries, "-o", "program"]


def verify(args, variant):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / variant.path.name).write_text(variant.text)
        must([args.detrain, "rewrite", variant.path.name, "-o", "out", "--", *variant.compiler], folder)
        must(built(args, variant, folder), folder)
        must([args.detrain, "verify", *VERIFY, "--", "./program"], folder)


def complaint(args, variant):
    try:
        verify(args, variant)
    except (Failed, subprocess.TimeoutExpired) as error:
        return str(error)
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    for name in ("--detrain", "--include", "--library"):
        parser.add_argument(name, required=True, type=lambda text: pathlib.Path(text).resolve())
    args = parser.parse_args()
    paths = [path for path in check_labels.programs(args.folder)
             if check_labels.header(path.read_text(), "WORKERS") == ["equal"]]
    variants = [variant for path in paths for variant in check_labels.variants(path)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        complaints = list(pool.map(lambda variant: complaint(args, variant), variants))
    for variant, wrong in zip(variants, complaints):
        print(f"{'WRONG' if wrong else 'equal'}  {variant.name}  {wrong}".rstrip())
    return 1 if any(complaints) or not variants else 0


if __name__ == "__main__":
    sys.exit(main())
