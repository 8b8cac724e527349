// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's threads. In a rewritten program they take turns: one runs until it ends or waits for another one, and
// its creator goes on then (docs/runtime.md). So a thread that does not wait is a call of its function.
#ifndef DETRAIN_ANALYZER_INFER_ENGINE_THREADS_H
#define DETRAIN_ANALYZER_INFER_ENGINE_THREADS_H

#include "analyzer/infer/engine.h"

namespace detrain::infer {

class Engine::Threads {
 public:
  explicit Threads(Engine& engine) : engine_(engine) {}

  void Start(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow, std::optional<State>& next);
  // Whether `pthread_exit` here ends a thread's function, as a return from it does.
  bool EndsThread(const rir::Op& op, const rir::StopOp& data);

 private:
  [[nodiscard]] rir::Location CalledFrom(const rir::Location& at) const;

  Engine& engine_;
  std::vector<std::size_t> depths_;  // of the stack, where each thread that runs was started
};

}  // namespace detrain::infer

#endif
