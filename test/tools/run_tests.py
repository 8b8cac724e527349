#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test of a build and prints one closing line: `N passed, N failed, N skipped`.

    run_tests.py BUILD [--unit BUILD]... [--only SUITE]... [--filter REGEX] [-j N]

Suites: layering, docs, format, tidy, unit, lit. A skipped test counts as failed when what it misses is installed, or
when it does not say what it misses (features.py).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import checks
import features

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
UNIT_TIMEOUT = 3600  # seconds for one shard of an executable: for what hangs, not for what is slow
SUITES = ("layering", "docs", "format", "tidy", "unit", "lit")


class Tally:
    """Counts outcomes and prints what is not a pass as it comes."""

    def __init__(self):
        self.counts = {PASSED: 0, FAILED: 0, SKIPPED: 0}

    def add(self, name, outcome, detail=""):
        self.counts[outcome] += 1
        if outcome != PASSED:
            print(f"{outcome.upper()}: {name}", flush=True)
            if detail:
                print("    " + detail.strip().replace("\n", "\n    "), flush=True)

    def summary(self):
        return ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items())


def judge_skip(missing, present, known):
    """A skip's outcome, from the names of the features that the test says it misses."""
    if not missing:
        return FAILED, "skipped without saying what it needs"
    wrong = [name for name in missing if name in present or name not in known]
    if wrong:
        return FAILED, f"skipped for want of {', '.join(wrong)}, which is installed or not a feature"
    return SKIPPED, f"needs {', '.join(missing)}"


def outcome_of_gtest(test, present, known):
    if test.get("result") == "SKIPPED":
        said = " ".join(skip.get("message", "") for skip in test.get("skipped", []))
        return judge_skip(re.findall(r"needs: ([\w-]+)", said), present, known)
    if test.get("failures"):
        return FAILED, "\n".join(failure["failure"] for failure in test["failures"])
    if test.get("result") == "COMPLETED":
        return PASSED, ""
    return None, ""  # not run: left out by the filter or disabled


def run_shard(binary, args, shard):
    """One shard of a test executable, as (exit code, suites of its report or None, output), or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        # A folder of its own for each shard: tests may then name their files as they like.
        environment = dict(os.environ, GTEST_TOTAL_SHARDS=str(args.jobs), GTEST_SHARD_INDEX=str(shard),
                           TEST_TMPDIR=folder, OMP_WAIT_POLICY="passive")
        command = [str(binary), f"--gtest_output=json:{report}", f"--gtest_filter={args.gtest_filter}"]
        try:
            result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                    timeout=UNIT_TIMEOUT, env=environment)
            suites = json.loads(report.read_text())["testsuites"]
        except subprocess.TimeoutExpired:
            return None, None, f"did not end within {UNIT_TIMEOUT} s"
        except (OSError, ValueError):  # no report: it died
            return result.returncode, None, (result.stdout + result.stderr)[-4000:]
    return result.returncode, suites, result.stderr[-4000:]


def count_gtest(binary, args, shards, present, known, tally):
    """One test executable, by the reports of its shards; a crash or an empty run is a failure."""
    label = f"{binary.parents[2].name}/{binary.name}"
    ran = 0
    for code, suites, output in shards:
        failed = 0
        for suite in suites or []:
            for test in suite["testsuite"]:
                outcome, detail = outcome_of_gtest(test, present, known)
                if outcome:
                    tally.add(f"{label}: {suite['name']}.{test['name']}", outcome, detail)
                    ran, failed = ran + 1, failed + (outcome == FAILED)
        if suites is None or (code != 0 and not failed):
            tally.add(label, FAILED, f"exit code {code}\n{output}")
            ran += 1
    if not ran and args.gtest_filter == "*":
        tally.add(label, FAILED, "ran no test")


def run_unit(build, args, tally):
    present, known = features.available(build)
    binaries = sorted((build / "test/unit").glob("test_unit_*"))
    if not binaries:
        tally.add(f"unit tests of {build}", FAILED, "there are none; build them first")
    if "gpu" not in present:
        for binary in [binary for binary in binaries if binary.name == "test_unit_gpu"]:
            binaries.remove(binary)
            tally.add(f"{build.name}/{binary.name}", *judge_skip(["gpu"], present, known))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [(binary, [pool.submit(run_shard, binary, args, shard) for shard in range(args.jobs)])
                for binary in binaries]
        for binary, shards in runs:
            count_gtest(binary, args, [shard.result() for shard in shards], present, known, tally)


def lit_detail(output):
    """The ends of both streams, what the last command said at the very end: a test's trace is often longer than all else."""
    said, mark, trace = output.partition("Command Output (stderr):\n")
    code, _, said = said.partition("\n")
    return f"{mark}{trace[-3000:]}\n{code}\n{said[-3000:]}" if mark else output[-6000:]


