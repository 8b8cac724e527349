#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which sources can be read as one translation unit: groups in which no two files define one name at the top level.

    source_groups.py FILE...

prints a line for each file: the number of its group, and the file. That is a guess from the text, made for sources as
clang-format leaves them: two files of a group can still clash, over a name of a header that only one of them includes.
"""

import pathlib
import re
import sys

GROUP_SIZE = 16  # files; larger groups parse fewer headers, and fewer of them are compiled side by side

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


def grouped(files):
    """The files in groups: each in the first that has room and defines none of its names."""
    groups = []
    for file in files:
        names = names_of(pathlib.Path(file).read_text()) | {pathlib.Path(file).stem}
        fitting = next((group for group in groups if len(group[0]) < GROUP_SIZE and not group[1] & names), None)
        if not fitting:
            fitting = ([], set())
            groups.append(fitting)
        fitting[0].append(file)
        fitting[1].update(names)
    return [members for members, _ in groups]


if __name__ == "__main__":
    for number, members in enumerate(grouped(sys.argv[1:])):
        for member in members:
            print(f"{number} {member}")
