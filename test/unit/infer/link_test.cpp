// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "analyzer/rir/builder.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/print.h"

namespace detrain::infer {
namespace {

using rir::FunctionBuilder;
using rir::FunctionId;
using rir::kNone;
using rir::Module;
using rir::ModuleBuilder;
using rir::Operand;
using rir::RegionId;
using rir::RegionKind;
using rir::TypeId;
using testing::ElementsAre;

template <typename... M>
Result<Module> LinkAll(M&&... modules) {
  std::vector<Module> units;
  (units.push_back(std::forward<M>(modules)), ...);
  return Link(std::move(units));
}

std::size_t CountNamed(const auto& items, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::count_if(items, [&](const auto& item) { return item.name == name; }));
}

const auto& Named(const auto& items, const std::string& name) {
  return *std::ranges::find_if(items, [&](const auto& item) { return item.name == name; });
}

RegionId IdOf(const Module& module, const std::string& name) {
  const auto found = std::ranges::find(module.regions, name, &rir::Region::name);
  return static_cast<RegionId>(found - module.regions.begin());
}

// A unit that declares or defines `int x` and nothing else.
Module WithX(const std::string& source, bool is_defined, bool has_initializer, const char* type = "i32",
             const std::string& file = "") {
  ModuleBuilder b(source);
  const rir::FileId declared = file.empty() ? 0 : b.File(file);
  const RegionId x = b.Region(RegionKind::Global, "::x", b.Scalar(type), kNone, {declared, 3, 5});
  b[x].is_defined = is_defined;
  b[x].has_initializer = has_initializer;
  return b.Take();
}

// A unit with one function `f` at `file`:7:1 that returns `result`.
Module WithF(const std::string& source, const std::string& file, const std::string& link_name, int result) {
  ModuleBuilder b(source);
  FunctionBuilder f = b.Define("f", b.Scalar("i32"), {b.File(file), 7, 1});
  b.At(f.Id()).link_name = link_name;
  f.Do(rir::ReturnOp{Operand::Int(result)});
  return b.Take();
}

TEST(Link, ModuleAloneStaysAsItIs) {
  ModuleBuilder b("a.c");
  const TypeId i32 = b.Scalar("i32");
  const RegionId x = b.Region(RegionKind::Global, "::x", i32);
  b[x].has_initializer = true;
  b.Init().Store(x, Operand::Int(3), i32);
  FunctionBuilder f = b.Define("main", i32, {0, 1, 5});
  const RegionId n = f.Local("n", i32);
  f.Loop([&] { return f.Load(n, i32); }, [&](rir::LoopId loop) { f.Do(rir::BreakOp{loop}); });
  f.Do(rir::OpaqueOp{"asm", {Operand::String(b.String("text")), Operand::Function(f.Id())}});
  f.Do(rir::ReturnOp{f.Load(x, i32)});
  const Module module = b.Take();
  EXPECT_EQ(rir::Print(*LinkAll(module)), rir::Print(module));
  EXPECT_EQ(*LinkAll(module), module);
}

TEST(Link, NoUnitsMakeAnEmptyModule) {
  EXPECT_EQ(*Link({}), Module{});
}

TEST(Link, MergesSourcesFilesAndStrings) {
  ModuleBuilder a("a.c");
  a.String("one");
  a.File("common.h");
  ModuleBuilder b("b.c");
  b.File("common.h");
  b.String("two");
  const rir::StringId one = b.String("one");
  FunctionBuilder f = b.Define("f", kNone, {1, 2, 3});
  f.Do(rir::OpaqueOp{"", {Operand::String(one)}});
  const Module module = *LinkAll(a.Take(), b.Take());
  EXPECT_THAT(module.sources, ElementsAre("a.c", "b.c"));
  EXPECT_THAT(module.files, ElementsAre("a.c", "common.h", "b.c"));
  EXPECT_THAT(module.strings, ElementsAre("one", "two"));
  EXPECT_EQ(module.functions[0].declared.file, 1U);
  const auto& opaque = std::get<rir::OpaqueOp>(module.functions[0].blocks[0].ops[0].data);
  EXPECT_EQ(opaque.args[0], Operand::String(0));
}

// struct Node { struct Node *next; `type` value; } with a global of it.
Module WithNode(const std::string& source, const char* value_type, const std::string& variable) {
  ModuleBuilder b(source);
  if (variable == "::b")
    b.Scalar("f64");  // so that ids differ between the units
  const TypeId value = b.Scalar(value_type);
  const auto record = static_cast<TypeId>(b.module().types.size() + 1);
  const TypeId pointer = b.Pointer(record);
  b.Region(RegionKind::Global, variable, b.Record("Node", {{"next", pointer}, {"value", value}}));
  return b.Take();
}

TEST(Link, MergesEqualRecursiveRecords) {
  const Module module = *LinkAll(WithNode("a.c", "i32", "::a"), WithNode("b.c", "i32", "::b"));
  EXPECT_EQ(CountNamed(module.types, "Node"), 1U);
  EXPECT_EQ(module.regions[0].type, module.regions[1].type);
  EXPECT_EQ(module.types.size(), 4U);
}

TEST(Link, KeepsRecordsOfOneNameAndOtherMembersApart) {
  const Module module = *LinkAll(WithNode("a.c", "i32", "::a"), WithNode("b.c", "u32", "::b"));
  EXPECT_EQ(CountNamed(module.types, "Node"), 2U);
  ASSERT_NE(module.regions[0].type, module.regions[1].type);
  for (const rir::Region& region : module.regions) {
    const rir::Type& node = module.types[region.type];
    EXPECT_EQ(module.types[node.fields[0].type].element, region.type) << "next leads to the other record";
  }
}

Module WithPointerToNode(const std::string& source, bool is_complete) {
  ModuleBuilder b(source);
  const TypeId node = is_complete ? b.Record("Node", {{"x", b.Scalar("i32")}}) : b.Record("Node", {});
  const RegionId head = b.Region(RegionKind::Global, "::head", b.Pointer(node), kNone, {0, 1, 1});
  b[head].is_defined = is_complete;
  return b.Take();
}

TEST(Link, CompletesRecordsThatAnotherUnitDefines) {
  for (const bool is_first : {true, false}) {
    const Result<Module> module = LinkAll(WithPointerToNode("a.c", is_first), WithPointerToNode("b.c", !is_first));
    ASSERT_TRUE(module);
    EXPECT_EQ(CountNamed(module->types, "Node"), 1U);
    EXPECT_EQ(Named(module->types, "Node").fields.size(), 1U);
    EXPECT_EQ(module->regions.size(), 1U);
  }
}

TEST(Link, IncompleteRecordStaysSoWhereCandidatesDiffer) {
  ModuleBuilder other("c.c");
  other.Region(RegionKind::FileStatic, "c.c::y", other.Record("Node", {{"y", other.Scalar("f64")}}));
  const Result<Module> module = LinkAll(WithPointerToNode("a.c", false), WithPointerToNode("b.c", true), other.Take());
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ(CountNamed(module->types, "Node"), 3U);
  const rir::Type& pointer = module->types[Named(module->regions, "::head").type];
  EXPECT_EQ(module->types[pointer.element].fields.size(), 1U) << "the definition's type is to win";
}

TEST(Link, DefinitionWinsOverDeclaration) {
  for (const bool is_first : {true, false}) {
    const Module module = *LinkAll(WithX("a.c", is_first, false), WithX("b.c", !is_first, false));
    ASSERT_EQ(module.regions.size(), 1U);
    EXPECT_TRUE(module.regions[0].is_defined);
    EXPECT_EQ(module.files[module.regions[0].declared.file], is_first ? "a.c" : "b.c");
  }
}

TEST(Link, DeclarationsAloneStayUndefined) {
  const Module module = *LinkAll(WithX("a.c", false, false), WithX("b.c", false, false));
  ASSERT_EQ(module.regions.size(), 1U);
  EXPECT_FALSE(module.regions[0].is_defined);
}

TEST(Link, TentativeDefinitionsMergeWithTheOneThatHasAnInitialiser) {
  const Module module = *LinkAll(WithX("a.c", true, false), WithX("b.c", true, true), WithX("c.c", true, false));
  ASSERT_EQ(module.regions.size(), 1U);
  EXPECT_TRUE(module.regions[0].has_initializer);
  EXPECT_EQ(module.files[module.regions[0].declared.file], "b.c");
}

TEST(Link, TwoInitialisersAreAnErrorWithBothPlaces) {
  const Result<Module> module = LinkAll(WithX("a.c", true, true), WithX("b.c", true, true));
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().kind, ErrorKind::Input);
  EXPECT_EQ(ToString(module.error().location), "b.c:3:5");
  EXPECT_EQ(module.error().message, "'::x' is defined twice, first at a.c:3:5");
}

