// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds modules in code: types are made once per structure, ids are handed out, blocks nest as the calls do.
//
//   ModuleBuilder b;
//   const TypeId i32 = b.Scalar("i32");
//   FunctionBuilder f = b.Define("main", i32);
//   const RegionId n = f.Local("n", i32);
//   f.Do(StoreOp{Operand::Region(n), Operand::Int(0)}, i32);
//   f.If(f.Load(n, i32), [&] { f.Do(BreakOp{...}); });
//   f.Do(ReturnOp{Operand::Int(0)});
//   Module module = b.Take();
#ifndef DETRAIN_ANALYZER_RIR_BUILDER_H
#define DETRAIN_ANALYZER_RIR_BUILDER_H

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

class FunctionBuilder;

class ModuleBuilder {
 public:
  ModuleBuilder() = default;
  // `source` becomes file 0 and the unit's main file.
  explicit ModuleBuilder(const std::string& source);

  // Types of equal structure get one id. Scalar takes the names of FindScalar only.
  TypeId Scalar(std::string_view name);
  TypeId Void();
  TypeId Pointer(TypeId element);
  TypeId Array(TypeId element, std::optional<std::uint64_t> count);
  TypeId Handle(const std::string& name);
  // With the layout of the C ABI of x86-64. Types that a record contains must be complete.
  TypeId Record(const std::string& name, const std::vector<std::pair<std::string, TypeId>>& members);
  TypeId Intern(const Type& type);

  FileId File(const std::string& name);
  StringId String(const std::string& text);
  // Global: `name` begins with "::"; the link name is DefaultLinkName of it.
  RegionId Region(RegionKind kind, const std::string& name, TypeId type, FunctionId function = kNone,
                  Location declared = {});
  rir::Region& operator[](RegionId id) { return module_.regions[id]; }

  FunctionId Declare(const std::string& name, TypeId result);
  // A new function with an empty body.
  FunctionBuilder Define(const std::string& name, TypeId result, Location declared = {});
  FunctionBuilder Init();
  Function& At(FunctionId id) { return id == kNone ? module_.init : module_.functions[id]; }

  const Module& module() const { return module_; }
  Module Take() { return std::move(module_); }

 private:
  Module module_;
};

// Appends to one function. Holds ids only, so it stays valid while others are built.
class FunctionBuilder {
 public:
  FunctionBuilder(ModuleBuilder& module, FunctionId id) : module_(&module), id_(id) {}

  FunctionId Id() const { return id_; }
  RegionId Param(const std::string& name, TypeId type);
  RegionId Local(const std::string& name, TypeId type);

  // The location of the ops that follow.
  void At(Location location) { location_ = location; }
  // An op with a result of type `type`.
  Operand Value(OpData data, TypeId type);
  // An op without result; `type` is that of the value stored.
  void Do(OpData data, TypeId type = kNone);

  Operand Load(RegionId region, TypeId type) { return Value(LoadOp{Operand::Region(region)}, type); }
  Operand Load(Operand address, TypeId type) { return Value(LoadOp{address}, type); }
  void Store(RegionId region, Operand value, TypeId type) { Do(StoreOp{Operand::Region(region), value}, type); }
  void Store(Operand address, Operand value, TypeId type) { Do(StoreOp{address, value}, type); }
  Operand Compute(Opcode opcode, std::vector<Operand> args, TypeId type);
  Operand Field(Operand record_address, TypeId record, std::uint32_t member, TypeId pointer_type);
  Operand Index(Operand address, Operand index, TypeId element, TypeId pointer_type);

  using Content = std::function<void()>;
  void If(Operand condition, const Content& then_content, const Content& else_content = {});
  // test returns the condition; body gets the id that break and continue name. An empty step has no block.
  LoopId Loop(const std::function<Operand()>& test, const std::function<void(LoopId)>& body, const Content& step = {},
              LoopKind kind = LoopKind::TestFirst);
  void Par(ParOp par, const Content& body);

 private:
  Function& Get() { return module_->At(id_); }
  BlockId NewBlock(const Content& content);

  ModuleBuilder* module_;
  FunctionId id_;
  BlockId block_ = 0;
  Location location_;
};

}  // namespace detrain::rir

#endif
