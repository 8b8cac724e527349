#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives each unit of projects that lie somewhere on the disk to detrain, and counts what the commands end with.

    survive_projects.py DETRAIN FOLDER... [--sample N] [--only check,plan,audit] [--limit S] [--std S] [-j N] [-- FLAGS]

Nothing is built: each source file is one unit by itself, with no compile database. Where a header that it includes lies
in the same checkout, the folder from which the name resolves becomes a -I. A unit whose headers are generated, or come
from elsewhere, ends with code 3 and a line, which is right.

A run survives where its code is one of the contract's (0 to 4), no sanitizer speaks, and a code from 2 on comes with a
message that begins in one readable line. A run that reaches the time limit is counted apart. For each folder a line
says how often each command ended how; what is no survival, and what is slow, is named. Exit code 1: something did not
survive.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys

SOURCES = {".c", ".cc", ".cpp", ".cxx", ".cu"}
HEADERS = {".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".ipp", ".inc", ""} | SOURCES
COMMANDS = {"check": ["check", "--fail-on=none"], "plan": ["plan"], "audit": ["audit", "--fail-on=none"]}
SYSTEM = [pathlib.Path("/usr/include"), *sorted(pathlib.Path("/usr/include/c++").glob("*"))]
INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)
MOST_HEADERS = 2000  # of one unit that are looked into
LONGEST_LINE = 2000
WAITS = 4  # times the limit, on a machine that does other work; a command that only waits ends so
TIME_IS_UP = (-signal.SIGKILL, -signal.SIGXCPU)
SANITIZERS = ("Sanitizer", "runtime error:", "Assertion `")


class Headers:
    """Where the names that the files of a checkout include are found in it."""

    def __init__(self, root):
        self.by_name, self.texts = collections.defaultdict(list), {}
        for path in sorted(root.rglob("*")):
            if path.suffix in HEADERS and path.is_file():
                self.by_name[path.name].append(path)

    def names_in(self, path):
        if path not in self.texts:
            self.texts[path] = INCLUDE.findall(path.read_text(errors="replace"))
        return self.texts[path]

    def find(self, name, near):
        """The file of that name, the folder that must be searched for it (None: it is beside the file that asks)."""
        beside = os.path.normpath(near / name)
        if os.path.isfile(beside):
            return pathlib.Path(beside), None
        parts = pathlib.PurePosixPath(name).parts
        if ".." in parts or any((system / name).exists() for system in SYSTEM):
            return None, None
        fits = [path for path in self.by_name[parts[-1]] if path.parts[-len(parts):] == parts]
        if not fits:
            return None, None
        best = max(fits, key=lambda path: (len(os.path.commonprefix([path.parts, near.parts])), -len(path.parts)))
        return best, pathlib.Path(*best.parts[:-len(parts)])

    def folders_for(self, unit):
        """The folders from which all that the unit includes, and what that includes, is found."""
        folders, seen, todo = {}, {unit}, [unit]
        while todo and len(seen) < MOST_HEADERS:
            path = todo.pop()
            for name in self.names_in(path):
                found, folder = self.find(name, path.parent)
                if folder:
                    folders[folder] = None
                if found and found not in seen:
                    seen.add(found)
                    todo.append(found)
        return list(folders)


def run(command, folder, limit):
    """(exit code, stderr); the code None where it took too long. What the command started ends with it."""
    limited = ["/bin/sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", *command]
    process = subprocess.Popen(limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        errors = process.communicate(timeout=WAITS * limit)[1]
        return None if process.returncode in TIME_IS_UP else process.returncode, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, b""


def complaint(code, text):
    """What is wrong with how a command ended, or nothing."""
    lines = text.splitlines() or [""]
    for sign in SANITIZERS:
        if sign in text:
            return next(line for line in lines if sign in line)[:200]
    if code not in range(5):
        return f"ended with {code}: {lines[-1][:160]}"
    if code >= 2 and not lines[0].strip():
        return f"ended with {code} and says nothing"
    if code >= 2 and (len(lines[0]) > LONGEST_LINE or not lines[0].isprintable()):
        return f"ended with {code}, and begins with no readable line: {lines[0][:160]!r}"
    return ""


def one(options, root, unit, folders):
    """For each command: how it ended, and what is to be said about it."""
    dialect = ["nvcc"] if unit.suffix == ".cu" else []
    standard = [f"-std={options.std}"] if options.std and unit.suffix != ".c" else []
    flags = [*dialect, *standard, "-w", *(f"-I{folder}" for folder in folders), *options.flags]
    ends = []
    for name in options.only:
        code, errors = run([options.detrain, *COMMANDS[name], str(unit), "--", *flags], root, options.limit)
        if code is None:
            ends.append((name, "limit", f"{name} {unit}: reached the limit of {options.limit} s"))
            continue
        wrong = complaint(code, errors.decode(errors="replace"))
        ends.append((name, "DEFECT" if wrong else str(code), f"{name} {unit}: {wrong}" if wrong else ""))
    return ends


def evenly(units, count):
    return units if not count or len(units) <= count else [units[i * len(units) // count] for i in range(count)]


def survive(options, root, pool):
    """The number of runs in one checkout that did not survive."""
    units = sorted(path for path in root.rglob("*") if path.suffix in SOURCES and path.is_file())
    chosen, headers = evenly(units, options.sample), Headers(root)
    counts = {name: collections.Counter() for name in options.only}
    work = [pool.submit(one, options, root, unit, headers.folders_for(unit)) for unit in chosen]
    for ends in work:
        for name, end, text in ends.result():
            counts[name][end] += 1
            if text:
                print(text, flush=True)
    said = "; ".join(f"{name} " + ", ".join(f"{end}: {n}" for end, n in sorted(counts[name].items())) for name in counts)
    print(f"{root.name}: {len(chosen)} of {len(units)} units; {said}", flush=True)
    return sum(count["DEFECT"] for count in counts.values())


def main():
    own, flags = sys.argv[1:], []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("folders", type=lambda name: pathlib.Path(name).resolve(), nargs="+")
    parser.add_argument("--sample", type=int, default=0, help="so many units of each folder, evenly; 0: all")
    parser.add_argument("--only", type=lambda names: names.split(","), default=list(COMMANDS))
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each command")
    parser.add_argument("--std", help="the standard of what is not C")
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    options = parser.parse_args(own)
    options.flags = flags
    if missing := [folder for folder in options.folders if not folder.is_dir()]:
        parser.error(f"{missing[0]} is no folder")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        bad = sum(survive(options, root, pool) for root in options.folders)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{bad} runs did not survive; the largest took {peak} MiB of memory")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
