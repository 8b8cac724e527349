// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One test per rule: the smallest text that breaks it.
#include "analyzer/rir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/rir/builder.h"
#include "analyzer/rir/parse.h"
#include "random_module.h"

namespace detrain::rir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> ProblemsOf(const Module& module) {
  std::vector<std::string> texts;
  for (const Problem& problem : Verify(module)) {
    const std::string place = ToString(problem.location);
    texts.push_back((place.empty() ? "" : place + ": ") + problem.message);
  }
  return texts;
}

std::vector<std::string> ProblemsOf(const std::string& text) {
  const Result<Module> module = Parse(text, "test");
  if (!module)
    return {"does not parse: " + ToString(module.error().location) + ": " + module.error().message};
  return ProblemsOf(*module);
}

// Problems of ops in the middle of a function that has something of everything. Its own values have numbers from 90 on.
std::vector<std::string> ProblemsOfOps(const std::string& ops) {
  const std::string head = R"(
file "a.c"
type record S { x: i32, p: ptr<f32> }
global @::g: f32
hidden @libc::rand: u64 stream
func $other(param @a: i32) -> S !7:1 {
  local @foreign: i32
  return null
}
extern func $unknown() -> i32
func $f(param @n: i32) -> i32 !2:5 {
  local @x: i32
  local @s: S
  %90: i32 = load @n
  %91: f32 = load @::g
  %92: ptr<f32> = index @::g, %90 of f32
)";
  std::vector<std::string> problems = ProblemsOf(head + ops + "\nreturn 0\n}\n");
  for (std::string& problem : problems)
    if (problem.starts_with("function $f: "))
      problem.erase(0, 13);
  return problems;
}

TEST(Verify, WellFormedModuleHasNoProblems) {
  EXPECT_THAT(ProblemsOfOps(R"(
    declare @x
    store: i32 @x, %90
    loop 0 test {
      %0: i32 = load @x
      %1: i32 = gt %0, 0
    } if %1 body {
      if %90 then { continue 0 }
      loop 1 kind once body { break 1; break 0 }
      %2: f32 = mul %91, 0x1p-1
      store: f32 %92, %2
    } step {
      %3: i32 = atomic "-" @x, 1
    }
    %4: i32 = call $other(1) into @s
    %5: i32 = call $unknown(1, 2)
    %6: i32 = draw @libc::rand() by rand
    %7: ptr<f32> = field @s of S member p
    %8: i32 = lt %92, %7
    %9: i64 = ptrdiff %92, %7 of f32
    %10: f64 = cast %91
    %11: f64 = math %10 by exp
    %12: ptr<f32> = select %8, %92, null
    par loop private (@x) reduction ("+" @::g) body { sync barrier }
    opaque "asm"(@x)
  )"),
              IsEmpty());
}

TEST(ParseVerified, TellsTheFirstProblem) {
  EXPECT_TRUE(ParseVerified("source \"a.c\"\n", "m.rir"));
  const Result<Module> module = ParseVerified("local @x: i32 !1:2\nfunc $f()\n", "m.rir");
  ASSERT_FALSE(module);
  EXPECT_EQ(ToString(module.error().location), "m.rir");
  EXPECT_EQ(module.error().message,
            "2 rules of RIR are broken, first: region @x is declared in a file that is not there");
  EXPECT_EQ(ToString(ParseVerified("nonsense", "m.rir").error().location), "m.rir:1:1");
}

TEST(Verify, AnswersForEveryModule) {
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    (void)Verify(RandomModule(seed));
}

// What cannot be said in the text form is done to a module that was good.
Module Good() {
  ModuleBuilder b("a.c");
  const TypeId i32 = b.Scalar("i32");
  FunctionBuilder f = b.Define("f", i32, {0, 1, 1});
  const RegionId x = f.Param("x", i32);
  f.Do(ReturnOp{f.Load(x, i32)});
  return b.Take();
}

TEST(Verify, SaysWhere) {
  EXPECT_THAT(ProblemsOfOps("store: i32 @x, %91 !12:5"),
              ElementsAre("a.c:12:5: function $f: store has a float where an integer must be"));
}

// --- types -----------------------------------------------------------------------------------------------------

