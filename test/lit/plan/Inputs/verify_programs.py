#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans proven by running: rewrites programs, builds them, and lets `detrain verify` kill, resume and poison them.

    verify_programs.py --detrain D --include I --library L FOLDER [--except NAME...]
    verify_programs.py --detrain D --include I --library L --seeds FIRST LAST

FOLDER: every program in it, as it is and as each of its twins (`-DTWIN=K` in its RUN lines). Seeds: what
random_program.py makes of them. A program whose plan says that it is not replayable is left out. A run in which there
was nothing to poison counts. Exits with 1 where a program fails, or where none was verified.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ARGUMENTS = (["7", "5", "3"], ["1", "1", "1"], ["4", "2", "9"])
NOTHING_TO_POISON = "not one byte was poisoned"


class Wrong(Exception):
    pass


def run(command, folder):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800)


def must(command, folder):
    done = run(command, folder)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}: exit code {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def is_replayable(args, folder, define):
    plan = json.loads(must([args.detrain, "plan", "program.c", "--format=json", "--", "gcc", *define], folder))
    return plan["guarantee"] != "not-replayable"


def verify(args, folder, arguments):
    command = [args.detrain, "verify", "--kill-at", "1,3", "--poison", "--", "./program", *arguments]
    done = run(command, folder)
    complaints = [line.strip() for line in done.stdout.splitlines() if re.match(r"  (all runs|stop|kill|watch) ?.*: ", line)]
    if done.returncode == 0 or (complaints and all(NOTHING_TO_POISON in line for line in complaints)):
        return
    raise Wrong(f"{' '.join(arguments)}: " + "; ".join(complaints[:3] or [done.stderr.strip() or done.stdout.strip()]))


def judge(args, text, define, several_sizes):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "program.c").write_text(text)
        pathlib.Path(folder, "data.bin").write_bytes(bytes(i * i % 60 for i in range(400000)))
        if not is_replayable(args, folder, define):
            return False
        must([args.detrain, "rewrite", "program.c", "-o", "out", "--", "gcc", *define], folder)
        must(["gcc", "-O1", "-w", *define, "-I", args.include, "out/program.c", args.library, "-lstdc++", "-lm",
              "-lpthread", "-ldl", "-o", "program"], folder)
        for arguments in ARGUMENTS if several_sizes else ARGUMENTS[:1]:
            verify(args, folder, arguments)
    return True


def programs(args):
    """(name, text, flags) of each."""
    if args.seeds:
        for seed in range(args.seeds[0], args.seeds[1] + 1):
            yield f"seed {seed}", must([sys.executable, HERE / "random_program.py", str(seed)], HERE), []
        return
    for path in sorted(args.folder.glob("*.c")):
        if path.stem not in args.exceptions:
            text = path.read_text()
            for twin in sorted(set(re.findall(r"-DTWIN=\d+", text))):
                yield f"{path.stem} {twin}", text, [twin]


def report(args, program):
    name, text, define = program
    try:
        return judge(args, text, define, several_sizes=args.seeds is not None)
    except (Wrong, subprocess.TimeoutExpired) as error:
        print(f"WRONG  {name}: {error}", flush=True)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--detrain", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--seeds", type=int, nargs=2)
    parser.add_argument("--except", dest="exceptions", nargs="+", default=[])
    args = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        outcomes = list(pool.map(lambda program: report(args, program), programs(args)))
    counts = {what: outcomes.count(what) for what in (True, False, None)}
    print(f"{counts[True]} verified, {counts[False]} not replayable, {counts[None]} wrong")
    return 0 if counts[True] and not counts[None] else 1


if __name__ == "__main__":
    sys.exit(main())
