#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What other tools say of the programs of test/suite/check, beside detrain: docs/check-comparison.md.

    compare.py DETRAIN [-j N] [--cache FILE] [--only TOOL]... [--write]

A site is found where a tool warns on its line of the program, whatever the warning says; it is flagged wrongly where it
warns on that line of the twin, which differs in a few lines and is harmless. `told apart` is found, and not flagged. Of
detrain the rule has to be right, and the severity above a note. TSan runs the program with four threads; a report
counts that names the line.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import check_judge  # noqa: E402
import check_labels  # noqa: E402

PAGE = FOLDER.parents[2] / "docs" / "check-comparison.md"
CLANG = {".c": "clang-22", ".cpp": "clang++-22"}
BUGS = "-*,bugprone-*,cert-*,concurrency-*,misc-*,openmp-*,performance-*,portability-*,-misc-include-cleaner"
STYLE = ("readability-", "modernize-", "llvm", "google-", "fuchsia-", "altera-", "hicpp-", "cppcoreguidelines-", "android-")


def run(command, folder, **variables):
    done = subprocess.run([str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=900, env={**os.environ, "LC_ALL": "C", **variables})
    return done.stdout + done.stderr


def warned(output, name, pattern=r"warning|error"):
    """The lines of a file on which a compiler-like output has a warning of its own, no note."""
    return {int(line) for line in re.findall(rf"^(?:\S*/)?{re.escape(name)}:(\d+)(?::\d+)?: (?:{pattern})", output, re.MULTILINE)}


def clang_flags(variant):
    return [flag for flag in variant.compiler[1:]]


def tidy(variant, folder):
    name = variant.path.name
    return run(["clang-tidy-22", "--quiet", "--checks=*,-clang-analyzer-*", name, "--", *clang_flags(variant)], folder)


def tidy_all(variant, folder, said):
    return warned(said, variant.path.name)


def tidy_bugs(variant, folder, said):
    """Those of its warnings that at least one check gives which is not about style."""
    found = set()
    for line, checks in re.findall(rf"^(?:\S*/)?{re.escape(variant.path.name)}:(\d+):\d+: warning: .*\[([\w.,-]+)\]$", said,
                                   re.MULTILINE):
        if any(not check.startswith(STYLE) for check in checks.split(",")):
            found.add(int(line))
    return found


def analyzer(variant, folder):
    checkers = "core,unix,cplusplus,deadcode,security,optin,nullability"
    return run([CLANG[variant.path.suffix], "--analyze", "-Xclang", f"-analyzer-checker={checkers}", "-Xclang",
                "-analyzer-output=text", *clang_flags(variant), variant.path.name], folder)


def cppcheck(variant, folder):
    return run(["cppcheck", "--enable=all", "--inconclusive", "--quiet", "--suppress=missingIncludeSystem",
                "--template={file}:{line}: {severity}: {message}", variant.path.name], folder)


def gcc(variant, folder):
    return run([*variant.compiler, "-O1", "-Wall", "-Wextra", "-fanalyzer", "-c", "-o", os.devnull, variant.path.name],
               folder)


def tsan(variant, folder):
    inputs = variant.path.parent / "Inputs"
    linked = [inputs / pathlib.Path(name).name for name in check_labels.header(variant.text, "LINK") or []]
    libraries = check_labels.header(variant.text, "LIBRARIES") or []
    built = run([CLANG[variant.path.suffix], *clang_flags(variant), "-O1", "-g", "-fsanitize=thread", "-DRUN", "-o", "program",
                 variant.path.name, *linked, *libraries, "-lm"], folder)
    if not (folder / "program").exists():
        return f"no program: {built[:500]}"
    return run(["./program"], folder, OMP_NUM_THREADS="4", OMP_WAIT_POLICY="passive",
               OMP_TOOL_LIBRARIES="/usr/lib/llvm-22/lib/libarcher.so", TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=0")


def tsan_lines(variant, folder, said):
    """The lines at the top of the stacks of a report's two accesses."""
    tops = re.findall(r"(?:[Rr]ead|[Ww]rite) of size[^\n]*\n\s*#0 [^\n]*/?" + re.escape(variant.path.name) + r":(\d+)", said)
    return {int(line) for line in tops}


def plain(pattern):
    return lambda variant, folder, said: warned(said, variant.path.name, pattern)


TOOLS = {  # column -> how it is run, how its output is read
    "clang-tidy 22, all checks": (tidy, tidy_all),
    "clang-tidy 22, less style": (tidy, tidy_bugs),
    "Clang Static Analyzer": (analyzer, plain("warning")),
    "cppcheck": (cppcheck, plain("error|warning|style|performance|portability|information")),
    "gcc -Wall -Wextra -fanalyzer": (gcc, plain("warning")),
    "TSan": (tsan, tsan_lines),
}


class Cache:
    """Outputs of tools by what they were given: a second run is quick."""

    def __init__(self, path):
        self.path = path
        self.known = json.loads(path.read_text()) if path and path.exists() else {}
        self.lock = threading.Lock()
        self.is_new = False

    def ask(self, how, variant):
        key = hashlib.sha256(repr((how.__name__, variant.name, variant.text, variant.compiler)).encode()).hexdigest()
        if key not in self.known:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                (folder / variant.path.name).write_text(variant.text)
                try:
                    self.known[key] = how(variant, folder)
                except subprocess.TimeoutExpired:
                    self.known[key] = "no answer in time"
            self.is_new = True
        return self.known[key]

    def save(self):
        with self.lock:
            if self.path and self.is_new:
                self.is_new = False
                self.path.write_text(json.dumps(dict(self.known)))


def detrain_lines(detrain, variant):
    """line -> rules of findings above a note."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = check_judge.ask(detrain, variant, pathlib.Path(folder))
        except (check_labels.Wrong, subprocess.TimeoutExpired, ValueError, KeyError):
            return {}
    return {line: {one.rule for one in said if one.severity != "note"} for line, said in found.items()}


def sites(pair):
    """(rule, lines in the program, is the twin harmless there) of every positive site."""
    program, twin = pair
    for line, found in program.worst().items():
        for one in found:
            ends = program.ends(one) if one.group else [line]
            if ends[0] == line:
                yield one.rule, ends, not any(twin.worst().get(end) for end in ends)


def judge_pair(pair, tools, cache, detrain):
    """column -> list of (rule, found, flagged, harmless)."""
    rows = collections.defaultdict(list)
    said = {}
    for column in tools:
        how, read = TOOLS[column]
        said[column] = [read(variant, None, cache.ask(how, variant)) for variant in pair]
    ours = [detrain_lines(detrain, variant) for variant in pair] if detrain else [{}, {}]
    for rule, ends, harmless in sites(pair):
        for column, (program, twin) in said.items():
            rows[column].append((rule, any(end in program for end in ends), any(end in twin for end in ends), harmless))
        rows["detrain"].append((rule, any(rule in ours[0].get(end, ()) for end in ends),
                                any(ours[1].get(end) for end in ends), harmless))
    return rows


HEAD = """# detrain beside other tools

Generated by `test/suite/check/compare.py build/release/bin/detrain --write`, on the [labelled programs](testing.md#a-labelled-site) that a host compiler builds, without those about suppressions, the
programs' own checkpoints and flags, which the others do not know. A site counts as *found* where a tool warns on its line, whatever the warning says; as *flagged* where it warns on that
line of the twin, which differs in a few lines and is harmless. *Told apart* is found and not flagged. Of detrain the rule has to be right and the severity above a note.
TSan runs the program once with four threads; its OpenMP is LLVM's, with Archer.

The others were not made for this question. A warning on the line is often about something else (a name, a magic number, `rand` and security), which is why they flag the twin as well.

"""
LEFT_OUT = {"audit", "unused-suppression", "fast-math", "cuda"}


def table(rows, columns):
    lines = ["| tool | found | told apart | twins flagged |", "|---|---|---|---|"]
    for column in columns:
        sites_of = rows[column]
        harmless = [row for row in sites_of if row[3]]
        found = sum(row[1] for row in sites_of)
        apart = sum(row[1] and not row[2] for row in harmless)
        flagged = sum(row[2] for row in harmless)
        lines.append(f"| {column} | {found} of {len(sites_of)} | {apart} of {len(harmless)} | {flagged} of {len(harmless)} |")
    return lines


def table_by_rule(rows, columns):
    lines = ["Told apart, by rule:", "", "| rule | sites | " + " | ".join(columns) + " |", "|---|" + "---|" * (len(columns) + 1)]
    for rule in sorted({row[0] for row in rows["detrain"]}):
        counts = [sum(row[1] and not row[2] for row in rows[column] if row[0] == rule) for column in columns]
        total = sum(row[0] == rule for row in rows["detrain"])
        lines.append(f"| {rule} | {total} | " + " | ".join(map(str, counts)) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=[*TOOLS, "detrain"])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    tools = [column for column in TOOLS if (not args.only or column in args.only) and shutil.which("cppcheck" if column == "cppcheck" else "sh")]
    cache = Cache(args.cache)
    pairs = [check_labels.variants(path) for path in check_labels.programs()
             if path.parent.name not in LEFT_OUT and path.suffix in CLANG]
    rows = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for judged in pool.map(lambda pair: judge_pair(pair, tools, cache, args.detrain), pairs):
            for column, more in judged.items():
                rows[column] += more
            cache.save()
    cache.save()
    columns = [*tools, "detrain"]
    text = HEAD + "\n".join([*table(rows, columns), "", *table_by_rule(rows, columns)]) + "\n"
    print(text)
    if args.write:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
