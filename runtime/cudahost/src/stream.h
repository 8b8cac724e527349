// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams as graphs of work. Each piece waits for those that CUDA's rules put before it and for nothing else; without a
// schedule it is done at once, with one when somebody waits for it, or when the dice say so.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "detrain/cudahost/device.h"
#include "driver_types.h"

namespace detrain::cudahost {

// A piece of work that a stream was told while it was captured, and the numbers of those that come before it.
struct Node {
  std::function<void()> run;
  std::vector<std::size_t> after;
};
using Nodes = std::vector<Node>;

struct Work {
  std::function<void()> run;
  std::vector<std::shared_ptr<Work>> after;
  bool done = false;
};
using WorkPointer = std::shared_ptr<Work>;

// Puts work at the end of a stream (null: the legacy default stream). False: there is no such stream.
bool Enqueue(cudaStream_t stream, std::function<void()> run);
// All work of the stream so far; of all streams.
bool Finish(cudaStream_t stream);
void FinishAll();
bool IsIdle(cudaStream_t stream, bool* known);

// From here on the stream writes down what it is told, and so does every stream that waits for an event of it. False:
// it is not there, is the default stream, or is captured already.
bool BeginCapture(cudaStream_t stream, Site site);
cudaError_t EndCapture(cudaStream_t stream, Nodes* nodes);
cudaStreamCaptureStatus CaptureStatus(cudaStream_t stream);
// Whether a stream is captured: that capture is then not valid any more, as its work cannot be waited for. `site`, if
// not null, becomes where it began.
bool SpoilCapture(Site* site);

cudaStream_t MakeStream(bool blocking);
bool DropStream(cudaStream_t stream);
cudaEvent_t MakeEvent();
bool DropEvent(cudaEvent_t event);
bool Record(cudaEvent_t event, cudaStream_t stream);
bool WaitFor(cudaStream_t stream, cudaEvent_t event);
bool FinishEvent(cudaEvent_t event);
bool IsEventDone(cudaEvent_t event, bool* known);
// Milliseconds on the host's clock between two recordings that are done; false otherwise.
bool Elapsed(cudaEvent_t from, cudaEvent_t to, float* milliseconds);

}  // namespace detrain::cudahost
