#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies an example's short run in full, and that every entry that its plan saves is shown necessary.

    example_verify.py --detrain PATH --include FOLDER --library FILE EXAMPLE

Rewrites and builds a copy, as it is and rewritten, and runs `detrain verify --kill-at all --poison --ablate` with the
arguments of `runs.short` in EXAMPLE/expected.json, also on each number of `workers` there (of `ranks`: processes of MPI). An entry whose loss changed nothing must be one of `not_missed`
there, which gives the reason, and each of these must be one whose loss changed nothing. Exits with 1 where that is not so.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from example_plan import matches, sources_of, uses_torch
from features import TORCH_LIBRARIES


class Wrong(Exception):
    pass


def run(command, folder):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900)


def must(command, folder):
    done = run(command, folder)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}: exit code {done.returncode}: {(done.stderr or done.stdout).strip()}")


def build(args, folder):
    """The program, and beside it the unmodified one, which verify takes as its second witness."""
    files, flags, compiler = sources_of(folder)
    must([args.detrain, "rewrite", *files, "-o", "rewritten", "--", *flags], folder)
    libraries = TORCH_LIBRARIES if uses_torch(folder) else []
    must([compiler, *flags, *files, *libraries, "-lm", "-o", "program.original"], folder)
    rewritten = [f"rewritten/{name}" for name in files]
    must([compiler, *flags, "-w", "-Irewritten", "-I.", "-I", args.include, *rewritten, args.library, *libraries, "-lstdc++", "-lm",
          "-lpthread", "-ldl", "-o", "program"], folder)


def verify(args, folder, expected):
    workers = expected.get("workers", expected.get("ranks", []))
    command = [args.detrain, "verify", "--kill-at", "all", "--poison", "--ablate", "--format=json"]
    command += ["--workers", ",".join(map(str, workers))] if workers else []
    done = run([*command, "--", "./program", *expected["runs"]["short"]["args"]], folder)
    if not done.stdout:
        raise Wrong(f"verify: exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


# A program over MPI has other ranks when it is not rewritten: as many as there are processes.
def complaints(result, expected):
    if result["result"] != "passed":
        yield f"verify: {json.dumps(result.get('failures', result['result']))}"
    not_missed = [item["path"] for item in expected["not_missed"]]
    if "ranks" not in expected and not any(check["name"] == "unmodified program" and check["runs"] for check in result["checks"]):
        yield "the unmodified program was not run"
    unneeded = [ablation["path"] for ablation in result["ablations"] if not ablation["necessary"]]
    if not any(ablation["necessary"] for ablation in result["ablations"]):
        yield "no entry is shown necessary"
    for path in unneeded:
        if not any(matches(pattern, path) for pattern in not_missed):
            yield f"{path}: is saved, and nothing changed after its loss"
    for pattern in not_missed:
        if not any(matches(pattern, path) for path in unneeded):
            yield f"{pattern}: under not_missed, but its loss is noticed, or it is not saved"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("example", type=lambda text: pathlib.Path(text).resolve())
    for name in ("--detrain", "--include", "--library"):
        parser.add_argument(name, required=True, type=lambda text: pathlib.Path(text).resolve())
    args = parser.parse_args()
    expected = json.loads((args.example / "expected.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / args.example.name
        shutil.copytree(args.example, folder)
        try:
            build(args, folder)
            result = verify(args, folder, expected)
            wrong = list(complaints(result, expected))
        except Wrong as error:
            result, wrong = {}, [str(error)]
    facts = f"{result.get('boundaries')} boundaries, {len(result.get('ablations', []))} entries lost one at a time"
    print("\n    ".join([f"{'WRONG' if wrong else 'right'}  {args.example.name}: {facts}", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
