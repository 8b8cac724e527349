// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/nest_way.h"

#include <algorithm>
#include <variant>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

bool IsOnWay(std::span<const infer::NestStep> nest, const rir::Function& function, const rir::Op& op) {
  bool found = std::ranges::any_of(nest, [&](const infer::NestStep& step) {
    return step.function == &function &&
           (step.loop != nullptr ? step.loop == std::get_if<rir::LoopOp>(&op.data)
                                 : std::holds_alternative<rir::CallOp>(op.data) && step.location == op.location);
  });
  rir::ForEachBlock(op, [&](rir::BlockId inner) {
    for (const rir::Op& within : function.blocks[inner].ops)
      found = found || IsOnWay(nest, function, within);
  });
  return found;
}

}  // namespace detrain::plan
