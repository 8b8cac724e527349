// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups whose numbers follow from the thread's own: the grid, the block, and tiles of a fixed size that
// are cut from it. Of others a function of which thread asks is all that is known.
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"

namespace detrain::lift {

using clang::Expr;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using rir::Opcode;
using rir::Operand;

namespace {

bool IsGroup(clang::QualType type, llvm::StringRef name) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == name;
}

bool IsBlock(clang::QualType type) {
  return IsGroup(type, "thread_block");
}

bool IsGrid(clang::QualType type) {
  return IsGroup(type, "grid_group");
}

// The group that a method is called of.
clang::QualType GroupOf(const clang::MemberExpr* member) {
  const clang::QualType type = member->getBase()->IgnoreParenImpCasts()->getType();
  return member->isArrow() ? type->getPointeeType() : type;
}

// Whether the tile is cut from the block itself: by its type, or, where that leaves it open, by the call that made it.
bool IsCutFromBlock(const clang::ClassTemplateSpecializationDecl* tile, const Expr* object) {
  const auto& arguments = tile->getTemplateArgs();
  if (arguments.size() >= 2 && arguments[1].getKind() == clang::TemplateArgument::Type &&
      !arguments[1].getAsType()->isVoidType())
    return IsBlock(arguments[1].getAsType());
  const auto* named = dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const auto* variable = named ? dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const Expr* made = variable ? variable->getInit() : nullptr;
  while (made) {
    made = made->IgnoreUnlessSpelledInSource();
    const auto* call = dyn_cast<clang::CallExpr>(made);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee)
      return callee->getIdentifier() && callee->getName() == "tiled_partition" && call->getNumArgs() == 1 &&
             IsBlock(call->getArg(0)->getType().getNonReferenceType());
    const auto* copied = dyn_cast<clang::CXXConstructExpr>(made);
    made = copied && copied->getNumArgs() == 1 ? copied->getArg(0) : nullptr;
  }
  return false;
}

std::optional<std::int64_t> WidthOf(const clang::ClassTemplateSpecializationDecl* tile) {
  const auto& arguments = tile->getTemplateArgs();
  if (arguments.size() == 0 || arguments[0].getKind() != clang::TemplateArgument::Integral)
    return std::nullopt;
  return arguments[0].getAsIntegral().getExtValue();
}

}  // namespace

// x varies fastest. `load`: of "threadIdx.x" and its kind, as a `number`.
template <typename F>
Operand Body::RankBy(const std::string& index, const std::string& extent, rir::TypeId number, const F& load) {
  Operand rank = load(index + ".z");
  for (const char* letter : {".y", ".x"}) {
    rank = Compute(Opcode::Mul, {rank, load(extent + letter)}, number);
    rank = Compute(Opcode::Add, {rank, load(index + letter)}, number);
  }
  return rank;
}

template <typename F>
Operand Body::CountBy(const std::string& extent, rir::TypeId number, const F& load) {
  Operand count = load(extent + ".x");
  for (const char* letter : {".y", ".z"})
    count = Compute(Opcode::Mul, {count, load(extent + letter)}, number);
  return count;
}

Operand Body::RankInBlock() {
  const clang::QualType type = unit_.ast().UnsignedIntTy;
  return RankBy("threadIdx", "blockDim", unit_.TypeOf(type),
                [&](const std::string& name) { return Load(CudaRegion(name), type); });
}

Operand Body::ThreadsInBlock() {
  const clang::QualType type = unit_.ast().UnsignedIntTy;
  return CountBy("blockDim", unit_.TypeOf(type), [&](const std::string& name) { return Load(CudaRegion(name), type); });
}

Operand Body::RankOfBlock() {
  return RankBy("blockIdx", "gridDim", unit_.TypeOf(unit_.ast().UnsignedLongLongTy),
                [&](const std::string& name) { return GridLoad(name); });
}

Operand Body::BlocksInGrid() {
  return CountBy("gridDim", unit_.TypeOf(unit_.ast().UnsignedLongLongTy),
                 [&](const std::string& name) { return GridLoad(name); });
}

// As a number of the grid's, which may have more threads than an unsigned int counts.
Operand Body::GridLoad(const std::string& name) {
  const Operand number = Load(CudaRegion(name), unit_.ast().UnsignedIntTy);
  return Compute(Opcode::Cast, {number}, unit_.TypeOf(unit_.ast().UnsignedLongLongTy));
}

std::optional<Operand> Body::GridNumber(llvm::StringRef name) {
  const auto number = unit_.TypeOf(unit_.ast().UnsignedLongLongTy);
  const auto by_threads = [&](Operand blocks) {
    return Compute(Opcode::Mul, {blocks, Compute(Opcode::Cast, {ThreadsInBlock()}, number)}, number);
  };
  if (name == "thread_rank")
    return Compute(Opcode::Add, {by_threads(RankOfBlock()), Compute(Opcode::Cast, {RankInBlock()}, number)}, number);
  if (name == "size" || name == "num_threads")
    return by_threads(BlocksInGrid());
  if (name == "block_rank")
    return RankOfBlock();
  return name == "num_blocks" ? std::optional(BlocksInGrid()) : std::nullopt;
}

// Whether the threads of all blocks wait there: `grid.sync()`, `cg::sync(grid)`.
bool IsGridBarrier(const clang::CallExpr* call) {
  if (const auto* member = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts()))
    return IsGrid(GroupOf(member));
  return call->getNumArgs() != 0 && IsGrid(call->getArg(0)->getType().getNonReferenceType());
}

// nullopt: a number that does not follow, or none.
std::optional<Operand> Body::GroupNumber(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  const auto* member = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!method || !member || !callee->getIdentifier() || call->getNumArgs() != 0)
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  const Expr* object = member->getBase()->IgnoreParenImpCasts();
  const clang::QualType type = GroupOf(member);
  if (IsGrid(type))
    return GridNumber(name);
  const bool is_size = name == "size" || name == "num_threads";
  if (IsBlock(type)) {
    if (name == "thread_rank")
      return RankInBlock();
    return is_size ? std::optional(ThreadsInBlock()) : std::nullopt;
  }
  const auto* tile = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const auto width = tile && tile->getName() == "thread_block_tile" ? WidthOf(tile) : std::nullopt;
  if (!width || *width <= 0 || *width > 32)
    return std::nullopt;
  const rir::TypeId number = unit_.TypeOf(unit_.ast().UnsignedIntTy);
  const Operand lanes = Operand::Int(*width);
  if (is_size)
    return lanes;
  if (name == "thread_rank")
    return Compute(Opcode::Rem, {RankInBlock(), lanes}, number);
  if (!IsCutFromBlock(tile, object))
    return std::nullopt;
  if (name == "meta_group_rank")
    return Compute(Opcode::Div, {RankInBlock(), lanes}, number);
  if (name != "meta_group_size")
    return std::nullopt;
  const Operand up = Compute(Opcode::Add, {ThreadsInBlock(), Operand::Int(*width - 1)}, number);
  return Compute(Opcode::Div, {up, lanes}, number);
}

}  // namespace detrain::lift
