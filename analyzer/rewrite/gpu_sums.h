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
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

// Where the kernels that run a function are launched, and where their blocks wait.
class GpuSums {
 public:
  explicit GpuSums(const CudaCalls& calls) : calls_(calls) {}

  // Why sums of this function could not be finished; nothing: they can be.
  std::optional<std::string> WhyNot(const Unit& unit, const clang::FunctionDecl& function, bool is_shared) const;

  // Which kernels run a function, by their identity, or why that is not known.
  struct Reached {
    std::map<std::string, CudaFunction> kernels;
    std::optional<std::string> why_not;
  };
  Reached KernelsOf(const Unit& unit, const clang::FunctionDecl& function) const;
  // The barriers of what a kernel runs: calls of __syncthreads.
  struct Barriers {
    std::vector<CudaCall> calls;
    std::optional<std::string> why_not;
  };
  Barriers BarriersOf(const CudaFunction& kernel) const;

 private:
  std::optional<std::string> WhyNotLaunched(const CudaFunction& kernel) const;
  std::optional<std::string> WhyNotCalled(const CudaFunction& function) const;

  const CudaCalls& calls_;
};

// Writes what is needed around sums that can be finished.
class GpuSumWeaver {
 public:
  GpuSumWeaver(Weave& weave, const CudaCalls& calls) : weave_(weave), calls_(calls), sums_(calls) {}

  // The function sums. `shared`: the type of what it adds to, where that may be shared memory; else null.
  void Use(const Unit& unit, const clang::FunctionDecl& function, clang::QualType shared);
  void Finish();

 private:
  Weave& weave_;
  const CudaCalls& calls_;
  GpuSums sums_;
  std::set<std::string> summing_;                                               // kernels
  std::map<std::pair<std::string, unsigned>, std::set<std::string>> barriers_;  // by place: what is summed before them
};

}  // namespace detrain::rewrite

#endif
