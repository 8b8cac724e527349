#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does to a run what may befall it, resumes it, and holds its files against those of a run that nothing befell.

    faults.py PROGRAM FOLDER [--what kill,error,restore,remove,damage,silent,power,forge] [--mode uring,threads,zstd,inline]
              [--share N] [--seed N] [--steps N] [--nosync TEXT]

PROGRAM is linked with faulty_io.cpp and makes N steps (--steps; else its own number). One in N (--share) of the calls is tried. Prints counts and outcomes; exit code 1
where a durable step was lost, a byte was wrong or a process crashed. docs/testing.md says what each kind does."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shutil
import sys
import tempfile
import threading

import crash
import forge
import lab as labs

BAD = ("lost", "wrong", "crashed")
ERRORS = ("ENOSPC", "EIO", "EINTR", "short")


class Tally:
    def __init__(self):
        self.outcomes = collections.Counter()
        self.bad = []
        self.lock = threading.Lock()

    def add(self, what, outcome, why):
        with self.lock:
            self.outcomes[outcome] += 1
            if outcome in BAD:
                self.bad.append(f"{outcome}: {what}: {why}")

    def text(self):
        return ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items())) or "nothing done"


class Bench:
    def __init__(self, args, mode, folder):
        self.args, self.lab = args, labs.Lab(args.program, folder, mode, args.steps)
        self.random = random.Random(f"{args.seed} {mode}")
        self.pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
        self.lock = threading.Lock()

    def new(self, base=None):
        with self.lock:
            self.lab.number += 1
            path = self.lab.folder / f"case{self.lab.number}"
        return base.copy(path) if base else labs.Case(path)

    def calls(self, base=None, **variables):
        """How many calls the layer sees in a run, and what it changes."""
        case = self.new(base)
        log = case.path / "log"
        self.lab.start(case, DETRAIN_FAULT_LOG=str(log), **variables)
        records = crash.read_log(log)
        return max(int(a[0]) for op, a, _ in records if op == "calls"), records, case

    def chosen(self, count):
        step = self.args.share
        return range(1 + self.random.randrange(step), count + 1, step)

    def each(self, items, function):
        tally = Tally()

        def one(item):
            what, (outcome, why) = str(item), function(item)
            tally.add(what, outcome, why)
        list(self.pool.map(one, items))
        return tally

    # A process that is killed instead of its n-th call; what it committed is what comes back.
    def killed(self, base=None, another=None, **variables):
        def one(number):
            case = self.new(base)
            code, error, _ = self.lab.start(case, DETRAIN_FAULT=f"kill:{number}", **variables)
            committed = case.committed()
            result = (("crashed", f"code {code}: {error[-300:]}") if code not in (-9, 0) else
                      self.lab.judge(case, committed[-1] if committed else 0, another=another))
            case.remove()
            return result
        return self.each(self.chosen(self.calls(base, **variables)[0]), one)

    # A call that fails: the run goes on and is right, or ends with its line and code, and what it committed comes back.
    def failed(self, base=None, **variables):
        def one(item):
            kind, number = item
            case = self.new(base)
            code, error, _ = self.lab.start(case, DETRAIN_FAULT=f"{kind}:{number}", **variables)
            committed = case.committed()
            lines = [line for line in error.splitlines() if line]
            if code not in (0, 2, 3) or any(not line.startswith("detrain: ") for line in lines):
                result = "crashed", f"code {code}: {error[-300:]}"
            elif code != 0 and not lines:
                result = "crashed", f"code {code} without a line"
            elif code == 0 and case.outputs() != self.lab.expected:
                result = "wrong", "the run went on, with other files"
            else:
                result = self.lab.judge(case, committed[-1] if committed else 0)
            case.remove()
            return result
        count = self.calls(base, **variables)[0]
        return self.each([(kind, number) for kind in ERRORS for number in self.chosen(count)], one)

    def halfway(self):
        """A run that was killed in the middle of its second half, while it saved."""
        case = self.new()
        self.lab.start(case, DETRAIN_FAULT=f"kill:{self.calls()[0] * 3 // 4}")
        return case

    def kill(self):
        return self.killed()

    def error(self):
        return self.failed()

    def restore(self):
        base = self.halfway()
        return [self.killed(base), self.failed(base)]

    # All steps, by DETRAIN_RESUME=never; one that is in the way, as it is damaged.
    def remove(self):
        base = self.halfway()
        spoilt = self.new(base)
        (spoilt.ck / f"step_{spoilt.committed()[-1]:08}" / "meta.json").write_text("{}")
        anew = self.new(base)  # the program appends to what the run before left
        self.lab.start(anew, DETRAIN_RESUME="never")
        return [self.killed(base, anew.outputs(), DETRAIN_RESUME="never"), self.killed_over(spoilt)]

    def killed_over(self, base):
        newest_good = base.committed()[-2]

        def one(number):
            case = self.new(base)
            self.lab.start(case, DETRAIN_FAULT=f"kill:{number}")
            result = self.lab.judge(case, newest_good)
            case.remove()
            return result
        return self.each(self.chosen(self.calls(base)[0]), one)

    # Any byte of any file, and any length.
    def damage(self):
        base = self.halfway()
        files = [p.relative_to(base.path) for root in (base.ck, base.run) for p in sorted(root.rglob("*"))
                 if p.is_file() and p.stat().st_size > 0 and p.name != "lock" and
                 self.lab.expected.get(p.name, b"") != labs.DATA.get(p.name, "none").encode()]
        times = max(1, 24 // self.args.share)
        newest = f"step_{base.committed()[-1]:08}"
        items = []
        for file in files:
            size = (base.path / file).stat().st_size
            items += [(str(file), "flip", self.random.randrange(size * 8)) for _ in range(times)]
            items += [(str(file), "cut", self.random.randrange(size)) for _ in range(max(1, times // 4))]
        # Another digit: all that can be read as before.
        meta = (base.path / f"ck/{newest}/meta.json").read_bytes()
        digits = [i for i, byte in enumerate(meta) if chr(byte).isdigit()]
        items += [(f"ck/{newest}/meta.json", "digit", self.random.choice(digits)) for _ in range(times * 10)]

        def one(item):
            file, how, at = item
            case = self.new(base)
            content = bytearray((case.path / file).read_bytes())
            if how == "cut":
                del content[at:]
            elif how == "digit":
                content[at] = ord("0") + (content[at] - ord("0") + 1 + at % 9) % 10
            else:
                content[at // 8] ^= 1 << at % 8
            (case.path / file).write_bytes(content)
            result = self.lab.judge(case, may_refuse=True)
            case.remove()
            return result
        return self.each(items, one)

    # The newest step as somebody else has made it. What it says may be taken for true, however odd, and the program may
    # then end with a code of its own; but it must end, in order, and nobody but the runtime speaks.
    def forge(self):
        base = self.halfway()

        def one(seed):
            case = self.new(base)
            chance = random.Random(seed)
            forge.forge(case.ck / f"step_{case.committed()[-1]:08}", chance.choice((1, 1, 1, 2, 3)), chance)
            code, error, _ = self.lab.start(case)
            lines = [line for line in error.splitlines() if line]
            if code < 0 or any(not line.startswith("detrain: ") for line in lines):
                result = "crashed", f"code {code}: {error[-2000:]}"
            else:
                result = ("refused", lines[-1]) if code in (2, 3, 4) and lines else ("restored", "")
            case.remove()
            return result
        return self.each([self.random.randrange(1 << 40) for _ in range(max(1, 3000 // self.args.share))], one)

    # The disk turns a bit of what a save writes, and the process is killed some calls later. One step alone is kept:
    # the one before, until the next is known to be good.
    def silent(self):
        keep = {"DETRAIN_KEEP": "1"}
        count, records, _ = self.calls(**keep)
        second = next(i for i, (op, a, _) in enumerate(records) if op == "rename" and a[1].endswith("step_00000002"))
        first_call = max(int(a[0]) for op, a, _ in records[:second] if op == "calls")
        items = [(n, min(count, n + 1 + self.random.randrange(150))) for n in self.chosen(count) if n > first_call + 10]

        def one(item):
            case = self.new()
            self.lab.start(case, DETRAIN_FAULT=f"flip:{item[0]},kill:{item[1]}", **keep)
            result = self.lab.judge(case)
            case.remove()
            return result
        return self.each(items, one)

    # The machine stops at some call; what was durable by then is still there.
    def power(self):
        variables = {"DETRAIN_FAULT_NOSYNC": self.args.nosync} if self.args.nosync else {}
        _, records, case = self.calls(**variables)
        durable = crash.durable_steps(records, case.ck)
        changes = [i for i, record in enumerate(records) if record[0] != "calls"]
        seeds = [(i, how, self.random.randrange(1 << 30)) for how in ("nothing", "all", "names", "some", "some")
                 for i in changes if self.random.randrange(self.args.share) == 0]
        start = self.new()

        def one(item):
            at, how, seed = item
            disk = crash.Disk(case.path)
            disk.apply("mkdir", [str(case.run)], b"")
            for name, content in start.outputs().items():
                disk.apply("create", [str(case.run / name)], b"")
                disk.apply("write", [str(case.run / name), "0"], content)
            disk.settle()
            for op, arguments, data in records[:at]:
                if not (op == "create" and disk.find(arguments[0]) is not None):
                    disk.apply(op, arguments, data)
            left = self.new()
            left.remove()
            disk.leave(left.path, random.Random(seed), how)
            result = self.lab.judge(left, max((k for i, k in durable if i < at), default=0))
            left.remove()
            return result
        return self.each(seeds, one)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("folder", nargs="?", default="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    parser.add_argument("--what", default="kill,error,restore,remove,damage,silent,power,forge")
    parser.add_argument("--mode", default=",".join(labs.MODES))
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--steps", type=int)
    parser.add_argument("--nosync", default="")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    print(f"{args.program.name}, seed {args.seed}, one call in {args.share}", flush=True)
    bad = 0
    for mode in args.mode.split(","):
        folder = tempfile.mkdtemp(prefix="detrain-faults.", dir=args.folder)
        try:
            bench = Bench(args, mode, folder)
            for what in args.what.split(","):
                tallies = getattr(bench, what)()
                for tally in tallies if isinstance(tallies, list) else [tallies]:
                    print(f"{args.program.name} {mode} {what}: {tally.text()}", flush=True)
                    bad += len(tally.bad) + (not tally.outcomes)
                    for line in tally.bad[:10]:
                        print("    " + line, flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("none lost, none wrong" if bad == 0 else f"{bad} must not be")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
