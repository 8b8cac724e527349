// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules on the state at boundaries: how they are read, when they hold; and event files, read back.
#include "runtime/src/watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "runtime/src/events.h"
#include "runtime/src/numbers.h"

namespace detrain::runtime::test {
namespace {

WatchFile Rules(const std::string& text) {
  WatchFile file;
  unsigned line = 0;
  std::string why;
  EXPECT_TRUE(ParseWatch(text, file, line, why)) << line << ": " << why;
  return file;
}

// "LINE: why"; empty: it is understood.
std::string Fault(const std::string& text) {
  WatchFile file;
  unsigned line = 0;
  std::string why;
  return ParseWatch(text, file, line, why) ? "" : std::to_string(line) + ": " + why;
}

// Tensors of floats under names, which must outlive the look.
struct State {
  explicit State(std::vector<float> w) : values(std::move(w)) {}
  [[nodiscard]] std::vector<Tensor> Tensors() const {
    Tensor tensor;
    tensor.name = "model.w";
    tensor.dtype = "F32";
    tensor.bytes = reinterpret_cast<const char*>(values.data());
    tensor.size = values.size() * sizeof(float);
    return {tensor};
  }
  std::vector<float> values;
};

// The lines of looks at these states, one a step from 1 on.
std::vector<std::string> Lines(const std::string& rules, const std::vector<std::vector<float>>& states,
                               const std::vector<std::string>& texts = {}) {
  Watch watch(Rules(rules));
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::max(states.size(), texts.size()); ++i) {
    const State state(i < states.size() ? states[i] : std::vector<float>{});
    const Findings found = watch.Look(i + 1, state.Tensors(), i < texts.size() ? texts[i] : "");
    lines.insert(lines.end(), found.lines.begin(), found.lines.end());
  }
  return lines;
}

using Texts = std::vector<std::string>;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(WatchRules, AreRead) {
  const WatchFile file =
      Rules("# a comment\n\nevery 5\nnan model.* save,stop\nstalled \"text:val loss\" for 3 by 0.5\nplot a b");
  EXPECT_EQ(file.every, 5U);
  ASSERT_EQ(file.rules.size(), 2U);
  EXPECT_TRUE(file.rules[0].saves && file.rules[0].stops);
  EXPECT_EQ(file.rules[1].names[0].pattern, "val loss");
  EXPECT_TRUE(file.rules[1].names[0].is_text);
  EXPECT_EQ(file.rules[1].by, 0.5);
  EXPECT_EQ(file.rules[1].line, 5U);
  EXPECT_EQ(file.plots.size(), 2U);
}

TEST(WatchRules, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(Fault("nan w\nnann w"),
            "2: there is no rule 'nann': nan, explode, vanish, unchanged, stalled, dead, overfit, plot or every");
  EXPECT_EQ(Fault("nan"), "1: 'nan' needs a name");
  EXPECT_EQ(Fault("overfit a"), "1: 'overfit' needs two names");
  EXPECT_EQ(Fault("explode w"), "1: 'explode' needs 'above N'");
  EXPECT_EQ(Fault("explode w above high"), "1: 'above' takes a number, not 'high'");
  EXPECT_EQ(Fault("unchanged w for 0"), "1: 'for' takes a whole number of steps, not '0'");
  EXPECT_EQ(Fault("dead w above 1 for 3"), "1: 'above' takes a share below 1 here, not '1'");
  EXPECT_EQ(Fault("nan w halt"), "1: 'halt' is none of note, save, stop");
  EXPECT_EQ(Fault("nan w below 3"), "1: 'below' is none of note, save, stop");
  EXPECT_EQ(Fault("nan \"w"), "1: a quote is not closed");
  EXPECT_EQ(Fault("vanish text:loss below 1"), "1: 'vanish' takes a saved region, not a printed number");
  EXPECT_EQ(Fault("every often"), "1: 'every' takes a whole number of steps");
}

TEST(WatchRules, NamesHaveStars) {
  const auto matches = [](const char* pattern, const char* name) { return WatchName{pattern, false}.Matches(name); };
  EXPECT_TRUE(matches("layers[*].w", "layers[12].w"));
  EXPECT_TRUE(matches("*", "anything"));
  EXPECT_FALSE(matches("layers[*].w", "layers[12].b"));
  EXPECT_FALSE(matches("w", "w2"));
}

TEST(Watch, SaysOnceThatANumberIsNone) {
  EXPECT_EQ(Lines("nan model.w", {{1, 2}, {kNan, 2}, {kNan, INFINITY}, {1, 2}, {INFINITY, 2}}),
            (Texts{"step 2: nan: model.w 1 of 2 elements are NaN or infinite (line 1)",
                   "step 5: nan: model.w 1 of 2 elements are NaN or infinite (line 1)"}));
}

TEST(Watch, KnowsTooLargeAndTooSmall) {
  EXPECT_EQ(Lines("explode model.* above 3\nvanish model.* below 0.5", {{-3, 1}, {-4, 1}, {0.25F, -0.25F}, {0.5F, 0}}),
            (Texts{"step 2: explode: model.w reaches 4, above 3 (line 1)",
                   "step 3: vanish: model.w reaches 0.25 only, below 0.5 (line 2)"}));
}

TEST(Watch, KnowsWhatDoesNotChange) {
  EXPECT_EQ(Lines("unchanged model.w for 2", {{1}, {1}, {2}, {2}, {2}, {2}}),
            Texts{"step 5: unchanged: model.w has not changed for 2 steps (line 1)"});
}

TEST(Watch, KnowsALossThatStalls) {
  const Texts prints = {"loss 3\n", "loss 2\n", "loss 2.5\n", "nothing\n", "loss 2\n", "loss 1\n"};
  EXPECT_EQ(Lines("stalled text:loss for 3", {}, prints),
            Texts{"step 5: stalled: text:loss has not fallen below 2 for 3 steps (line 1)"});
  EXPECT_EQ(Lines("stalled model.w for 2 by 0.5", {{3}, {2.8F}, {2.6F}, {2}}),
            Texts{"step 3: stalled: model.w has not fallen below 3 for 2 steps (line 1)"});
}

TEST(Watch, KnowsDeadUnits) {
  EXPECT_EQ(Lines("dead model.w above 0.4 for 2", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}),
            Texts{"step 6: dead: model.w 2 of 3 elements were zero for 2 steps (line 1)"});
}

