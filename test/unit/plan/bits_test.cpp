// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of memory the leaves of bit-fields have.
#include "analyzer/plan/bits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/plan/layout.h"
#include "analyzer/rir/parse.h"

namespace detrain::plan {
namespace {

rir::Module ModuleOf(const std::string& types) {
  Result<rir::Module> module = rir::Parse(types, "a.rir");
  if (module)
    return std::move(*module);
  ADD_FAILURE() << module.error().message << "\n" << types;
  return {};
}

std::vector<NamedLeaf> Leaves(const std::string& types, const std::string& record) {
  const rir::Module module = ModuleOf(types);
  const auto type = std::ranges::find(module.types, record, &rir::Type::name);
  return LeavesOf(module, static_cast<rir::TypeId>(type - module.types.begin()), "s");
}

// Path, place, type, number, bits, key.
std::string Text(const std::vector<NamedLeaf>& leaves) {
  std::string text;
  for (const NamedLeaf& n : leaves) {
    char line[100];
    std::snprintf(line, sizeof line, "%s at %d: %d of type %d, bits %llx, key %d\n", n.leaf.path.c_str(),
                  static_cast<int>(n.leaf.offset), static_cast<int>(n.leaf.count), static_cast<int>(n.leaf.dtype),
                  static_cast<unsigned long long>(n.leaf.bits), static_cast<int>(n.key));
    text += line;
  }
  return text;
}

TEST(Bits, EachFieldHasItsOwn) {
  EXPECT_EQ(Text(Leaves("type record S size 24 align 8 { a: u8 at 0 bits 0:3, b: bool at 0 bits 3:1, "
                        "c: u16 at 2 bits 4:9, d: i32 at 4 bits 0:31, e: u64 at 8 bits 20:44, f: u32 at 16 bits 0:32 "
                        "}\n",
                        "S")),
            "s.a at 0: 1 of type 2, bits 7, key 0\n"
            "s.b at 0: 1 of type 0, bits 8, key 0\n"
            "s.c at 2: 1 of type 4, bits 1ff0, key 2\n"
            "s.d at 4: 1 of type 5, bits 7fffffff, key 4\n"
            "s.e at 8: 1 of type 8, bits fffffffffff00000, key 8\n"
            "s.f at 16: 1 of type 6, bits 0, key 16\n");
}

// A member among the bits of a unit has its bytes, though the engine calls the place by the unit.
TEST(Bits, AMemberInAUnitIsCalledByIt) {
  const std::string types =
      "type record S size 8 align 4 { a: u32 at 0 bits 0:3, c: u8 at 1, b: u32 at 0 bits 16:4, "
      "d: u8 at 4 }\n";
  EXPECT_EQ(Text(Leaves(types, "S")),
            "s.a at 0: 1 of type 6, bits 7, key 0\n"
            "s.c at 1: 1 of type 2, bits 0, key 0\n"
            "s.b at 0: 1 of type 6, bits f0000, key 0\n"
            "s.d at 4: 1 of type 2, bits 0, key 4\n");
  for (const NamedLeaf& n : Leaves(types, "S"))
    EXPECT_EQ(n.is_in_unit, n.leaf.path != "s.d") << n.leaf.path;
}

TEST(Bits, AMemberBehindTheBitsHasItsOwnKey) {
  EXPECT_EQ(Text(Leaves("type record S size 4 align 4 { a: u32 at 0 bits 0:3, c: u8 at 1 }\n", "S")),
            "s.a at 0: 1 of type 6, bits 7, key 0\n"
            "s.c at 1: 1 of type 2, bits 0, key 1\n");
}

// Across the unit of the type, behind the record's end, and in more bytes than a number has.
TEST(Bits, PackedFieldsAreBytes) {
  EXPECT_EQ(Text(Leaves("type record S size 5 align 1 { a: u32 at 0 bits 0:30, b: u32 at 3 bits 6:7 }\n", "S")),
            "s.a at 0: 1 of type 6, bits 3fffffff, key 0\n"
            "s.b at 3: 2 of type 2, bits 1fc0, key 3\n");
  EXPECT_EQ(Text(Leaves("type record S size 1 align 1 { a: u32 at 0 bits 2:6 }\n", "S")),
            "s.a at 0: 1 of type 2, bits fc, key 0\n");
  EXPECT_EQ(Text(Leaves("type record S size 9 align 1 { a: u64 at 0 bits 3:64 }\n", "S")),
            "s.a at 0: 1 of type 8, bits fffffffffffffff8, key 0\n"
            "s.a at 8: 1 of type 2, bits 7, key 0\n");
}

TEST(Bits, OfArraysOfRecords) {
  const auto leaves =
      Leaves("type record S { rows: array<R, 5> }\ntype record R size 4 align 4 { a: u32 at 0 bits 4:3 }\n", "S");
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(leaves[0].leaf.bits, 0x70U);
  EXPECT_EQ(leaves[0].leaf.outer_count[0], 5U);
  EXPECT_EQ(leaves[0].leaf.count, 1U);
}

// Bits that no member of a union has, for each of those that follow one another; bytes beside the units stay.
TEST(Bits, OfUnions) {
  const std::string bits = "type record R size 4 align 4 { a: u32 at 0 bits 0:3, b: u32 at 0 bits 5:4 }\n";
  EXPECT_EQ(Text(Leaves(bits + "type union U size 4 align 4 { r: R at 0, c: u8 at 0 }\ntype record S { u: U }\n", "S")),
            "s.u at 0: 4 of type 17, bits 1ff000001ff, key 0\n");
  EXPECT_EQ(
      Text(Leaves(bits + "type union U size 4 align 4 { r: R at 0, f: f32 at 0 }\ntype record S { u: U }\n", "S")),
      "s.u at 0: 4 of type 17, bits 0, key 0\n");
  EXPECT_EQ(Text(Leaves("type union U size 8 align 8 { c: u8 at 0 }\ntype record S { u: U }\n", "S")),
            "s.u at 0: 8 of type 17, bits 0, key 0\n");
  EXPECT_EQ(Text(Leaves(bits + "type union U size 4 align 4 { r: R at 0 }\ntype record S { u: array<U, 3> }\n", "S")),
            "s.u at 0: 12 of type 17, bits 1e7000001e7, key 0\n");
}

}  // namespace
}  // namespace detrain::plan
