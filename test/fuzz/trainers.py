#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random training programs: what their plan promises must hold when they are killed and resumed.

    test/fuzz/trainers.py DETRAIN COUNT [SEED] [--family state|shape] [-j N] [--keep DIR] [--seconds S]

Family "state": a nest of loops in one C++ file around a step that is put together from pieces of state as people keep it: tables of
records, owners that are copied, pointers that start as null, lazy buffers, generators, files. Family "shape": one to three loops in a
row (train, fine-tune, sample, evaluate) in C or C++, in one to three files, over state that they share: statics, globals, locals,
members, tables of blocks by layer; loops in functions that other loops call too, early ends, `goto`.

A program whose plan is "bitwise" or "modelled" must pass `detrain verify --kill-at all --poison`; one that is not replayable, or has no
plan, is counted. Exit 1: a promise was broken, or a command ended with a code that the contract does not have.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from trainers import shape, state

FAMILIES = {"state": state.program, "shape": shape.program}


def run(command, folder, limit=150):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, errors="replace")
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return None, ""


def guarantees(text):
    """What the page says behind each "Guarantee": one for each loop of a row."""
    lines = text.splitlines()
    return [lines[i + 1].strip() for i, line in enumerate(lines) if line == "Guarantee"]


def reason(text):
    """The first line of the page that tells why a plan is not replayable."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line == "Guarantee" and lines[i + 1].strip().startswith("not replayable"))
    return " ".join(line.strip() for line in lines[at + 1:at + 3])


def verified(detrain, folder, sources, compiler):
    """Whether the rewritten program passes; and a line about it."""
    code, out = run([detrain, "cc", "--", *compiler, "-O1", *sources, "-o", "t", "-lm"], folder)
    if code != 0:
        return "broken", f"cc ended with {code}: {out.strip()[-200:]}"
    code, out = run([detrain, "verify", "--kill-at", "all", "--poison", "--", "./t"], folder)
    if code is None:
        return "slow", "verify"
    said = [line.strip() for line in out.splitlines() if line.strip()]
    wrong = next((line for line in said if " step " in line or "is called" in line or "exit code" in line and ":" in line), "")
    return ("ok", "") if code == 0 else ("broken", f"verify ended with {code}: {wrong}")


def judge(detrain, folder, family, seed):
    """What became of program `seed`: ok, no plan, not replayable, slow, broken; and a line about it."""
    files, compiler, names = FAMILIES[family](seed)
    for name, text in files.items():
        (folder / name).write_text(text)
    sources = [name for name in files if not name.endswith(".h")]
    code, out = run([detrain, "plan", *sources, "--", *compiler[1:]], folder)
    last = next((line for line in reversed(out.splitlines()) if line), "")
    if code is None:
        return "slow", "plan"
    if code == 4:
        return "no plan", last
    if code != 0:
        return "broken", f"plan ended with {code}: {last} [{' '.join(names)}]"
    promises = guarantees(out)
    if any(promise.startswith("not replayable") for promise in promises):
        return "not replayable", f"{reason(out)} [{' '.join(names)}]"
    verdict, line = verified(detrain, folder, sources, compiler)
    return verdict, f"{promises[0].split(':')[0]}, {line} [{' '.join(names)}]" if line else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--family", choices=sorted(FAMILIES), default="state")
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--keep", type=pathlib.Path, help="where the programs that broke a promise go, a folder to each")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no program after so many")
    args = parser.parse_args()
    end = time.monotonic() + args.seconds
    detrain, counts = str(args.detrain.resolve()), collections.Counter()

    def one(seed):
        if time.monotonic() > end:
            return seed, "not begun", ""
        with tempfile.TemporaryDirectory() as name:
            verdict, line = judge(detrain, pathlib.Path(name), args.family, seed)
            if verdict == "broken" and args.keep:
                kept = args.keep / f"{args.family}-{seed}"
                kept.mkdir(parents=True, exist_ok=True)
                for file in FAMILIES[args.family](seed)[0]:
                    shutil.copy(pathlib.Path(name) / file, kept)
        return seed, verdict, line

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for seed, verdict, line in pool.map(one, range(args.seed, args.seed + args.count)):
            counts[verdict] += 1
            if verdict not in ("ok", "not begun"):
                print(f"{seed}: {verdict}: {line}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
