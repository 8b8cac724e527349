// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include "handle.h"
#include "library.h"
#include "schedule.h"

namespace detrain::cudahost {
namespace {

struct Capture {
  cudaStream_t origin;
  Site site;
  Nodes nodes;
  bool is_spoilt = false;
};

// Where a stream or an event stands in a capture: what comes next waits for these nodes.
struct Captured {
  std::shared_ptr<Capture> capture;  // null: in none
  std::vector<std::size_t> after;
};

}  // namespace
}  // namespace detrain::cudahost

struct CUstream_st {
  CUstream_st* handle;  // what the program has: this one itself, or a block that stands for it (handle.h)
  bool blocking;
  detrain::cudahost::WorkPointer last;
  detrain::cudahost::Captured captured;
};

struct CUevent_st {
  CUevent_st* handle;
  detrain::cudahost::WorkPointer recorded;
  std::shared_ptr<double> time;  // seconds, once it is done
  detrain::cudahost::Captured captured;
};

namespace detrain::cudahost {
namespace {

struct Streams {
  std::recursive_mutex mutex;  // a host function on a stream may ask for the state of one
  CUstream_st legacy{nullptr, true, nullptr, {}};
  std::vector<std::unique_ptr<CUstream_st>> streams;
  std::vector<std::unique_ptr<CUevent_st>> events;
  std::vector<WorkPointer> pending;  // in the order in which it was enqueued
};

Streams& All() {
  static Streams* const all = Forever<Streams>();
  return *all;
}

CUstream_st& Add(Streams& all, CUstream_st* handle, bool blocking) {
  auto& added = all.streams.emplace_back(new CUstream_st{handle, blocking, nullptr, {}});
  if (handle == nullptr)
    added->handle = added.get();
  return *added;
}

CUevent_st& Add(Streams& all, CUevent_st* handle) {
  auto& added = all.events.emplace_back(new CUevent_st{handle, nullptr, nullptr, {}});
  if (handle == nullptr)
    added->handle = added.get();
  return *added;
}

template <class T>
T* FindAmong(const std::vector<std::unique_ptr<T>>& all, const T* handle) {
  for (const auto& known : all)
    if (known->handle == handle)
      return known.get();
  return nullptr;
}

// One of the run that this one goes on with is made anew: at a boundary it has nothing to do.
CUstream_st* Find(Streams& all, cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return &all.legacy;
  CUstream_st* known = FindAmong(all.streams, stream);
  if (!IsHandle(stream, HandleKind::Stream))
    return known;
  const bool blocking = StateOf(stream) != 0;
  if (known == nullptr)
    known = &Add(all, stream, blocking);
  known->blocking = blocking;
  return known;
}

// Of a run that this one goes on with, an event that was recorded is done; when that was is not known any more.
CUevent_st* Find(Streams& all, cudaEvent_t event) {
  CUevent_st* known = FindAmong(all.events, event);
  if (!IsHandle(event, HandleKind::Event))
    return known;
  if (known == nullptr)
    known = &Add(all, event);
  if (StateOf(event) != 0 && known->recorded == nullptr) {
    known->recorded = std::make_shared<Work>();
    known->recorded->done = true;
    known->time = std::make_shared<double>(0);
  }
  return known;
}

bool IsReady(const Work& work) {
  return std::all_of(work.after.begin(), work.after.end(), [](const WorkPointer& before) { return before->done; });
}

void Do(const WorkPointer& work) {
  const auto run = std::move(work->run);
  work->run = nullptr;
  if (run)
    run();
  work->done = true;
  work->after.clear();
}

void ForgetDone(Streams& all) {
  all.pending.erase(
      std::remove_if(all.pending.begin(), all.pending.end(), [](const WorkPointer& work) { return work->done; }),
      all.pending.end());
}

void Needed(const WorkPointer& work, std::set<const Work*>& needed) {
  if (work == nullptr || work->done || !needed.insert(work.get()).second)
    return;
  for (const WorkPointer& before : work->after)
    Needed(before, needed);
}

// Does one piece of work that is ready, chosen by the dice; mostly one that is needed, at times another.
void DoOne(Streams& all, const std::set<const Work*>& needed) {
  std::vector<WorkPointer> wanted, other;
  for (const WorkPointer& work : all.pending)
    if (!work->done && IsReady(*work))
      (needed.count(work.get()) != 0 ? wanted : other).push_back(work);
  const bool stray = !other.empty() && HostDice().OneIn(8);
  const std::vector<WorkPointer>& from = stray || wanted.empty() ? other : wanted;
  const WorkPointer chosen = from[HostDice().Below(from.size())];
  Do(chosen);
  ForgetDone(all);
}

void FinishWork(Streams& all, const WorkPointer& work) {
  if (work == nullptr)
    return;
  while (!work->done) {
    std::set<const Work*> needed;
    Needed(work, needed);
    DoOne(all, needed);
  }
}

// The legacy default stream waits for all blocking streams, and they for it.
void AddOrder(Streams& all, CUstream_st& stream, Work& work) {
  const auto add = [&](const WorkPointer& before) {
    if (before != nullptr && !before->done)
      work.after.push_back(before);
  };
  add(stream.last);
  if (&stream == &all.legacy) {
    for (const auto& other : all.streams)
      if (other->blocking)
        add(other->last);
  } else if (stream.blocking) {
    add(all.legacy.last);
  }
}

WorkPointer Append(Streams& all, CUstream_st& stream, std::function<void()> run, const WorkPointer& also) {
  auto work = std::make_shared<Work>();
  work->run = std::move(run);
  AddOrder(all, stream, *work);
  if (also != nullptr && !also->done)
    work->after.push_back(also);
  stream.last = work;
  if (!IsScheduled()) {
    Do(work);
    return work;
  }
  all.pending.push_back(work);
  if (HostDice().OneIn(6))  // some of what could run does
    DoOne(all, {});
  return work;
}

void WriteDown(Captured& at, std::function<void()> run) {
  at.capture->nodes.push_back({std::move(run), std::move(at.after)});
  at.after = {at.capture->nodes.size() - 1};
}

// What the default stream does orders it with all blocking streams, of which none may be under capture.
void SpoilByDefaultStream(Streams& all, const CUstream_st& stream) {
  for (const auto& other : all.streams)
    if (&stream == &all.legacy && other->blocking && other->captured.capture != nullptr)
      other->captured.capture->is_spoilt = true;
}

void Join(Captured& stream, const Captured& event) {
  if (stream.capture == nullptr)
    stream = event;
  else
    stream.after.insert(stream.after.end(), event.after.begin(), event.after.end());
}

template <class T>
void Forget(std::vector<std::unique_ptr<T>>& all, const void* handle) {
  all.erase(
      std::remove_if(all.begin(), all.end(), [&](const std::unique_ptr<T>& known) { return known->handle == handle; }),
      all.end());
}

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

bool Enqueue(cudaStream_t stream, std::function<void()> run) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const known = Find(all, stream);
  if (known == nullptr)
    return false;
  SpoilByDefaultStream(all, *known);
  if (known->captured.capture != nullptr)
    WriteDown(known->captured, std::move(run));
  else
    Append(all, *known, std::move(run), nullptr);
  return true;
}

bool Finish(cudaStream_t stream) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const known = Find(all, stream);
  if (known == nullptr)
    return false;
  FinishWork(all, known->last);
  return true;
}

