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
import pathlib
import shutil
import subprocess

import lit.formats
import lit.Test

from state_truth import (COMPILERS, NOT_REPLAYABLE, SAVED, TWIN_MARK, VERIFIED, Wrong, header, must, run, truth,
                         twin_of)


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
