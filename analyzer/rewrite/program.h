// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The units of a program, and what is decided on their text before there is a plan: which sums of its threads get an
// order, and which stay in one that nobody fixes. The plan is told of those (plan::Options), as its guarantee hangs on
// them, and Rewrite carries the decision out.
#ifndef DETRAIN_ANALYZER_REWRITE_PROGRAM_H
#define DETRAIN_ANALYZER_REWRITE_PROGRAM_H

#include <memory>
#include <span>
#include <vector>

#include "analyzer/load/load.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::rewrite {

class Program {
 public:
  // The units outlive it.
  Program(std::span<const load::LoadedUnit* const> units, Options options);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Whether anything is decided on in this unit: others need not be held for a plan alone.
  static bool Decides(const load::LoadedUnit& unit);

  const Options& options() const { return options_; }
  // What hangs on an order that nobody fixes.
  std::vector<plan::Reason> Unordered() const;

  // For this folder alone.
  struct Decisions;
  const Decisions& decisions() const { return *decisions_; }

 private:
  const Options options_;
  std::unique_ptr<const Decisions> decisions_;
};

}  // namespace detrain::rewrite

#endif
