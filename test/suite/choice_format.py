# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format for test/suite/choice: a program whose step loop is written in its first line.

    // right: 12,40 or 12+30; wrong: 8,51; kind: WORDS

`right` names the line of each loop that is a good step loop; loops that train one after the other are joined by `+`.
`wrong` names loops that look like one. They were named by hand before the tool was asked. Chosen must be one of the
right ones, by the exact analysis and by tier 0. pending.txt and pending_tier0.txt list programs of which the one or the
other chooses another loop, and why; one that comes out right must leave the list.
"""
import json
import pathlib
import re
import subprocess

import lit.formats
import lit.Test

HEADER = re.compile(r"// right: ([\d,+]+); wrong: ([\d,]+); kind: .+\n")
FLAGS = {".c": ["-std=gnu11", "-fopenmp"], ".cpp": ["-std=c++17", "-fopenmp"]}


ANALYSES = {"pending.txt": [], "pending_tier0.txt": ["--tier=0"]}  # options, by the list of what is not right yet


def pending(path):
    lines = path.read_text().splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def chosen(detrain, path, options):
    """The lines of the loops of the plan; None with what the tool said where there is no plan."""
    command = [detrain, "plan", *options, "--format=json", str(path), "--", *FLAGS[path.suffix]]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=900)
    if done.returncode != 0:
        return None, done.stderr
    plan = json.loads(done.stdout)
    loops = [plan["step_loop"], *(later["step_loop"] for later in plan.get("later", []))]
    here = [loop["line"] for loop in loops if pathlib.Path(loop["file"]).name == path.name]
    return frozenset(here if len(here) == len(loops) else []), ""


class ChoiceFormat(lit.formats.FileBasedTest):
    def __init__(self, detrain):
        self.detrain = detrain

    def execute(self, test, lit_config):
        path = pathlib.Path(test.getSourcePath())
        header = HEADER.match(path.read_text())
        if header is None:
            return lit.Test.FAIL, "the first line is not understood"
        right = {frozenset(map(int, loops.split("+"))) for loops in header[1].split(",")}
        for pending_list, options in ANALYSES.items():
            lines, said = chosen(self.detrain, path, options)
            is_right, is_pending = lines in right, path.name in pending(path.parent / pending_list)
            if is_right and is_pending:
                return lit.Test.FAIL, f"right now: take it out of {pending_list}"
            if not is_right and not (is_pending and lines is not None):
                return lit.Test.FAIL, said or f"{' '.join(options)} chosen: {sorted(lines)}; right: {header[1]}"
        return lit.Test.PASS, ""
