// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_SNAPSHOT_H
#define DETRAIN_ANALYZER_DRIVER_LSP_SNAPSHOT_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/gate/gate.h"
#include "analyzer/driver/gate/source_text.h"
#include "analyzer/plan/plan.h"

namespace detrain::driver::lsp {

// What the analysis knew of the program around a file when the file's text was that of `generation`. Never changed once
// it is shared.
struct Snapshot {
  std::uint64_t generation = 0;
  std::string name;  // of the file, as findings have it
  std::shared_ptr<const gate::Sources> sources;
  std::vector<gate::Finding> findings;
  std::optional<Error> failure;  // why there are no findings
  bool has_looked_for_plan = false;
  std::optional<plan::CheckpointPlan> plan;  // where the program has a step loop
};

}  // namespace detrain::driver::lsp

#endif
