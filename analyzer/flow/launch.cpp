// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/launch.h"

#include <variant>

namespace detrain::flow {

bool IsLaunch(const Scope& scope) {
  const auto* par = scope.op == nullptr ? nullptr : std::get_if<rir::ParOp>(&scope.op->data);
  return par != nullptr && par->kind == rir::ParKind::Launch && scope.kind == ScopeKind::Parallel;
}

bool IsOfLaunch(const Object& object) {
  const auto* alloc = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  return alloc != nullptr && alloc->callee == "__shared__";
}

bool EndsWithLaunch(const Flow& flow, const Object& object) {
  if (object.kind != ObjectKind::Region)
    return IsOfLaunch(object);
  const rir::Region& region = flow.module->regions[object.id];
  const bool is_of_device = region.kind == rir::RegionKind::Hidden && region.name.starts_with("cuda::");
  return is_of_device || region.is_of_block;
}

}  // namespace detrain::flow
