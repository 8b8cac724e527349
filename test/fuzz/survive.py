# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives `detrain check` and `detrain plan` programs that nobody would write, and looks for crashes and hangs.

    survive.py DETRAIN csmith N [SEED] [-j JOBS]   N random C programs of csmith (Debian: csmith, libcsmith-dev)
    survive.py DETRAIN mutate N [SEED] [-j JOBS]   N mutants of the C, C++ and CUDA inputs of test/lit and test/suite

A run survives where its exit code is one of the contract's (0 to 4) within the time limit and no sanitizer speaks. What
does not is kept in --found (survive.found). The last line counts. Exit code 1: something did not survive.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".c", ".cpp", ".cc", ".cu"}
COMMANDS = {"check": ["check", "--fail-on=none"], "plan": ["plan"]}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\\n])*\"|\s+|//[^\n]*|.", re.DOTALL)


def run(command, folder, limit):
    """(exit code, stderr); the code None where it took too long."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, b""
    return done.returncode, done.stderr


def inputs():
    """The sources of the tests, by path; what is split by lit is one text as well."""
    found = [path for folder in ("lit", "suite") for path in (ROOT / "test" / folder).rglob("*")]
    return sorted(path for path in found if path.suffix in SUFFIXES and path.stat().st_size < 20_000)


KIN = [("+", "-", "*", "/", "%", "&", "|", "^"), ("<", ">"), ("int", "long", "unsigned", "short", "char"),
       ("float", "double"), ("break", "continue"), ("i", "j", "k", "n", "step"), ("x", "y", "w", "v")]
NUMBERS = ["0", "1", "-1", "7", "8", "255", "4096", "2147483647", "4294967296u", "1e30f", "0.5"]


def replace_kin(rng, text):
    """One word or sign instead of another of its kind: most of these still parse."""
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if token[0].isdigit() or any(token in kin for kin in KIN)]
    if places:
        at = rng.choice(places)
        kin = next((kin for kin in KIN if tokens[at] in kin), NUMBERS)
        tokens[at] = rng.choice(kin)
    return "".join(tokens)


def change_lines(rng, text):
    """A statement is deleted, doubled, or changes places with another one."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if line.rstrip().endswith(";") and not line.startswith("#")]
    if len(places) > 1:
        at, to = rng.choice(places), rng.choice(places)
        kind = rng.randrange(3)
        if kind == 0:
            lines[at] = ""
        elif kind == 1:
            lines.insert(to, lines[at])
        else:
            lines[at], lines[to] = lines[to], lines[at]
    return "\n".join(lines)


def tear(rng, text):
    """Tokens are deleted, doubled, or cut short: hardly anything still parses."""
    tokens = TOKEN.findall(text)
    at, kind = rng.randrange(len(tokens)), rng.randrange(3)
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(rng.randrange(len(tokens)), tokens[at])
    else:
        del tokens[at:]
    return "".join(tokens)


def parses(path):
    """Of CUDA, for which there may be no compiler, it is not known."""
    compiler = shutil.which("clang++-22" if path.suffix != ".c" else "clang-22") or "c++"
    return path.suffix == ".cu" or run([compiler, "-fsyntax-only", "-w", path.name], path.parent, 60)[0] == 0


def mutate(rng, texts, path):
    """Up to five changes, of which nine in ten that do not parse are taken back."""
    text = rng.choice(texts)
    path.write_text(text)
    for _ in range(rng.randint(1, 5)):
        changed = rng.choices([replace_kin, change_lines, tear], [12, 6, 1])[0](rng, text or ";")
        path.write_text(changed)
        if parses(path) or rng.random() < 0.1:
            text = changed
    path.write_text(text)


def csmith_program(seed, folder):
    path = folder / "random.c"
    made = run(["csmith", "--seed", str(seed), "--output", str(path)], folder, 60)
    return path if made[0] == 0 and path.exists() else None


def mutant(seed, folder, sources):
    rng = random.Random(seed)
    suffix = rng.choice(sorted({path.suffix for path in sources}))
    texts = [path.read_text(errors="replace") for path in sources if path.suffix == suffix]
    path = folder / f"mutant{suffix}"
    mutate(rng, texts, path)
    return path


def complaint(options, path, flags):
    """What a command did that it must not do, or nothing; whether it was too slow only; and the exit codes."""
    codes = []
    for name, command in COMMANDS.items():
        if name not in options.only.split(","):
            continue
        code, errors = run([options.detrain, *command, path.name, "--", *flags], path.parent, options.limit)
        codes.append(code)
        text = errors.decode(errors="replace")
        if code is None:
            return f"{name} ran for more than {options.limit} s", name == "plan", codes
        if code not in range(5) or "Sanitizer" in text or "runtime error:" in text:
            last = (text.strip().splitlines() or [""])[-1]
            return f"{name} ended with {code}: {last[:160]}", False, codes
    return "", False, codes


def one(options, seed, sources):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = csmith_program(seed, folder) if options.kind == "csmith" else mutant(seed, folder, sources)
        if path is None:
            return "", False, ()
        flags = ["-w", "-I/usr/include/csmith"] if options.kind == "csmith" else ["-w"]
        text, is_slow, codes = complaint(options, path, flags if path.suffix != ".cu" else ["nvcc", "-w"])
        if text:
            options.found.mkdir(exist_ok=True)
            shutil.copy(path, options.found / f"{options.kind}-{seed}{path.suffix}")
            text = f"{options.kind} {seed}: {text}"
        return text, is_slow, tuple(codes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("detrain", type=pathlib.Path)
    parser.add_argument("kind", choices=["csmith", "mutate"])
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    parser.add_argument("--only", default="check,plan")
    parser.add_argument("--limit", type=int, default=120, help="seconds for each command")
    parser.add_argument("--found", type=pathlib.Path, default=pathlib.Path("survive.found"))
    options = parser.parse_args()
    if options.kind == "csmith" and not shutil.which("csmith"):
        sys.exit("survive.py: csmith is not installed (Debian: csmith, libcsmith-dev)")
    options.detrain, options.found, sources = options.detrain.resolve(), options.found.resolve(), inputs()
    seeds = range(options.seed, options.seed + options.count)
    bad, slow, all_codes = 0, 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for text, is_slow, codes in pool.map(lambda seed: one(options, seed, sources), seeds):
            all_codes[codes] += 1
            slow += is_slow
            bad += bool(text) and not is_slow
            if text:
                print(text, flush=True)
    print(f"{options.count} of {options.kind}, {bad} did not survive, {slow} plans ended at the limit; "
          f"exit codes of {options.only}: {dict(all_codes)}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
