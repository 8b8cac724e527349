// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// parse(print(m)) == m.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "analyzer/rir/builder.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/parse.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/words.h"
#include "random_module.h"

namespace detrain::rir {
namespace {

using testing::HasSubstr;

// The module that `text` stands for; an empty one with a failed test where it does not parse.
Module Parsed(const std::string& text) {
  const Result<Module> module = Parse(text, "test");
  EXPECT_TRUE(module) << ToString(module.error().location) << ": " << module.error().message << "\n" << text;
  return module ? *module : Module{};
}

void ExpectRoundTrip(const Module& module) {
  const std::string text = Print(module);
  const Module back = Parsed(text);
  EXPECT_EQ(Print(back), text);
  EXPECT_TRUE(back == module) << text;
}

class RandomRoundTrip : public testing::TestWithParam<int> {};

TEST_P(RandomRoundTrip, KeepsEveryModule) {
  for (std::uint64_t i = 0; i < 100 && !HasFailure(); ++i) {
    const std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * 100 + i;
    SCOPED_TRACE("seed " + std::to_string(seed));
    ExpectRoundTrip(RandomModule(seed));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRoundTrip, testing::Range(0, 10));

// The property above says nothing of what the generator never makes.
TEST(RandomModuleCoverage, HasEveryKindOfOpOperandTypeAndRegion) {
  std::set<OpKind> ops;
  std::set<Opcode> opcodes;
  std::set<OperandKind> operands;
  std::set<TypeKind> types;
  std::set<RegionKind> regions;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {  // those of the property
    const Module module = RandomModule(seed);
    for (const Type& type : module.types)
      types.insert(type.kind);
    for (const Region& region : module.regions)
      regions.insert(region.kind);
    for (const Function& function : module.functions)
      for (const Block& block : function.blocks)
        for (const Op& op : block.ops) {
          ops.insert(op.Kind());
          if (const auto* compute = std::get_if<ComputeOp>(&op.data))
            opcodes.insert(compute->opcode);
          ForEachOperand(op, [&](const Operand& operand) { operands.insert(operand.kind); });
        }
  }
  EXPECT_EQ(ops.size(), std::size(Words<OpKind>::texts));
  EXPECT_EQ(opcodes.size(), std::size(Words<Opcode>::texts));
  EXPECT_EQ(operands.size(), static_cast<std::size_t>(OperandKind::String) + 1);
  EXPECT_EQ(types.size(), static_cast<std::size_t>(TypeKind::Handle) + 1);
  EXPECT_EQ(regions.size(), std::size(Words<RegionKind>::texts));
}

// A keyword may begin one kind of op only.
TEST(Words, OpsAndOpcodesDiffer) {
  std::set<std::string_view> words;
  for (const std::string_view word : Words<OpKind>::texts)
    EXPECT_TRUE(words.insert(word).second) << word;
  for (const std::string_view word : Words<Opcode>::texts)
    EXPECT_TRUE(words.insert(word).second) << word;
}

TEST(RoundTrip, EmptyModuleIsEmptyText) {
  EXPECT_EQ(Print({}), "");
  EXPECT_EQ(Parsed(""), Module{});
}

TEST(RoundTrip, TypeThatContainsItself) {
  ModuleBuilder b;
  const TypeId node = b.Record("Node", {{"next", 1}});
  b.Pointer(node);
  ExpectRoundTrip(b.module());
}

TEST(RoundTrip, PointerToItself) {
  Module module;
  Type type;
  type.kind = TypeKind::Pointer;
  type.element = 0;
  module.types = {type};
  ExpectRoundTrip(module);
}

// The pointer to the second record of a name must not come back as one to the first.
TEST(RoundTrip, RecordsOfOneName) {
  ModuleBuilder b;
  const TypeId i32 = b.Scalar("i32");
  const TypeId f32 = b.Scalar("f32");
  const TypeId second = static_cast<TypeId>(b.module().types.size() + 2);
  b.Pointer(second);
  b.Record("S", {{"a", i32}});
  EXPECT_EQ(b.Record("S", {{"b", f32}}), second);
  EXPECT_THAT(Print(b.module()), HasSubstr("type ptr<#4>\n"));
  ExpectRoundTrip(b.module());
}

TEST(Print, ReadsLikeTheProgram) {
  ModuleBuilder b("train.c");
  const TypeId i32 = b.Scalar("i32");
  const TypeId f32 = b.Scalar("f32");
  const TypeId floats = b.Pointer(f32);
  const TypeId model = b.Record("Model", {{"n", i32}, {"weights", floats}});
  const RegionId m = b.Region(RegionKind::Global, "::model", model, kNone, {0, 3, 7});
  FunctionBuilder f = b.Define("scale", b.Void(), {0, 5, 6});
  const RegionId by = f.Param("by", f32);
  const RegionId i = f.Local("i", i32);
  f.At({0, 6, 3});
  f.Do(DeclareOp{i});
  f.Store(i, Operand::Int(0), i32);
  f.Loop(
      [&] {
        const Operand n = f.Load(f.Field(Operand::Region(m), model, 0, b.Pointer(i32)), i32);
        return f.Compute(Opcode::Lt, {f.Load(i, i32), n}, i32);
      },
      [&](LoopId) {
        const Operand base = f.Load(f.Field(Operand::Region(m), model, 1, b.Pointer(floats)), floats);
        const Operand item = f.Index(base, f.Load(i, i32), f32, floats);
        f.Store(item, f.Compute(Opcode::Mul, {f.Load(item, f32), f.Load(by, f32)}, f32), f32);
      },
      [&] { f.Store(i, f.Compute(Opcode::Add, {f.Load(i, i32), Operand::Int(1)}, i32), i32); });
  ExpectRoundTrip(b.module());
  EXPECT_EQ(Print(b.module()), R"(source "train.c"
file "train.c"
type i32
type f32
type ptr<f32>
type record Model size 16 align 8 {
  n: i32 at 0
  weights: ptr<f32> at 8
}
type void
type ptr<i32>
type ptr<ptr<f32>>
global @::model: Model !3:7

func $scale(param @by: f32) -> void !5:6 {
  local @i: i32
  declare @i !6:3
  store: i32 @i, 0 !6:3
  loop 0 !6:3 test {
    %0: ptr<i32> = field @::model of Model member n !6:3
    %1: i32 = load %0 !6:3
    %2: i32 = load @i !6:3
    %3: i32 = lt %2, %1 !6:3
  } if %3 body {
    %4: ptr<ptr<f32>> = field @::model of Model member weights !6:3
    %5: ptr<f32> = load %4 !6:3
    %6: i32 = load @i !6:3
    %7: ptr<f32> = index %5, %6 of f32 !6:3
    %8: f32 = load %7 !6:3
    %9: f32 = load @by !6:3
    %10: f32 = mul %8, %9 !6:3
    store: f32 %7, %10 !6:3
  } step {
    %11: i32 = load @i !6:3
    %12: i32 = add %11, 1 !6:3
    store: i32 @i, %12 !6:3
  }
}
)");
}

TEST(Print, OneOpAndOneType) {
  const Module module =
      Parsed("file \"a.c\"\nfunc $f() {\n  local @x: i32\n  if 1 !3:4 then {\n    declare @x\n  }\n}\n");
  EXPECT_EQ(PrintOp(module, 0, module.functions[0].blocks[0].ops[0]), "if 1 !3:4 then ^1 {\n  declare @x\n}");
  EXPECT_EQ(PrintType(module, 0), "i32");
  EXPECT_EQ(PrintType(module, kNone), "#none");
}

// Each op in the form in which people write it.
TEST(RoundTrip, EveryOpAsText) {
  const std::string body = R"(  declare @x
  %0: i32 = load @x
  store: f32 @f, 0x1.8p+1
  %1: f32 = math @f by sqrtf
  %2: ptr<f32> = index @a, %0 of f32 bound 10
  call: i32 $main(1, "text", null, $main) into @s
  %3: ptr<f32> = alloc 40 of f32 zeroed by calloc
  %4 = alloc space device 8 infallible stack old %3 content "abc" by "odd name"
  free %3 by free
  header %3, 8 of f32
  copy @a, %3 bytes 40 by memcpy
  fill @a, 0 bytes 40 by memset
  %5: i32 = draw @x() by rand
  seed @x(%5) by srand
  %6 = open "in.bin" mode "rb" by fopen
  %7: i32 = open "in.bin" descriptor by open
  seek %6 offset 0 whence 2 by fseek
  input file handle %6 into (@a bytes 40, @x) unit 4 unchecked by fread
  %8: i64 = input clock by time
  output file handle %6 args (@a) bytes 40 by fwrite
  output text format "%d" args (%5, -1) first 2 by printf
  close %6 by fclose
  loop 0 kind once body {
    break 0
  }
  loop 1 kind test_last schedule static collapse 2 test {
  } if %5 body {
    continue 1
  } step {
  }
  if %5 !4:5 then {
  } else {
    par loop private (@x) reduction ("+" @f) !5:6 body {
      atomic "+" @f, 1
      sync barrier
      sync lock object @x
      sync enqueue stream %5
      sync enqueued
      sync record object @x stream %5
    }
  }
  opaque "inline assembly"(@x)
  none
  stop 1 abort by __assert_fail
  return %5 !9:1
)";
  const std::string head = R"(file "a.c"
type record S { x: i32 }
func $main() -> i32 {
  local @x: i32
  local @f: f32
  local @a: array<f32, 10>
  local @s: S
)";
  const Module module = Parsed(head + body + "}\n");
  EXPECT_THAT(Print(module), HasSubstr(body));
  ExpectRoundTrip(module);
  std::set<OpKind> kinds;
  if (!module.functions.empty() && !module.functions[0].blocks.empty())
    ForEachOp(module.functions[0], 0, [&](const Op& op) { kinds.insert(op.Kind()); });
  EXPECT_EQ(kinds.size(), std::size(Words<OpKind>::texts));
}

}  // namespace
}  // namespace detrain::rir
