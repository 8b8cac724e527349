#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans, rewrites, builds and verifies each program in a folder of checkouts, and prints a table in Markdown.

    practice.py DIR --detrain PATH [--only REGEX]

Of DIR, each folder that holds a `detrain-practice.json` counts: a list of runs, written by whoever checked the program out. A run is

    {"program": "train.c",                      what the table calls it
     "compiler": ["gcc", "-O2"],                the compiler and its flags
     "sources": ["train.c"], "libraries": ["-lm"],
     "options": ["--step", "train.c:70"],       for plan and cc, where detrain needs any
     "shorten": ["sed -i s/5000/50/ train.c"],  lines for the shell, run in the copy of the checkout that is built
     "set_up": ["python3 $CHECKOUT/inputs.py"], lines for the shell, run in the folder that the program runs in
     "arguments": ["-n", "3"], "environment": {"OMP_NUM_THREADS": "2"},
     "kill_at": "all", "verify": ["--steps", "40"]}

Only the first three keys must be there. All happens in copies: the checkout stays as it is, the lines see it as $CHECKOUT, and the program runs
in a folder that is empty before `set_up`. Nothing is fetched. Exits with 1 where the verification of a plan that is bitwise or modelled fails.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SETTINGS = "detrain-practice.json"
SHOWN = 5  # failures of one run on stderr
HEAD = ("program", "commit", "guarantee", "loop", "verify", "boundaries", "saved", "seconds")


class Ended(Exception):
    """A phase that did not come to its end: there is no row beyond it, and its text is the result."""


def finish(phase, command, folder, limit, environment=None):
    """What a command wrote and its exit code; at the limit it is ended with all that it has started."""
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, errors="replace", start_new_session=True)
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        raise Ended(f"{phase}: none within {limit} s") from None
    return output, errors, process.returncode


def first_error(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "no message").strip()


def must(phase, command, folder, limit, environment=None):
    output, errors, code = finish(phase, command, folder, limit, environment)
    if code != 0:
        raise Ended(f"{phase}, exit code {code}: {first_error(errors or output)}")
    return output


def shell(run, key, folder, checkout):
    """The lines under a key, with the checkout and the run's own variables to be seen."""
    environment = {**os.environ, **run.get("environment", {}), "CHECKOUT": str(checkout)}
    for line in run.get(key, []):
        must(key, ["bash", "-c", line], folder, 100, environment)


def copy(run, checkout, scratch):
    """The sources to build, shortened, and the folder to run in."""
    shutil.copytree(checkout, scratch / "source", ignore=shutil.ignore_patterns(".git", SETTINGS), symlinks=True)
    (scratch / "run").mkdir()
    shell(run, "shorten", scratch / "source", checkout)
    shell(run, "set_up", scratch / "run", checkout)


def plan(args, run, scratch):
    command = [args.detrain, "plan", "--format=json", *run.get("options", []), *run["sources"], "--", *run["compiler"]]
    return json.loads(must("plan", command, scratch / "source", args.plan_limit))


def build(args, run, scratch):
    compiler = [*run["compiler"], *run["sources"], "-o", scratch / "run" / "program", *run.get("libraries", [])]
    options = [*run.get("options", []), *run.get("cc", [])]
    must("cc", [args.detrain, "cc", *options, "--", *compiler], scratch / "source", args.plan_limit + 100)
    shutil.rmtree(scratch / "run" / "program.detrain", ignore_errors=True)


def verify(args, run, scratch):
    command = [args.detrain, "verify", "--kill-at", run.get("kill_at", "all"), "--poison", "--format=json", *run.get("verify", [])]
    environment = {**os.environ, **run.get("environment", {})}
    program = ["./program", *run.get("arguments", [])]
    output, errors, code = finish("verify", [*command, "--", *program], scratch / "run", args.verify_limit, environment)
    if not output.startswith("{"):
        raise Ended(f"verify, exit code {code}: {first_error(errors or output)}")
    return json.loads(output)


def failures_of(result):
    """A line for each failed comparison: run, boundary, entry, and what is wrong with it."""
    for failure in result["failures"]:
        step = f" at step {failure['step']}" if "step" in failure else ""
        yield f"{failure['run']}: {failure.get('path', '')}{step}: {failure['message']}"


def verified(result):
    """The cells that a verification gives: what came out, boundaries, what is saved, how long it took."""
    failures = list(failures_of(result))
    text = "passed" if result["result"] == "passed" else "**failed**: " + (failures[0] if failures else result["result"])
    original = [check for check in result["checks"] if check["name"] == "unmodified program" and check["runs"]]
    text += ", unmodified program equal" if original and not original[0]["failed"] and result["result"] == "passed" else ""
    saved = f"{result['saved']['regions']}, {result['saved']['bytes'] / 1024:.1f} KiB"
    return [text, str(result["boundaries"]), saved, f"{result['seconds']:.0f}"]


def row(args, run, checkout, scratch):
    """The cells of a run, from the guarantee on, and whether a plan that calls itself replayable failed."""
    cells = ["no plan", ""]
    try:
        copy(run, checkout, scratch)
        made = plan(args, run, scratch)
        loop = made["step_loop"]
        cells = [made["guarantee"].replace("-", " "), f"`{pathlib.Path(loop['file']).name}:{loop['line']}`"]
        build(args, run, scratch)
        result = verify(args, run, scratch)
    except Ended as ended:
        return [*cells, str(ended), "", "", ""], False
    for failure in list(failures_of(result))[:SHOWN]:
        print(f"{run['program']}: {failure}", file=sys.stderr)
    return [*cells, *verified(result)], result["result"] != "passed" and made["guarantee"] in ("bitwise", "modelled")


def commit_of(checkout):
    command = ["git", "rev-parse", "--short=7", "HEAD"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    return done.stdout.strip() or "none"


def line(cells):
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--detrain", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose `program` matches")
    parser.add_argument("--plan-limit", type=int, default=200, metavar="SECONDS")
    parser.add_argument("--verify-limit", type=int, default=300, metavar="SECONDS")
    args = parser.parse_args()
    checkouts = sorted(path.parent for path in args.folder.glob(f"*/{SETTINGS}"))
    if not checkouts:
        sys.exit(f"practice.py: no {SETTINGS} in a folder of {args.folder}")
    wrong = False
    print(line(HEAD) + "\n" + line(["---"] * len(HEAD)).replace(" ", ""), flush=True)
    for checkout in checkouts:
        for run in json.loads((checkout / SETTINGS).read_text()):
            if re.search(args.only, run["program"]):
                with tempfile.TemporaryDirectory() as scratch:
                    cells, failed = row(args, run, checkout, pathlib.Path(scratch))
                wrong = wrong or failed
                print(line([run["program"], commit_of(checkout), *cells]), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
