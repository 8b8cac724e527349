// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "analyzer/driver/verify/entry_path.h"
#include "analyzer/driver/verify/judge.h"
#include "analyzer/driver/verify/masked_text.h"
#include "analyzer/driver/verify/report_lines.h"
#include "analyzer/driver/verify/trials.h"

namespace detrain::driver::verify {
namespace {

using testing::ElementsAre;

TEST(Trials, StopAndKillAtEveryBoundary) {
  Settings settings;
  settings.kill_at_all = true;
  const std::vector<std::uint64_t> steps = *ChooseSteps(settings, 41);
  EXPECT_EQ(steps.size(), 42U);
  std::size_t stops = 0, kills = 0, ends = 0;
  for (const Trial& trial : MakeTrials(steps, 41)) {
    stops += trial.how == How::Stop ? 1 : 0;
    kills += trial.how == How::Kill ? 1 : 0;
    ends += trial.to_end && trial.how == How::Stop ? 1 : 0;
    EXPECT_NE(trial.how, How::Watch);
    EXPECT_TRUE(trial.to_end || trial.target == trial.step + 2);
  }
  EXPECT_EQ(stops, 42U);
  EXPECT_EQ(kills, 41U);  // a kill needs a save, and step 0 is saved by a stop alone
  EXPECT_EQ(ends, 5U);    // 0, 20, 41, and those less than two boundaries before the end
}

TEST(Trials, EightSpreadOnesWithoutKillAt) {
  EXPECT_THAT(*ChooseSteps({}, 70), ElementsAre(0, 10, 20, 30, 40, 50, 60, 70));
  EXPECT_EQ(ChooseSteps({}, 3)->size(), 4U);
}

TEST(Trials, RefusesABoundaryThatDoesNotExist) {
  Settings settings;
  settings.kill_at = {3, 9};
  EXPECT_EQ(ChooseSteps(settings, 8).error().kind, ErrorKind::Usage);
  EXPECT_THAT(*ChooseSteps(settings, 9), ElementsAre(3, 9));
}

// Each trial waits for what is seen at its target: that run must stand before it, or it would never be started.
TEST(Trials, WhatATrialWaitsForStandsBeforeIt) {
  std::set<std::uint64_t> seen;
  for (const Trial& trial : MakeTrials({1, 5, 9, 14, 20}, 30)) {
    if (trial.how != How::Kill)
      seen.insert(trial.step);
    EXPECT_TRUE(trial.to_end || seen.contains(trial.target)) << trial.step;
  }
}

TEST(Judge, TextDifferencesNameTheLine) {
  EXPECT_EQ(FirstTextDifference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(FirstTextDifference("a\nc\n", "a\nb\n"), "line 2 is 'c' instead of 'b'");
  EXPECT_EQ(FirstTextDifference("a\n", "a\nb\n"), "line 2 is '' instead of 'b'");
}

TEST(Judge, ABoundaryThatIsNotReachedIsADifference) {
  Trace reference;
  for (std::uint64_t step = 0; step < 4; ++step)
    reference.Add(step, "w", {"0000000000000001", 8, "carried"});
  Record run;
  run.trace.Add(1, "w", {"0000000000000001", 8, "carried"});
  run.trace.Add(2, "w", {"0000000000000001", 8, "carried"});
  std::uint64_t bytes = 0;
  EXPECT_FALSE(CompareBoundaries(run, reference, 1, 2, bytes).has_value());
  EXPECT_EQ(bytes, 16U);
  EXPECT_EQ(CompareBoundaries(run, reference, 1, 3, bytes)->step, 3U);
  run.trace.Add(3, "w", {"0000000000000002", 8, "carried"});
  EXPECT_EQ(CompareBoundaries(run, reference, 1, 3, bytes)->path, "w");
  run.trace.Add(9, "w", {"0000000000000001", 8, "carried"});
  EXPECT_TRUE(CompareBoundaries(run, reference, 1, 2, bytes).has_value());
}

TEST(Judge, ARunWithoutATraceIsNoneThatIsEqual) {
  Trace reference;
  reference.Add(0, "w", {"0000000000000001", 8, "carried"});
  std::uint64_t bytes = 0;
  EXPECT_EQ(CompareRun({}, reference, 0, 0, {}, bytes)->message, "the run left no trace");
}

TEST(Judge, HowARunEndedSaysMoreThanABoundaryThatItDidNotReach) {
  Trace reference;
  for (std::uint64_t step = 0; step < 4; ++step)
    reference.Add(step, "w", {"0000000000000001", 8, "carried"});
  Record run;
  run.errors = "----\n\nno room\n----\n";
  run.outcome.code = 1;
  std::uint64_t bytes = 0;
  EXPECT_EQ(CompareRun(run, reference, 0, 3, {}, bytes)->message, "exit code 1 instead of exit code 0: no room");
  run.outcome.code = 0;
  EXPECT_EQ(CompareRun(run, reference, 0, 3, {}, bytes)->step, 0U);
  EXPECT_EQ(CompareRun(run, reference, 1, 3, {}, bytes)->step, 2U);
  run.outcome.code = 1;
  run.trace.Add(0, "w", {"0000000000000002", 8, "carried"});
  EXPECT_EQ(CompareRun(run, reference, 0, 3, {}, bytes)->path, "w");
}

TEST(Judge, FilesTextAndExitCodeCount) {
  Record run;
  run.text = "x\n";
  run.files = {{"log", {3, 7}}};
  const Seen expected = {"x\n", {{"log", {3, 7}}}, {}};
  std::uint64_t bytes = 0;
  EXPECT_FALSE(CompareSeen(run, expected, bytes).has_value());
  EXPECT_EQ(bytes, 5U);
  Record other = run;
  other.files["log"].hash = 8;
  EXPECT_TRUE(CompareSeen(other, expected, bytes).has_value());
  other = run;
  other.files["more"] = {1, 1};
  EXPECT_TRUE(CompareSeen(other, expected, bytes).has_value());
  other = run;
  other.files.clear();
  EXPECT_TRUE(CompareSeen(other, expected, bytes).has_value());
  other = run;
  other.outcome.code = 1;
  EXPECT_TRUE(CompareSeen(other, expected, bytes).has_value());
  other = run;
  other.text = "y\n";
  EXPECT_TRUE(CompareSeen(other, expected, bytes).has_value());
}

TEST(MaskedText, OnlyLogArgumentsMayDiffer) {
  const std::string a = "step 1 loss 2.5 (0.00 ms)\n", b = "step 1 loss 2.5 (1.00 ms)\n";
  EXPECT_EQ(FirstMaskedDifference("step 1 loss 2.5 (12.34 ms)\n", a, b, false), "");
  EXPECT_NE(FirstMaskedDifference("step 1 loss 2.6 (12.34 ms)\n", a, b, false), "");
  EXPECT_NE(FirstMaskedDifference("step 1 loss 2.5 (12.34 s)\n", a, b, false), "");
  EXPECT_NE(FirstMaskedDifference("step 1 loss 2.5 (12.34 ms)\nmore\n", a, b, false), "");
}

TEST(MaskedText, LinesWithoutOneMustAgreeInEveryByte) {
  EXPECT_NE(FirstMaskedDifference("a  b\n", "a b\n", "a b\n", false), "");
  EXPECT_EQ(FirstMaskedDifference("a b\nand more\n", "a b\n", "a b\n", true), "");
}

TEST(MaskedText, ALogTextMayHoldBlanks) {
  EXPECT_EQ(FirstMaskedDifference("at Mon Jan 3: loss 2\n", "at 0: loss 2\n", "at 1: loss 2\n", false), "");
  EXPECT_NE(FirstMaskedDifference("at Mon Jan 3: loss 3\n", "at 0: loss 2\n", "at 1: loss 2\n", false), "");
  // What is masked is not shown either: two runs at two times say the same.
  EXPECT_EQ(FirstMaskedDifference("at 5: loss 3\n", "at 0: loss 2\n", "at 1: loss 2\n", false),
            FirstMaskedDifference("at 6: loss 3\n", "at 0: loss 2\n", "at 1: loss 2\n", false));
  EXPECT_EQ(FirstMaskedDifference("at Mon Jan 3: loss 3\n", "at 0: loss 2\n", "at 1: loss 2\n", false),
            FirstMaskedDifference("at Tue Jan 4: loss 3\n", "at 0: loss 2\n", "at 1: loss 2\n", false));
}

TEST(EntryPath, IndicesAndPointersBelongToTheEntry) {
  EXPECT_EQ(EntryPath("layers[3].w"), "layers[].w");
  EXPECT_EQ(EntryPath("&model.m_memory"), "model.m_memory");
  EXPECT_EQ(EntryPath("a[1][22].b"), "a[][].b");
  EXPECT_EQ(EntryPath("data.in[]@15"), "data.in[]");
  EXPECT_EQ(EntryPath("&data.in@7"), "data.in");
  EXPECT_EQ(EntryPath("alloc@train.c:12"), "alloc@train.c:12");
}

TEST(ReportLines, PoisonedBytesAddUp) {
  const auto bytes = PoisonedBytes(
      "{\"event\":\"boundary\",\"step\":3}\n{\"event\":\"poison\",\"path\":\"acts\",\"bytes\":64}\nbroken");
  EXPECT_EQ(bytes.size(), 1U);
  EXPECT_EQ(bytes.at("acts"), 64U);
}

TEST(ReportLines, ARunSaysHowManyEntriesMayBePoisoned) {
  EXPECT_EQ(PoisonedEntries("{\"event\":\"poison-plan\",\"entries\":0}\n"), 0U);
  EXPECT_EQ(PoisonedEntries("{\"event\":\"poison\",\"path\":\"acts\",\"bytes\":64}\n"), std::nullopt);
}

TEST(ReportLines, ReplayListKeepsOrderAndBytes) {
  EXPECT_EQ(ReplayList("{\"inputs\":[{\"call\":\"time\",\"numbers\":[17]},{\"call\":\"getrandom\",\"numbers\":[2,0],"
                       "\"bytes\":\"a5ff\"}]}",
                       "{\"call\":\"clock\",\"numbers\":[9],\"step\":1,\"index\":0}\n"),
            "time 17 -\ngetrandom 2,0 a5ff\nclock 9 -\n");
}

}  // namespace
}  // namespace detrain::driver::verify
