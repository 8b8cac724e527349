// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/body.h"

#include <ranges>

namespace detrain::lift {

using clang::QualType;
using rir::Operand;

Body::Body(Unit& unit, const clang::FunctionDecl* function)
    : Body(unit, function, function ? unit.FunctionOf(function) : rir::kNone) {}

Body::Body(Unit& unit, const clang::FunctionDecl* function, rir::FunctionId id)
    : unit_(unit), function_(function), id_(id) {
  fn_.blocks.emplace_back();
  fn_.body = 0;
}

namespace {

// Whatever follows the tree, here and in later phases, calls itself once for each level: more of them than this no
// thread's stack (driver/main.cpp) is sure to hold.
constexpr std::uint32_t kMostLevels = 20'000;

bool IsTooDeep(const clang::Stmt* body) {
  std::vector<std::pair<const clang::Stmt*, std::uint32_t>> open = {{body, 0}};
  while (!open.empty()) {
    const auto [stmt, level] = open.back();
    open.pop_back();
    if (level > kMostLevels)
      return true;
    if (stmt)
      for (const clang::Stmt* child : stmt->children())
        open.emplace_back(child, level + 1);
  }
  return false;
}

}  // namespace

rir::Function Body::LiftFunction(rir::Function declared) {
  fn_.link_name = declared.link_name;
  const clang::SourceLocation begin =
      function_->getBody() ? function_->getBody()->getBeginLoc() : function_->getLocation();
  place_ = begin;
  DeclareParameters(declared);
  for (const clang::ParmVarDecl* parameter : function_->parameters())
    NoteSizes(parameter->getType());
  if (IsTooDeep(function_->getBody()))
    Fail(function_->getBody(), "statements or operands in too many levels");
  else if (!LiftConversion(function_))
    InScope([&] {
      if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function_))
        ConstructorInitialisers(constructor);
      if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function_))
        PushMemberDestructors(destructor);
      MarkedBody();
    });
  if (failure_) {
    fn_.blocks.assign(1, {});
    fn_.value_count = fn_.loop_count = 0;
    block_ = 0;
    is_terminated_ = false;
    place_ = begin;
    cleanups_.clear();
    rir::OpaqueOp op{*failure_, {}};
    for (const rir::RegionId param : declared.params)
      op.args.push_back(Operand::Region(param));
    const QualType result = function_->getReturnType();
    if (result->isVoidType() || result_ != rir::kNone) {
      Emit(std::move(op));
    } else if (IsInMemory(result)) {
      const Operand returned = Operand::Region(Temporary(result));
      op.args.push_back(returned);
      Emit(std::move(op));
      Emit(rir::ReturnOp{returned}, unit_.TypeOf(result));
    } else {
      const Operand returned = EmitValue(std::move(op), unit_.TypeOf(result));
      Emit(rir::ReturnOp{returned}, unit_.TypeOf(result));
    }
  }
  return Define(std::move(declared));
}

rir::Function Body::Define(rir::Function declared) {
  declared.body = 0;
  declared.is_defined = true;
  declared.blocks = std::move(fn_.blocks);
  declared.value_count = fn_.value_count;
  declared.loop_count = fn_.loop_count;
  return declared;
}

// What C++ passes without a name comes first: where the result is made, and the object.
void Body::DeclareParameters(rir::Function& declared) {
  clang::ASTContext& ast = unit_.ast();
  const auto add = [&](const std::string& name, clang::QualType type, clang::SourceLocation place) {
    declared.params.push_back(AddLocal(name, type, place, rir::RegionKind::Param));
    return declared.params.back();
  };
  if (IsIndirect(function_->getReturnType()))
    result_ = add("$result", ast.getPointerType(function_->getReturnType()), place_);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_)) {
    if (method->isInstance())
      this_ = add("this", ast.getPointerType(ast.getCanonicalTagType(method->getParent())), place_);
    EnterClosure(method);
  }
  for (const clang::ParmVarDecl* parameter : function_->parameters()) {
    const std::string name = parameter->getName().empty() ? "unnamed." + std::to_string(declared.params.size())
                                                          : parameter->getNameAsString();
    const clang::QualType type = parameter->getType();
    locals_[parameter] = add(name, IsIndirect(type) ? ast.getPointerType(type) : type, parameter->getLocation());
  }
  if (function_->isVariadic())
    rest_ = add("$rest", ast.VoidPtrTy, place_);
}

rir::Function Body::TakeInit() {
  rir::TypeId type = unit_.TypeOf(unit_.ast().VoidTy);
  fn_.name = "init";
  fn_.result = type;
  fn_.is_defined = true;
  return std::move(fn_);
}

// A function that runs before main.
void Body::CallConstructor(const clang::FunctionDecl* function) {
  place_ = function->getLocation();
  Emit(rir::CallOp{Operand::Function(unit_.FunctionOf(function)), {}, {}});
}

rir::Function Body::LiftExit(rir::Function declared, const std::vector<MadeStatic>& made) {
  for (const MadeStatic& end : std::views::reverse(made)) {
    place_ = end.variable->getLocation();
    const auto destroy = [&] { Destroy(Operand::Region(end.region), end.variable->getType()); };
    if (end.guard == rir::kNone)
      destroy();
    else
      If(Load(Operand::Region(end.guard), unit_.ast().IntTy), destroy);
  }
  return Define(std::move(declared));
}

void Body::StoreSlot(rir::RegionId table, std::size_t index, rir::FunctionId function) {
  const Operand slot = IndexAddress(Operand::Region(table), Operand::Int(static_cast<std::int64_t>(index)),
                                    unit_.SlotType(), std::nullopt);
  Store(slot, Operand::Function(function), unit_.SlotType());
}

void Body::StoreAddress(rir::RegionId table, std::size_t index, rir::RegionId to) {
  const Operand slot = IndexAddress(Operand::Region(table), Operand::Int(static_cast<std::int64_t>(index)),
                                    unit_.SlotType(), std::nullopt);
  Store(slot, Operand::Region(to), unit_.ast().VoidPtrTy);
}

void Body::StoreTable(rir::RegionId pointer, rir::RegionId table, std::int64_t offset) {
  const rir::TypeId type = unit_.module().regions[pointer].type;
  const rir::Type& array = unit_.module().types[unit_.module().regions[table].type];
  if (array.kind == rir::TypeKind::Handle)
    return Emit(rir::StoreOp{Operand::Region(pointer), Operand::Region(table)}, type);
  rir::ComputeOp op;
  op.opcode = rir::Opcode::Index;
  op.args = {Operand::Region(table), Operand::Int(offset)};
  op.pointee = array.element;
  const Operand address = EmitValue(std::move(op), type);
  Emit(rir::StoreOp{Operand::Region(pointer), address}, type);
}

}  // namespace detrain::lift