void FinishAll() {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  while (!all.pending.empty())
    DoOne(all, {});
}

bool IsIdle(cudaStream_t stream, bool* known) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const found = Find(all, stream);
  *known = found != nullptr;
  if (found == nullptr || found->last == nullptr || found->last->done)
    return true;
  DoOne(all, {});  // who asks again and again gets an answer in the end
  return found->last->done;
}

bool BeginCapture(cudaStream_t stream, Site site) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const known = Find(all, stream);
  if (known == nullptr || known == &all.legacy || known->captured.capture != nullptr)
    return false;
  known->captured = {std::make_shared<Capture>(Capture{stream, site, {}}), {}};
  return true;
}

// Streams that took part must have come back: each of their nodes lies before something that the origin waits for.
cudaError_t EndCapture(cudaStream_t stream, Nodes* nodes) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const known = Find(all, stream);
  if (known == nullptr || known->captured.capture == nullptr)
    return cudaErrorIllegalState;
  const Captured ended = known->captured;
  if (ended.capture->origin != stream)
    return cudaErrorStreamCaptureUnmatched;
  std::vector<bool> is_joined(ended.capture->nodes.size(), false);
  for (const std::size_t last : ended.after)
    is_joined[last] = true;
  for (std::size_t i = is_joined.size(); i-- > 0;)
    for (const std::size_t before : ended.capture->nodes[i].after)
      is_joined[before] = is_joined[before] || is_joined[i];
  for (const auto& other : all.streams)
    if (other->captured.capture == ended.capture)
      other->captured = {};
  for (const auto& event : all.events)
    if (event->captured.capture == ended.capture)
      event->captured = {};
  if (ended.capture->is_spoilt)
    return cudaErrorStreamCaptureInvalidated;
  if (std::find(is_joined.begin(), is_joined.end(), false) != is_joined.end())
    return cudaErrorStreamCaptureUnjoined;
  *nodes = std::move(ended.capture->nodes);
  return cudaSuccess;
}

