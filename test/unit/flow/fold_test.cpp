// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/fold.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace detrain::flow {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Of an op whose result is of that type.
Known Of(rir::Opcode opcode, std::vector<Known> args, rir::Type type = {}, std::string callee = {}) {
  rir::Module module;
  module.types.push_back(std::move(type));
  rir::ComputeOp compute;
  compute.opcode = opcode;
  compute.callee = std::move(callee);
  rir::Op op;
  op.type = 0;
  op.data = std::move(compute);
  return Folded(module, op, args);
}

rir::Type Type(rir::TypeKind kind, std::uint64_t size, bool is_signed = false, std::string name = {}) {
  rir::Type type;
  type.kind = kind;
  type.size = size;
  type.is_signed = is_signed;
  type.name = std::move(name);
  return type;
}

TEST(Fold, ComparesAsFloatingPointDoes) {
  EXPECT_EQ(Of(rir::Opcode::Lt, {0.0, 128.0}), 1);
  EXPECT_EQ(Of(rir::Opcode::Ge, {kNaN, 1.0}), 0);
  EXPECT_EQ(Of(rir::Opcode::Eq, {kNaN, kNaN}), 0);
  EXPECT_EQ(Of(rir::Opcode::Ne, {kNaN, kNaN}), 1);
  EXPECT_EQ(Of(rir::Opcode::Lt, {std::nullopt, 1.0}), std::nullopt);
}

TEST(Fold, OneSideDecides) {
  EXPECT_EQ(Of(rir::Opcode::LAnd, {0.0, std::nullopt}), 0);
  EXPECT_EQ(Of(rir::Opcode::LAnd, {std::nullopt, 0.0}), 0);
  EXPECT_EQ(Of(rir::Opcode::LAnd, {1.0, std::nullopt}), std::nullopt);
  EXPECT_EQ(Of(rir::Opcode::LAnd, {1.0, kNaN}), 1);
  EXPECT_EQ(Of(rir::Opcode::LOr, {std::nullopt, 2.0}), 1);
  EXPECT_EQ(Of(rir::Opcode::LOr, {0.0, 0.0}), 0);
  EXPECT_EQ(Of(rir::Opcode::Select, {0.0, std::nullopt, 7.0}), 7);
}

TEST(Fold, AsksForNaN) {
  const Known nan = Of(rir::Opcode::Math, {}, {}, "nan");
  ASSERT_TRUE(nan);
  EXPECT_TRUE(std::isnan(*nan));
  EXPECT_TRUE(AreSame(nan, kNaN));
  EXPECT_EQ(Of(rir::Opcode::Math, {nan}, {}, "__builtin_isfinite"), 0);
  EXPECT_EQ(Of(rir::Opcode::Math, {nan}, {}, "isnanf"), 1);
  EXPECT_EQ(Of(rir::Opcode::Math, {1.0}, {}, "nandemo"), std::nullopt);
  EXPECT_EQ(Of(rir::Opcode::Math, {4.0}, {}, "sqrt"), std::nullopt);
}

TEST(Fold, ConvertsWhatFits) {
  const rir::Type byte = Type(rir::TypeKind::Int, 1), flag = Type(rir::TypeKind::Int, 1, false, "bool");
  const rir::Type number = Type(rir::TypeKind::Int, 4, true), single = Type(rir::TypeKind::Float, 4);
  EXPECT_EQ(Of(rir::Opcode::Cast, {255.0}, byte), 255);
  EXPECT_EQ(Of(rir::Opcode::Cast, {256.0}, byte), std::nullopt);
  EXPECT_EQ(Of(rir::Opcode::Cast, {-1.0}, byte), std::nullopt);
  EXPECT_EQ(Of(rir::Opcode::Cast, {-2.5}, number), -2);
  EXPECT_EQ(Of(rir::Opcode::Cast, {kNaN}, number), std::nullopt);
  EXPECT_EQ(Of(rir::Opcode::Cast, {0.5}, flag), 1);
  EXPECT_EQ(Of(rir::Opcode::Cast, {0.5}, single), 0.5);
  EXPECT_EQ(Of(rir::Opcode::Cast, {0.1}, single), std::nullopt);
  EXPECT_TRUE(Of(rir::Opcode::Cast, {kNaN}, single));
  EXPECT_TRUE(Of(rir::Opcode::Cast, {0.25}, Type(rir::TypeKind::Float, 8)));
  EXPECT_EQ(Of(rir::Opcode::Cast, {257.0}, Type(rir::TypeKind::Float, 2)), std::nullopt);
}

TEST(Fold, LeavesSumsAlone) {
  EXPECT_EQ(Of(rir::Opcode::Add, {1.0, 2.0}), std::nullopt);
  EXPECT_FALSE(AreSame(std::nullopt, std::nullopt));
}

}  // namespace
}  // namespace detrain::flow
