# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format for test/suite/state: a program whose true state is written in its header, and its twin.

    // STATE: carried w v | counter step | dead g       what the plan must say of the program
    // TWIN: carried w | counter step | dead v g         and of its twin
    // FLAGS: -fopenmp                                   what else the compiler needs, if anything

The twin is the program with one line replaced: that above the comment `// twin: LINE`. It is a test of its own,
`FILE@twin`. Saved paths (carried, stream, cursor, counter) are compared exactly; the others that are named must be in
the plan, as they are called there, and others yet may be; `absent` ones must not. `STATE: not-replayable` stands for a
plan that says so, whatever else is in it.

Then the program is rewritten and built, and `detrain verify` kills it at every boundary, poisons what is not saved
(among it all that is named dead), and loses each saved entry, which must be noticed.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

import lit.formats
import lit.Test

SAVED = {"carried", "stream", "cursor", "counter", "image"}
UNSAVED = {"dead", "derived", "invariant", "log", "absent"}
COMPILERS = {".c": ["gcc", "-std=gnu11"], ".cpp": ["g++", "-std=c++20"]}
VERIFIED = {".c", ".cpp"}  # languages that are rewritten, and so can be run; of others only the plan would be compared
NOT_REPLAYABLE = "not-replayable"
TWIN_MARK = "@twin"
TWIN_LINE = re.compile(r"^[^\n]*\n[ \t]*// twin:([^\n]*)\n", re.MULTILINE)


class Wrong(Exception):
    pass


def clean_environment():
    """Only what a test sets itself may steer detrain and the programs that it builds."""
    steering = ("CPATH", "LIBRARY_PATH", "CFLAGS", "CXXFLAGS")
    kept = {name: text for name, text in os.environ.items() if name not in steering and not name.startswith("DETRAIN_")}
    return {**kept, "LC_ALL": "C", "NO_COLOR": "1", "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}


def run(command, folder):
    return subprocess.run([str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=1800, env=clean_environment())


def must(command, folder):
    done = run(command, folder)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def twin_of(text):
    if len(TWIN_LINE.findall(text)) != 1:
        raise Wrong("one line, and only one, must be followed by `// twin:`")
    return TWIN_LINE.sub(lambda found: found[1] + "\n", text)


def header(text, key):
    found = re.findall(rf"^// {key}: *(.*)$", text, re.MULTILINE)
    if len(found) > 1:
        raise Wrong(f"more than one `{key}:`")
    return found[0] if found else ""


def truth(text, key):
    """path -> persistence; {} where the plan must say that the program is not replayable."""
    wanted = {}
    line = header(text, key)
    if line == NOT_REPLAYABLE:
        return {}
    for group in line.split("|"):
        persistence, *paths = group.split() or [""]
        if persistence not in SAVED | UNSAVED or not paths:
            raise Wrong(f"`{key}:` is not understood: {group}")
        wanted.update({path: persistence for path in paths})
    return wanted


def entry_differences(plan, wanted):
    """What the plan says otherwise than the truth."""
    entries = {entry["path"]: entry for entry in plan["entries"]}
    for path, persistence in wanted.items():
        is_now = entries[path]["persistence"] if path in entries else "absent"
        if is_now != persistence:
            yield f"{path}: is {persistence}, the plan says {is_now}"
    for path, entry in entries.items():
        if entry["saved"] != (entry["persistence"] in SAVED):
            yield f"{path}: {entry['persistence']}, with saved = {entry['saved']}"
        if entry["saved"] and path not in wanted:
            yield f"{path}: is no state, the plan saves it as {entry['persistence']}"


def plan_differences(plan, wanted):
    is_replayable = plan["guarantee"] != NOT_REPLAYABLE
    if is_replayable != bool(wanted):
        reasons = [reason["message"] for reason in plan["guarantee_why"]]
        return [f"the plan says {plan['guarantee']}: {reasons}"]
    return list(entry_differences(plan, wanted)) if wanted else []


def verify_differences(result, wanted):
    """What running showed otherwise than the truth."""
    if result["result"] != "passed":
        yield f"verify: {json.dumps(result['failures'][:3])}"
    if not any(check["name"] == "unmodified program" and check["runs"] for check in result["checks"]):
        yield "the unmodified program was not run"
    lost = {ablation["path"] for ablation in result["ablations"]}
    for ablation in result["ablations"]:  # the block of what is dead may be among them, if steps allocate it
        if not ablation["necessary"] and wanted.get(ablation["path"]) in SAVED:
            yield f"{ablation['path']}: is saved, and {ablation['evidence']}"
    for path, persistence in wanted.items():
        if persistence in SAVED and path not in lost:
            yield f"{path}: was not lost by any run"
        if persistence in {"dead", "derived"} and not result["poisoned"].get(path):
            yield f"{path}: not one byte of it was poisoned"


class StateFormat(lit.formats.FileBasedTest):
    def __init__(self, detrain):
        self.detrain = detrain

    def getTestsForPath(self, suite, path_in_suite, lit_config, local_config):
        for test in super().getTestsForPath(suite, path_in_suite, lit_config, local_config):
            yield test
            yield lit.Test.Test(suite, (*path_in_suite[:-1], path_in_suite[-1] + TWIN_MARK), local_config)

    def execute(self, test, lit_config):
        name = test.path_in_suite[-1]
        source = pathlib.Path(test.getSourcePath().removesuffix(TWIN_MARK))
        folder = pathlib.Path(test.getExecPath())
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            wrong = self.judge(source, name.endswith(TWIN_MARK), folder)
        except (Wrong, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
            wrong = [str(error)]
        shutil.rmtree(folder, ignore_errors=not wrong)
        return (lit.Test.FAIL, "\n".join(wrong)) if wrong else (lit.Test.PASS, "")

    def judge(self, source, is_twin, folder):
        text = source.read_text()
        twin = twin_of(text)
        if truth(text, "STATE") == truth(text, "TWIN"):
            raise Wrong("the twin has the same truth")
        wanted = truth(text, "TWIN" if is_twin else "STATE")
        (folder / source.name).write_text(twin if is_twin else text)
        for path in (source.parent / "Inputs").iterdir():
            shutil.copy(path, folder)
        compiler = [*COMPILERS[source.suffix], "-O1", *header(text, "FLAGS").split()]
        plan = json.loads(must([self.detrain, "plan", source.name, "--format=json", "--", *compiler], folder))
        wrong = plan_differences(plan, wanted)
        if wrong or not wanted or source.suffix not in VERIFIED:
            return wrong
        return list(verify_differences(self.verify(source, compiler, folder), wanted))

    def verify(self, source, compiler, folder):
        must([self.detrain, "cc", "--", *compiler, source.name, "-o", "program", "-lm"], folder)
        options = ["-j", "1", "--kill-at", "all", "--poison", "--ablate", "--format=json"]
        done = run([self.detrain, "verify", *options, "--", "./program"], folder)
        if not done.stdout:
            raise Wrong(f"verify: exit code {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)
