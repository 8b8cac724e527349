# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of the source itself. Each returns its complaints as text, empty when there are none."""

import pathlib
import re
import shutil
import subprocess
import sys

import tidy

TOOLS = pathlib.Path(__file__).resolve().parent
FORMATTED = ("analyzer", "runtime", "kernels", "examples", "test/unit", "test/bench")
FIXTURES = {"Inputs", "programs"}  # folders of sources that tests read: their layout is part of the test
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh"}


def _run(command, **options):
    result = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            errors="replace", **options)
    return result.returncode, result.stdout + result.stderr


def _complaint(code, output):
    return "" if code == 0 else output or f"exit code {code}"


def sources(root, suffixes=frozenset(SUFFIXES)):
    found = [path for top in FORMATTED for path in sorted((root / top).rglob("*")) if path.suffix in suffixes]
    return [path for path in found if not FIXTURES & set(path.parts)]


def layering(root):
    return _complaint(*_run([sys.executable, TOOLS / "layering.py", "--root", root]))


def layering_self_test():
    return _complaint(*_run([sys.executable, TOOLS / "layering.py", "--self-test"]))


def runner_self_test():
    return _complaint(*_run([sys.executable, TOOLS / "runner_test.py"], cwd=TOOLS))


def links(root):
    """Every relative link of the README and of docs/ leads to a file."""
    broken = []
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md")), *sorted((root / "examples").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(root)}: no such file: {target}")
    return "\n".join(broken)


def clang_format(root):
    tool = shutil.which("clang-format-22")
    if not tool:
        return "clang-format-22 is not installed"
    code, output = _run([tool, "--dry-run", "-Werror", *sources(root)])
    if code == 0:
        return ""
    files = sorted(set(re.findall(rf"^{re.escape(str(root))}/(.+?):\d+:\d+: error", output, re.MULTILINE)))
    return "run clang-format-22 -i on: " + " ".join(files) if files else output


def _configure_for_tidy(root, folder):
    """A build that is only configured: Clang as the compiler, so that clang-tidy knows every flag, and without
    precompiled headers, which clang-tidy cannot read from GCC."""
    return _run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_C_COMPILER=clang-22",
                 "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])


def clang_tidy(root, build, jobs, only=""):
    folder = build.parent / "tidy"
    code, output = _configure_for_tidy(root, folder)
    if code != 0:
        return output
    return tidy.run(root, folder, jobs, f"^{root}/(analyzer|runtime|kernels|test)/.*(?:{only or ''})")
