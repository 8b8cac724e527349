# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-tidy over the sources, several files to a run.

Of the time for one file more than four fifths go into parsing headers, most of them Clang's own. So files that are
compiled with the same flags are read as one translation unit, as in a unity build: in groups in which no two files
define the same name at the top level. Where there is anything to say of a group, its files are read one by one, and
what is said of them counts: two files can still clash, over a name of a header that only one of them includes.
"""

import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess

TOOL = "clang-tidy-22"
GROUP_SIZE = 16  # files; larger groups parse fewer headers, and fewer of them run side by side

# clang-format leaves what a namespace holds at the start of a line; what follows names of types here are their uses.
_DEFINITIONS = [re.compile(pattern, re.MULTILINE) for pattern in (
    r"^(?:class|struct|union|enum(?: class)?) (\w+)\b(?!;)",
    r"^using (\w+) =",
    r"^(?!return|case|using|namespace|class|struct|union|enum)[A-Za-z][^(={;\n]*?(?<![:\w])(\w+)(?:\[\w*\])*(?:\(| =|\{|;)",
    r"^\s*#\s*define (\w+)",
)]


def names_of(text):
    """The names that a source defines outside functions and classes."""
    return {name for pattern in _DEFINITIONS for name in pattern.findall(text)}


def _settings(file):
    """The nearest .clang-tidy."""
    return next(folder / ".clang-tidy" for folder in pathlib.Path(file).parents if (folder / ".clang-tidy").exists())


def _kind(entry):
    """What two files have to share to be read as one: flags, language, and what clang-tidy is to look for."""
    command = re.sub(r" -o \S+ -c \S+$", "", entry["command"])
    return command, pathlib.Path(entry["file"]).suffix, _settings(entry["file"])


def _entries(database, sources):
    """The first command of each source: some are compiled in more than one way."""
    first = {}
    for entry in json.loads(database.read_text()):
        if re.match(sources, entry["file"]):
            first.setdefault(entry["file"], entry)
    return [first[file] for file in sorted(first)]


def grouped(entries):
    """Each entry in the first group of its kind that has room and defines none of its names."""
    groups = {}
    for entry in entries:
        names = names_of(pathlib.Path(entry["file"]).read_text()) | {pathlib.Path(entry["file"]).stem}
        same = groups.setdefault(_kind(entry), [])
        fitting = next((group for group in same if len(group[0]) < GROUP_SIZE and not group[1] & names), None)
        if not fitting:
            fitting = ([], set())
            same.append(fitting)
        fitting[0].append(entry)
        fitting[1].update(names)
    return [members for same in groups.values() for members, _ in same]


def _write_group(folder, members):
    """A folder with a source that includes the members and with their settings; the command for that source."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"group{pathlib.Path(members[0]['file']).suffix}"
    source.write_text("".join(f'#include "{member["file"]}"  // NOLINT(bugprone-suspicious-include)\n'
                              for member in members))
    shutil.copy(_settings(members[0]["file"]), folder)
    return dict(members[0], command=members[0]["command"].replace(members[0]["file"], str(source)), file=str(source))


def _write_groups(root, folder, groups):
    """The database of all groups, of which one of a single file is that file; the file that stands for each group."""
    shutil.rmtree(folder, ignore_errors=True)
    entries = [_write_group(folder / str(number), members) if len(members) > 1 else members[0]
               for number, members in enumerate(groups)]
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
        said = _tidy(folder / "groups", file)
        if not said or len(members) == 1:
            return said
        return "\n".join(filter(None, (_tidy(folder, member["file"]) for member in members)))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return "\n".join(filter(None, pool.map(of_group, together, groups)))