TEST(Link, InlineVariableOfHeaderStaysOnce) {
  const Module module = *LinkAll(WithX("a.cc", true, true, "i32", "x.h"), WithX("b.cc", true, true, "i32", "x.h"));
  EXPECT_EQ(module.regions.size(), 1U);
  EXPECT_FALSE(LinkAll(WithX("a.cc", true, true, "i32", "x.h"), WithX("b.cc", true, true, "i32", "y.h")));
}

TEST(Link, ConflictingTypesAreAnErrorWithBothPlaces) {
  const Result<Module> module = LinkAll(WithX("a.c", true, true), WithX("b.c", false, false, "u32"));
  ASSERT_FALSE(module);
  EXPECT_EQ(ToString(module.error().location), "b.c:3:5");
  EXPECT_EQ(module.error().message, "'::x' is declared with another type at a.c:3:5");
}

Module WithTable(const std::string& source, std::optional<std::uint64_t> count) {
  ModuleBuilder b(source);
  const RegionId table = b.Region(RegionKind::Global, "::table", b.Array(b.Scalar("f32"), count));
  b[table].is_defined = count.has_value();
  return b.Take();
}

TEST(Link, ArrayLengthComesFromWhereverItIsKnown) {
  for (const bool is_first : {true, false}) {
    const auto count = [](bool is_known) { return is_known ? std::optional<std::uint64_t>(10) : std::nullopt; };
    const Module module = *LinkAll(WithTable("a.c", count(is_first)), WithTable("b.c", count(!is_first)));
    ASSERT_EQ(module.regions.size(), 1U);
    EXPECT_EQ(module.types[module.regions[0].type].count, 10U);
  }
  EXPECT_FALSE(LinkAll(WithTable("a.c", 10), WithTable("b.c", 11)));
}

