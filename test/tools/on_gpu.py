#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs CUDA programs on the GPU of this machine, as they are and as detrain builds them for a GPU.

    on_gpu.py --detrain PATH [--runs N] [--output FILE] SOURCE.cu [ARGS...]

Builds SOURCE twice with `detrain cc -- nvcc -O2` (equal bytes are asked for), runs `detrain verify --kill-at all
--poison` on it, then N runs of the rewritten and N of the unmodified program, and counts different outputs; where
compute-sanitizer is installed, one run of the rewritten program under it. Prints, or writes, one JSON object. Exits
with 1 where the rewritten program does not verify or the sanitizer complains, and with 2 where there is no GPU.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(command, folder, **more):
    return subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=1800, **more)


def gpu():
    query = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], ".") if shutil.which(
        "nvidia-smi") else None
    return query.stdout.strip().splitlines() if query is not None and query.returncode == 0 else []


def build(detrain, source, folder):
    command = [detrain, "cc", "--", "nvcc", "-O2", f"-I{source.parent}", source, "-o", "program", "-lcublas", "-lcublasLt"]
    hashes = []
    for _ in range(2):
        done = run(command, folder)
        if done.returncode != 0:
            sys.exit(f"{source}: exit code {done.returncode}: {done.stderr.strip()}")
        hashes.append(hashlib.sha256((folder / "program").read_bytes()).hexdigest())
    return hashes[0] == hashes[1]


def different(program, arguments, folder, runs):
    outputs = [run([program, *arguments], folder) for _ in range(runs)]
    return {"runs": runs, "different": len({(done.returncode, done.stdout) for done in outputs}),
            "failed": sum(done.returncode != 0 for done in outputs)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--detrain", required=True, type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    devices = gpu()
    if not devices:
        print("on_gpu.py: no GPU here: nvidia-smi lists none", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        result = {"gpu": devices, "program": str(args.source), "arguments": args.arguments}
        result["same_bytes"] = build(args.detrain.resolve(), args.source.resolve(), folder)
        verify = run([args.detrain.resolve(), "verify", "--kill-at", "all", "--poison", "--", "./program",
                      *args.arguments], folder)
        result["verify"] = {"code": verify.returncode, "text": verify.stdout.splitlines()[-12:]}
        result["rewritten"] = different("./program", args.arguments, folder, args.runs)
        result["original"] = different("./program.original", args.arguments, folder, args.runs)
        if shutil.which("compute-sanitizer"):
            result["sanitizer"] = run(["compute-sanitizer", "--error-exitcode", "9", "./program", *args.arguments],
                                      folder).returncode
    text = json.dumps(result, indent=2)
    if args.output:
        args.output.write_text(text + "\n")
    else:
        print(text)
    return int(result["verify"]["code"] != 0 or result.get("sanitizer", 0) != 0)


if __name__ == "__main__":
    sys.exit(main())
