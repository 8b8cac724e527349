// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of a program's sums by float atomicAdd can be given an order, decided from its text alone: the plan's guarantee
// hangs on those that cannot, and the rewrite replaces the others.
#ifndef DETRAIN_ANALYZER_REWRITE_SUM_SITES_H
#define DETRAIN_ANALYZER_REWRITE_SUM_SITES_H

#include <clang/AST/Expr.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/rewrite/cuda_calls.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::rewrite {

// One place in the text, which templates and headers make several calls of.
struct SumSite {
  plan::Place place;
  std::vector<CudaCall> calls;
  std::optional<std::string> why_left;  // nothing: it can be replaced
  bool is_shared = false;               // some call adds to shared memory
};

struct CudaSums {
  std::vector<SumSite> sites;  // of atomicAdd, by place
  std::vector<Remark> others;  // sums by other means, or what may be one: they stay
};

CudaSums FindCudaSums(const CudaCalls& calls, const Options& options);

// Behind the address that atomicAdd is given: what it adds to.
clang::QualType AddedTo(const clang::CallExpr& call);

}  // namespace detrain::rewrite

#endif