TEST(Watch, KnowsOverfitting) {
  const Texts prints = {"train 3 valid 3\n", "train 2 valid 2\n", "train 1.5 valid 2.5\n", "train 1 valid 2.5\n"};
  EXPECT_EQ(Lines("overfit text:train text:valid for 2", {}, prints),
            Texts{"step 4: overfit: valid has not fallen below 2 for 2 steps, while train has (line 1)"});
  const Texts both = {"train 3 valid 3\n", "train 3 valid 3\n", "train 3 valid 3\n"};
  EXPECT_EQ(Lines("overfit text:train text:valid for 2", {}, both), Texts{});
}

TEST(Watch, SaysWhenNothingHasThatName) {
  EXPECT_EQ(Lines("nan modle.w stop", {{kNan}, {kNan}}), Texts{"step 1: no saved region is named modle.w (line 1)"});
}

TEST(Numbers, OfHalfPrecision) {
  const std::uint16_t half[] = {0x3C00, 0xC000, 0x7C00, 0x0001};
  const Numbers f16 = NumbersOf("F16", reinterpret_cast<const char*>(half), sizeof half);
  EXPECT_EQ(f16.odd, 1U);
  EXPECT_EQ(f16.magnitude, 2);
  EXPECT_EQ(f16.sum, 1 - 2 + std::ldexp(1.0, -24));
  const std::uint16_t brain[] = {0x3F80, 0xC040, 0x7FC0};
  const Numbers bf16 = NumbersOf("BF16", reinterpret_cast<const char*>(brain), sizeof brain);
  EXPECT_EQ(bf16.odd, 1U);
  EXPECT_EQ(bf16.sum, 1 - 3);
}

// Known answers of RFC 3720, B.4.
TEST(Events, Checksum) {
  EXPECT_EQ(Crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(Crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
}

// As TensorFlow writes it: the first record of every event file, but for its time (here 0).
TEST(Events, VersionRecord) {
  const std::string record = EventRecord(VersionEvent(0));
  EXPECT_EQ(record.substr(0, 8), std::string("\x18\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(record.substr(8, 4), "\xA3\x7F\x4B\x22");  // of a length of 24, in every such file
  EXPECT_EQ(record.substr(12, 24), std::string("\x09\0\0\0\0\0\0\0\0\x1A\x0D", 11) + "brain.Event:2");
  EXPECT_EQ(record.size(), 12 + 24 + 4U);
}

TEST(Events, Scalars) {
  const std::string event = ScalarEvent(0, 300, {{"loss", 1.0F}});
  const std::string value = std::string("\x0A\x04loss\x15\0\0\x80\x3F", 11);
  EXPECT_EQ(event, std::string("\x09\0\0\0\0\0\0\0\0\x10\xAC\x02\x2A\x0D\x0A\x0B", 16) + value);
}

}  // namespace
}  // namespace detrain::runtime::test
