#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the examples, shows that they learn, and that every mutant applies, compiles and runs.

usage: check.py [EXAMPLE...]      CC, CXX and CFLAGS are taken from the environment; examples in CUDA are built for the
                                  CPU by the tool that DETRAIN names, and left out where there is none; those over MPI
                                  are built by mpicc and run on as many processes as they have ranks
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAUNCHER = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader,tcp", "--mca",
            "orte_tmpdir_base"]
FLAGS = ["-O2", "-Wall", "-Wextra"] + os.environ.get("CFLAGS", "-fopenmp").split()


def ranks_of(folder):
    """How many ranks an example over MPI has; 0: it is not over MPI."""
    return max(json.loads((folder / "expected.json").read_text()).get("ranks", [0]))


# Where Debian's libtorch-dev has the headers of its C++ programs.
TORCH = Path("/usr/include/torch/csrc/api/include")


def uses_torch(folder):
    return json.loads((folder / "expected.json").read_text()).get("library") == "libtorch"


def build(folder, warnings_are_errors):
    cuda = sorted(path.name for path in folder.glob("*.cu"))
    if cuda:
        subprocess.run([os.environ["DETRAIN"], "cc", "--cuda=host", "--", "nvcc", "-O2", *cuda, "-o", "program"],
                       cwd=folder, check=True)
        return folder / "program"
    cxx = sorted(str(path) for path in folder.glob("*.cpp"))
    sources = cxx or sorted(str(path) for path in folder.glob("*.c"))
    compiler = os.environ.get("CXX", "c++") if cxx else "mpicc" if ranks_of(folder) else os.environ.get("CC", "cc")
    strict = ["-Werror"] if warnings_are_errors else ["-w", "-O1"]
    libraries = ["-isystem", str(TORCH), "-ltorch", "-ltorch_cpu", "-lc10"] if uses_torch(folder) else []
    binary = folder / "program"
    subprocess.run([compiler, "-std=c++17" if cxx else "-std=c11", *FLAGS, *strict, *sources, "-o", str(binary), *libraries, "-lm"],
                   check=True)
    return binary


def run(binary, args, processes=0):
    # Two threads, as in the tests: more than there are free cores only wait for each other.
    environment = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", **os.environ}
    with tempfile.TemporaryDirectory() as folder:
        # A folder that other jobs share is removed when one of them ends, also while this one begins.
        launcher = [*LAUNCHER, folder, "-n", str(processes)] if processes else []
        done = subprocess.run([*launcher, str(binary), *args], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{binary}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def check_metric(name, output, want):
    value = float(re.findall(want["metric"], output)[-1])
    good = value < want["below"] if "below" in want else value > want["above"]
    print(f"{name}: {value:g}, wanted {'below' if 'below' in want else 'above'} {want.get('below', want.get('above'))}")
    if not good:
        raise SystemExit(f"{name}: has not learnt")


def check_step_loop(example, expected):
    line = (example / expected["file"]).read_text().splitlines()[expected["line"] - 1]
    if not re.match(r"\s*(for|while|do)\b", line):
        raise SystemExit(f"{example.name}: {expected['file']}:{expected['line']} holds no loop")


def check_mutant(example, patch, args):
    if not re.search(r"^expect: \S+ [\w|]+ -> [\w|]+$", patch.read_text(), re.M):
        raise SystemExit(f"{patch}: no line that says what to expect")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / example.name
        shutil.copytree(example, copy)
        with patch.open() as text:
            subprocess.run(["patch", "-p1", "-s", "--fuzz=0"], cwd=copy, stdin=text, check=True)
        run(build(copy, warnings_are_errors=False), args, min(ranks_of(example), 2))


def check(example):
    expected = json.loads((example / "expected.json").read_text())
    check_step_loop(example, expected["step_loop"])
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / example.name
        shutil.copytree(example, copy)
        binary = build(copy, warnings_are_errors=True)
        for kind, want in expected["runs"].items():
            check_metric(f"{example.name} ({kind})", run(binary, want["args"], ranks_of(example)), want)
    patches = sorted((example / "mutants").glob("*.patch"))
    if not patches:
        raise SystemExit(f"{example.name}: no mutants")
    for patch in patches:
        check_mutant(example, patch, expected["runs"]["short"]["args"])
    print(f"{example.name}: {len(patches)} mutants apply, compile and run")


def main():
    names = sys.argv[1:] or sorted(path.parent.name for path in HERE.glob("*/expected.json"))
    if not names:
        raise SystemExit("check.py: no example has an expected.json")
    for name in names:
        if list((HERE / name).glob("*.cu")) and "DETRAIN" not in os.environ:
            print(f"{name}: left out, as DETRAIN names no tool that builds CUDA for the CPU")
            continue
        if ranks_of(HERE / name) and not shutil.which("mpicc"):
            print(f"{name}: left out, as there is no mpicc")
            continue
        if uses_torch(HERE / name) and not TORCH.exists():
            print(f"{name}: left out, as there is no libtorch (Debian's libtorch-dev)")
            continue
        check(HERE / name)


if __name__ == "__main__":
    main()
