# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-tidy over the sources, several files to a run.

Of the time for one file more than four fifths go into parsing headers, most of them Clang's own. So files that are
compiled with the same flags are read as one translation unit, as in a unity build (cmake/source_groups.py). Where there
is anything to say of a group, its files are read one by one, and what is said of them counts.
"""

import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = "clang-tidy-22"

sys.path.insert(0, str(ROOT / "cmake"))
import source_groups  # noqa: E402


def _settings(file):
    """The nearest .clang-tidy."""
    return next(folder / ".clang-tidy" for folder in pathlib.Path(file).parents if (folder / ".clang-tidy").exists())


def _kind(entry):
    """What two files have to share to be read as one: flags, language, and what clang-tidy is to look for."""
    command = re.sub(r" -o \S+ -c \S+$", "", entry["command"])
    return command, pathlib.Path(entry["file"]).suffix, _settings(entry["file"])


def _entries(database, sources):
    """The commands of each source: some are compiled in more than one way."""
    found = {}
    for entry in json.loads(database.read_text()):
        if re.match(sources, entry["file"]):
            found.setdefault(entry["file"], []).append(entry)
    return [found[file] for file in sorted(found)]


def grouped(commands):
    """The sources' entries in groups that can be read as one. What is compiled in several ways is a group of its own."""
    alone, kinds = [], {}
    for entries in commands:
        if len(entries) > 1:
            alone.append(entries[:1])
        else:
            kinds.setdefault(_kind(entries[0]), {})[entries[0]["file"]] = entries[0]
    return alone + [[of_kind[file] for file in group] for of_kind in kinds.values()
                    for group in source_groups.grouped(of_kind)]


def _write_group(folder, members):
    """A folder with a source that includes the members and with their settings; the command for that source."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"group{pathlib.Path(members[0]['file']).suffix}"
    source.write_text("".join(f'#include "{member["file"]}"  // NOLINT(bugprone-suspicious-include)\n'
                              for member in members))
    shutil.copy(_settings(members[0]["file"]), folder)
    return dict(members[0], command=members[0]["command"].replace(members[0]["file"], str(source)), file=str(source))


def _write_groups(root, folder, groups):
    """A folder for each group, and the database of all; the source of each group."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    entries = [_write_group(folder / str(number), members) for number, members in enumerate(groups)]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    shutil.copy(root / ".clang-tidy", folder)  # what the settings of a folder inherit from
    return [entry["file"] for entry in entries]


def _tidy(folder, file):
    result = subprocess.run([TOOL, "--quiet", "-p", str(folder), file], stdin=subprocess.DEVNULL, capture_output=True,
                            text=True, errors="replace")
    lines = (result.stdout + result.stderr).splitlines()
    said = "\n".join(line for line in lines if not re.match(r"\d+ warnings? (and \d+ errors? )?generated|\[", line))
    return "" if result.returncode == 0 else said or f"{file}: exit code {result.returncode}"


def run(root, folder, jobs, sources):
    """What clang-tidy finds in the files of folder's compile_commands.json that match the pattern sources."""
    groups = grouped(_entries(folder / "compile_commands.json", sources))
    groups.sort(key=len, reverse=True)
    together = _write_groups(root, folder / "groups", groups)

    def of_group(file, members):
        if len(members) > 1 and not _tidy(folder / "groups", file):
            return ""
        # A file by itself is read in each of the ways in which it is compiled.
        return "\n".join(filter(None, (_tidy(folder, member["file"]) for member in members)))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return "\n".join(filter(None, pool.map(of_group, together, groups)))
