// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/hash.h"

#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "program.h"

namespace detrain::plan {
namespace {

constexpr const char* kStep = "fill @g, 0 bytes 256";

std::string Replaced(const std::string& text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return std::string(text).replace(at, what.size(), by);
}

TEST(Hash, IsSixteenHexDigitsAndTheSameEachTime) {
  const std::string hash = PlanOf(Program(kStep)).hash;
  EXPECT_TRUE(std::regex_match(hash, std::regex("[0-9a-f]{16}"))) << hash;
  EXPECT_EQ(PlanOf(Program(kStep)).hash, hash);
}

TEST(Hash, DoesNotDependOnLines) {
  const std::string text = Program(kStep);
  const std::string moved = std::regex_replace(text, std::regex("!1([0-9]):"), "!77$1:");
  ASSERT_NE(text, moved);
  EXPECT_EQ(PlanOf(moved).step_loop.place.line, 770U);
  EXPECT_EQ(PlanOf(moved).hash, PlanOf(text).hash);
}

TEST(Hash, DoesNotDependOnFilesOrComputations) {
  const std::string text = Program(kStep);
  EXPECT_EQ(PlanOf(Replaced(text, "file \"a.c\"", "file \"dir/b.c\"")).hash, PlanOf(text).hash);
  EXPECT_EQ(PlanOf(Replaced(text, ": f32 = add %", ": f32 = mul %")).hash, PlanOf(text).hash);
}

TEST(Hash, ChangesWithTheLayout) {
  const std::string text = Program(kStep), hash = PlanOf(text).hash;
  EXPECT_NE(PlanOf(Replaced(text, "@w: array<f32, 64>", "@w: array<f32, 65>")).hash, hash);
  EXPECT_NE(PlanOf(Program("")).hash, hash);  // g is invariant now
  EXPECT_NE(PlanOf(Program(std::string(kStep) + "\n%100: i32 = draw @draws()")).hash, hash);
  EXPECT_NE(PlanOf(std::regex_replace(text, std::regex("@w"), "@weights")).hash, hash);
  EXPECT_NE(PlanOf(std::regex_replace(text, std::regex("f32"), "f64")).hash, hash);
}

Entry MakeEntry(const std::string& path, const std::string& type, Persistence persistence) {
  Entry entry;
  entry.path = path;
  entry.type = type;
  entry.persistence = persistence;
  return entry;
}

CheckpointPlan ByHand() {
  CheckpointPlan plan;
  plan.step_loop.function = "main";
  plan.entries.push_back(MakeEntry("w", "f32[64]", Persistence::Carried));
  plan.entries.push_back(MakeEntry("step", "i32", Persistence::Counter));
  return plan;
}

TEST(Hash, CoversExactlyWhatTheContractSays) {
  const std::string hash = HashOf(ByHand());
  const auto changed = [&](const std::function<void(CheckpointPlan&)>& change) {
    CheckpointPlan plan = ByHand();
    change(plan);
    return HashOf(plan) != hash;
  };
  EXPECT_TRUE(changed([](auto& p) { p.entries[0].path = "v"; }));
  EXPECT_TRUE(changed([](auto& p) { p.entries[0].type = "f64[64]"; }));
  EXPECT_TRUE(changed([](auto& p) { p.entries[0].extent = "65"; }));
  EXPECT_TRUE(changed([](auto& p) { p.entries[0].persistence = Persistence::Stream; }));
  EXPECT_TRUE(changed([](auto& p) { p.entries.pop_back(); }));
  EXPECT_TRUE(changed([](auto& p) { p.loop_number = 1; }));
  EXPECT_FALSE(changed([](auto& p) { p.step_loop.place.line = 20; }));
  EXPECT_FALSE(changed([](auto& p) { p.entries[0].declared.line = 40; }));
  EXPECT_FALSE(changed([](auto& p) { p.entries[0].why.emplace_back().message = "because"; }));
  EXPECT_FALSE(changed([](auto& p) { p.program.push_back("a.c"); }));
}

}  // namespace
}  // namespace detrain::plan
