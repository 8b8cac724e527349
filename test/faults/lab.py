# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of a program in folders of their own, and what becomes of them when they are resumed."""

import json
import os
import pathlib
import shutil
import subprocess

MODES = {
    "uring": {"DETRAIN_IO": "uring"},
    "threads": {"DETRAIN_IO": "threads", "DETRAIN_KEEP": "2"},  # so that each save removes an old step
    "zstd": {"DETRAIN_COMPRESS": "zstd", "DETRAIN_KEEP": "3"},
    "inline": {"DETRAIN_SAVE": "inline"},
}
TIMEOUT = 60
DATA = {"count.txt": "5\n", "log.txt": "an earlier run\n", "data.txt": "3\n4\n5\n6\n7\n8\n9\n"}


class Case:
    """A folder with the program's folder `run`, and DIR beside it."""

    def __init__(self, path, start=True):
        self.path = pathlib.Path(path)
        self.run, self.ck = self.path / "run", self.path / "ck"
        if start:
            self.run.mkdir(parents=True)
            for name, text in DATA.items():
                (self.run / name).write_text(text)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def copy(self, path):
        shutil.copytree(self.path, path, symlinks=True)
        return Case(path, start=False)

    def committed(self):
        if not self.ck.is_dir():
            return []
        return sorted(int(p.name[5:]) for p in self.ck.iterdir()
                      if p.name[5:].isdigit() and (p / "COMMITTED").exists())

    def outputs(self):
        return {p.name: p.read_bytes() for p in sorted(self.run.iterdir())} if self.run.is_dir() else {}


class Lab:
    def __init__(self, program, folder, mode, steps=None):
        self.command = [str(program), *([str(steps)] if steps else [])]
        self.folder, self.mode = pathlib.Path(folder), mode
        self.number = 0
        self.reference = self.case()
        code, error, _ = self.start(self.reference)
        if code != 0:
            raise SystemExit(f"the reference ended with {code}: {error}")
        self.expected = self.reference.outputs()
        self.last = self.reference.committed()[-1]

    def case(self):
        self.number += 1
        return Case(self.folder / f"case{self.number}")

    def copy(self, case):
        self.number += 1
        return case.copy(self.folder / f"case{self.number}")

    def start(self, case, **variables):
        """Exit code (negative: a signal), stderr, and the step that was restored."""
        report = case.path / "report.jsonl"
        report.unlink(missing_ok=True)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("DETRAIN_")}
        environment.update({"DETRAIN_DIR": str(case.ck), "DETRAIN_SEED": "7", "DETRAIN_REPORT": str(report),
                            "DETRAIN_TEXT": str(case.run / "text.txt"), "DETRAIN_MASK_LOG": "a", **MODES[self.mode], **variables})
        try:
            result = subprocess.run(self.command, cwd=case.run, env=environment, stdin=subprocess.DEVNULL,
                                    capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return -1000, f"did not end within {TIMEOUT} s", None
        restored = None
        for line in report.read_text().splitlines() if report.exists() else []:
            event = json.loads(line) if line.endswith("}") else {}
            restored = event["step"] if event.get("event") == "restore" else restored
        return result.returncode, result.stderr, restored

    def judge(self, case, at_least=0, may_refuse=False, another=None):
        """Resumes a run. ("restored", K), ("fresh", ""), ("refused", line), or what must not be: ("wrong"|"lost"|
        "crashed", why). `another`: files that are right too."""
        if not case.committed():
            return ("lost", f"step {at_least} was durable") if at_least else ("fresh", "")
        code, error, restored = self.start(case)
        if code in (2, 3):
            line = error.strip().splitlines()[-1] if error.strip() else ""
            if not line.startswith("detrain: "):
                return "crashed", f"code {code} without a line"
            return ("refused", line) if may_refuse else ("lost", line)
        if code != 0:
            return "crashed", f"code {code}: {error[-300:]}"
        if restored is None:
            return "lost", "started afresh over a committed step"
        found = case.outputs()
        if found == another:
            return "restored", restored
        for name in sorted(found.keys() | self.expected.keys()):
            if found.get(name) != self.expected.get(name):
                return "wrong", f"{name} differs after going on from step {restored}"
        if restored < at_least:
            return "lost", f"went on from step {restored}, but {at_least} was durable: {error.strip()[-300:]}"
        return "restored", restored
