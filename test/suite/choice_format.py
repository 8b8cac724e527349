# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format for test/suite/choice: a program whose step loop is written in its first line.

    // right: 12,40 or 12+30; wrong: 8,51; kind: WORDS

`right` names the line of each loop that is a good step loop; loops that train one after the other are joined by `+`.
`wrong` names loops that look like one. They were named by hand before the tool was asked. Chosen must be one of the
right ones. pending.txt lists programs of which another loop is chosen, and why; one that comes out right must leave it.
"""
import json
import pathlib
import re
import subprocess

import lit.formats
import lit.Test

HEADER = re.compile(r"// right: ([\d,+]+); wrong: ([\d,]+); kind: .+\n")
FLAGS = {".c": ["-std=gnu11", "-fopenmp"], ".cpp": ["-std=c++17", "-fopenmp"]}


def pending(folder):
    lines = (folder / "pending.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def chosen(detrain, path):
    """The lines of the loops of the plan; None with what the tool said where there is no plan."""
    command = [detrain, "plan", "--format=json", str(path), "--", *FLAGS[path.suffix]]
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
        lines, said = chosen(self.detrain, path)
        is_right, is_pending = lines in right, path.name in pending(path.parent)
        if is_right and is_pending:
            return lit.Test.FAIL, "right now: take it out of pending.txt"
        if is_right or (is_pending and lines is not None):
            return lit.Test.PASS, ""
        return lit.Test.FAIL, said or f"chosen: {sorted(lines)}; right: {header[1]}"
