#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runner's own tests: that it counts what it is given, and that it can fail."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import run_tests
import tidy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "suite"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import check_judge  # noqa: E402
import check_labels  # noqa: E402
import source_groups  # noqa: E402

RUNNER = pathlib.Path(__file__).with_name("run_tests.py")

# Stands in for a gtest executable: writes the report that is named on its command line, in which $NAME stands for a
# variable of the environment, then exits.
FAKE = """#!/bin/sh
for arg; do case $arg in --gtest_output=json:*) out=${{arg#--gtest_output=json:}};; esac; done
cat >"$out" <<END
{report}
END
exit {code}
"""


def gtest_report(*tests):
    return json.dumps({"testsuites": [{"name": "S", "testsuite": list(tests)}]})


def gtest_test(name, result="COMPLETED", **more):
    return {"name": name, "result": result, **more}


class Runner(unittest.TestCase):
    def lines_of(self, fakes, jobs):
        """What a run over fake executables prints, each a (report, exit code), and its exit code."""
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "build/release/test/unit"
            unit.mkdir(parents=True)
            for number, (report, code) in enumerate(fakes):
                fake = unit / f"test_unit_{number}"
                fake.write_text(FAKE.format(report=report, code=code))
                fake.chmod(0o755)
            result = subprocess.run([sys.executable, RUNNER, unit.parents[1], "--only", "unit", f"-j{jobs}"],
                                    capture_output=True, text=True)
        return result.stdout.splitlines(), result.returncode

    def run_fakes(self, *fakes):
        """The closing line and exit code of such a run."""
        lines, code = self.lines_of(fakes, 1)
        return lines[-1], code

    def test_counts_passes(self):
        report = gtest_report(gtest_test("a"), gtest_test("b"))
        self.assertEqual(self.run_fakes((report, 0)), ("2 passed, 0 failed, 0 skipped", 0))

    def test_a_failed_test_fails_the_run(self):
        report = gtest_report(gtest_test("a"), gtest_test("b", failures=[{"failure": "no"}]))
        self.assertEqual(self.run_fakes((report, 1)), ("1 passed, 1 failed, 0 skipped", 1))

    def test_a_crash_is_a_failure(self):
        self.assertEqual(self.run_fakes(("", 139)), ("0 passed, 1 failed, 0 skipped", 1))

    def test_an_exit_code_without_a_failed_test_is_a_failure(self):
        self.assertEqual(self.run_fakes((gtest_report(gtest_test("a")), 1)), ("1 passed, 1 failed, 0 skipped", 1))

    def test_no_tests_at_all_is_a_failure(self):
        self.assertEqual(self.run_fakes(), ("0 passed, 1 failed, 0 skipped", 1))
        self.assertEqual(self.run_fakes((gtest_report(), 0)), ("0 passed, 1 failed, 0 skipped", 1))

    def test_each_shard_of_an_executable_runs_and_counts_once(self):
        name = "$GTEST_SHARD_INDEX of $GTEST_TOTAL_SHARDS"
        report = gtest_report(gtest_test(name, failures=[{"failure": "no"}]))
        lines, _ = self.lines_of([(report, 1)], 3)
        for shard in range(3):
            self.assertIn(f"FAILED: release/test_unit_0: S.{shard} of 3", lines)
        self.assertEqual(lines[-1], "0 passed, 3 failed, 0 skipped")

    def test_a_skip_for_what_is_installed_is_a_failure(self):
        skip = gtest_test("a", "SKIPPED", skipped=[{"message": "x.cpp:3\nneeds: gcc\n"}])
        present = {"gcc"}
        self.assertEqual(run_tests.outcome_of_gtest(skip, present, {"gcc"})[0], run_tests.FAILED)
        self.assertEqual(run_tests.outcome_of_gtest(skip, set(), {"gcc"})[0], run_tests.SKIPPED)

    def test_a_skip_must_name_a_known_feature(self):
        for message in ("not today", "needs: moonlight"):
            skip = gtest_test("a", "SKIPPED", skipped=[{"message": message}])
            self.assertEqual(run_tests.outcome_of_gtest(skip, set(), {"gcc"})[0], run_tests.FAILED)

    def test_lit_outcomes(self):
        known = {"nvcc"}
        missing = {"code": "UNSUPPORTED", "output": "Test requires the following unavailable features: nvcc"}
        self.assertEqual(run_tests.judge_lit(missing, set(), known)[0], run_tests.SKIPPED)
        self.assertEqual(run_tests.judge_lit(missing, known, known)[0], run_tests.FAILED)
        self.assertEqual(run_tests.judge_lit({"code": "UNSUPPORTED", "output": ""}, set(), known)[0], run_tests.FAILED)
        for code in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"):
            self.assertEqual(run_tests.judge_lit({"code": code, "output": ""}, set(), known)[0], run_tests.FAILED)
        self.assertEqual(run_tests.judge_lit({"code": "PASS", "output": ""}, set(), known)[0], run_tests.PASSED)


LABELLED = """int a;  // site: ambient-rng error state | twin: quiet
int b;  // site: data-race error state @1
// twin: int c;  // site: data-race note log
int d;  // site: data-race error state @1 | twin: quiet
int e;
"""
RNG = {"rule": "detrain-ambient-rng", "severity": "error", "reaches": "state", "file": "k.c", "line": 1}
RACE = {"rule": "detrain-data-race", "severity": "error", "reaches": "state", "file": "k.c", "line": 4}
PRINTED = {**RACE, "severity": "note", "reaches": "log", "line": 2}