cudaStreamCaptureStatus CaptureStatus(cudaStream_t stream) {
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  const CUstream_st* const known = Find(all, stream);
  if (known == nullptr || known->captured.capture == nullptr)
    return cudaStreamCaptureStatusNone;
  return known->captured.capture->is_spoilt ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

bool SpoilCapture(Site* site) {
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  bool is_captured = false;
  for (const auto& stream : all.streams)
    if (Capture* const capture = stream->captured.capture.get(); capture != nullptr) {
      is_captured = capture->is_spoilt = true;
      if (site != nullptr)
        *site = capture->site;
    }
  return is_captured;
}

cudaStream_t MakeStream(bool blocking) {
  void* const handle = MakeHandle(HandleKind::Stream, blocking ? 1 : 0);
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  Forget(all.streams, handle);
  return Add(all, static_cast<cudaStream_t>(handle), blocking).handle;
}

// What the stream still has to do is done later, as CUDA has it.
bool DropStream(cudaStream_t stream) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUstream_st* const found = Find(all, stream);
  if (found == nullptr || found == &all.legacy)
    return false;
  FinishWork(all, found->last);
  DropHandle(stream, HandleKind::Stream);
  Forget(all.streams, stream);
  return true;
}

cudaEvent_t MakeEvent() {
  void* const handle = MakeHandle(HandleKind::Event, 0);
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  Forget(all.events, handle);
  return Add(all, static_cast<cudaEvent_t>(handle)).handle;
}

bool DropEvent(cudaEvent_t event) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  if (Find(all, event) == nullptr)
    return false;
  DropHandle(event, HandleKind::Event);
  Forget(all.events, event);
  return true;
}

bool Record(cudaEvent_t event, cudaStream_t stream) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUevent_st* const known = Find(all, event);
  CUstream_st* const on = Find(all, stream);
  if (known == nullptr || on == nullptr)
    return false;
  known->captured = on->captured;
  if (on->captured.capture != nullptr)
    return true;
  auto time = std::make_shared<double>(0);
  known->time = time;
  if (IsHandle(event, HandleKind::Event))
    StateOf(event) = 1;
  known->recorded = Append(all, *on, [time] { *time = Now(); }, nullptr);
  return true;
}

// Only what comes after on this stream waits; an event that was never recorded is waited for by nobody.
bool WaitFor(cudaStream_t stream, cudaEvent_t event) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUevent_st* const known = Find(all, event);
  CUstream_st* const on = Find(all, stream);
  if (known == nullptr || on == nullptr)
    return false;
  if (known->captured.capture != nullptr)
    Join(on->captured, known->captured);
  else
    Append(all, *on, nullptr, known->recorded);
  return true;
}

bool FinishEvent(cudaEvent_t event) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUevent_st* const known = Find(all, event);
  if (known == nullptr)
    return false;
  FinishWork(all, known->recorded);
  return true;
}

bool IsEventDone(cudaEvent_t event, bool* known) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUevent_st* const found = Find(all, event);
  *known = found != nullptr;
  if (found == nullptr || found->recorded == nullptr || found->recorded->done)
    return true;
  DoOne(all, {});
  return found->recorded->done;
}

bool Elapsed(cudaEvent_t from, cudaEvent_t to, float* milliseconds) {
  const Inside inside;
  Streams& all = All();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  CUevent_st *const a = Find(all, from), *const b = Find(all, to);
  if (a == nullptr || b == nullptr || a->recorded == nullptr || b->recorded == nullptr || !a->recorded->done ||
      !b->recorded->done)
    return false;
  *milliseconds = static_cast<float>((*b->time - *a->time) * 1000);
  return true;
}

}  // namespace detrain::cudahost