TEST(VerifyType, Alignment) {
  EXPECT_THAT(ProblemsOf("type record S align 3\n"), ElementsAre("type S is aligned to 3, which is no power of 2"));
}
TEST(VerifyType, Element) {
  EXPECT_THAT(ProblemsOf("type ptr<#7>\n"), ElementsAre("type ptr<#7> has an element type that is not there"));
  EXPECT_THAT(ProblemsOf("type i32\ntype f32 element i32\n"),
              ElementsAre("type f32 has an element type, though it is neither pointer nor array",
                          "type f32 is not what its name says"));
}
TEST(VerifyType, Array) {
  EXPECT_THAT(ProblemsOf("type array<void, 2>\n"), ElementsAre("type array<void, 2> is an array of nothing"));
  EXPECT_THAT(ProblemsOf("type array<i32, 2> size 4 align 4\n"),
              ElementsAre("type array<i32, 2> has another size than its elements together"));
}
TEST(VerifyType, Scalar) {
  EXPECT_THAT(ProblemsOf("type i32 size 8\n"), ElementsAre("type i32 is not what its name says"));
  EXPECT_THAT(ProblemsOf("type int<i48>\n"), ElementsAre("type int<i48> is not what its name says"));
  EXPECT_THAT(ProblemsOf("type int<i48> size 6 align 2\n"), IsEmpty());
}
TEST(VerifyType, Fields) {
  EXPECT_THAT(ProblemsOf("type record S size 4 align 4 { x: i32 at 1 }\n"),
              ElementsAre("type S has a member 'x' beyond its end"));
  EXPECT_THAT(ProblemsOf("type record S size 4 align 4 { x: #9 at 0 }\n"),
              ElementsAre("type S has a member 'x' whose type is not there"));
  EXPECT_THAT(ProblemsOf("type fn { x: i32 at 0 }\n"),
              ElementsAre("type fn has members, though it is no record", "type fn has a member 'x' beyond its end"));
}
TEST(VerifyType, ContainsItself) {
  EXPECT_THAT(ProblemsOf("type record S size 8 align 8 { s: T at 0 }\ntype record T size 8 align 8 { s: S at 0 }\n"),
              ElementsAre("type S contains itself"));
  EXPECT_THAT(ProblemsOf("type record S { next: ptr<S> }\n"), IsEmpty());
}

// --- declarations ----------------------------------------------------------------------------------------------

