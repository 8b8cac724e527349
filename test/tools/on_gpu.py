#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs on a GPU what the tests run on the CPU, and measures there.

    on_gpu.py build BUILD KIT [--arch sm_90]     where LLVM and nvcc are: BUILD is a build folder of detrain
    on_gpu.py run KIT [--runs N] [--output FILE]  where the GPU is: needs Python and the CUDA libraries, no LLVM

`build` makes a folder that can be carried: the examples with CUDA, each as it is and as `detrain cc -- nvcc` builds it
for a GPU (twice: equal bytes are asked for), the tests and benchmarks that need a GPU, and detrain-verify. `run` runs
the tests; `verify --kill-at all --poison` on each program; N runs of each program and of its original, whose different
outputs it counts; compute-sanitizer where it is installed; and the benchmarks. It prints, or writes, one JSON object.
Exit codes: 1 where a test fails, a program does not verify or has more than one output, or the sanitizer complains; 2
where there is no GPU.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Name, source, libraries, and the arguments of a short and of a longer run.
PROGRAMS = [
    ("gpt", "gpt_cuda/gpt.cu", ["-lcublas", "-lcublasLt"], ["4", "2", "8"], ["100"]),
    ("cnn", "cnn_cuda/cnn.cu", [], ["2", "32"], ["6", "32"]),
    ("hash_grid", "hash_grid/fit.cu", [], ["4", "64"], ["60"]),
    ("splats", "splats/splats.cu", [], ["4"], ["60"]),
]
TARGETS = ["detrain", "detrain-verify", "gpu_tests"]
FILES = ["bin/detrain-verify", "bin/bench_gpu", "bin/bench_sums", "lib/libdetrain_replay.so", "test/unit/test_unit_gpu"]


def run(command, folder, timeout=600):
    return subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=timeout)


def build_program(detrain, source, libraries, arch, folder):
    folder.mkdir(parents=True)
    hashes = []
    for _ in range(2):
        done = run([detrain, "cc", "--", "nvcc", "-O2", f"-arch={arch}", source, "-o", "program", *libraries], folder)
        if done.returncode != 0:
            sys.exit(f"on_gpu.py: {source}: exit code {done.returncode}: {done.stderr.strip()}")
        hashes.append(hashlib.sha256((folder / "program").read_bytes()).hexdigest())
    shutil.rmtree(folder / "program.detrain")
    return hashes[0] == hashes[1]


def build(args):
    subprocess.run(["cmake", f"-DDETRAIN_GPU_TEST_ARCHITECTURE={args.arch.removeprefix('sm_')}", args.build], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", args.build, *TARGETS], check=True)
    shutil.rmtree(args.kit, ignore_errors=True)
    for file in FILES:
        to = args.kit / ("lib" if file.startswith("lib") else "bin") / pathlib.Path(file).name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(args.build / file, to)
    programs = []
    for name, source, libraries, short, long in PROGRAMS:
        same = build_program(args.build / "bin/detrain", ROOT / "examples" / source, libraries, args.arch,
                             args.kit / name)
        programs.append({"name": name, "source": f"examples/{source}", "short": short, "long": long,
                         "same_bytes": same})
    (args.kit / "kit.json").write_text(json.dumps({"arch": args.arch, "programs": programs}, indent=2) + "\n")
    return 0


def gpus():
    if not shutil.which("nvidia-smi"):
        return []
    query = run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], ".")
    return query.stdout.strip().splitlines() if query.returncode == 0 else []


def outputs(program, arguments, folder, runs):
    """How often each output was seen, the most frequent first."""
    seen = {}
    for _ in range(runs):
        done = run([f"./{program}", *arguments], folder)
        seen[(done.returncode, done.stdout)] = seen.get((done.returncode, done.stdout), 0) + 1
    return {"runs": runs, "outputs": sorted(seen.values(), reverse=True),
            "failed": sum(times for (code, _), times in seen.items() if code != 0)}


def examine(kit, program, runs):
    folder = kit / program["name"]
    verify = run([kit / "bin/detrain-verify", "--kill-at", "all", "--poison", "--", "./program", *program["short"]],
                 folder)
    result = {"program": program["source"], "same_bytes": program["same_bytes"],
              "verify": {"code": verify.returncode, "text": [line for line in verify.stdout.splitlines() if line]}}
    for length in ("short", "long"):
        result[length] = {"arguments": program[length],
                          "original": outputs("program.original", program[length], folder, runs),
                          "rewritten": outputs("program", program[length], folder, runs)}
    if shutil.which("compute-sanitizer"):
        result["sanitizer"] = run(["compute-sanitizer", "--error-exitcode", "9", "./program", *program["short"]],
                                  folder).returncode
    return result


def is_good(result):
    same = all(len(result[length]["rewritten"]["outputs"]) == 1 and not result[length]["rewritten"]["failed"]
               for length in ("short", "long"))
    return same and result["verify"]["code"] == 0 and result.get("sanitizer", 0) == 0


def run_kit(args):
    devices = gpus()
    if not devices:
        print("on_gpu.py: no GPU here: nvidia-smi lists none", file=sys.stderr)
        return 2
    kit = args.kit.resolve()
    described = json.loads((kit / "kit.json").read_text())
    tests = run([kit / "bin/test_unit_gpu", "--gtest_brief=1"], kit)
    result = {"gpu": devices, "arch": described["arch"],
              "tests": {"code": tests.returncode, "text": tests.stdout.splitlines()[-40:]},
              "programs": [examine(kit, program, args.runs) for program in described["programs"]]}
    for bench in ("bench_sums", "bench_gpu"):
        done = run([kit / "bin" / bench], kit)
        result[bench] = {"code": done.returncode, "text": done.stdout.splitlines()}
    text = json.dumps(result, indent=2) + "\n"
    if args.output:
        args.output.write_text(text)
    else:
        print(text, end="")
    good = tests.returncode == 0 and all(is_good(program) for program in result["programs"])
    return 0 if good and result["bench_sums"]["code"] == 0 and result["bench_gpu"]["code"] == 0 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    builder = commands.add_parser("build")
    builder.add_argument("build", type=pathlib.Path)
    builder.add_argument("kit", type=pathlib.Path)
    builder.add_argument("--arch", default="sm_90")
    builder.set_defaults(run=build)
    runner = commands.add_parser("run")
    runner.add_argument("kit", type=pathlib.Path)
    runner.add_argument("--runs", type=int, default=20)
    runner.add_argument("--output", type=pathlib.Path)
    runner.set_defaults(run=run_kit)
    args = parser.parse_args()
    return args.run(args)


if __name__ == "__main__":
    sys.exit(main())
