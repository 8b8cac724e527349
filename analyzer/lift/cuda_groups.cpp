// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups whose numbers follow from the thread's own: the block, and tiles of a fixed size that are cut
// from it. Of others a function of which thread asks is all that is known.
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

bool IsBlock(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->getName() == "thread_block";
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

// x varies fastest.
Operand Body::RankInBlock() {
  const clang::QualType type = unit_.ast().UnsignedIntTy;
  const auto at = [&](const char* name) { return Load(CudaRegion(name), type); };
  const auto number = unit_.TypeOf(type);
  Operand rank = at("threadIdx.z");
  for (const char* letter : {"y", "x"}) {
    rank = Compute(Opcode::Mul, {rank, at((std::string("blockDim.") + letter).c_str())}, number);
    rank = Compute(Opcode::Add, {rank, at((std::string("threadIdx.") + letter).c_str())}, number);
  }
  return rank;
}

Operand Body::ThreadsInBlock() {
  const clang::QualType type = unit_.ast().UnsignedIntTy;
  Operand count = Load(CudaRegion("blockDim.x"), type);
  for (const char* name : {"blockDim.y", "blockDim.z"})
    count = Compute(Opcode::Mul, {count, Load(CudaRegion(name), type)}, unit_.TypeOf(type));
  return count;
}

// nullopt: a number that does not follow, or none.
std::optional<Operand> Body::GroupNumber(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  const auto* member = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!method || !member || !callee->getIdentifier() || call->getNumArgs() != 0)
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  const Expr* object = member->getBase()->IgnoreParenImpCasts();
  clang::QualType type = object->getType();
  if (member->isArrow())
    type = type->getPointeeType();
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
