// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/handlers.h"

#include <variant>

#include "analyzer/plan/reached_functions.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/handlers.h"

namespace detrain::plan {

std::vector<rir::Location> HandlersNotFollowed(const rir::Module& module) {
  std::vector<rir::Location> out;
  for (const rir::Function* function : ReachedFunctions(module))
    rir::ForEachOp(*function, function->body, [&](const rir::Op& op) {
      const auto* stop = std::get_if<rir::StopOp>(&op.data);
      if (stop != nullptr && stop->callee == rir::kCatch)
        out.push_back(op.location);
    });
  return out;
}

}  // namespace detrain::plan
