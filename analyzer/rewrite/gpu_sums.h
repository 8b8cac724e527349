// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands around sums on a GPU (runtime/gpu/sums.h): each launch of a kernel that sums is announced, and its sums
// are finished behind it; in a kernel that sums in shared memory, barriers of the block finish those.
#ifndef DETRAIN_ANALYZER_REWRITE_GPU_SUMS_H
#define DETRAIN_ANALYZER_REWRITE_GPU_SUMS_H

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/rewrite/cuda_calls.h"

namespace detrain::rewrite {

class GpuSums {
 public:
  GpuSums(Weave& weave, const CudaCalls& calls) : weave_(weave), calls_(calls) {}

  // Why sums of this function could not be finished; nothing: they can be.
  std::optional<std::string> WhyNot(const Unit& unit, const clang::FunctionDecl& function, bool is_shared);
  // The function sums. `shared`: the type of what it adds to, where that may be shared memory; else null.
  void Use(const Unit& unit, const clang::FunctionDecl& function, clang::QualType shared);
  // Writes what is needed around them.
  void Finish();

 private:
  using Function = CudaFunction;
  // Which kernels run a function, or why that is not known.
  struct Reached {
    std::map<std::string, Function> kernels;
    std::optional<std::string> why_not;
  };
  Reached KernelsOf(const Unit& unit, const clang::FunctionDecl& function);
  std::optional<std::string> WhyNotLaunched(const Function& kernel);
  std::optional<std::string> WhyNotCalled(const Function& function);
  // The barriers of what a kernel runs: calls of __syncthreads.
  struct Barriers {
    std::vector<CudaCall> calls;
    std::optional<std::string> why_not;
  };
  Barriers BarriersOf(const Function& kernel) const;

  Weave& weave_;
  const CudaCalls& calls_;
  std::set<std::string> summing_;                                               // kernels
  std::map<std::pair<std::string, unsigned>, std::set<std::string>> barriers_;  // by place: what is summed before them
};

}  // namespace detrain::rewrite

#endif
