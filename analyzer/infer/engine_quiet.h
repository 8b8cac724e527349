// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run of the engine of which nothing is noted.
#ifndef DETRAIN_ANALYZER_INFER_ENGINE_QUIET_H
#define DETRAIN_ANALYZER_INFER_ENGINE_QUIET_H

#include <utility>

#include "analyzer/infer/engine_threads.h"

namespace detrain::infer {

struct Engine::Threads::Quiet {
  explicit Quiet(Engine& engine)
      : engine_(engine),
        level_(engine.levels_.back()),
        notes_(engine.NotesNow()),
        mode_(std::exchange(engine.mode_, Mode::Plain)),
        noting_(std::exchange(engine.noting_, false)),
        between_(std::exchange(engine.between_, false)),
        loops_(engine.options_.step_loop == nullptr ? engine.loops : decltype(engine.loops){}) {}
  ~Quiet() {
    engine_.levels_.back() = std::move(level_);
    engine_.Forget(notes_);
    engine_.mode_ = mode_;
    engine_.noting_ = noting_;
    engine_.between_ = between_;
    if (engine_.options_.step_loop == nullptr)
      engine_.loops = std::move(loops_);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  Engine& engine_;
  Level level_;
  Notes notes_;
  Mode mode_;
  bool noting_, between_;
  decltype(Engine::loops) loops_;
};

}  // namespace detrain::infer

#endif
