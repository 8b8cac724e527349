// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library that looks like cuDNN's frontend from outside: a graph, whatever is put into it, halves what lies behind
// tensor 1 and puts it behind tensor 2.
#pragma once
#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace cudnn_frontend {

enum class error_code_t { OK, INVALID_VALUE };

struct error_object {
  error_code_t code = error_code_t::OK;
  std::string err_msg;
  bool is_good() const { return code == error_code_t::OK; }
};

namespace graph {

class Tensor_attributes {
 public:
  Tensor_attributes& set_uid(std::int64_t value) {
    uid = value;
    return *this;
  }
  Tensor_attributes& set_dim(const std::vector<std::int64_t>& value) {
    dim = value;
    return *this;
  }
  std::int64_t uid = 0;
  std::vector<std::int64_t> dim;
};

class SDPA_backward_attributes {
 public:
  SDPA_backward_attributes& set_causal_mask(bool value) {
    is_causal = value;
    return *this;
  }
  SDPA_backward_attributes& set_deterministic_algorithm(bool value) {
    is_deterministic = value;
    return *this;
  }
  bool is_causal = false, is_deterministic = false;
};

using Tensor = std::shared_ptr<Tensor_attributes>;

class Graph {
 public:
  Tensor tensor(const Tensor_attributes& attributes) {
    tensors.push_back(std::make_shared<Tensor_attributes>(attributes));
    return tensors.back();
  }
  std::array<Tensor, 3> sdpa_backward(Tensor q, Tensor k, Tensor v, SDPA_backward_attributes) { return {q, k, v}; }
  error_object validate() {
    try {
      return {tensors.at(0)->dim.at(0) > 0 ? Unsupported() : error_code_t::INVALID_VALUE, ""};
    } catch (const std::runtime_error&) {
      return {};
    }
  }
  std::int64_t get_workspace_size() const { return 64; }
  error_object autotune(std::unordered_map<std::int64_t, void*>& pack, void* workspace) {
    return execute(pack, workspace);
  }
  error_object execute(std::unordered_map<std::int64_t, void*>& pack, void* workspace) const {
    return Halve(pack.at(1), pack.at(2), workspace);
  }
  error_object execute(std::unordered_map<Tensor, void*>& pack, void* workspace) const {
    return Halve(pack.at(tensors[0]), pack.at(tensors[1]), workspace);
  }

 private:
  error_code_t Unsupported() const { throw std::runtime_error("another engine is taken"); }
  error_object Halve(void* in, void* out, void* workspace) const {
    std::vector<float> numbers(static_cast<std::size_t>(tensors[0]->dim[0]));
    const std::size_t bytes = numbers.size() * sizeof(float);
    cudaMemcpy(numbers.data(), in, bytes, cudaMemcpyDeviceToHost);
    if (!workspace)
      return {error_code_t::INVALID_VALUE, "no workspace"};
    cudaMemset(workspace, 0xff, static_cast<std::size_t>(get_workspace_size()));
    for (float& number : numbers)
      number /= 2;
    cudaMemcpy(out, numbers.data(), bytes, cudaMemcpyHostToDevice);
    return {};
  }
  std::vector<Tensor> tensors;
};

}  // namespace graph
}  // namespace cudnn_frontend
