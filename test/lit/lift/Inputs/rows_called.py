# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rows_called.py DATA SOURCE LIBRARY...: exit 1 where SOURCE does not call a row of the libraries, which it names."""

import json
import pathlib
import re
import sys


def main():
    data, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    missing = []
    for library in sys.argv[3:]:
        for row in json.loads((data / f"{library}.json").read_text())["functions"]:
            shown = re.sub(r"_v2$", "", row["name"])  # the headers call it so
            if not re.search(rf"\b{shown}(_v2)?\(", source):
                missing.append(row["name"])
    print(*missing, sep="\n")
    return 1 if missing else 0


sys.exit(main())
