// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime_api.h>
#include <thrust/system/error_code.h>

#include <string>

// Outside of thrust's namespace, in which the analysis reads every function as the device's too: those of the standard
// library that are overridden here are the host's.
class DetrainCudaCategory : public std::error_category {
 public:
  const char* name() const noexcept override { return "cuda"; }
  std::string message(int error) const override { return cudaGetErrorString(static_cast<cudaError_t>(error)); }
};

inline const std::error_category& DetrainCategoryOfCuda() {
  static const DetrainCudaCategory category;
  return category;
}

namespace thrust {
namespace system {

inline const error_category& cuda_category() {
  return DetrainCategoryOfCuda();
}

}  // namespace system
}  // namespace thrust
