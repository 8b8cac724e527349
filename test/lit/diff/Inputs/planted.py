# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants ten divergences between two runs of a --level=save build, one after the other, and asks `detrain diff` for the
line. planted.c marks the lines."""
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

detrain, compiler, source = sys.argv[1:]
lines = {int(m[1]): n for n, text in enumerate(open(source), 1) if (m := re.search(r"// PLANT (\d+)", text))}
lines[10] = next(n for n, text in enumerate(open(source), 1) if "g[i] = w[i] - noise" in text)  # its first use


def build(name, plant, *flags, config=""):
    shutil.rmtree(name, ignore_errors=True)
    os.mkdir(name)
    shutil.copy(source, name)
    if config:
        Path(name, ".detrain").write_text(config)
    subprocess.run([detrain, "cc", "--level=save", "--trace=ops", "--", compiler, "-O1", "-fopenmp", f"-DPLANT={plant}",
                    *flags, "planted.c", "-o", "p"], cwd=name, check=True)


def run(build, name, **environment):
    subprocess.run(["./p"], cwd=build, check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "DETRAIN_DIR": os.path.abspath(name), **environment})


def hash_of(data):
    xxh3 = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
    xxh3.restype, xxh3.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
    return f"{xxh3(data, len(data)):016x}"


def flip(folder, name):
    """One bit of an entry, with hashes that fit: as if it had been wrong in memory when it was saved."""
    meta = json.loads((folder / "meta.json").read_text())
    entry = next(e for e in meta["entries"] if e["name"] == name)
    path = folder.parent / entry["file"]
    data = bytearray(path.read_bytes())
    data[entry["offset"] + 2] ^= 1
    path.write_bytes(data)
    entry["hash"] = hash_of(bytes(data[entry["offset"]:entry["offset"] + entry["length"]]))
    text = json.dumps(meta)
    (folder / "meta.json").write_text(text)
    (folder / "COMMITTED").write_text(hash_of(text.encode()) + "\n")


def plant(n):
    one = two = f"b{n}"
    build(one, n, config="state:\n  ignore:\n    - path: calls\n      reason: a mistake\n" if n == 8 else "")
    if n in (2, 6, 7):
        two = f"o{n}"
        build(two, n, "-DOTHER")
    run(one, f"a{n}", OMP_NUM_THREADS="1", SHIFT="1")
    if n == 8:
        run(two, f"z{n}", OMP_NUM_THREADS="1", SHIFT="1", DETRAIN_STOP_AT="5")
    if n == 10:
        shutil.copytree(f"a{n}", f"z{n}")
        for step in range(6, 10):
            shutil.rmtree(f"z{n}/step_{step:08}")
        flip(Path(f"z{n}/step_00000005"), "w")
    run(two, f"z{n}", OMP_NUM_THREADS="2" if n == 4 else "1", SHIFT="2" if n == 5 else "1")
    found = subprocess.run([detrain, "diff", f"a{n}", f"z{n}", "--format=json"], capture_output=True, text=True)
    operation = json.loads(found.stdout or "{}").get("operation", {})
    good = found.returncode == 1 and operation.get("line") == lines[n]
    print(f"{n}: line {operation.get('line')}, {lines[n]} planted: {'good' if good else 'WRONG ' + found.stdout + found.stderr}")
    return good


for folder in Path(".").glob("[abzo][0-9]*"):
    shutil.rmtree(folder)
good = [plant(n) for n in range(1, 11)]
print(f"{sum(good)} of {len(good)} lines named")
sys.exit(0 if all(good) else 1)
