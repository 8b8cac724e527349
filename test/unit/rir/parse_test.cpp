// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "analyzer/rir/print.h"

namespace detrain::rir {
namespace {

using testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  const Result<Module> module = Parse(text, "m.rir");
  if (module)
    return "no error";
  EXPECT_EQ(module.error().kind, ErrorKind::Input);
  return ToString(module.error().location) + ": " + module.error().message;
}

// The error of one op in a function that has `@x: i32` and, at its end, a second region of the name `twice`.
std::string ErrorOfOp(const std::string& op) {
  return ErrorOf("type record S { x: i32 }\nfunc $f() {\nlocal @x: i32\nlocal @twice: i32\nlocal @twice: i32\n" + op +
                 "\n}\n");
}

Module Parsed(const std::string& text) {
  const Result<Module> module = Parse(text, "m.rir");
  EXPECT_TRUE(module) << ToString(module.error().location) << ": " << module.error().message;
  return module ? *module : Module{};
}

TEST(Parse, WritesTheShortestFormItself) {
  const Module module = Parsed(R"(
    // Types need no declaration, but for records, whose layout is computed.
    type record Model { n: i32, weights: ptr<f32>, tag: array<i8, 3> }
    global @::m: Model
    func $main(param @argc: i32) -> i32 { local @i: i32
      %0: i32 = load @i; store: i32 @i, %0
      return 0 }
  )");
  ASSERT_EQ(module.types.size(), 6U);
  EXPECT_EQ(module.types[0].size, 24U);
  EXPECT_EQ(module.types[0].align, 8U);
  EXPECT_EQ(module.types[0].fields[1].offset, 8U);
  EXPECT_EQ(module.types[0].fields[2].offset, 16U);
  ASSERT_EQ(module.regions.size(), 3U);
  EXPECT_EQ(module.regions[0].link_name, "m");
  EXPECT_EQ(module.regions[1].kind, RegionKind::Param);
  EXPECT_EQ(module.functions[0].params.size(), 1U);
  EXPECT_EQ(module.functions[0].value_count, 1U);
  EXPECT_EQ(module.functions[0].blocks[0].ops.size(), 3U);
}

TEST(Parse, FindsRecordsAndFunctionsThatComeLater) {
  const Module module = Parsed(R"(
    func $f() { call $g() }
    global @::list: ptr<Node>
    type record Node { next: ptr<Node>, inner: Inner }
    type record Inner { x: f64 }
    extern func $g()
  )");
  EXPECT_EQ(module.types[0].size, 16U);
  EXPECT_EQ(std::get<CallOp>(module.functions[0].blocks[0].ops[0].data).callee, Operand::Function(1));
  EXPECT_FALSE(module.functions[1].is_defined);
}

TEST(Parse, LocalsHideGlobals) {
  const Module module = Parsed("global @x: i32\nfunc $f() {\nlocal @x: i32\ndeclare @x\ndeclare @x#0\n}\n");
  const std::vector<Op>& ops = module.functions[0].blocks[0].ops;
  EXPECT_EQ(std::get<DeclareOp>(ops[0].data).region, 1U);
  EXPECT_EQ(std::get<DeclareOp>(ops[1].data).region, 0U);
}

TEST(Parse, ReadsDecimalFloats) {
  const Module module = Parsed("func $f() {\nstore 0.5, -1e3\n}\n");
  const auto& store = std::get<StoreOp>(module.functions[0].blocks[0].ops[0].data);
  EXPECT_EQ(store.address, Operand::Float(0.5));
  EXPECT_EQ(store.value, Operand::Float(-1000));
}

TEST(Parse, OptionalOperandEndsWithItsLine) {
  const Module module = Parsed("func $f() {\nreturn\n%0 = load null\n}\n");
  EXPECT_EQ(module.functions[0].blocks[0].ops.size(), 2U);
}

TEST(ParseError, HasNameLineAndColumn) {
  EXPECT_EQ(ErrorOf("source \"a.c\"\n  sauce \"b.c\"\n"), "m.rir:2:3: expected a declaration, found 'sauce'");
}

TEST(ParseError, OfTheLexer) {
  EXPECT_EQ(ErrorOf("source \"a\n"), "m.rir:1:8: string without an end");
  EXPECT_EQ(ErrorOf("source \"\\q\"\n"), "m.rir:1:8: unknown escape in a string");
  EXPECT_EQ(ErrorOf("source \"\\xg0\"\n"), "m.rir:1:8: unknown escape in a string");
  EXPECT_EQ(ErrorOf("file \"a\" &\n"), "m.rir:1:10: unexpected character \"&\"");
}

TEST(ParseError, OfTypes) {
  EXPECT_EQ(ErrorOf("global @x: Model\n"), "m.rir:1:12: no type is called 'Model'");
  EXPECT_EQ(ErrorOf("global @x: record\n"), "m.rir:1:12: 'record' is not a type");
  EXPECT_EQ(ErrorOf("type array<i32, -1>\n"), "m.rir:1:17: '-1' is not a number from 0 to 18446744073709551615");
  EXPECT_EQ(ErrorOf("type record S { a: i32 at 0, b: i32 }\n"),
            "m.rir:1:37: either all members have an offset, or none has");
  EXPECT_EQ(ErrorOf("type ptr<i32\n"), "m.rir:2:1: expected '>', found the end of the text");
  EXPECT_EQ(ErrorOf("type Model { n: i32 }\n"), "m.rir:1:6: expected 'record', 'union' or another type");
  EXPECT_EQ(ErrorOf("type #3\n"), "m.rir:1:6: expected 'record', 'union' or another type");
  std::string deep;
  for (int i = 0; i < 5000; ++i)
    deep += "ptr<";
  EXPECT_THAT(ErrorOf("type " + deep), HasSubstr("nested too deeply"));
}

TEST(ParseError, OfNames) {
  EXPECT_EQ(ErrorOfOp("declare @y"), "m.rir:6:10: no region is called 'y' here");
  EXPECT_EQ(ErrorOfOp("declare @twice"),
            "m.rir:6:10: more than one region is called 'twice', say which by '#' and its number");
  EXPECT_EQ(ErrorOfOp("declare @twice#0"), "m.rir:6:10: region 0 is not called 'twice'");
  EXPECT_EQ(ErrorOfOp("call $g()"), "m.rir:6:7: no function is called 'g' here");
  EXPECT_EQ(ErrorOfOp("return !b.c:1:2"), "m.rir:6:9: no file is called 'b.c' here");
  EXPECT_EQ(ErrorOfOp("%0 = field @x of S member y"), "m.rir:6:27: the record has no member 'y'");
}

TEST(ParseError, OfOps) {
  EXPECT_EQ(ErrorOfOp("jump"), "m.rir:6:1: 'jump' is no operation");
  EXPECT_EQ(ErrorOfOp("compute 1, 2"), "m.rir:6:1: 'compute' is no operation");
  EXPECT_EQ(ErrorOfOp("store @x 1"), "m.rir:6:10: expected ',', found '1'");
  EXPECT_EQ(ErrorOfOp("store @x,"), "m.rir:7:1: expected an operand, found '}'");
  EXPECT_EQ(ErrorOfOp("free @x from free"), "m.rir:6:9: expected the end of the line, found 'from'");
  EXPECT_EQ(ErrorOfOp("input radio"), "m.rir:6:7: 'radio' is none of the words that can stand here");
  EXPECT_EQ(ErrorOfOp("%0 = field @x of S"), "m.rir:7:1: expected 'member', found '}'");
  EXPECT_EQ(ErrorOfOp("store @x, 0x1"), "m.rir:6:11: '0x1' is not a number that fits");
  EXPECT_EQ(ErrorOfOp("store @x, 9223372036854775808"), "m.rir:6:11: '9223372036854775808' is not a number that fits");
  EXPECT_EQ(ErrorOfOp("store @x, 1.5.2"), "m.rir:6:11: '1.5.2' is not a number that fits");
  EXPECT_EQ(ErrorOfOp("break 4294967295"), "m.rir:6:7: '4294967295' is not a number from 0 to 4294967294");
}

TEST(ParseError, OfBlocks) {
  EXPECT_EQ(ErrorOfOp("if 1 then ^0 { }"), "m.rir:6:14: block 0 is there already");
  EXPECT_EQ(ErrorOfOp("if 1 then ^2 { }"), "m.rir:8:1: block 1 is missing");
  std::string deep;
  for (int i = 0; i < 5000; ++i)
    deep += "if 1 then {\n";
  EXPECT_THAT(ErrorOfOp(deep), HasSubstr("nested too deeply"));
}

TEST(ParseError, OfDeclarations) {
  EXPECT_EQ(ErrorOf("local @a#1: i32\n"), "m.rir:2:1: region 0 is missing");
  EXPECT_EQ(ErrorOf("local @a: i32\nlocal @b#0: i32\n"), "m.rir:2:8: region 0 is there already");
  EXPECT_EQ(ErrorOf("func $f#1()\n"), "m.rir:1:6: this is function 0");
  EXPECT_EQ(ErrorOf("init {\n}\ninit {\n}\n"), "m.rir:3:6: a module has one init");
  EXPECT_EQ(ErrorOf("func $f() {\n"), "m.rir:2:1: expected '}', found the end of the text");
  EXPECT_EQ(ErrorOf("func $f() { } }\n"), "m.rir:1:15: expected the end of the line, found '}'");
}

// Whatever is cut off or damaged, the parser says so or not, but ends.
TEST(ParseError, DamagedTextsEnd) {
  const std::string text = Print(Parsed(R"(file "a.c"
type record S { x: i32, y: ptr<S> }
func $f(param @p: ptr<S>, ...) -> i32 !3:1 {
  local @i: i32 !4:2
  loop 0 test {
    %0: i32 = load @i
  } if %0 body {
    input file handle @p into (@i bytes 4) by fread !5:6
  }
  return 0x1p+3
})"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    (void)Parse(text.substr(0, i), "cut");
    for (const char c : {'{', '}', '(', '#', ' ', '\n', '"', '9', '%'}) {
      std::string damaged = text;
      damaged[i] = c;
      (void)Parse(damaged, "damaged");
    }
  }
}

}  // namespace
}  // namespace detrain::rir
