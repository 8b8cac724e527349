// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA graphs: work that streams wrote down while they were captured, done again at each launch.
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cuda_runtime_api.h"
#include "error.h"
#include "handle.h"
#include "library.h"
#include "report.h"
#include "schedule.h"
#include "stream.h"

using namespace detrain::cudahost;

struct CUgraph_st {
  std::shared_ptr<const Nodes> nodes;
};
struct CUgraphExec_st {
  std::shared_ptr<const Nodes> nodes;
};

namespace {

template <class T>
constexpr HandleKind kKind = HandleKind::Graph;
template <>
constexpr HandleKind kKind<CUgraphExec_st> = HandleKind::GraphExec;

// What is behind the handles that are there.
template <class T>
class Handles {
 public:
  T* Add(std::shared_ptr<const Nodes> nodes) {
    const std::uint32_t number = ++made_;
    auto* handle = static_cast<T*>(MakeHandle(kKind<T>, number));
    const Inside inside;
    const std::lock_guard<std::mutex> lock(mutex_);
    auto made = std::make_unique<T>(T{std::move(nodes)});
    if (handle == nullptr)
      handle = made.get();
    known_[handle] = {number, std::move(made)};
    return handle;
  }
  // Null: there is none. What was written down by a step of another process is lost.
  T* Find(T* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(handle);
    const bool is_placed = IsHandle(handle, kKind<T>);
    if (is_placed && (found == known_.end() || found->second.number != StateOf(handle)))
      ReportFatal("graph", {"", 0},
                  "a step of the run that this one goes on with has captured this CUDA graph, and a checkpoint holds "
                  "none: capture it before the loop, or in each step",
                  4);
    return found == known_.end() ? nullptr : found->second.made.get();
  }
  bool Drop(T* handle) {
    const Inside inside;
    DropHandle(handle, kKind<T>);
    const std::lock_guard<std::mutex> lock(mutex_);
    return known_.erase(handle) != 0;
  }

 private:
  struct Entry {
    std::uint32_t number = 0;  // as the how manyth it was made
    std::unique_ptr<T> made;
  };

  std::atomic<std::uint32_t> made_{0};
  std::mutex mutex_;
  std::map<T*, Entry> known_;
};

template <class T>
Handles<T>& All() {
  static auto* const all = Forever<Handles<T>>();
  return *all;
}

cudaError_t Result(cudaError_t error) {
  if (error != cudaSuccess)
    Fail(error);
  return error;
}

std::shared_ptr<const Nodes> Shared(Nodes nodes) {
  const Inside inside;
  return std::make_shared<const Nodes>(std::move(nodes));
}

cudaError_t Known(bool is_known) {
  return Result(is_known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

// In the order in which they were written down; under a schedule in any that their edges allow.
void Run(const Nodes& nodes) {
  std::vector<bool> is_done(nodes.size(), false);
  for (std::size_t left = nodes.size(); left > 0; --left) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      bool is_ready = !is_done[i];
      for (const std::size_t before : nodes[i].after)
        is_ready = is_ready && is_done[before];
      if (is_ready)
        ready.push_back(i);
    }
    const std::size_t next = IsScheduled() ? ready[HostDice().Below(ready.size())] : ready.front();
    nodes[next].run();
    is_done[next] = true;
  }
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode, const char* file, unsigned line) {
  return Result(BeginCapture(stream, {file, line}) ? cudaSuccess : cudaErrorStreamCaptureUnsupported);
}

extern "C" {

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  Nodes nodes;
  *graph = nullptr;
  const cudaError_t error = EndCapture(stream, &nodes);
  if (error == cudaSuccess)
    *graph = All<CUgraph_st>().Add(Shared(std::move(nodes)));
  return Result(error);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = CaptureStatus(stream);
  return cudaSuccess;
}
// Nothing is forbidden here while a stream is captured, whatever the mode.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode own = cudaStreamCaptureModeGlobal;
  std::swap(own, *mode);
  return cudaSuccess;
}
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  *graph = All<CUgraph_st>().Add(Shared({}));
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  const CUgraph_st* const from = All<CUgraph_st>().Find(graph);
  if (from == nullptr)
    return Known(false);
  *exec = All<CUgraphExec_st>().Add(from->nodes);
  return cudaSuccess;
}
// What was captured anew takes the place of the old, as long as it has as many nodes.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  const CUgraph_st* const from = All<CUgraph_st>().Find(graph);
  CUgraphExec_st* const known = All<CUgraphExec_st>().Find(exec);
  if (from == nullptr || known == nullptr)
    return Known(false);
  const bool is_same = known->nodes->size() == from->nodes->size();
  *result = {is_same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
  if (!is_same)
    return Result(cudaErrorGraphExecUpdateFailure);
  known->nodes = from->nodes;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return Known(All<CUgraphExec_st>().Find(exec) != nullptr);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  const CUgraphExec_st* const known = All<CUgraphExec_st>().Find(exec);
  if (known == nullptr)
    return Known(false);
  const Inside inside;
  return Known(Enqueue(stream, [nodes = known->nodes] { Run(*nodes); }));
}
// How many there are; what they are is not told.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  const CUgraph_st* const known = All<CUgraph_st>().Find(graph);
  if (known == nullptr)
    return Known(false);
  if (nodes != nullptr)
    return Result(cudaErrorNotSupported);
  *count = known->nodes->size();
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return Known(All<CUgraph_st>().Drop(graph));
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return Known(All<CUgraphExec_st>().Drop(exec));
}

}  // extern "C"
