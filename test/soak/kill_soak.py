#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills a program that saves at every step, again and again, under `detrain run`, and holds what it leaves against a run
that nobody killed: text, files, and every byte of the last checkpoint.

Each moment is drawn from the printed seed: a place (save, restore, start-up, any) and a delay in it. The process is
stopped there, so that where it stands can be read from its status page and from the folder, and then killed. A kill
counts for the place where it stood."""
import argparse
import json
import mmap
import os
import random
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

STARTING, RESTORING, STEPPING, SAVING = range(4)
FILES = {"soak": ["log.csv", "best.txt", "now.txt", "table.bin"], "heap": ["log.csv"]}  # of each program


class Run:
    def __init__(self, folder, command):
        self.dir = folder / "detrain.run"
        self.delays = {"save": 0.002, "restore": 0.002, "start-up": 0.005, "any": 0.01}  # seconds, at most
        self.last = None  # where the last kill was, as the supervisor sees it
        self.errors = open(folder / "errors", "w+")
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=self.errors)

    def watch(self):
        """Opens the program's status page, once it is there."""
        path = self.dir / "status"
        while not path.exists() or path.stat().st_size < 64:
            if self.is_over():
                raise SystemExit((self.dir.parent / "errors").read_text().strip())
            time.sleep(0.001)
        with open(path, "rb") as file:
            self.page = mmap.mmap(file.fileno(), 64, prot=mmap.PROT_READ)

    def status(self):
        version, process, phase, step = struct.unpack("4Q", self.page[:32])
        return (process, phase, step) if version else (0, -1, 0)

    def place(self):
        """Where a stopped process is. A save lasts while its folder has not got its name."""
        _, phase, _ = self.status()
        if phase in (STEPPING, SAVING):
            return "save" if phase == SAVING or any(self.dir.glob("step_*.tmp")) else "step"
        return {STARTING: "start-up", RESTORING: "restore"}.get(phase, "none")

    def committed(self):
        """The newest step that is whole; -1: none."""
        return max((int(p.parent.name[5:]) for p in self.dir.glob("step_*[0-9]/COMMITTED")), default=-1)

    def repeats(self):
        """Whether a kill now would be, for the supervisor, the program's own failure: at the same step as the last one,
        with no step committed in between. If not, this is where the last one was."""
        _, phase, step = self.status()
        now = self.committed(), phase, step
        is_again = phase == STEPPING and now == self.last
        self.last = now
        return is_again

    def is_over(self):
        return self.process.poll() is not None

    def end(self):
        """Leaves no process behind, whatever happened; a program that was stopped would stay for ever."""
        if not self.is_over():
            os.kill(self.process.pid, signal.SIGSTOP)  # starts no other one
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            for process in [*map(int, children), self.process.pid]:
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.errors.close()


