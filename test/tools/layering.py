#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no folder includes what the one-way street of docs/building.md forbids.

    layering.py [--root DIR]    prints FILE:LINE: message for every breach; exit 1 if there is one
    layering.py --self-test     proves that each kind of breach is caught, and that none is invented
"""

import argparse
import pathlib
import re
import sys
import tempfile

BASE = {"analyzer/base"}
DIAG = BASE | {"analyzer/diag"}
DATA = DIAG | {"analyzer/catalog", "analyzer/rir"}
ABI = "runtime/include"
ALL_PHASES = DATA | {f"analyzer/{name}" for name in ("load", "lift", "infer", "flow", "races", "check", "plan", "tier0", "audit", "rewrite")}

# Folder: the other folders of this repository that it may include.
MAY_INCLUDE = {
    "analyzer/base": set(),
    "analyzer/diag": BASE,
    "analyzer/catalog": DIAG,
    "analyzer/rir": DIAG,
    "analyzer/load": DIAG,
    "analyzer/lift": DATA | {"analyzer/load"},
    "analyzer/infer": DATA,
    "analyzer/flow": DIAG | {"analyzer/rir"},
    "analyzer/races": DIAG | {"analyzer/rir", "analyzer/flow"},
    "analyzer/check": DIAG | {"analyzer/rir", "analyzer/flow", "analyzer/races"},
    "analyzer/plan": DATA | {"analyzer/infer", ABI},
    "analyzer/tier0": DIAG | {"analyzer/rir", "analyzer/flow", "analyzer/races", "analyzer/infer", "analyzer/plan"},
    "analyzer/audit": DIAG | {"analyzer/rir", "analyzer/flow", "analyzer/races", "analyzer/check", "analyzer/plan"},
    "analyzer/rewrite": DATA | {"analyzer/load", "analyzer/plan", ABI},
    "analyzer/driver": ALL_PHASES | {ABI},
    "kernels": set(),
    "runtime": {"kernels"},
    "test/bench": ALL_PHASES | {ABI, "runtime", "kernels"},
}

# Folder: third-party headers, by the beginning of their names.
CLANG = ("clang/", "clang-c/", "llvm/", "llvm-c/")
JSON = ("nlohmann/",)
MAY_USE = {
    "analyzer/diag": JSON,
    "analyzer/catalog": JSON,
    "analyzer/rir": JSON,
    "analyzer/load": CLANG + JSON + ("oneapi/tbb/",),  # in the texts that Clang reads behind its headers
    "analyzer/lift": CLANG,
    "analyzer/plan": JSON,
    "analyzer/rewrite": CLANG + JSON,
    "analyzer/driver": CLANG + JSON + ("clang-tidy/", "xxhash.h", "zstd.h"),
    "kernels": ("cuda", "omp.h"),
    "runtime": JSON + ("boost/context/", "xxhash.h", "zstd.h", "omp.h", "mpi.h", "nccl.h", "cuda", "curand", "cublas"),
    "test/bench": ("benchmark/", "cuda", "curand", "cub/") + CLANG + JSON,
}
TEST_LIBRARIES = ("gtest/", "gmock/") + JSON

# Headers of C and POSIX; those of C++ have no suffix and are always allowed.
SYSTEM = set(
    """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
    stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
    aio dirent dlfcn execinfo fcntl fnmatch ftw getopt glob libgen link malloc mntent netdb poll pthread pwd regex
    sched semaphore spawn stdio_ext strings syscall sysexits termios ucontext unistd utime wait alloca
    link elf immintrin x86intrin""".split()
)
SYSTEM_FOLDERS = ("sys/", "linux/", "netinet/", "arpa/", "asm/", "bits/", "ext/", "sanitizer/")

INCLUDE = re.compile(r'^\s*#\s*include(?:_next)?\s*([<"])([^">]+)[">]')
VERSION_CONDITIONAL = re.compile(r"^\s*#\s*(?:el)?if.*\b(?:CLANG|LLVM)_VERSION")
VERSION_FILE = "analyzer/load/clang_version.h"
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".def", ".inc"}
ROOTS = ("analyzer", "runtime", "kernels", "test/unit", "test/bench")


def folder_of(path):
    """The folder, in the sense of the tables above, that a path below the root belongs to."""
    parts = path.split("/")
    if parts[0] == "runtime":
        return ABI if parts[1:2] == ["include"] else "runtime"
    if parts[0] in ("analyzer", "test"):
        return "/".join(parts[: 3 if parts[:2] == ["test", "unit"] else 2])
    return parts[0]


def rules_of(folder):
    """(folders that may be included, third-party headers that may be used)."""
    if folder == ABI:  # read by programs of users: the system, and in headers for programs of oneTBB and libtorch these
        return set(), ("tbb/", "torch/", "cxxabi.h")
    if folder.startswith("test/unit/"):  # a test sees what it tests, and what that sees
        tested = folder.removeprefix("test/unit/").replace("cudahost", "runtime").replace("gpu", "runtime")  # parts of it
        tested = tested if tested in ("runtime", "kernels") else f"analyzer/{tested}"
        own = {ABI, "test/unit/kernels"} if tested == "runtime" else set()  # whose oracle for sums both use
        return MAY_INCLUDE.get(tested, set()) | {tested} | own, MAY_USE.get(tested, ()) + TEST_LIBRARIES
    own = {ABI} if folder == "runtime" else set()
    return MAY_INCLUDE.get(folder, set()) | own, MAY_USE.get(folder, ())


def resolve(root, includer, name):
    """The path below the root that an include means, or None for a header from outside."""
    places = [includer.parent / name, root / name, root / "runtime/include" / name]
    if name.startswith("detrain/kernels/"):  # where programs of users find them
        places.append(root / name.removeprefix("detrain/"))
    if "cudahost" in includer.parts:  # its headers stand in for NVIDIA's only there
        places.append(root / "runtime/cudahost/include" / name)
    for candidate in places:
        if candidate.is_file() and candidate.resolve().is_relative_to(root):
            return candidate.resolve().relative_to(root).as_posix()
    return None


def is_system(name):
    if name.startswith(SYSTEM_FOLDERS):
        return True
    return "/" not in name and ("." not in name or name.removesuffix(".h") in SYSTEM)


def judge(root, path, name):
    """Why this include is forbidden, or None."""
    folder = folder_of(path.relative_to(root).as_posix())
    folders, libraries = rules_of(folder)
    target = resolve(root, path, name)
    if target:
        target_folder = folder_of(target)
        fine = target_folder == folder or target_folder in folders
        return None if fine else f"{folder} must not include {target_folder} ({name})"
    if name.startswith(("analyzer/", "runtime/", "kernels/", "detrain/")):
        return f"no such file: {name}"
    if is_system(name) or name.startswith(libraries):
        return None
    return f"{folder} must not use <{name}>"


def breaches(root):
    root = root.resolve()
    for top in ROOTS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            shown = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                match = INCLUDE.match(line)
                reason = judge(root, path, match[2]) if match else None
                if VERSION_CONDITIONAL.match(line) and shown != VERSION_FILE:
                    reason = f"conditionals on the version of Clang belong into {VERSION_FILE}"
                if reason:
                    yield f"{shown}:{number}: {reason}"


# (file, line that it holds, whether that is a breach)
SELF_TEST = [
    ("analyzer/rir/a.h", '#include "analyzer/base/b.h"', False),
    ("analyzer/rir/a.cpp", '#include "a.h"', False),
    ("analyzer/rir/c.cpp", '#include "analyzer/infer/i.h"', True),
    ("analyzer/base/b.h", '#include "analyzer/diag/d.h"', True),
    ("analyzer/diag/d.h", "#include <vector>", False),
    ("analyzer/infer/i.h", "#include <clang/AST/Decl.h>", True),
    ("analyzer/infer/j.h", '#include "llvm/ADT/SmallVector.h"', True),
    ("analyzer/infer/k.h", '#include "../load/l.h"', True),
    ("analyzer/lift/l.cpp", "#include <clang/AST/Decl.h>", False),
    ("analyzer/load/l.h", "#if CLANG_VERSION_MAJOR >= 23", True),
    ("analyzer/load/clang_version.h", "#if CLANG_VERSION_MAJOR >= 23", False),
    ("analyzer/plan/p.h", "#include <detrain/detrain.h>", False),
    ("analyzer/plan/q.h", '#include "runtime/secret.h"', True),
    ("analyzer/driver/x.cpp", '#include "analyzer/gone.h"', True),
    ("runtime/secret.h", '#include "analyzer/base/b.h"', True),
    ("runtime/r.cpp", "#include <detrain/detrain.h>", False),
    ("runtime/s.cpp", "#include <llvm/Support/Error.h>", True),
    ("runtime/t.cpp", '#include "kernels/k.h"', False),
    ("runtime/include/detrain/detrain.h", "#include <stdint.h>", False),
    ("runtime/include/detrain/json.h", "#include <nlohmann/json.hpp>", True),
    ("kernels/k.h", '#include "runtime/secret.h"', True),
    ("kernels/l.h", "#include <boost/any.hpp>", True),
    ("test/unit/runtime/r_test.cpp", '#include "runtime/secret.h"', False),
    ("runtime/cudahost/include/cuda_runtime.h", "#include <vector_types.h>", True),
    ("kernels/m.cuh", "#include <cuda_runtime.h>", False),
    ("test/unit/cudahost/c_test.cpp", "#include <cuda_runtime.h>", False),
    ("test/unit/runtime/s_test.cpp", '#include "analyzer/base/b.h"', True),
    ("test/unit/rir/a_test.cpp", '  #  include "analyzer/rir/a.h"', False),
]


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        for file, line, _ in SELF_TEST:
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"// a comment\n{line}\n")
        found = {text.split(":", 1)[0] for text in breaches(root)}
    wanted = {file for file, _, breach in SELF_TEST if breach}
    for file in sorted(wanted - found):
        print(f"self-test: not caught: {file}")
    for file in sorted(found - wanted):
        print(f"self-test: wrongly caught: {file}")
    return found == wanted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return 0 if self_test() else 1
    found = list(breaches(args.root))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
