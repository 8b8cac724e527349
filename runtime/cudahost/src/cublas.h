// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include "cublas_v2.h"
#include "library.h"
#include "stream.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
};

namespace detrain::cudahost {

inline cublasStatus_t Status(bool good, cublasStatus_t error) {
  return good ? CUBLAS_STATUS_SUCCESS : error;
}

// A scalar is read when the call is made if it is the host's, when it runs if it is the device's.
template <class T>
class LateScalar {
 public:
  LateScalar(cublasHandle_t handle, const T* at)
      : at_(handle->mode == CUBLAS_POINTER_MODE_DEVICE ? at : nullptr), now_(at_ == nullptr ? *at : T(0)) {}
  T Get() const { return at_ == nullptr ? now_ : *at_; }

 private:
  const T* at_;
  T now_;
};

template <class Body>
cublasStatus_t OnStream(cublasHandle_t handle, Body body) {
  const Inside inside;
  return Status(Enqueue(handle->stream, std::move(body)), CUBLAS_STATUS_EXECUTION_FAILED);
}

}  // namespace detrain::cudahost
