#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""save_cost.py ARCHIVE FOLDER [MIB...]: what saving adds to a run, and how much memory it takes.

ARCHIVE is libdetrain_rt.a, FOLDER lies on the disk to be measured. For each size the program runs in turn without
saving, saving in the background, saving inline, and with its own fwrite and fsync of the same bytes; then dd writes as
many bytes with direct I/O. Medians over the rounds (DETRAIN_BENCH_ROUNDS, 3)."""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROUNDS = int(os.environ.get("DETRAIN_BENCH_ROUNDS", "3"))


def build(archive, folder):
    program = folder / "big_state"
    subprocess.run(["gcc", "-O2", f"-I{ROOT}/runtime/include", ROOT / "test/bench/programs/big_state.c", archive, "-lstdc++",
                    "-lm", "-lpthread", "-o", program], check=True)
    return program


def run(program, folder, arguments, **variables):
    shutil.rmtree(folder / "ck", ignore_errors=True)
    os.sync()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DETRAIN_")} | variables
    result = subprocess.run([program, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True)
    found = re.search(r"seconds ([\d.]+) resident_mib (\d+)", result.stderr)
    if result.returncode != 0 or not found:
        raise SystemExit(f"{arguments} {variables}: {result.returncode}: {result.stderr}")
    return float(found[1]), int(found[2])


def dd(folder, mib):
    target = folder / "dd.bytes"
    begin = time.monotonic()
    subprocess.run(["dd", "if=/dev/zero", f"of={target}", "bs=4M", f"count={max(1, mib // 4)}", "oflag=direct",
                    "conv=fsync"], check=True, capture_output=True)
    took = time.monotonic() - begin
    target.unlink()
    return took


def measure(program, folder, mib, changed):
    # Time enough between saves for one to be written: else the disk alone is timed.
    pause = int(3000 * dd(folder, mib)) + 50
    steps = 8
    arguments = [mib, steps, changed, pause]
    kinds = {"none": {}, "background": {"DETRAIN_DIR": "ck"}, "inline": {"DETRAIN_DIR": "ck", "DETRAIN_SAVE": "inline"}}
    times = {kind: [] for kind in [*kinds, "plain", "dd"]}
    memory = {}
    for _ in range(ROUNDS):
        for kind, variables in kinds.items():
            took, memory[kind] = run(program, folder, arguments, **variables)
            times[kind].append(took)
        times["plain"].append(run(program, folder, [*arguments, "plain.bytes"])[0])
        times["dd"].append(dd(folder, mib))
    m = {kind: statistics.median(values) for kind, values in times.items()}
    plain = m["plain"] - m["none"]
    print(f"{mib} MiB, {changed} of 10 changed: added per save, of fwrite and fsync: background "
          f"{(m['background'] - m['none']) / plain:.3f}, inline {(m['inline'] - m['none']) / plain:.3f}; "
          f"plain {plain / steps:.3f} s a save, dd {m['dd']:.3f} s; resident MiB: none {memory['none']}, "
          f"background {memory['background']}, inline {memory['inline']}", flush=True)
    shutil.rmtree(folder / "ck", ignore_errors=True)
    (folder / "plain.bytes").unlink(missing_ok=True)


def main():
    folder = pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    program = build(pathlib.Path(sys.argv[1]).resolve(), folder)
    for mib in map(int, sys.argv[3:] or ["16", "256", "2048"]):
        for changed in (10, 1):
            measure(program, folder, mib, changed)


if __name__ == "__main__":
    main()
