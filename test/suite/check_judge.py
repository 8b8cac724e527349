# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `detrain check` finds in test/suite/check, against the labels of check_labels.py.

Each program, and its twin, is given to `detrain check --format=json` (in folder `audit` to
`detrain audit`). On a labelled line the findings must be those of the label; nothing else may be above a note, there or
anywhere. check/pending.txt lists the sites that are not right yet. They run all the same, and one that is right must be
taken out of the list: it only gets shorter.

    check_judge.py DETRAIN [FOLDER]...             prints what is wrong, one site a line, as pending.txt has it
    check_judge.py --prune DETRAIN [FOLDER]...     takes the sites that are right out of pending.txt
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import check_labels

PENDING = check_labels.FOLDER / "pending.txt"
SCHEMA = "detrain-findings/1"


def pending():
    """site -> why, for every line `FILE[@twin]:LINE  why`."""
    lines = [line.split("#")[0].strip() for line in PENDING.read_text().splitlines()]
    return {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line}


def environment():
    kept = {name: text for name, text in os.environ.items() if not name.startswith("DETRAIN_") and name != "CPATH"}
    return {**kept, "LC_ALL": "C", "NO_COLOR": "1"}


def ask(detrain, variant, folder):
    """The findings of the tool: line -> set of Finding. Wrong where it has no answer, or speaks of other files."""
    for inputs in [path for path in (variant.path.parent / "Inputs").glob("*") if path.suffix == ".h"]:
        shutil.copy(inputs, folder)
    (folder / variant.path.name).write_text(variant.text)
    command = [detrain, "audit" if variant.path.parent.name == "audit" else "check", "--format=json", variant.path.name,
               "--", *variant.compiler]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900,
                          env=environment())
    if done.returncode not in (0, 1):
        raise check_labels.Wrong(f"exit code {done.returncode}: {(done.stderr.splitlines() or [''])[0]}")
    answer = json.loads(done.stdout)
    if answer["schema"] != SCHEMA:
        raise check_labels.Wrong(f"schema {answer['schema']}")
    found = collections.defaultdict(set)
    for one in answer["findings"]:
        if pathlib.Path(one["file"]).name != variant.path.name:
            raise check_labels.Wrong(f"a finding in {one['file']}")
        found[one["line"]].add(
            check_labels.Finding(one["rule"].removeprefix("detrain-"), one["severity"], one["reaches"]))
    return found


def text_of(findings):
    return ", ".join(sorted(map(str, findings))) or "nothing"


def site_difference(variant, line, said):
    """A labelled note must be there; one that nobody labelled may. `said`: line -> the tool's findings."""
    wanted, found = variant.sites.get(line, set()), said[line]
    missing = {one for one in wanted if one not in found}
    for one in [one for one in missing if one.group]:
        ends = variant.ends(one)
        if line != ends[0] or any(one in said[end] for end in ends):
            missing.remove(one)
    more = {one for one in found if one.severity != "note"} - wanted
    return f"is {text_of(wanted)}; the tool says {text_of(found)}" if missing or more else ""


def differences(detrain, variant):
    """site -> what is wrong there."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = ask(detrain, variant, pathlib.Path(folder))
        except (check_labels.Wrong, subprocess.TimeoutExpired, ValueError, KeyError) as error:
            return {f"{variant.name}:{line}": f"no answer: {error}" for line in variant.keys()}
    lines = {line: site_difference(variant, line, found) for line in sorted({*variant.sites, *found})}
    return {f"{variant.name}:{line}": difference for line, difference in lines.items() if difference}


def judge(detrain, folder):
    """Returns the sites of a folder, those that are wrong, and complaints about the labels themselves."""
    labels, wrong, complaints = [], {}, []
    for path in check_labels.programs(folder):
        try:
            pair = check_labels.variants(path)
        except check_labels.Wrong as error:
            complaints.append(f"{path.name}: {error}")
            continue
        complaints += check_labels.check_pair(pair)
        for variant in pair:
            labels += [f"{variant.name}:{line}" for line in variant.keys()]
            wrong.update(differences(detrain, variant))
    return labels, wrong, complaints


def complaints_about(folder, wrong, labels):
    """What fails the test: a site that is wrong and not pending, or pending and not wrong."""
    known = {site: why for site, why in pending().items() if site.startswith(folder.name + "/")}
    yield from (f"{site}: {difference}" for site, difference in wrong.items() if site not in known)
    for site in known:
        if site not in wrong:
            yield f"{site}: is right now; take it out of pending.txt" if site in labels else f"{site}: is no site"


def prune(wrong, folders):
    """Takes out what is right, of the folders that were judged."""
    def stays(line):
        is_judged = line.split("/")[0] in {folder.name for folder in folders}
        return not line or line[0] == "#" or not is_judged or line.split()[0] in wrong

    kept = [line for line in PENDING.read_text().splitlines() if stays(line)]
    PENDING.write_text("\n".join(kept) + "\n")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--prune"]
    detrain = pathlib.Path(arguments[0]).resolve()
    folders = [pathlib.Path(name).resolve() for name in arguments[1:]]
    folders = folders or sorted(path for path in check_labels.FOLDER.iterdir() if path.is_dir())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda folder: judge(detrain, folder), folders))
    for complaint in [complaint for result in results for complaint in result[2]]:
        print(f"# {complaint}")
    wrong = {site: difference for result in results for site, difference in result[1].items()}
    for site, difference in wrong.items():
        print(f"{site}  {difference}")
    print(f"# {sum(len(result[0]) for result in results)} sites, {len(wrong)} not right")
    if "--prune" in sys.argv:
        prune(wrong, folders)


if __name__ == "__main__":
    main()
