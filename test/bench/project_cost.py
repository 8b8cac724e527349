#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the cost of an analysis grows with the lines of a project.

    project_cost.py DETRAIN [--lines N...] [--command plan|check] [--sample N] [--clang CLANG]

A project of about N lines is made of copies of examples/layers, each in a folder and a namespace of its own, whose
trainers run one after the other; the step loop is that of the first copy. Prints, for each N, the CPU time (user and
system, of one process after another) of `clang++ -fsyntax-only` over all its files and of detrain, their ratio, and the
most memory that detrain had resident. Ratios of CPU time hold on a busy machine better than those of wall time.
"""

import argparse
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = ROOT / "examples" / "layers"
FLAGS = ["-std=c++17", "-O2"]
STEP = ("model.cpp", "for (int step = 0;")
LIMIT = 3600  # seconds of CPU time


def wrapped(text, name):
    """The text in a namespace of its own, behind its includes."""
    text = re.sub(r"\bLAYERS_", f"LAYERS_{name.upper()}_", text).replace("int main(", "int run(")
    lines = text.splitlines()
    last = max(i for i, line in enumerate(lines) if line.startswith("#") and not line.startswith("#endif"))
    end = ["#endif"] if lines[-1] == "#endif" else []
    body = lines[last + 1:len(lines) - len(end)]
    return "\n".join([*lines[:last + 1], f"namespace {name} {{", *body, f"}}  // namespace {name}", *end]) + "\n"


def write_project(folder, copies):
    """The files to compile, and how many lines there are in all."""
    lines = 0
    names = [f"copy_{k}" for k in range(copies)]
    for name in names:
        (folder / name).mkdir()
        for source in sorted(MODULE.glob("*.[ch]*")):
            text = wrapped(source.read_text(), name)
            (folder / name / source.name).write_text(text)
            lines += text.count("\n")
    declared = "".join(f"namespace {name} {{\nint run(int argc, char **argv);\n}}\n" for name in names)
    called = "".join(f"    {name}::run(argc, argv);\n" for name in names)
    (folder / "main.cpp").write_text(f"{declared}int main(int argc, char **argv) {{\n{called}}}\n")
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.cpp")), lines


def sampled(files, each):
    """The files of each Nth copy: copies are alike, files of one are not."""
    kept = set(sorted({file.split("/")[0] for file in files if "/" in file})[::each])
    return [file for file in files if each == 1 or file.split("/")[0] in kept]


def step_of(folder):
    file = folder / "copy_0" / STEP[0]
    line = next(i for i, text in enumerate(file.read_text().splitlines(), 1) if STEP[1] in text)
    return f"copy_0/{STEP[0]}:{line}"


def cost(command, folder):
    """Seconds of CPU time, MiB resident at most, exit code and the first line of errors."""
    limited = ["/bin/sh", "-c", f'ulimit -t {LIMIT}; exec "$@"', "sh", *command]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.readline().strip()
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode, said


def measure(args, wanted):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        each = sum(source.read_text().count("\n") for source in MODULE.glob("*.[ch]*"))
        files, lines = write_project(folder, max(1, round(wanted / each)))
        sample = sampled(files, args.sample)
        compiled = sum(cost([args.clang, "-fsyntax-only", *FLAGS, file], folder)[0] for file in sample)
        compiled *= len(files) / len(sample)
        step = ["--step", step_of(folder)] if args.command == "plan" else ["-j1"]
        taken, memory, code, said = cost([args.detrain, args.command, *files, *step, "--", *FLAGS], folder)
    print(f"{lines:7} lines, {len(files):4} files: clang {compiled:7.1f} s, {args.command} {taken:7.1f} s, "
          f"ratio {taken / compiled:5.2f}, {memory:6.0f} MiB, exit {code} {said[:100]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--lines", type=int, nargs="+", default=[1000, 5000, 20000])
    parser.add_argument("--command", choices=["plan", "check"], default="plan")
    parser.add_argument("--sample", type=int, default=1, help="compile each Nth copy only, as they are alike")
    parser.add_argument("--clang", default="clang++-22")
    args = parser.parse_args()
    for wanted in args.lines:
        measure(args, wanted)


if __name__ == "__main__":
    main()
