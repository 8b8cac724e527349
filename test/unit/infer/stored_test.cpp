// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/stored.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace detrain::infer {
namespace {

class StoredTest : public testing::Test {
 protected:
  rir::TypeId Add(rir::Type type) {
    module_.types.push_back(std::move(type));
    return static_cast<rir::TypeId>(module_.types.size() - 1);
  }
  rir::TypeId Number(rir::TypeKind kind, std::uint64_t size, const std::string& name) {
    rir::Type t;
    t.kind = kind;
    t.size = size;
    t.name = name;
    return Add(t);
  }
  rir::TypeId PointerTo(rir::TypeId element) {
    rir::Type t;
    t.kind = rir::TypeKind::Pointer;
    t.size = 8;
    t.element = element;
    return Add(t);
  }
  rir::TypeId ArrayOf(rir::TypeId element, std::uint64_t count) {
    rir::Type t;
    t.kind = rir::TypeKind::Array;
    t.element = element;
    t.count = count;
    t.size = module_.types[element].size * count;
    return Add(t);
  }
  rir::TypeId Record(const std::string& name, const std::vector<rir::TypeId>& members, bool is_union = false) {
    rir::Type t;
    t.kind = rir::TypeKind::Record;
    t.name = name;
    t.is_union = is_union;
    for (const rir::TypeId member : members) {
      rir::Field field;
      field.name = "m" + std::to_string(t.fields.size());
      field.offset = is_union ? 0 : t.size;
      field.type = member;
      t.size = field.offset + module_.types[member].size;
      t.fields.push_back(field);
    }
    return Add(t);
  }
  // Where what may be stored begins.
  static std::vector<std::uint64_t> Offsets(const Stored& stored, rir::TypeId whole) {
    const auto parts = stored.PartsOf(whole);
    EXPECT_TRUE(parts.has_value());
    std::vector<std::uint64_t> out;
    for (const Part& part : parts.value_or(std::vector<Part>()))
      out.push_back(part.offset);
    return out;
  }
  using Places = std::vector<std::uint64_t>;

  rir::Module module_;
  rir::TypeId f32_ = Number(rir::TypeKind::Float, 4, "f32");
  rir::TypeId i32_ = Number(rir::TypeKind::Int, 4, "i32");
  rir::TypeId u64_ = Number(rir::TypeKind::Int, 8, "u64");
  rir::TypeId byte_ = Number(rir::TypeKind::Int, 1, "i8");
  rir::TypeId to_f32_ = PointerTo(f32_);
  rir::TypeId to_u64_ = PointerTo(u64_);
};

TEST_F(StoredTest, ANumberIsNoPointer) {
  const rir::TypeId layer = Record("layer", {to_f32_, f32_, i32_, u64_});
  Stored stored(module_);
  stored.AddThrough(f32_, false);
  EXPECT_EQ(Offsets(stored, layer), (Places{8, 12}));  // a number of the same size may be its bits
}

TEST_F(StoredTest, APointerIsOneToItsType) {
  const rir::TypeId both = Record("both", {to_f32_, to_u64_, PointerTo(rir::kNone)});
  Stored stored(module_);
  stored.AddThrough(to_u64_, false);
  EXPECT_EQ(Offsets(stored, both), (Places{8, 16}));
}

TEST_F(StoredTest, AMemberIsThatOfItsRecordWhereverThatIs) {
  const rir::TypeId inner = Record("inner", {to_f32_, to_f32_});
  const rir::TypeId outer = Record("outer", {to_f32_, inner, to_f32_});
  Stored stored(module_);
  stored.AddMember(inner, 1);
  EXPECT_EQ(Offsets(stored, outer), (Places{16}));
}

TEST_F(StoredTest, RecordsThatBeginAlikeAreTakenForOneAnother) {
  const rir::TypeId base = Record("base", {u64_, to_f32_}), derived = Record("derived", {u64_, to_f32_, to_f32_});
  const rir::TypeId node = Record("std::node", {u64_, to_f32_});
  Stored by_base(module_), by_node(module_);
  by_base.AddMember(base, 1);
  by_node.AddMember(node, 1);
  EXPECT_EQ(Offsets(by_base, derived), (Places{8}));
  EXPECT_EQ(Offsets(by_node, derived), Places{});
}

TEST_F(StoredTest, AVectorMayGoOverMembersBesideOneAnother) {
  const rir::TypeId vector = Record("float4", {ArrayOf(f32_, 4)});
  const rir::TypeId layer = Record("layer", {to_f32_, ArrayOf(f32_, 4), ArrayOf(f32_, 4)});
  Stored stored(module_);
  stored.AddThrough(vector, false);
  EXPECT_EQ(Offsets(stored, layer), (Places{8, 24}));
}

TEST_F(StoredTest, AUnionIsStoredAsAWhole) {
  const rir::TypeId either = Record("either", {to_f32_, u64_}, true);
  const rir::TypeId held = Record("held", {u64_, either});
  Stored stored(module_);
  stored.AddMember(either, 1);
  EXPECT_EQ(Offsets(stored, held), (Places{8}));
}

TEST_F(StoredTest, AByteIsAPartOfAnythingAndACharacterOfATextIsNot) {
  const rir::TypeId named = Record("named", {to_f32_, ArrayOf(byte_, 16)});
  Stored bytes(module_), text(module_);
  bytes.AddThrough(byte_, false);
  text.AddThrough(byte_, true);
  EXPECT_FALSE(bytes.PartsOf(named).has_value());
  EXPECT_EQ(Offsets(text, named), (Places{8}));
}

// An address that is stored through `void**`, or bytes anywhere, make no object one of another class; a constructor
// does.
TEST_F(StoredTest, WhatTellsTheClassStays) {
  const rir::TypeId table = PointerTo(PointerTo(Number(rir::TypeKind::Function, 1, "fn")));
  const rir::TypeId base = Record("base", {table});
  module_.types[base].fields[0].name = "$vptr";
  const rir::TypeId layer = Record("layer", {base, to_f32_});
  Stored stored(module_);
  stored.AddThrough(PointerTo(rir::kNone), false);
  EXPECT_EQ(Offsets(stored, layer), Places({8}));
  stored.AddAnything();
  EXPECT_EQ(Offsets(stored, layer), Places({8}));
  EXPECT_FALSE(stored.PartsOf(to_f32_).has_value());

  Stored constructor = stored;
  constructor.AddMember(base, 0);
  EXPECT_FALSE(constructor.PartsOf(layer).has_value());
  Stored destructor = stored;
  destructor.AddThrough(table, false);
  EXPECT_FALSE(destructor.PartsOf(layer).has_value());
  Stored unknown(module_);
  unknown.AddUnknown();
  EXPECT_FALSE(unknown.PartsOf(layer).has_value());
}

}  // namespace
}  // namespace detrain::infer