class LabelledSites(unittest.TestCase):
    """What the suite of labelled sites says of a tool that answers so, of the program and of its twin."""

    def wrong(self, which, *findings):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(unittest.mock.patch.object(check_labels, "FOLDER", folder))
        (folder / "k.c").write_text(LABELLED)
        tool = folder / "tool"
        answer = json.dumps({"schema": "detrain-findings/1", "findings": findings})
        tool.write_text(f"#!/bin/sh\ncat <<END\n{answer}\nEND\n")
        tool.chmod(0o755)
        pair = check_labels.variants(folder / "k.c")
        self.assertEqual(list(check_labels.check_pair(pair)), [])
        return set(check_judge.differences(tool, pair[which]))

    def test_right_answers(self):
        self.assertEqual(self.wrong(0, RNG, RACE), set())
        self.assertEqual(self.wrong(0, RNG, {**RACE, "line": 2}), set())  # a race may be at either end
        self.assertEqual(self.wrong(1, PRINTED), set())
        self.assertEqual(self.wrong(1, PRINTED, {**PRINTED, "line": 5}), set())  # a note that nobody labelled

    def test_wrong_answers(self):
        self.assertEqual(self.wrong(0), {"k.c:1", "k.c:2"})
        self.assertEqual(self.wrong(0, {**RNG, "severity": "warning"}, RACE), {"k.c:1"})
        self.assertEqual(self.wrong(0, {**RNG, "reaches": "output"}, RACE), {"k.c:1"})
        self.assertEqual(self.wrong(0, {**RNG, "rule": "detrain-env-seed"}, RACE), {"k.c:1"})
        self.assertEqual(self.wrong(0, RNG, RACE, {**RACE, "line": 5}), {"k.c:5"})
        self.assertEqual(self.wrong(0, RNG, RACE, {**RNG, "file": "other.h"}), {"k.c:1", "k.c:2"})
        self.assertEqual(self.wrong(1), {"k.c@twin:2"})
        self.assertEqual(self.wrong(1, PRINTED, RNG), {"k.c@twin:1"})

    def test_pending_only_shrinks(self):
        known = {"rule/a.c:1": "", "rule/a.c:2": "", "rule/gone.c:1": ""}
        with unittest.mock.patch.object(check_judge, "pending", lambda: known):
            said = list(check_judge.complaints_about(pathlib.Path("rule"), {"rule/a.c:1": "", "rule/a.c:3": "new"},
                                                     ["rule/a.c:1", "rule/a.c:2", "rule/a.c:3"]))
        self.assertEqual([line.split(": ")[0] for line in said], ["rule/a.c:3", "rule/a.c:2", "rule/gone.c:1"])


class Tidy(unittest.TestCase):
    def test_names(self):
        names = source_groups.names_of("""#define kMacro 1
using std::span;
using Row = std::vector<int>;
using namespace other;
namespace other = some::other;
class Declared;
class Walker : public Base {
  int member;
};
constexpr int kMost = 3;
const std::array<int, 2> table[3] = {};
std::optional<int> Find(const Row& row) {
  return Use(row);
}
void Walker::Visit(int x) {
}
""")
        self.assertEqual(names, {"kMacro", "Row", "Walker", "kMost", "table", "Find"})

    def said_of(self, *texts, also=None):
        """What is said of these sources, and how many runs it took; `also`: flags of a second command, by number."""
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / ".clang-tidy").write_text("Checks: '-*,modernize-use-nullptr'\nWarningsAsErrors: '*'\n")
            (root / "build").mkdir()
            files = [root / f"s{number}.cpp" for number in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_text(text)
            (root / "build/compile_commands.json").write_text(json.dumps([
                {"directory": name, "file": str(file), "command": f"clang++-22 {flags} -o {file.stem}.o -c {file}"}
                for number, file in enumerate(files) for flags in ["", *([also[number]] if number in (also or {}) else [])]
            ]))
            with unittest.mock.patch.object(tidy, "_tidy", side_effect=tidy._tidy) as runs:
                return tidy.run(root, root / "build", 2, f"^{root}/"), runs.call_count

    def test_files_without_a_finding_are_one_run(self):
        self.assertEqual(self.said_of("int* a = nullptr;\n", "int b = 0;\n"), ("", 1))

    def test_a_finding_of_any_file_of_a_group_is_said_at_its_place(self):
        said, _ = self.said_of("int a = 0;\n", "int* b = 0;\n")
        self.assertRegex(said, r"s1\.cpp:1:10: error: .*\[modernize-use-nullptr")

    def test_one_file_is_a_group_too(self):
        said, runs = self.said_of("int* a = 0;\n")
        self.assertRegex(said, r"s0\.cpp:1:10: error: ")
        self.assertEqual(runs, 1)

    def test_each_way_in_which_a_file_is_compiled_is_read(self):
        said, _ = self.said_of("#ifdef OTHER\nint* a = 0;\n#endif\n", "int b = 0;\n", also={0: "-DOTHER"})
        self.assertRegex(said, r"s0\.cpp:2:10: error: ")

    def test_files_that_define_one_name_are_apart(self):
        self.assertEqual(self.said_of("int* a = nullptr;\n", "static int a = 0;\n", "int c = 0;\n"), ("", 2))

    def test_a_clash_of_a_group_is_no_finding(self):
        self.assertEqual(self.said_of("  int a = 0;\n", "int* a = nullptr;\n"), ("", 3))


if __name__ == "__main__":
    os.environ.pop("DETRAIN_SKIP_TIDY", None)
    unittest.main()
