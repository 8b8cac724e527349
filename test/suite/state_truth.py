# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the headers of test/suite/state say (state_format.py), and how its programs are run."""
import os
import re
import subprocess

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
