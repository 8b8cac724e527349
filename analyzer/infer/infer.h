// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phase's entry: a linked module in, the same module with what its loops carry out. The plan asks the engine
// further questions.
#ifndef DETRAIN_ANALYZER_INFER_INFER_H
#define DETRAIN_ANALYZER_INFER_INFER_H

#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "analyzer/base/location.h"
#include "analyzer/base/result.h"
#include "analyzer/infer/engine.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// How often a run that meets its limit is made again with more calls summarized: as long as there are any, or once,
// where there is another answer than none.
enum class Patience : std::uint8_t { All, Once };

struct TypedModule {
  std::shared_ptr<const rir::Module> module;
  // The run over the whole program, no step loop chosen; where that was asked for, it may have ended early
  // (`exhausted`), and knows only what it has seen. Of values nothing is kept, only what was noted of loops and
  // objects.
  std::shared_ptr<Engine> whole;
  BlockTypes block_types;                     // that it was run with, or has seen where it ended early
  bool knows_types_by_glance = false;         // the latter: a whole run knows better
  std::set<const rir::Function*> summarized;  // those that it had better not followed
  bool unrolls = true;                        // whether it ran short loops as they are
  Patience patience = Patience::All;
  std::shared_ptr<Spending> spending = nullptr;  // of this run and of those that the plan takes; null: not counted
};

// Whether the runtime stands in front of the allocator (runtime/include/detrain/hooks.h), and can say where its blocks
// lie.
bool IsHooked(std::string_view allocator);

// For a further run of the program.
EngineOptions OptionsOf(const TypedModule& typed);

// Runs an engine until the types of blocks that are allocated without one are known; adds them to `options`, and, where
// a run met its limit, the functions whose calls cost too much to be followed. Null where a run fails.
std::shared_ptr<Engine> RunWithTypes(const rir::Module& module, EngineOptions& options,
                                     Patience patience = Patience::All);

// The run met the limit of what one may take (counted in operations, so that it is the same everywhere): where.
std::optional<Error> ErrorOf(const Engine& engine);

// Whether it is such an error.
bool IsTooLarge(const Error& error);

// The loop at that line; null where the run has not seen it.
const LoopRecord* LoopAt(const Engine& engine, const Location& place);

// `step`: where the step loop is, if that was asked for. Error of kind Coverage where there is no main, or the limit is
// met. `spending`: TypedModule's.
Result<TypedModule> Infer(rir::Module linked, const std::optional<Location>& step = std::nullopt,
                          Patience patience = Patience::All, std::shared_ptr<Spending> spending = nullptr);

// The same program with loops that update integers noted as those that update floats are.
Result<TypedModule> WithIntegers(const TypedModule& typed);

}  // namespace detrain::infer

#endif
