// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of cuDNN's algorithms a rewritten program may take (runtime/gpu/cudnn.h), from tables that no cuDNN is needed
// for.
#include <gtest/gtest.h>

#include "runtime/gpu/cudnn.h"

namespace {
std::vector<int> g_recorded;  // what a run that is resumed was offered; none: there is no such run
std::vector<int> g_offered;
thread_local int g_ours = 0;  // the backend has threads that are its own all the time
}  // namespace

extern "C" {
int detrain_pin(const char* /*call*/, int* offered, int count) {
  g_offered.assign(offered, offered + count);
  std::copy(g_recorded.begin(), g_recorded.end(), offered);
  return g_recorded.empty() ? count : static_cast<int>(g_recorded.size());
}
void detrain_library_enter(void) {
  ++g_ours;
}
void detrain_library_leave(void) {
  --g_ours;
}
}

namespace detrain::cudnn {
namespace {

using Entry = cudnnConvolutionFwdAlgoPerf_t;

Entry Of(cudnnConvolutionFwdAlgo_t algorithm, cudnnDeterminism_t determinism = CUDNN_DETERMINISTIC,
         std::size_t memory = 0, cudnnStatus_t status = CUDNN_STATUS_SUCCESS) {
  Entry entry{};
  entry.algo = algorithm;
  entry.status = status;
  entry.memory = memory;
  entry.determinism = determinism;
  return entry;
}

constexpr auto kGemm = CUDNN_CONVOLUTION_FWD_ALGO_GEMM;
constexpr auto kImplicit = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
constexpr auto kPrecomputed = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;

class CudnnChoice : public testing::Test {
 protected:
  void SetUp() override { g_recorded.clear(); }

  // What is left of a table.
  static std::vector<cudnnConvolutionFwdAlgo_t> Left(const std::vector<Entry>& table, std::size_t room = kAnyRoom) {
    std::vector<cudnnConvolutionFwdAlgo_t> left;
    for (const Entry& entry : Pinned("choice", table, room))
      left.push_back(entry.algo);
    return left;
  }
  using Algorithms = std::vector<cudnnConvolutionFwdAlgo_t>;
};

TEST_F(CudnnChoice, IsDeterministicWhereThereIsOne) {
  const std::vector<Entry> table = {Of(kGemm, CUDNN_NON_DETERMINISTIC), Of(kPrecomputed), Of(kImplicit)};
  EXPECT_EQ(Left(table), (Algorithms{kPrecomputed, kImplicit}));
  EXPECT_EQ(Left({Of(kGemm, CUDNN_NON_DETERMINISTIC)}), Algorithms{kGemm});
}

TEST_F(CudnnChoice, IsWhatRunsAndFits) {
  const std::vector<Entry> table = {Of(kGemm, CUDNN_DETERMINISTIC, 0, CUDNN_STATUS_NOT_SUPPORTED),
                                    Of(kPrecomputed, CUDNN_DETERMINISTIC, 100), Of(kImplicit)};
  EXPECT_EQ(Left(table), (Algorithms{kPrecomputed, kImplicit}));
  EXPECT_EQ(Left(table, 99), Algorithms{kImplicit});
  EXPECT_EQ(Left({}), Algorithms{});
}

TEST_F(CudnnChoice, IsThatOfTheRecordedRun) {
  const std::vector<Entry> table = {Of(kPrecomputed), Of(kImplicit), Of(kGemm)};
  EXPECT_EQ(Left(table), (Algorithms{kPrecomputed, kImplicit, kGemm}));
  g_recorded = {g_offered[2], g_offered[0]};
  EXPECT_EQ(Left(table), (Algorithms{kGemm, kPrecomputed}));
}

// An algorithm stands in a table once for each way to multiply.
TEST_F(CudnnChoice, TellsWaysToMultiplyApart) {
  std::vector<Entry> table = {Of(kGemm), Of(kGemm)};
  table[1].mathType = CUDNN_TENSOR_OP_MATH;
  Pinned("choice", table, kAnyRoom);
  g_recorded = {g_offered[1]};
  EXPECT_EQ(Pinned("choice", table, kAnyRoom).front().mathType, CUDNN_TENSOR_OP_MATH);
}

TEST_F(CudnnChoice, GivesNoMoreThanAskedFor) {
  const std::vector<Entry> table = {Of(kPrecomputed), Of(kImplicit), Of(kGemm)};
  const auto most = [](int* count) { return *count = 3, CUDNN_STATUS_SUCCESS; };
  const auto read = [&](int count, int* found, Entry* results) {
    std::copy_n(table.begin(), count, results);
    return *found = count, CUDNN_STATUS_SUCCESS;
  };
  Entry results[2];
  int count = 0;
  EXPECT_EQ(Choose("choice", most, read, kAnyRoom, 2, &count, results), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(results[1].algo, kImplicit);
  const auto fails = [](int*) { return CUDNN_STATUS_BAD_PARAM; };
  EXPECT_EQ(Choose("choice", fails, read, kAnyRoom, 2, &count, results), CUDNN_STATUS_BAD_PARAM);
}

TEST_F(CudnnChoice, BringsAWorkspaceThatIsLargeEnough) {
  int handles[2];
  const auto one = reinterpret_cast<cudnnHandle_t>(&handles[0]), two = reinterpret_cast<cudnnHandle_t>(&handles[1]);
  const auto needs = [](std::size_t bytes) {
    return [bytes](std::size_t* size) { return *size = bytes, CUDNN_STATUS_SUCCESS; };
  };
  char mine[16];
  void* memory = mine;
  std::size_t size = sizeof mine;
  UseWorkspace("call", one, needs(16), memory, size);
  EXPECT_EQ(memory, mine);
  UseWorkspace("call", one, needs(1000), memory, size);
  EXPECT_NE(memory, mine);
  EXPECT_EQ(size, 1000U);
  void* other = nullptr;
  std::size_t none = 0;
  UseWorkspace("call", two, needs(8), other, none);
  EXPECT_NE(other, memory);
  EXPECT_EQ(g_ours, 0);
}

TEST(CudnnPooling, IsInOrder) {
  EXPECT_EQ(InOrder(CUDNN_POOLING_MAX), CUDNN_POOLING_MAX_DETERMINISTIC);
  EXPECT_EQ(InOrder(CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING), CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING);
}

}  // namespace
}  // namespace detrain::cudnn
