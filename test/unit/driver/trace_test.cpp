// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/trace.h"

#include <gtest/gtest.h>

namespace detrain::driver {
namespace {

constexpr const char* text =
    "0\tw\t00000000000000aa\t16\tcarried\n"
    "0\tn\t00000000000000bb\t4\tinvariant\n"
    "1\tw\t00000000000000ac\t16\tcarried\n"
    "1\tn\t00000000000000bb\t4\tinvariant\n";

TEST(Trace, ReadsOneHashPerRegionPerBoundary) {
  const Result<Trace> trace = Trace::Parse(text, "t");
  ASSERT_TRUE(trace.Ok());
  EXPECT_EQ(trace->boundaries().size(), 2U);
  EXPECT_EQ(trace->Find(1)->at("w").hash, "00000000000000ac");
  EXPECT_EQ(trace->Find(2), nullptr);
}

TEST(Trace, DropsALineThatAKillCutShort) {
  const Result<Trace> trace = Trace::Parse(std::string(text) + "2\tw\t0000", "t");
  ASSERT_TRUE(trace.Ok());
  EXPECT_EQ(trace->Find(2), nullptr);
}

TEST(Trace, NamesALineThatIsNone) {
  const Result<Trace> trace = Trace::Parse(std::string(text) + "loss 3.2\n", "t");
  ASSERT_FALSE(trace.Ok());
  EXPECT_EQ(trace.error().location.line, 5U);
}

TEST(Trace, FindsTheRegionThatDiffersOrIsMissing) {
  const Trace trace = *Trace::Parse(text, "t");
  std::uint64_t bytes = 0;
  EXPECT_FALSE(FirstDifference(0, *trace.Find(0), *trace.Find(0), bytes).has_value());
  EXPECT_EQ(bytes, 20U);
  EXPECT_EQ(FirstDifference(0, *trace.Find(1), *trace.Find(0), bytes)->path, "w");
  Boundary less = *trace.Find(0);
  less.erase("w");
  EXPECT_EQ(FirstDifference(0, less, *trace.Find(0), bytes)->message, "is missing");
  EXPECT_EQ(FirstDifference(0, *trace.Find(0), less, bytes)->message, "is not expected");
}

TEST(Trace, FindsAnInvariantThatChanges) {
  Trace trace = *Trace::Parse(text, "t");
  EXPECT_FALSE(FirstChangedInvariant(trace, trace).has_value());
  trace.Add(2, "n", {"00000000000000bc", 4, "invariant"});
  const auto changed = FirstChangedInvariant(trace, trace);
  ASSERT_TRUE(changed.has_value());
  EXPECT_EQ(changed->step, 2U);
  EXPECT_EQ(changed->path, "n");
}

}  // namespace
}  // namespace detrain::driver
