#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc makes of kernels/launch.cu and of single additions, without a GPU: registers, spills and shared memory
(ptxas), and instructions of PTX by kind. Prints two tables for docs/performance.md.

    kernel_figures.py [--arch 90] [--nvcc nvcc]
"""

import argparse
import collections
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ("kernels/launch.cu", "test/bench/cuda/additions.cu")
FLAGS = ["-std=c++17", "-O3", "--extended-lambda", "-fmad=false", f"-I{ROOT}"]
KINDS = (("load", r"ld\."), ("store", r"st\."), ("atomic", r"(atom|red)\."), ("f64", r"\w+(\.\w+)*\.f64"),
         ("f32", r"\w+(\.\w+)*\.f32"), ("branch", r"bra"))


def nvcc(args, source, *flags):
    result = subprocess.run([args.nvcc, *FLAGS, *flags, str(ROOT / source)], capture_output=True, text=True, check=True)
    return result.stdout + result.stderr


def function_of(mangled):
    """The function of kernels/ that a pass belongs to: the longest chain ends in the one that was called."""
    passes = {"RunItems", "CudaRun", "SumSegments", "SumRows", "NormShape", "Embedding", "Extent", "Scan"}
    names = []
    for match in re.finditer(r"(?<!\d)(\d+)([A-Z])", mangled):
        name = mangled[match.start(2) : match.start(2) + int(match[1])]
        if name.isalnum() and name not in passes:
            names.append(name)
    return names[0] if names else mangled


def resources(args, source):
    """(name of the pass, registers, spilled bytes, shared bytes) in ptxas's order."""
    with tempfile.TemporaryDirectory() as folder:
        text = nvcc(args, source, f"-arch=sm_{args.arch}", "-Xptxas", "-v", "-cubin", "-o", f"{folder}/k.cubin")
    found = {}
    for block in text.split("Compiling entry function")[1:]:
        name = re.search(r"'(\w+)'", block)[1]
        spilled = sum(int(n) for n in re.findall(r"(\d+) bytes spill", block))
        shared = re.search(r"(\d+) bytes smem", block)
        found[name] = (int(re.search(r"Used (\d+) registers", block)[1]), spilled, int(shared[1]) if shared else 0)
    return found


def instructions(args, source):
    """Counts of PTX instructions by kind, for each pass."""
    with tempfile.TemporaryDirectory() as folder:
        nvcc(args, source, f"-arch=sm_{args.arch}", "-ptx", "-o", f"{folder}/k.ptx")
        text = (pathlib.Path(folder) / "k.ptx").read_text()
    counts = {}
    for name, body in re.findall(r"\.entry (\w+)\(.*?\n\{(.*?)\n\}", text, re.DOTALL):
        kinds = collections.Counter()
        for line in body.splitlines():
            line = re.sub(r"^@!?%\w+\s+", "", line.strip())
            if not line or line.startswith((".", "//", "$", "{", "}")):
                continue
            kinds["all"] += 1
            kinds[next((kind for kind, pattern in KINDS if re.match(pattern, line)), "other")] += 1
        counts[name] = kinds
    return counts


def print_table(args, source):
    used, counts = resources(args, source), instructions(args, source)
    groups = collections.defaultdict(list)
    for name in used:
        groups[function_of(name)].append(name)
    print("| kernel | passes | registers | spilled | shared | PTX | load | store | atomic | f64 | f32 |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for group, names in sorted(groups.items()):
        registers = [used[name][0] for name in names]
        total = sum((counts[name] for name in names), collections.Counter())
        spread = f"{min(registers)} to {max(registers)}" if len(names) > 1 else str(registers[0])
        print(f"| `{group}` | {len(names)} | {spread} | {sum(used[n][1] for n in names)} "
              f"| {sum(used[n][2] for n in names)} | {total['all']} | "
              + " | ".join(str(total[kind]) for kind in ("load", "store", "atomic", "f64", "f32")) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", default="90")
    parser.add_argument("--nvcc", default="nvcc")
    args = parser.parse_args()
    for source in SOURCES:
        print(f"\n{source}\n")
        print_table(args, source)


if __name__ == "__main__":
    main()