TEST(Link, FileStaticsStayApartUnderUniqueLinkNames) {
  const auto unit = [](const std::string& source) {
    ModuleBuilder b(source);
    b.Region(RegionKind::FileStatic, "rng.h::state", b.Scalar("u64"));
    return b.Take();
  };
  const Module module = *LinkAll(unit("a.c"), unit("b.c"), unit("b.c"));
  ASSERT_EQ(module.regions.size(), 3U);
  EXPECT_EQ(CountNamed(module.regions, "rng.h::state"), 3U);
  EXPECT_EQ(module.regions[0].link_name, "rng.h::state");
  EXPECT_EQ(module.regions[1].link_name, "rng.h::state@b.c");
  EXPECT_EQ(module.regions[2].link_name, "rng.h::state@b.c.2");
}

TEST(Link, HiddenStreamIsOne) {
  const auto unit = [](const std::string& source, bool is_stream) {
    ModuleBuilder b(source);
    b[b.Region(RegionKind::Hidden, "libc::rand", b.Scalar("u64"))].is_stream = is_stream;
    return b.Take();
  };
  const Module module = *LinkAll(unit("a.c", false), unit("b.c", true));
  ASSERT_EQ(module.regions.size(), 1U);
  EXPECT_TRUE(module.regions[0].is_stream);
}

TEST(Link, BodyReplacesDeclarationsAndCallsReachIt) {
  const auto caller = [](const std::string& source, const std::string& name) {
    ModuleBuilder b(source);
    const FunctionId f = b.Declare("f", b.Scalar("i32"));
    b.At(f).is_address_taken = true;
    FunctionBuilder g = b.Define(name, kNone);
    g.Do(rir::CallOp{Operand::Function(f), {}, {}});
    return b.Take();
  };
  const Module module = *LinkAll(caller("a.c", "g"), WithF("b.c", "b.c", "f", 1), caller("c.c", "h"));
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_EQ(module.functions[0].name, "f");
  EXPECT_TRUE(module.functions[0].is_defined);
  EXPECT_TRUE(module.functions[0].is_address_taken);
  for (const char* name : {"g", "h"}) {
    const auto& call = std::get<rir::CallOp>(Named(module.functions, name).blocks[0].ops[0].data);
    EXPECT_EQ(call.callee, Operand::Function(0));
  }
}

TEST(Link, LocalsFollowTheFunctionThatStays) {
  ModuleBuilder a("a.c");
  const FunctionId declared = a.Declare("f", kNone);
  a.At(declared).params.push_back(a.Region(RegionKind::Param, "old", a.Scalar("i32"), declared));
  ModuleBuilder b("b.c");
  b.Define("first", kNone);
  FunctionBuilder f = b.Define("f", kNone);
  const RegionId n = f.Param("n", b.Scalar("i32"));
  f.Do(rir::DeclareOp{f.Local("i", b.Scalar("i32"))});
  f.Load(n, b.Scalar("i32"));
  const Module module = *LinkAll(a.Take(), b.Take());
  EXPECT_EQ(CountNamed(module.regions, "old"), 0U);
  EXPECT_THAT(module.functions[0].params, ElementsAre(IdOf(module, "n")));
  EXPECT_EQ(Named(module.regions, "i").function, 0U);
  EXPECT_EQ(std::get<rir::DeclareOp>(module.functions[0].blocks[0].ops[0].data).region, IdOf(module, "i"));
}

