# Starts `detrain run` and kills ranks of its program: kill_ranks.py BINARY KILLS SEED DIR COMMAND... The ranks are
# processes of BINARY whose parents are too. Two kills at one step, with no step committed in between, would be the
# program's own failure: rank 0 is stopped first, and such a moment is let pass. Ends with the command's code; 99 where a
# process of BINARY is left over.
import os
import random
import signal
import struct
import subprocess
import sys
import time


def processes(binary):
    found = {}
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.readlink(f"/proc/{name}/exe") == binary:
                fields = open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()
                if fields[0] not in "ZX":
                    found[int(name)] = int(fields[1])
        except OSError:
            pass
    return found


def ranks(binary):
    found = processes(binary)
    return sorted(pid for pid, parent in found.items() if parent in found)


def place(folder):
    """Where rank 0 stands, and its process: status.h."""
    page = open(f"{folder}/status", "rb").read(32)
    _, process, phase, step = struct.unpack("4Q", page) if len(page) == 32 else (0, 0, 0, 0)
    committed = [name for name in os.listdir(folder) if os.path.exists(f"{folder}/{name}/COMMITTED")]
    return process, (phase, step, max(committed, default=""))


def kill_one(binary, folder, chance, last):
    """Where the rank was killed; None where it was none."""
    try:
        first = place(folder)[0]
        alive = ranks(binary)
        if first not in alive:
            return None
        os.kill(first, signal.SIGSTOP)
        time.sleep(0.01)
        now = place(folder)[1]
        if now == last:
            os.kill(first, signal.SIGCONT)
            return None
        os.kill(chance.choice(alive), signal.SIGKILL)
        return now
    except OSError:
        return None


def main():
    binary, kills, chance, folder = os.path.realpath(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3])), sys.argv[4]
    run = subprocess.Popen(sys.argv[5:])
    done, last = 0, None
    while run.poll() is None and done < kills:
        time.sleep(chance.uniform(0.02, 1.0))
        where = kill_one(binary, folder, chance, last)
        if where:
            done, last = done + 1, where
    code = run.wait(timeout=900)
    deadline = time.time() + 10
    while processes(binary) and time.time() < deadline:
        time.sleep(0.05)
    print(f"{done} kills, code {code}, {len(processes(binary))} left over")
    sys.exit(99 if processes(binary) else code)


main()
