// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA graphs: work that streams wrote down while they were captured, done again at each launch.
#include <mutex>
#include <set>
#include <utility>

#include "cuda_runtime_api.h"
#include "error.h"
#include "library.h"
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

// Handles that are there.
template <class T>
class Handles {
 public:
  T* Add(std::shared_ptr<const Nodes> nodes) {
    const Inside inside;
    const std::lock_guard<std::mutex> lock(mutex_);
    return *known_.insert(new T{std::move(nodes)}).first;
  }
  bool Has(T* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return known_.count(handle) != 0;
  }
  bool Drop(T* handle) {
    const Inside inside;
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool is_known = known_.erase(handle) != 0;
    if (is_known)
      delete handle;
    return is_known;
  }

 private:
  std::mutex mutex_;
  std::set<T*> known_;
};

template <class T>
Handles<T>& All() {
  static auto* const all = new Handles<T>;
  return *all;
}

cudaError_t Result(cudaError_t error) {
  if (error != cudaSuccess)
    Fail(error);
  return error;
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
  const Inside inside;
  Nodes nodes;
  *graph = nullptr;
  const cudaError_t error = EndCapture(stream, &nodes);
  if (error == cudaSuccess)
    *graph = All<CUgraph_st>().Add(std::make_shared<const Nodes>(std::move(nodes)));
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
  const Inside inside;
  *graph = All<CUgraph_st>().Add(std::make_shared<const Nodes>());
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  if (!All<CUgraph_st>().Has(graph))
    return Known(false);
  *exec = All<CUgraphExec_st>().Add(graph->nodes);
  return cudaSuccess;
}
// What was captured anew takes the place of the old, as long as it has as many nodes.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  if (!All<CUgraph_st>().Has(graph) || !All<CUgraphExec_st>().Has(exec))
    return Known(false);
  const bool is_same = exec->nodes->size() == graph->nodes->size();
  *result = {is_same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
  if (!is_same)
    return Result(cudaErrorGraphExecUpdateFailure);
  exec->nodes = graph->nodes;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return Known(All<CUgraphExec_st>().Has(exec));
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (!All<CUgraphExec_st>().Has(exec))
    return Known(false);
  const Inside inside;
  return Known(Enqueue(stream, [nodes = exec->nodes] { Run(*nodes); }));
}
// How many there are; what they are is not told.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!All<CUgraph_st>().Has(graph))
    return Known(false);
  if (nodes != nullptr)
    return Result(cudaErrorNotSupported);
  *count = graph->nodes->size();
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return Known(All<CUgraph_st>().Drop(graph));
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return Known(All<CUgraphExec_st>().Drop(exec));
}

}  // extern "C"