TEST(Link, TwoBodiesAreAnErrorWithBothPlaces) {
  const Result<Module> module = LinkAll(WithF("a.c", "a.c", "f", 1), WithF("b.c", "b.c", "f", 2));
  ASSERT_FALSE(module);
  EXPECT_EQ(ToString(module.error().location), "b.c:7:1");
  EXPECT_EQ(module.error().message, "function 'f' is defined twice, first at a.c:7:1");
}

TEST(Link, InlineFunctionOfHeaderStaysOnce) {
  const Module module = *LinkAll(WithF("a.c", "f.h", "f", 1), WithF("b.c", "f.h", "f", 1));
  EXPECT_EQ(module.functions.size(), 1U);
}

TEST(Link, OneMainFileTwiceIsAnError) {
  EXPECT_FALSE(LinkAll(WithF("a.c", "a.c", "f", 1), WithF("a.c", "a.c", "f", 1)));
}

TEST(Link, InternalFunctionsStayApart) {
  const Module module = *LinkAll(WithF("a.c", "f.h", "f.h::f", 1), WithF("b.c", "f.h", "f.h::f", 1));
  ASSERT_EQ(module.functions.size(), 2U);
  EXPECT_EQ(module.functions[0].link_name, "f.h::f");
  EXPECT_EQ(module.functions[1].link_name, "f.h::f@b.c");
}

// An inline function with a static that the unit's init sets.
Module WithStaticInInline(const std::string& source) {
  ModuleBuilder b(source);
  const TypeId i32 = b.Scalar("i32");
  FunctionBuilder f = b.Define("f", i32, {b.File("f.h"), 7, 1});
  const RegionId count = b.Region(RegionKind::FunctionStatic, "f::count", i32, f.Id(), {1, 8, 3});
  f.Do(rir::ReturnOp{f.Load(count, i32)});
  b.Init().Store(count, Operand::Int(5), i32);
  return b.Take();
}

TEST(Link, StaticOfInlineFunctionIsOne) {
  const Module module = *LinkAll(WithStaticInInline("a.c"), WithStaticInInline("b.c"));
  ASSERT_EQ(module.regions.size(), 1U);
  for (const rir::Op& op : module.init.blocks[0].ops)
    EXPECT_EQ(std::get<rir::StoreOp>(op.data).address, Operand::Region(0));
}

// init: a loop that is left at once, with a value of its own.
Module WithInit(const std::string& source, const std::string& variable) {
  ModuleBuilder b(source);
  const TypeId i32 = b.Scalar("i32");
  const RegionId x = b.Region(RegionKind::Global, variable, i32);
  FunctionBuilder init = b.Init();
  const Operand value = init.Compute(rir::Opcode::Add, {Operand::Int(1), Operand::Int(2)}, i32);
  init.Loop({}, [&](rir::LoopId loop) {
    init.Store(x, value, i32);
    init.Do(rir::BreakOp{loop});
  });
  return b.Take();
}

TEST(Link, InitialisersFollowEachOther) {
  ModuleBuilder none("none.c");
  const Module module = *LinkAll(WithInit("a.c", "::a"), none.Take(), WithInit("b.c", "::b"), WithInit("c.c", "::c"));
  const rir::Function& init = module.init;
  EXPECT_EQ(init.value_count, 3U);
  EXPECT_EQ(init.loop_count, 3U);
  std::vector<std::string> order;
  rir::ForEachOp(init, init.body, [&](const rir::Op& op) {
    if (const auto* store = std::get_if<rir::StoreOp>(&op.data)) {
      order.push_back(module.regions[store->address.id].name);
      EXPECT_EQ(store->value, Operand::Value(static_cast<rir::ValueId>(order.size() - 1)));
    }
    if (const auto* exit = std::get_if<rir::BreakOp>(&op.data)) {
      EXPECT_EQ(exit->loop, order.size() - 1);
    }
  });
  EXPECT_THAT(order, ElementsAre("::a", "::b", "::c"));
}

}  // namespace
}  // namespace detrain::infer
