// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs of the engine did, counted and not timed, so that it is the same on every machine.
#ifndef DETRAIN_ANALYZER_INFER_SPENDING_H
#define DETRAIN_ANALYZER_INFER_SPENDING_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/infer/state.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

struct FunctionSpending {
  std::string name;              // as the user wrote it
  std::uint64_t operations = 0;  // of its own, without those of what it calls
  std::uint64_t calls = 0;       // that were followed
  std::set<std::string> shapes;  // ShapeOf of their arguments: as many summaries would serve all of them
};

// Of all runs that a plan takes.
struct Spending {
  std::uint64_t runs = 0;
  std::uint64_t work = 0;                             // Engine::work
  std::uint64_t passes = 0;                           // over bodies of loops
  std::map<std::string, FunctionSpending> functions;  // by link name; empty: what runs before main
};

// What a summary of a function would have to know of a call's arguments: of each whether it is a constant, a number,
// null, one place or one of several, and which of them lead into the same block. `pool`: of the values.
std::string ShapeOf(const std::vector<Value>& args, const ExprPool& pool);

// Counts one run.
class Counters {
 public:
  void Call(const rir::Function& f, std::string shape);
  void Operation(const rir::Function* f);  // null: before main
  void Pass() { ++passes_; }

  // Adds the run to the others. `work`: Engine::work.
  void AddTo(Spending& all, std::uint64_t work) const;

 private:
  FunctionSpending& Of(const rir::Function* f);

  std::map<const rir::Function*, FunctionSpending> functions_;
  const rir::Function* current_ = nullptr;  // whose operations were counted last, and where
  FunctionSpending* at_ = nullptr;
  std::uint64_t passes_ = 0;
};

}  // namespace detrain::infer

#endif
