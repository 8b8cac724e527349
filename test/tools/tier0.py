#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `--tier=0` promises, for programs whose true state is known: test/suite/state.

    test/tools/tier0.py DETRAIN [-j N] [--only REGEX] [--table]

Each program is planned twice, exactly and with --tier=0. The plan of tier 0 must name what the program's header calls
state (a block of the heap counts as named where the plan saves all blocks), and must be replayable where the truth is.
Then the program is built with it, and must pass `detrain verify --kill-at all --poison`. `--table` prints the rows of
docs/tier0.md: how much the two plans save. Exit 1: a program did not pass.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "test/suite"))

from state_truth import COMPILERS, NOT_REPLAYABLE, SAVED, header, run, truth  # noqa: E402 (the path is set above)

HEAP = "heap::image[]"


class Failed(Exception):
    pass


class NoPlan(Exception):
    pass


def must(command, folder):
    done = run(command, folder)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "note:" not in line]
        if done.returncode == 4:
            raise NoPlan(" ".join(said)[-160:])
        raise Failed(f"{command[1]}: exit code {done.returncode}: {' '.join(said)[-160:]}")
    return done.stdout


def without_state(plan, wanted):
    """What is state and the plan does not save; a path of a block has the name of a pointer in it."""
    saved = {entry["path"] for entry in plan["entries"] if entry["saved"]}
    heap = HEAP in saved
    variables = {re.split(r"[.\[#]|->", path)[0].lstrip("*&") for path in saved}
    return [path for path, persistence in wanted.items() if persistence in SAVED and path not in saved and
            not (heap and re.split(r"[.\[#]|->", path)[0].lstrip("*&") in variables)]


def built(detrain, tier, source, compiler, folder):
    must([detrain, "cc", f"--tier={tier}", "--", *compiler, source.name, "-o", f"program{tier}", "-lm"], folder)
    kinds = ["--kill-at", "all", "--poison"] if tier == 0 else ["--kill-at", "1"]
    done = run([detrain, "verify", "-j", "1", *kinds, "--format=json", "--", f"./program{tier}"], folder)
    if not done.stdout:
        raise Failed(f"verify: exit code {done.returncode}: {done.stderr.strip()[-160:]}")
    return json.loads(done.stdout)


def judge(detrain, source):
    """(what is wrong or "", bytes of the exact plan, bytes of tier 0)"""
    text = source.read_text()
    wanted = truth(text, "STATE")
    compiler = [*COMPILERS[source.suffix], "-O1", *header(text, "FLAGS").split()]
    with tempfile.TemporaryDirectory(prefix="tier0.") as name:
        folder = pathlib.Path(name)
        shutil.copy(source, folder)
        for path in (source.parent / "Inputs").iterdir():
            shutil.copy(path, folder)
        command = [detrain, "plan", source.name, "--format=json"]
        try:
            exact = json.loads(must([*command, "--", *compiler], folder))
            plan = json.loads(must([*command, "--tier=0", "--", *compiler], folder))
            is_one_loop = exact["step_loop"]["line"] == plan["step_loop"]["line"]
            lacking = without_state(plan, wanted) if is_one_loop else []
            if lacking:
                raise Failed(f"is state and not saved: {', '.join(lacking)}")
            if not wanted:
                return "", None, None
            if plan["guarantee"] == NOT_REPLAYABLE:
                return "not replayable: " + plan["guarantee_why"][0]["message"], None, None
            least, most = (built(detrain, tier, source, compiler, folder) for tier in (1, 0))
            said = json.dumps(most["failures"][:2])
            if "a thread of the program lives at this boundary" in said:
                return "refused at its first step: a thread lives there", None, None
            if most["result"] != "passed":
                raise Failed(f"verify: {said}")
            return "" if is_one_loop else "another loop", least["saved"]["bytes"], most["saved"]["bytes"]
        except NoPlan as error:
            return f"no plan: {error}", None, None
        except (Failed, json.JSONDecodeError, subprocess.TimeoutExpired) as error:
            return f"FAILED {error}", None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=pathlib.Path)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    detrain = given.detrain.resolve()
    sources = [path for path in sorted((TOP / "test/suite/state").iterdir())
               if path.suffix in COMPILERS and re.search(given.only, path.name)]
    with concurrent.futures.ThreadPoolExecutor(given.j) as pool:
        rows = list(zip(sources, pool.map(lambda source: judge(detrain, source), sources)))
    ratios = []
    for source, (wrong, least, most) in rows:
        if least and most:
            ratios.append(most / least)
        if given.table and most is not None:
            print(f"| `{source.name}` | {least} | {most} | {wrong} |")
        elif wrong:
            print(f"{source.name}: {wrong}")
    failed = [source.name for source, (wrong, _, _) in rows if wrong.startswith("FAILED")]
    refused = sum(wrong.startswith("not replayable") for _, (wrong, _, _) in rows)
    ended = sum(wrong.startswith("refused") for _, (wrong, _, _) in rows)
    without = sum(wrong.startswith("no plan") for _, (wrong, _, _) in rows)
    median = f", median of the ratios {statistics.median(ratios):.1f}" if ratios else ""
    print(f"{len(rows)} programs: {len(failed)} failed, {refused} not replayable in tier 0 alone, "
          f"{ended} refused when run, {without} without a plan{median}")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