TEST(VerifyRegion, NameTypePlace) {
  EXPECT_THAT(ProblemsOf("local @\n"), ElementsAre("region @#0 has no name", "region @#0 has no type"));
  EXPECT_THAT(ProblemsOf("local @x: i32 !1:2\n"), ElementsAre("region @x is declared in a file that is not there"));
}
TEST(VerifyRegion, LinkName) {
  EXPECT_THAT(ProblemsOf("global @x: i32 link \"\"\n"), ElementsAre("region @x has no link name"));
  EXPECT_THAT(ProblemsOf("global @x: i32\nglobal @::x: i32\n"),
              ElementsAre("region @::x has the link name 'x' of another one"));
}
TEST(VerifyRegion, Owner) {
  EXPECT_THAT(ProblemsOf("local @x: i32 owner 5\n"), ElementsAre("region @x belongs to a function that is not there"));
  EXPECT_THAT(ProblemsOf("param @x: i32\n"), ElementsAre("region @x is not among the parameters of its function"));
  EXPECT_THAT(ProblemsOf("static @f::x: i32\n"), ElementsAre("region @f::x belongs to no function"));
  EXPECT_THAT(ProblemsOf("func $f() {\n  global @x: i32\n  param @y: i32\n}\n"),
              ElementsAre("region @x belongs to a function, though it is of kind global",
                          "region @y is not among the parameters of its function"));
}
TEST(VerifyFunction, Declaration) {
  EXPECT_THAT(ProblemsOf("extern func $()\n"),
              ElementsAre("function $#0 has no name", "function $#0 has no link name"));
  EXPECT_THAT(ProblemsOf("extern func $f()\nextern func $g() link \"f\"\n"),
              ElementsAre("function $g has the link name 'f' of another one"));
  EXPECT_THAT(ProblemsOf("extern func $f() -> #3\n"), ElementsAre("function $f has a result type that is not there"));
  EXPECT_THAT(ProblemsOf("extern func $f() !1:1\n"),
              ElementsAre("function $f is declared in a file that is not there"));
  EXPECT_THAT(ProblemsOf("func $f()\n"), ElementsAre("function $f is defined but has no body"));
  EXPECT_THAT(ProblemsOf("extern func $f() {\n}\n"), ElementsAre("function $f has a body but is not defined"));
}
TEST(VerifyFunction, Params) {
  EXPECT_THAT(ProblemsOf("local @x: i32\nextern func $f(@x)\n"),
              ElementsAre("function $f has a parameter that is not a param of its own"));
  EXPECT_THAT(ProblemsOf("extern func $f(@#9)\n"),
              ElementsAre("function $f has a parameter that is not a param of its own"));
  EXPECT_THAT(ProblemsOf("extern func $f(param @x: i32, @x)\n"), ElementsAre("function $f has one parameter twice"));
}
TEST(VerifyFunction, Blocks) {
  EXPECT_THAT(ProblemsOf("func $f() {\n  block {\n  }\n}\n"),
              ElementsAre("function $f has a block 1 that nothing leads to"));
  EXPECT_THAT(ProblemsOfOps("if %90 then ^7"), ElementsAre("if leads to block 7, which is not there"));
  EXPECT_THAT(ProblemsOfOps("if %90 then ^0"), ElementsAre("if leads to block 0, which is part of something else"));
  EXPECT_THAT(ProblemsOf("func $f() no_body ^4 {\n}\n"),
              ElementsAre("function $f leads to block 4, which is not there"));
}
TEST(VerifyInit, HasNeitherParametersNorResultNorReturn) {
  EXPECT_THAT(ProblemsOf("init() -> i32 {\n}\n"), ElementsAre("init has parameters or a result"));
  EXPECT_THAT(ProblemsOf("init {\n  return\n}\n"),
              ElementsAre("init: return leaves init, where the initialisers of other units follow"));
}

// --- what all ops share ----------------------------------------------------------------------------------------