def judge_lit(test, present, known):
    if test["code"] in ("PASS", "XFAIL", "FLAKYPASS"):
        return PASSED, ""
    if test["code"] in ("UNSUPPORTED", "SKIPPED"):
        match = re.search(r"unavailable features: (.*)", test["output"])
        return judge_skip(re.findall(r"[\w-]+", match[1]) if match else [], present, known)
    return FAILED, lit_detail(test["output"])


def show_failures(command):
    """Runs lit and tells which tests fail as they do: a run that is ended from outside has then told something. The
    output."""
    said = []
    # Without it lit sets TMPDIR to a folder of its own, on the disk, and detrain keeps the runs that it verifies there.
    environment = {**os.environ, "LIT_PRESERVES_TMP": "1"}
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as lit:
        for line in lit.stdout:
            said.append(line)
            if re.match(r"[A-Z]+: .* \(\d+ of \d+\)$", line):
                print(line, end="", flush=True)
    return "".join(said)


def run_lit(build, args, tally):
    present, known = features.available(build)
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "lit.json"
        # One more than there are cores: a good part of the tests waits, for ranks, kills and time limits.
        command = [str(features.LLVM_BIN / "lit"), "-q", f"-j{args.jobs + 1}", "-o", str(report), str(build / "test"),
                   str(build / "test/suite")]
        command += ["--filter", args.filter] if args.filter else []
        output = show_failures(command)
        if not report.exists():
            tally.add("lit", FAILED, output[-4000:])
            return
        tests = json.loads(report.read_text())["tests"]
    for test in tests:
        if test["code"] != "EXCLUDED":
            tally.add(test["name"], *judge_lit(test, present, known | {"sanitized"}))
    sites, waiting = (sum(test.get("metrics", {}).get(name, 0) for test in tests) for name in ("sites", "pending"))
    print(f"{sites} labelled sites, {waiting} of them not right yet (test/suite/check/pending.txt)", flush=True)


def run_check(name, function, tally):
    complaint = function()
    tally.add(name, FAILED if complaint else PASSED, complaint[-20000:])


def suite_runners(args, tally):
    source = pathlib.Path(__file__).resolve().parents[2]

    def unit():
        for build in args.unit or [args.build]:
            run_unit(build, args, tally)

    def layering():
        run_check("layering", lambda: checks.layering(source), tally)
        run_check("layering self-test", checks.layering_self_test, tally)
        run_check("runner self-test", checks.runner_self_test, tally)

    def tidy():
        run_check("clang-tidy", lambda: checks.clang_tidy(source, args.build, args.jobs, args.filter), tally)

    return {
        "layering": layering,
        "docs": lambda: run_check("links of the documentation", lambda: checks.links(source), tally),
        "format": lambda: run_check("clang-format", lambda: checks.clang_format(source), tally),
        "tidy": tidy,
        "unit": unit,
        "lit": lambda: run_lit(args.build, args, tally),
    }


def chosen_suites(args):
    suites = args.only or list(SUITES)
    if os.environ.get("DETRAIN_SKIP_TIDY") and not os.environ.get("CI"):
        print("note: DETRAIN_SKIP_TIDY is set, clang-tidy does not run", flush=True)
        suites = [name for name in suites if name != "tidy"]
    return suites


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--unit", action="append", default=[], type=lambda text: pathlib.Path(text).resolve(),
                        help="a build whose unit tests run, in place of those of BUILD")
    parser.add_argument("--only", action="append", choices=SUITES)
    parser.add_argument("--filter", help="only lit tests, and files for clang-tidy, whose path matches")
    parser.add_argument("--gtest-filter", default="*", help="only unit tests that match")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    args = parse_arguments()
    tally = Tally()
    runners = suite_runners(args, tally)
    for name in chosen_suites(args):
        start = time.monotonic()
        print(f"== {name}", flush=True)
        runners[name]()
        print(f"== {name}: {time.monotonic() - start:.0f} s", flush=True)
    print(tally.summary())
    return 1 if tally.counts[FAILED] or not tally.counts[PASSED] else 0


if __name__ == "__main__":
    sys.exit(main())
