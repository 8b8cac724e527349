// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/curand_calls.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

#include "analyzer/catalog/catalog.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

StringRef StateName(QualType type) {
  const auto* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  const StringRef name = record == nullptr || record->getIdentifier() == nullptr ? StringRef() : record->getName();
  return name.starts_with("curandState") ? name : StringRef();
}

}  // namespace

bool IsCurandState(QualType type) {
  return !StateName(type).empty();
}

std::optional<std::string> WhyNotPhilox(QualType type) {
  const StringRef name = StateName(type);
  if (name.contains("Sobol"))
    return "its numbers are a quasi-random sequence, whose order matters";
  if (name.contains("Mtgp32"))
    return "its generator, MTGP32, is one of all threads of a block";
  return std::nullopt;
}

const Expr* DrawnFrom(const CallExpr& call) {
  static const catalog::Catalog rows = catalog::Catalog::Builtin();
  const FunctionDecl* callee = call.getDirectCallee();
  const catalog::Row* row =
      callee == nullptr || callee->getIdentifier() == nullptr ? nullptr : rows.Find(callee->getName());
  if (row == nullptr)
    return nullptr;
  const Expr* state = nullptr;
  for (const catalog::Effect& effect : row->effects) {
    if (effect.kind == catalog::EffectKind::Seed)
      return nullptr;
    const auto& stream = effect.Get(catalog::Role::Stream);
    if (effect.kind == catalog::EffectKind::Draw && stream && stream->kind == catalog::Expr::Kind::Parameter &&
        stream->index < call.getNumArgs())
      state = call.getArg(stream->index);
  }
  return state != nullptr && IsCurandState(state->getType()->getPointeeType()) ? state : nullptr;
}

}  // namespace detrain::rewrite
