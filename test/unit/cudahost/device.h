// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "detrain/cudahost/control.h"

namespace detrain::cudahost::test {

// Device memory that is freed at the end of its scope.
template <class T>
class Device {
 public:
  explicit Device(std::size_t n) : n_(n) { EXPECT_EQ(cudaMalloc(&data_, n * sizeof(T)), cudaSuccess); }
  explicit Device(const std::vector<T>& values) : Device(values.size()) {
    cudaMemcpy(data_, values.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { cudaFree(data_); }

  T* get() const { return data_; }
  std::vector<T> Read() const {
    std::vector<T> values(n_);
    cudaMemcpy(values.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t n_;
};

// Every test leaves the backend without a schedule and without messages.
class HostBackend : public testing::Test {
 protected:
  void SetUp() override {
    ClearSchedule();
    TakeReports();
  }
  void TearDown() override {
    cudaDeviceSynchronize();
    ClearSchedule();
  }
};

// How many different results `run` has over the schedules 1 to `seeds`; each schedule is run twice and must repeat.
template <class Run>
std::size_t DifferentResults(unsigned seeds, Run run) {
  std::vector<decltype(run())> results;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    SetSchedule(seed);
    const auto result = run();
    SetSchedule(seed);
    EXPECT_TRUE(run() == result) << "schedule " << seed << " does not repeat";
    if (std::find(results.begin(), results.end(), result) == results.end())
      results.push_back(result);
  }
  ClearSchedule();
  return results.size();
}

// The kinds of all messages so far, each once, in order.
inline std::vector<std::string> Kinds() {
  std::vector<std::string> kinds;
  for (const Message& message : TakeReports())
    if (std::find(kinds.begin(), kinds.end(), message.kind) == kinds.end())
      kinds.push_back(message.kind);
  return kinds;
}

}  // namespace detrain::cudahost::test
