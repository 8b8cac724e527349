// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA graphs: what streams write down while they are captured, and what a launch does of it.
#include "device.h"

namespace detrain::cudahost::test {
namespace {

struct Stream {
  Stream() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
  ~Stream() { cudaStreamDestroy(stream); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream; }  // NOLINT(google-explicit-constructor)
  cudaStream_t stream = nullptr;
};

struct Event {
  Event() { cudaEventCreate(&event); }
  ~Event() { cudaEventDestroy(event); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t event = nullptr;
};

void Add(cudaStream_t stream, float* x, float addend) {
  Launch(1, 1, 0, stream, [=] { *x = *x * 2 + addend; });
}

// Captures, makes it ready for launches, and forgets the capture.
template <class Body>
cudaGraphExec_t Capture(cudaStream_t stream, const Body& body) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  body();
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  return exec;
}

using Graphs = HostBackend;

TEST_F(Graphs, CaptureDoesNothingAndEachLaunchDoesAll) {
  for (const bool scheduled : {false, true}) {
    if (scheduled)
      SetSchedule(5);
    const Stream stream;
    const Device<float> x(1), copy(1);
    float host = -1;
    cudaGraphExec_t const exec = Capture(stream, [&] {
      Add(stream, x.get(), 1);
      Add(stream, x.get(), 3);
      cudaMemcpyAsync(copy.get(), x.get(), sizeof(float), cudaMemcpyDeviceToDevice, stream);
      cudaMemcpyAsync(&host, copy.get(), sizeof(float), cudaMemcpyDeviceToHost, stream);
    });
    EXPECT_EQ(x.Read()[0], 0.0F);
    EXPECT_EQ(host, -1.0F);
    for (const float expected : {5.0F, 25.0F, 105.0F}) {
      EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
      EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
      EXPECT_EQ(host, expected);
    }
    EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    ClearSchedule();
  }
}

// Two branches meet again: what is between them has any order, what is behind has one.
std::vector<float> ForkAndJoin(bool is_joined_before) {
  const Stream first, second;
  const Event fork, join;
  const Device<float> x(1), y(1);
  cudaGraphExec_t const exec = Capture(first, [&] {
    cudaEventRecord(fork.event, first);
    cudaStreamWaitEvent(second, fork.event);
    Add(second, x.get(), 1);
    cudaEventRecord(join.event, second);
    if (is_joined_before)
      cudaStreamWaitEvent(first, join.event);
    Add(first, x.get(), 5);
    cudaStreamWaitEvent(first, join.event);
    Launch(1, 1, 0, first, [x = x.get(), y = y.get()] { *y = *x; });
  });
  cudaGraphLaunch(exec, first);
  cudaStreamSynchronize(first);
  cudaGraphExecDestroy(exec);
  return y.Read();
}

TEST_F(Graphs, BranchesHaveAnyOrderUnderSchedulesAndJoinsOne) {
  EXPECT_EQ(DifferentResults(8, [] { return ForkAndJoin(true); }), 1U);
  EXPECT_EQ(DifferentResults(8, [] { return ForkAndJoin(false); }), 2U);
}

TEST_F(Graphs, ACaptureThatIsWaitedForIsInvalid) {
  const Stream stream;
  cudaGraph_t graph = nullptr;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaStreamIsCapturing(stream, &status);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  cudaGetLastError();
}

TEST_F(Graphs, ABranchThatDoesNotComeBackIsAnError) {
  const Stream first, second;
  const Event fork;
  const Device<float> x(1);
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  Add(first, x.get(), 1);
  cudaEventRecord(fork.event, first);
  cudaStreamWaitEvent(second, fork.event);
  Add(second, x.get(), 1);
  EXPECT_EQ(cudaStreamEndCapture(first, &graph), cudaErrorStreamCaptureUnjoined);
  Add(second, x.get(), 7);  // does it at once again
  cudaDeviceSynchronize();
  EXPECT_EQ(x.Read()[0], 7.0F);
  cudaGetLastError();
}

TEST_F(Graphs, AnUpdateTakesTheNewArguments) {
  const Stream stream;
  const Device<float> x(1);
  cudaGraphExec_t const exec = Capture(stream, [&] { Add(stream, x.get(), 1); });
  cudaGraph_t graph = nullptr;
  cudaGraphExecUpdateResultInfo info;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  Add(stream, x.get(), 9);
  cudaStreamEndCapture(stream, &graph);
  EXPECT_EQ(cudaGraphExecUpdate(exec, graph, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(x.Read()[0], 9.0F);
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(exec);
}

}  // namespace
}  // namespace detrain::cudahost::test