TEST(VerifyOp, Kind) {
  EXPECT_THAT(ProblemsOfOps("none"), ElementsAre("none is no operation"));
}
TEST(VerifyOp, Place) {
  EXPECT_THAT(ProblemsOfOps("sync barrier !#9:1:1"), ElementsAre("sync stands in a file that is not there"));
}
TEST(VerifyOp, Types) {
  EXPECT_THAT(ProblemsOfOps("store: #99 @x, 0"),
              ElementsAre("store has a type that is not there", "store stores what is no number and no pointer"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = alloc 4 of #99"), ElementsAre("alloc names a type that is not there"));
}
TEST(VerifyOp, Results) {
  EXPECT_THAT(ProblemsOfOps("load: i32 @x"), ElementsAre("load has no result, so it does nothing"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = store @x, 1"), ElementsAre("store has a result, which it cannot compute"));
  EXPECT_THAT(ProblemsOfOps("%0 = call $unknown()"), ElementsAre("call has a result without a type"));
  EXPECT_THAT(ProblemsOfOps("%90: i32 = load @x"), ElementsAre("load assigns %90 again"));
  Module module = Good();
  module.functions[0].value_count = 0;
  EXPECT_THAT(ProblemsOf(module), ElementsAre("function $f: load has a result %0 that its function does not count",
                                              "function $f: return uses %0 before it has a value"));
}
TEST(VerifyOp, ValuesBeforeTheyAreAssigned) {
  EXPECT_THAT(ProblemsOfOps("store: i32 @x, %0\n%0: i32 = load @x"),
              ElementsAre("store uses %0 before it has a value"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = neg %0"), ElementsAre("neg uses %0 before it has a value"));
  EXPECT_THAT(ProblemsOfOps("store: i32 @x, %none"), ElementsAre("store uses %none before it has a value"));
}
TEST(VerifyOp, ValuesOutsideTheirBlock) {
  const std::string problem = "store uses %0 outside the block that computes it";
  EXPECT_THAT(ProblemsOfOps("if %90 then {\n%0: i32 = load @x\n} else {\nstore: i32 @x, %0\n}"), ElementsAre(problem));
  EXPECT_THAT(ProblemsOfOps("par region body {\n%0: i32 = load @x\n}\nstore: i32 @x, %0"), ElementsAre(problem));
  EXPECT_THAT(ProblemsOfOps("loop 0 test {\n%0: i32 = load @x\n} if %0 body {\nstore: i32 @x, %0\n}"),
              ElementsAre(problem));
  EXPECT_THAT(ProblemsOfOps("loop 0 body {\n%0: i32 = load @x\n} step {\nstore: i32 @x, %0\n}"), ElementsAre(problem));
}
TEST(VerifyOp, IdsOfOperands) {
  EXPECT_THAT(ProblemsOfOps("declare @#99"), ElementsAre("declare names a region that is not there"));
  EXPECT_THAT(ProblemsOfOps("free @#99"), ElementsAre("free names a region that is not there"));
  EXPECT_THAT(ProblemsOfOps("par region private (@#99) body {\n}"),
              ElementsAre("par names a region that is not there"));
  EXPECT_THAT(ProblemsOfOps("call $#99()"), ElementsAre("call names a function that is not there"));
  EXPECT_THAT(ProblemsOfOps("free string #99"), ElementsAre("free names a string that is not there"));
}
TEST(VerifyOp, LocalsOfOthers) {
  EXPECT_THAT(ProblemsOfOps("free @foreign#3"),
              ElementsAre("free names @foreign#3, which belongs to another function"));
  EXPECT_THAT(ProblemsOf("func $f() {\n  static @f::x: i32\n}\ninit {\n  store: i32 @f::x#0, 1\n}\n"), IsEmpty());
}

// --- one kind of op each ---------------------------------------------------------------------------------------

TEST(VerifyOp, Declare) {
  EXPECT_THAT(ProblemsOfOps("declare @n"), ElementsAre("declare declares @n, which is not local"));
}
TEST(VerifyOp, Load) {
  EXPECT_THAT(ProblemsOfOps("%0: i32 = load %90"), ElementsAre("load needs its address to be an address"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = load none"), ElementsAre("load lacks its address"));
  EXPECT_THAT(ProblemsOfOps("%0: S = load @s"), ElementsAre("load loads what is no number and no pointer"));
}
TEST(VerifyOp, Store) {
  EXPECT_THAT(ProblemsOfOps("store: i32 4, 1"), ElementsAre("store needs its address to be an address"));
  EXPECT_THAT(ProblemsOfOps("store: i32 @x, none"), ElementsAre("store lacks its value"));
  EXPECT_THAT(ProblemsOfOps("store @x, 1"), ElementsAre("store stores what is no number and no pointer"));
  EXPECT_THAT(ProblemsOfOps("store: f32 @::g, 1"), ElementsAre("store has an integer where a float must be"));
}
TEST(VerifyOp, ComputeOperands) {
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1"), ElementsAre("add takes 2 operands, not 1"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1, none"), ElementsAre("add lacks an operand"));
  EXPECT_THAT(ProblemsOfOps("%0: void = add 1, 1"), ElementsAre("add computes what is no number and no pointer"));
}
TEST(VerifyOp, ComputePartsOfOtherOpcodes) {
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1, 1 of i32"), ElementsAre("add has a type that it cannot point to"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = index @::g, 1"), ElementsAre("index lacks the type that it points to"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1, 1 member #1"), ElementsAre("add has a member, though it is no field"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1, 1 bound 4"), ElementsAre("add has a bound, though it is no index"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = add 1, 1 by f"), ElementsAre("add names a function, though it is no math"));
}
TEST(VerifyOp, Field) {
  EXPECT_THAT(ProblemsOfOps("%0: ptr<i32> = field %90 of S member x"),
              ElementsAre("field needs its address to be an address"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<i32> = field @s of i32 member #0"),
              ElementsAre("field points into what is no record"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<i32> = field @s of S member #2"),
              ElementsAre("field names member 2 of S, which has 2"));
}
TEST(VerifyOp, IndexAndPtrDiff) {
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = index 8, 1 of f32"),
              ElementsAre("index needs its address to be an address"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = index @::g, %91 of f32"),
              ElementsAre("index needs its index to be an integer"));
  EXPECT_THAT(ProblemsOfOps("%0: i64 = ptrdiff @::g, 1 of f32"),
              ElementsAre("ptrdiff needs its address to be an address"));
}
TEST(VerifyOp, Arithmetic) {
  EXPECT_THAT(ProblemsOfOps("%0: f32 = add %91, 1"), ElementsAre("add has an integer where a float must be"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = sub %90, %91"), ElementsAre("sub has a float where an integer must be"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = add %92, %92"),
              ElementsAre("add makes a pointer by arithmetic; that is for index and field"));
  EXPECT_THAT(ProblemsOfOps("%0: f32 = lt %91, %91"),
              ElementsAre("lt is true or false, so its type must be an integer"));
  EXPECT_THAT(ProblemsOfOps("%0: i32 = eq %91, %90"), ElementsAre("eq has an integer where a float must be"));
  EXPECT_THAT(ProblemsOfOps("%0: f32 = land %90, %91"),
              ElementsAre("land is true or false, so its type must be an integer"));
  EXPECT_THAT(ProblemsOfOps("%0: f32 = select %90, %91, 0"),
              ElementsAre("select has an integer where a float must be"));
  EXPECT_THAT(ProblemsOfOps("%0: f32 = math %91"), ElementsAre("math names no function"));
}
TEST(VerifyOp, Call) {
  EXPECT_THAT(ProblemsOfOps("call @x()"), ElementsAre("call calls what is neither a function nor a pointer"));
  EXPECT_THAT(ProblemsOfOps("call %90()"), ElementsAre("call calls what is neither a function nor a pointer"));
  EXPECT_THAT(ProblemsOfOps("call %92()"), IsEmpty());
  EXPECT_THAT(ProblemsOfOps("call $unknown(none)"), ElementsAre("call lacks an argument"));
  EXPECT_THAT(ProblemsOfOps("call $other() into @s"),
              ElementsAre("call passes 0 arguments to a function of 1 parameters"));
  EXPECT_THAT(ProblemsOfOps("call $other(1)"), ElementsAre("call does not say where the record goes"));
  EXPECT_THAT(ProblemsOfOps("call $f(1) into @s"),
              ElementsAre("call says where a record goes, but the function returns none"));
  EXPECT_THAT(ProblemsOfOps("call $unknown() into 1"),
              ElementsAre("call needs where its result goes to be an address"));
}
TEST(VerifyOp, Memory) {
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = alloc none"), ElementsAre("alloc lacks a size"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = alloc %92"), ElementsAre("alloc needs its size to be an integer"));
  EXPECT_THAT(ProblemsOfOps("%0: ptr<f32> = alloc 4 old 1 content 2"),
              ElementsAre("alloc needs the old block to be an address", "alloc needs its content to be an address"));
  EXPECT_THAT(ProblemsOfOps("free 1"), ElementsAre("free needs its address to be an address"));
  EXPECT_THAT(ProblemsOfOps("copy 1, 2 bytes @x"),
              ElementsAre("copy needs its target to be an address", "copy needs its source to be an address",
                          "copy needs its size to be an integer"));
  EXPECT_THAT(ProblemsOfOps("fill 1, @x"), ElementsAre("fill needs its target to be an address",
                                                       "fill needs its byte to be an integer", "fill lacks its size"));
}
TEST(VerifyOp, Streams) {
  EXPECT_THAT(ProblemsOfOps("%0: i32 = draw 1()"), ElementsAre("draw needs its stream to be an address"));
  EXPECT_THAT(ProblemsOfOps("seed none()"), ElementsAre("seed lacks its stream"));
}
TEST(VerifyOp, Files) {
  EXPECT_THAT(ProblemsOfOps("%0: i32 = open 1"), ElementsAre("open needs its path to be an address"));
  EXPECT_THAT(ProblemsOfOps("close none"), ElementsAre("close lacks its handle"));
  EXPECT_THAT(ProblemsOfOps("seek none whence @x"),
              ElementsAre("seek lacks its handle", "seek needs its whence to be an integer"));
  EXPECT_THAT(ProblemsOfOps("input file into (1 bytes @x) unit @x"),
              ElementsAre("input needs a target to be an address", "input needs the size of a target to be an integer",
                          "input needs its unit to be an integer"));
  EXPECT_THAT(ProblemsOfOps("output file format 1 bytes @x"),
              ElementsAre("output needs its format to be an address", "output needs its size to be an integer"));
  EXPECT_THAT(ProblemsOfOps("output file target 1"), ElementsAre("output needs its target to be an address"));
}
TEST(VerifyOp, Loop) {
  EXPECT_THAT(ProblemsOfOps("loop 0"), ElementsAre("loop has no body"));
  EXPECT_THAT(ProblemsOfOps("loop 0 body {\n}\nloop 0 body {\n}"), ElementsAre("loop has the number of another loop"));
  EXPECT_THAT(ProblemsOfOps("loop none body {\n}"), ElementsAre("loop has a number that its function does not count"));
  EXPECT_THAT(ProblemsOfOps("loop 0 kind once body {\n} step {\n}"),
              ElementsAre("loop runs once, so it needs neither test nor step"));
  EXPECT_THAT(ProblemsOfOps("loop 0 if %90 body {\n}"),
              ElementsAre("loop has a condition but no test that computes it"));
  EXPECT_THAT(ProblemsOfOps("loop 0 test {\n} body {\n}"), ElementsAre("loop has a test without a condition"));
  EXPECT_THAT(ProblemsOfOps("loop 0 test {\n} if %0 body {\n}"), ElementsAre("loop uses %0 before it has a value"));
}
TEST(VerifyOp, If) {
  EXPECT_THAT(ProblemsOfOps("if none then {\n}"), ElementsAre("if lacks its condition"));
}
TEST(VerifyOp, BreakAndContinue) {
  EXPECT_THAT(ProblemsOfOps("loop 0 body {\n}\nbreak 0"), ElementsAre("break leaves a loop that it is not in"));
  EXPECT_THAT(ProblemsOfOps("continue 3"), ElementsAre("continue continues a loop that it is not in"));
  EXPECT_THAT(ProblemsOfOps("loop 0 kind once body {\ncontinue 0\n}"),
              ElementsAre("continue continues a loop that runs once"));
}
TEST(VerifyOp, LeavingAPar) {
  EXPECT_THAT(ProblemsOfOps("loop 0 body {\npar region body {\nbreak 0\ncontinue 0\nreturn 1\n}\n}"),
              ElementsAre("break leaves a par", "continue leaves a par", "return leaves a par"));
  EXPECT_THAT(ProblemsOfOps("par loop body {\nloop 0 body {\nbreak 0\n}\n}"), IsEmpty());
}
TEST(VerifyOp, Return) {
  EXPECT_THAT(ProblemsOf("func $v() {\n  return 1\n}\n"),
              ElementsAre("function $v: return returns a value from a function without result"));
  EXPECT_THAT(ProblemsOfOps("return %91"), ElementsAre("return has a float where an integer must be"));
  EXPECT_THAT(ProblemsOf("type record S { x: i32 }\nfunc $v() -> S {\n  return 1\n}\n"),
              ElementsAre("function $v: return needs the record to be an address"));
}
TEST(VerifyOp, Stop) {
  EXPECT_THAT(ProblemsOfOps("stop @x"), ElementsAre("stop needs its code to be an integer"));
}
TEST(VerifyOp, Parallel) {
  EXPECT_THAT(ProblemsOfOps("par region"), ElementsAre("par has no body"));
  EXPECT_THAT(ProblemsOfOps("par region reduction (\"\" 1) body {\n}"),
              ElementsAre("par needs what it reduces to be an address", "par has a reduction without operation"));
  EXPECT_THAT(ProblemsOfOps("atomic \"\" 1, none"),
              ElementsAre("atomic needs its address to be an address", "atomic lacks its value",
                          "atomic does not say what it does"));
  EXPECT_THAT(ProblemsOfOps("sync lock"), ElementsAre("sync lacks its object"));
  EXPECT_THAT(ProblemsOfOps("sync record"), ElementsAre("sync lacks its object", "sync lacks its stream"));
  EXPECT_THAT(ProblemsOfOps("sync enqueue"), ElementsAre("sync lacks its stream"));
}
TEST(VerifyOp, Opaque) {
  EXPECT_THAT(ProblemsOfOps("opaque \"\"()"), ElementsAre("opaque gives no reason"));
}

}  // namespace
}  // namespace detrain::rir
