// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phase's entry: a linked module in, the same module with what its loops carry out. The plan asks the engine
// further questions.
#ifndef DETRAIN_ANALYZER_INFER_INFER_H
#define DETRAIN_ANALYZER_INFER_INFER_H

#include <memory>
#include <set>

#include "analyzer/base/result.h"
#include "analyzer/infer/engine.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

struct TypedModule {
  std::shared_ptr<const rir::Module> module;
  std::shared_ptr<Engine> whole;              // the run over the whole program, no step loop chosen
  BlockTypes block_types;                     // that it was run with
  std::set<const rir::Function*> summarized;  // those that it did not follow
};

// Runs an engine until the types of blocks that are allocated without one are known; adds them to `options`, and the
// functions whose calls cost too much to be followed. Null where a run fails.
std::shared_ptr<Engine> RunWithTypes(const rir::Module& module, EngineOptions& options);

// The run met the limit of what one may take (counted in operations, so that it is the same everywhere): where.
std::optional<Error> ErrorOf(const Engine& engine);

// Error of kind Coverage where there is no main, or the limit is met.
Result<TypedModule> Infer(rir::Module linked);

}  // namespace detrain::infer

#endif
