#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares detrain's plan of an example, or of one of its mutants, with what the example says about itself.

    example_plan.py --detrain PATH FOLDER [NAME...] [--except NAME...]

NAME is that of a patch in FOLDER/mutants, which is applied to a copy, or `as-it-is`: the example itself, against
FOLDER/expected.json. Without names, all of them, less the exceptions: what the analysis does not get right yet.

examples/README.md explains the two formats. A mutant's plan must be the plan of the example itself, but for the paths
that its `expect:` lines name; those must be what they say, before and after. Prints each difference and exits with 1
where there is one.
"""

import argparse
import concurrent.futures
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from features import mpi_flags, torch_flags

AS_IT_IS = "as-it-is"
EXPECT = re.compile(r"^expect: (\S+) (\S+) -> (\S+)$", re.MULTILINE)


class NoPlan(Exception):
    pass


def matches(pattern, path):
    """`*` stands for anything; all else, `[]` too, for itself."""
    return re.fullmatch(".*".join(re.escape(part) for part in pattern.split("*")), path) is not None


def uses_torch(folder):
    return json.loads((folder / "expected.json").read_text()).get("library") == "libtorch"


def sources_of(folder):
    """The files to compile, and the flags and the compiler for them: CUDA, C++, with libtorch too, C, or C over MPI."""
    cuda = sorted(path.name for path in folder.glob("*.cu"))
    if cuda:
        return cuda, ["nvcc", "-std=c++17", "-O2"], "nvcc"
    cxx = sorted(path.name for path in folder.glob("*.cpp"))
    c = sorted(path.name for path in folder.glob("*.c"))
    if "ranks" in json.loads((folder / "expected.json").read_text()):
        return c, ["-std=c11", "-O2", *mpi_flags().split()], "mpicc"
    if uses_torch(folder):
        return cxx, ["-std=c++17", "-O2", *torch_flags().split()], "g++"
    return (cxx, ["-std=c++17", "-O2", "-fopenmp"], "g++") if cxx else (c, ["-std=c11", "-O2", "-fopenmp"], "gcc")


def plan_of(detrain, folder, timeout):
    files, flags, _ = sources_of(folder)
    command = [detrain, "plan", *files, "--format=json", "--", *flags]
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=timeout)
    except subprocess.TimeoutExpired:
        raise NoPlan(f"no plan within {timeout} s") from None
    if done.returncode not in (0, 1) or not done.stdout:
        raise NoPlan(f"exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def expectations(expected):
    """path -> the persistences that are right; `saved` stands for any that is."""
    wanted = {path: {"saved"} for path in expected["saved"]}
    wanted.update({item["path"]: set(item["persistence"].split("|")) for item in expected["not_saved"]})
    return wanted


def is_as_wanted(entry, wanted):
    if entry is None:
        return bool(wanted & {"dead", "absent"})
    return entry["persistence"] in wanted or ("saved" in wanted and entry["saved"])


def shown(entry):
    if entry is None:
        return "not in the plan"
    why = "; ".join(f"{reason['file']}:{reason['line']} {reason['message']}" for reason in entry["why"])
    return f"{entry['persistence']} ({why})"


def differences(plan, wanted, may_be_saved):
    entries = {entry["path"]: entry for entry in plan["entries"]}
    for path, right in sorted(wanted.items()):
        if not is_as_wanted(entries.get(path), right):
            yield f"{path}: wanted {'|'.join(sorted(right))}, is {shown(entries.get(path))}"
    for path, entry in entries.items():
        if entry["saved"] and path not in wanted and not any(matches(p, path) for p in may_be_saved):
            yield f"{path}: saved, which nobody expects: {shown(entry)}"


def loop_differences(plan, expected):
    loop = plan["step_loop"]
    for key, want in expected.items():
        if loop[key] != want:
            yield f"step loop: wanted {key} {want}, is {loop[key]}"


def is_one_of(entries, path, wanted):
    """Whether the entry's persistence is what a patch says: `a|b`. What is dead may be left out of the plan."""
    right = wanted.split("|")
    if path not in entries:
        return "dead" in right or "absent" in right
    return entries[path]["persistence"] in right


def mutant_differences(before, after, patch):
    """What the patch did to the plan, against what it says that it does."""
    expected = EXPECT.findall(patch.read_text())
    if not expected:
        raise SystemExit(f"{patch}: no line that says what to expect")
    was, now = ({entry["path"]: entry for entry in plan["entries"]} for plan in (before, after))
    for path, old, new in expected:
        if not is_one_of(was, path, old):
            yield f"{path}: before the change wanted {old}, is {shown(was.get(path))}"
        if not is_one_of(now, path, new):
            yield f"{path}: after the change wanted {new}, is {shown(now.get(path))}"
    for path in sorted((was.keys() | now.keys()) - {path for path, _, _ in expected}):
        old = was[path]["persistence"] if path in was else "dead"
        if not is_one_of(now, path, old):
            yield f"{path}: was {old}, and the change makes it {shown(now.get(path))}"


def plan_of_copy(args, patch=None):
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / args.folder.name
        shutil.copytree(args.folder, copy)
        if patch:
            with patch.open() as text:
                subprocess.run(["patch", "-p1", "-s", "--fuzz=0"], cwd=copy, stdin=text, check=True)
        return plan_of(args.detrain, copy, args.timeout)


def judge(args, name, own_plan):
    """All that is wrong with one plan."""
    if name != AS_IT_IS:
        patch = args.folder / "mutants" / f"{name}.patch"
        return list(mutant_differences(own_plan(), plan_of_copy(args, patch), patch))
    expected = json.loads((args.folder / "expected.json").read_text())
    may = [item["path"] for item in expected["may_be_saved"]]
    return [*loop_differences(own_plan(), expected["step_loop"]), *differences(own_plan(), expectations(expected), may)]


def report(args, name, own_plan):
    start = time.monotonic()
    try:
        wrong = judge(args, name, own_plan)
    except NoPlan as error:
        wrong = [str(error)]
    verdict = "WRONG" if wrong else "right"
    lines = [f"{verdict}  {args.folder.name} {name}  ({time.monotonic() - start:.1f} s)"]
    print("\n    ".join(lines + wrong), flush=True)
    return not wrong


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("names", nargs="*")
    parser.add_argument("--detrain", required=True)
    parser.add_argument("--except", dest="exceptions", nargs="+", default=[])
    parser.add_argument("-j", "--jobs", type=int, default=2, help="plans at a time")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one plan")
    args = parser.parse_args()
    every = [AS_IT_IS, *sorted(path.stem for path in (args.folder / "mutants").glob("*.patch"))]
    unknown = {*args.names, *args.exceptions} - {*every}
    if unknown:
        parser.error(f"no such mutant: {', '.join(sorted(unknown))}")
    args.names = [name for name in args.names or every if name not in args.exceptions]
    return args


def main():
    args = parse_arguments()
    own_plan = functools.cache(lambda: plan_of_copy(args))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        right = list(pool.map(lambda name: report(args, name, own_plan), args.names))
    print(f"{args.folder.name}: {sum(right)} of {len(right)} right")
    return 0 if right and all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