def is_stopped(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"
    except OSError:
        return False


def wait_for(run, condition):
    """Spins, as the moments are short. False: the run ended first."""
    checks = 0
    while not condition():
        checks += 1
        if checks % 512 == 0 and run.is_over():
            return False
    return True


def kill_at(run, want, rng, killed):
    """Kills once, in the place `want` where that is hit; the place where it was, or None where the run ended first."""
    phases = {"save": (SAVING,), "restore": (RESTORING,), "start-up": (STARTING,), "any": (STEPPING, SAVING)}[want]
    begin = {"step": None}

    def is_there():
        process, phase, step = run.status()
        if process in (0, killed):
            return False
        if phase not in phases:
            # A place that is passed once may be over before this process gets a CPU.
            return want in ("restore", "start-up") and phase in (STEPPING, SAVING)
        # A kill at the step where the last one was would be a failure that repeats.
        if phase in (STEPPING, SAVING):
            begin["step"] = step if begin["step"] is None else begin["step"]
            return step > begin["step"]
        return True

    while wait_for(run, is_there):
        process = run.status()[0]
        until = time.perf_counter() + rng.random() * run.delays[want]
        while time.perf_counter() < until:
            pass
        try:
            os.kill(process, signal.SIGSTOP)
            if not wait_for(run, lambda: is_stopped(process)):
                return None
            place = run.place()
            if want in ("any", place) and not run.repeats():
                run.delays[want] = min(run.delays[want] * 1.1, 0.05)
                os.kill(process, signal.SIGKILL)
                return place, process
            run.delays[want] *= 0.7  # came too late; a place that is passed once is waited for in another process
            if want in ("restore", "start-up"):
                want, phases = "any", (STEPPING, SAVING)
            os.kill(process, signal.SIGCONT)
        except ProcessLookupError:
            pass
    return None


def entries(detrain, folder):
    text = subprocess.run([detrain, "inspect", folder, "--format=json"], check=True, capture_output=True).stdout
    return {entry["name"]: (entry["hash"], entry["length"]) for entry in json.loads(text)["entries"]}


def soak(arguments, folder):
    rng = random.Random(arguments.seed)
    wants = ["save"] * arguments.saves + ["restore"] * arguments.restores + ["start-up"] * arguments.starts
    wants += ["any"] * (arguments.kills - len(wants))
    rng.shuffle(wants)
    command = [arguments.detrain, "run", "--keep", "3", "--retries", str(10 * arguments.kills), "--backoff", "0", "--",
               "./soak", str(arguments.steps)]
    if wants[0] == "restore":  # there is none yet
        wants.append(wants.pop(0))
    run = Run(folder, command)
    try:
        run.watch()
        counts = kill_all(arguments, run, wants, rng)
        return run.process.wait(), counts
    finally:
        run.end()


def kill_all(arguments, run, wants, rng):
    """Kills until `wants` is empty or the run has ended; how often in which place."""
    counts, killed = {}, 0
    while wants:
        found = kill_at(run, wants[0], rng, killed)
        if found is None:
            break
        place, killed = found
        if wants[0] in ("any", place):
            wants.pop(0)
        counts[place] = counts.get(place, 0) + 1
        if arguments.verbose:
            print(f"{sum(counts.values())}: {place} at step {run.status()[2]}", flush=True)
    return counts


def compare(arguments, folder):
    """What differs from an uninterrupted run with the same recorded clock."""
    reference = folder / "reference"
    reference.mkdir()
    environment = {**os.environ, "DETRAIN_DIR": "run", "DETRAIN_EVERY": str(arguments.steps),
                   "DETRAIN_REPLAY": str(folder / "detrain.run/manifest.json")}
    with open(reference / "text", "wb") as text:
        subprocess.run(["../soak", str(arguments.steps)], cwd=reference, env=environment, stdout=text, check=True)
    pairs = {name: (folder / name, reference / name) for name in FILES[arguments.program]}
    pairs["text"] = folder / "detrain.run/text", reference / "text"
    different = [name for name, (a, b) in pairs.items() if a.read_bytes() != b.read_bytes()]
    ours, theirs = entries(arguments.detrain, folder / "detrain.run"), entries(arguments.detrain, reference / "run")
    ours.pop("<stdout>", None), theirs.pop("<stdout>", None)
    different += sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    return len(pairs), sum(length for _, length in ours.values()), different


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("detrain")
    parser.add_argument("folder", type=Path, help="to work in; made anew")
    parser.add_argument("--program", choices=FILES, default="soak", help="which of those beside this file")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--saves", type=int, default=80)
    parser.add_argument("--restores", type=int, default=30)
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    arguments.detrain, folder = str(Path(arguments.detrain).resolve()), arguments.folder.resolve()
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir(parents=True)
    subprocess.run([arguments.detrain, "cc", "--", arguments.compiler, "-O1", Path(__file__).with_name(arguments.program + ".c"), "-o", "soak", "-lm"],
                   cwd=folder, check=True)
    print(f"seed {arguments.seed}, {arguments.steps} steps, a save at each", flush=True)
    code, counts = soak(arguments, folder)
    total = sum(counts.values())
    print(f"{total} kills: " + ", ".join(f"{counts.get(place, 0)} in {name}" for place, name in
          [("save", "a save"), ("restore", "a restore"), ("start-up", "start-up"), ("step", "a step")]))
    if code != 0 or total < arguments.kills:
        print(f"FAILED: the run ended with {code} after {total} of {arguments.kills} kills")
        print((folder / "errors").read_text()[-2000:])
        return 1
    files, size, different = compare(arguments, folder)
    print(f"{files} files and {size} bytes of state compared with a run that nobody killed: "
          + ("different: " + " ".join(different) if different else "equal"))
    print("FAILED" if different else "PASSED")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
