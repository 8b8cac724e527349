# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The labelled sites of test/suite/check: small programs that say beside a line what `detrain check` must find there.

    // site: ambient-rng error state          this line: the rule, the severity, what the value reaches
    // site: a error state, b note log        two findings
    // site: quiet                            nothing above a note
    // site: quiet | twin: a error state      one truth in the program, another in its twin
    // site: data-race error state @1         on two lines: one finding, at either of its ends

The twin of a program is made by its lines `// twin: LINE`: LINE stands for the line above, and what it says of its own
site with it. Line numbers are the same in both. `// FLAGS:` adds to the compiler's flags, `// TWIN-FLAGS:` to the twin's
(the same ones, if there is none); `mpi` among them stands for what MPI's header needs, `{lit}` for test/lit.
`// OBSERVE:` is for observe.py, `// KIND:` for kinds.py, `// WORKERS:` for workers_verify.py.
"""
import dataclasses
import functools
import pathlib
import re
import subprocess

SUITE = pathlib.Path(__file__).resolve().parent
FOLDER = SUITE / "check"
LIT = SUITE.parent / "lit"
RULES = SUITE.parents[1] / "analyzer" / "diag" / "rules.def"
COMPILERS = {".c": ["gcc", "-std=gnu11"], ".cpp": ["g++", "-std=c++17"], ".cu": ["nvcc", "-std=c++17"]}
REACHES = {"error": {"state", "output", "none"}, "warning": {"state", "output", "none"}, "note": {"log", "none"}}
TWIN_MARK = "@twin"
TWIN_LINE = re.compile(r"^\s*// twin:(.*)$")
LABEL = re.compile(r"// site: (.*)$")
OBSERVATIONS = {"runs", "threads", "later", "memory", "flags", "none"}


class Wrong(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Finding:
    rule: str
    severity: str
    reaches: str
    group: str = dataclasses.field(default="", compare=False)  # the other lines that it may be at

    def __str__(self):
        return f"{self.rule} {self.severity} {self.reaches}"


@dataclasses.dataclass
class Variant:
    """A program, or its twin: what the compiler sees, and what is true of it. `sites`: line -> set of Finding."""
    path: pathlib.Path
    is_twin: bool
    text: str
    flags: list
    sites: dict

    @property
    def name(self):
        return str(self.path.relative_to(FOLDER)) + (TWIN_MARK if self.is_twin else "")

    @property
    def compiler(self):
        return [*COMPILERS[self.path.suffix], *self.flags]

    def worst(self):
        """What makes this variant a positive one: its findings above a note, by line."""
        above = {line: {f for f in found if f.severity != "note"} for line, found in self.sites.items()}
        return {line: found for line, found in above.items() if found}

    def ends(self, finding):
        """The lines where a finding may be: one, but for those of a group."""
        return [line for line, found in self.sites.items() if any(f.group == finding.group for f in found)]

    def keys(self):
        """The lines that count as sites: of a group the first."""
        return [line for line, found in self.sites.items()
                if not found or any(not f.group or self.ends(f)[0] == line for f in found)]


def rules():
    return set(re.findall(r'"detrain-([a-z-]+)"', RULES.read_text()))


def finding(text, known=frozenset(rules())):
    words = text.split()
    group = words.pop() if words and words[-1].startswith("@") else ""
    if len(words) != 3 or words[0] not in known or words[2] not in REACHES.get(words[1], ()):
        raise Wrong(f"no finding: `{text}`")
    return Finding(*words, group)


def findings(text):
    return set() if text.strip() == "quiet" else {finding(part) for part in text.split(",")}


def header(text, key):
    found = re.findall(rf"^// {key}: *(.*)$", text, re.MULTILINE)
    if len(found) > 1:
        raise Wrong(f"more than one `{key}:`")
    return found[0].split() if found else None


def twin_lines(lines):
    """The program's lines with each `// twin:` done; blank where it stood."""
    done = list(lines)
    for at, line in enumerate(lines):
        if match := TWIN_LINE.match(line):
            done[at - 1] = match[1].strip()
            done[at] = ""
    return done


def sites(lines, is_twin):
    found = {}
    for number, line in enumerate(lines, 1):
        label = LABEL.search(line)
        if label and not TWIN_LINE.match(line):
            ours, _, theirs = label[1].partition("| twin:")
            found[number] = findings(theirs if is_twin and theirs else ours)
    return found


def variants(path):
    """The program and its twin."""
    text = path.read_text()
    lines = text.splitlines()
    twin = twin_lines(lines)
    flags = flags_of(text, "FLAGS") or []
    twin_flags = flags_of(text, "TWIN-FLAGS")
    shown = ["" if TWIN_LINE.match(line) else line for line in lines]  # the tool must not read comments of the other
    pair = [Variant(path, False, "\n".join(shown) + "\n", flags, sites(lines, False)),
            Variant(path, True, "\n".join(twin) + "\n", flags if twin_flags is None else twin_flags, sites(twin, True))]
    if twin == shown and pair[0].flags == pair[1].flags:
        raise Wrong(f"{pair[0].name}: has no twin")
    return pair


def check_pair(pair):
    """What is wrong with the labels themselves."""
    program, twin = pair
    positive, negative = program.worst(), twin.worst()
    if not positive:
        yield f"{program.name}: labels nothing above a note"
    for line, found in positive.items():
        if line not in twin.sites:
            yield f"{twin.name}:{line}: has no label, the program has one there"
        elif found == negative.get(line):
            yield f"{twin.name}:{line}: has the same truth as the program"
    if set(negative) - set(positive):
        yield f"{twin.name}: is positive where the program is not"


@functools.cache
def mpi_flags():
    return subprocess.run(["mpicc", "--showme:compile"], capture_output=True, text=True, check=True).stdout.split()


def flags_of(text, key):
    """The compiler's flags in a header; None without it."""
    words = header(text, key)
    return words and [flag for word in words for flag in (mpi_flags() if word == "mpi" else [word.replace("{lit}", str(LIT))])]


def needs_mpi(path):
    return "mpi" in (header(path.read_text(), "FLAGS") or [])


def needs_tbb(path):
    return "-ltbb" in (header(path.read_text(), "LIBRARIES") or [])


def programs(folder=FOLDER):
    return sorted(path for path in folder.rglob("*") if path.suffix in COMPILERS and "Inputs" not in path.parts)


def observations(path):
    """How the cause of the program's findings shows: see observe.py."""
    how = header(path.read_text(), "OBSERVE") or ["none"]
    if len(how) != 1 or how[0] not in OBSERVATIONS:
        raise Wrong(f"{path.name}: `OBSERVE:` is not understood")
    return how
