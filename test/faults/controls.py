#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""controls.py FOLDER [FIRST]: builds with one fsync or one check left out must not pass faults.py. FOLDER holds the
programs. Exit code 1 where one does. With FIRST, the first so many alone."""

import pathlib
import subprocess
import sys

POWER = ["--what", "power", "--share", "3"]
DAMAGE = ["--what", "damage", "--share", "4"]
# Few turned bits of a meta.json leave a file that can be read and is another: all cases, in all modes.
ALL_DAMAGE = ["--mode", "uring,threads,zstd,inline", "--what", "damage", "--share", "1"]
# What a path whose fsync is left out holds. "/ck" and "/files" end one: the folders themselves.
CONTROLS = [
    ("single_loop", ["--nosync", "rank00000.safetensors", "--what", "power", "--share", "11"]),
    ("single_loop_without_hash_check", DAMAGE),
    ("single_loop_without_committed_check", ALL_DAMAGE),
    ("single_loop_without_read_back", ["--what", "silent", "--share", "7"]),
    ("single_loop", ["--nosync", "meta.json", *POWER]),
    ("single_loop", ["--nosync", "COMMITTED", *POWER]),
    ("single_loop", ["--nosync", ".tmp$", *POWER]),
    ("single_loop", ["--nosync", "/ck$", *POWER]),
    ("single_loop", ["--nosync", "/run$", *POWER]),
    ("single_loop", ["--nosync", "/files$", *POWER]),
    ("single_loop", ["--nosync", "loss.csv", *POWER]),
    ("single_loop", ["--nosync", "outputs.jsonl", *POWER]),
    ("single_loop", ["--nosync", "detrain-tmp", *POWER]),
    ("structures", ["--nosync", "/file_", *POWER]),
]


def main():
    folder, harness = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent / "faults.py"
    missed = 0
    for program, arguments in CONTROLS[:int(sys.argv[2]) if len(sys.argv) > 2 else None]:
        result = subprocess.run([sys.executable, harness, folder / f"fault_{program}", "--mode", "threads", "--seed", "5",
                                 *arguments], capture_output=True, text=True)
        found = result.returncode == 1 and "must not be" in result.stdout
        missed += not found
        print(f"{'found' if found else 'MISSED'}: {program} {' '.join(arguments)}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
