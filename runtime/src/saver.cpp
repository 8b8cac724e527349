// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "saver.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <mutex>
#include <set>
#include <utility>

#include "device_memory.h"
#include "disk.h"
#include "fail.h"
#include "report.h"
#include "schedule.h"
#include "settings.h"
#include "status.h"
#include "store.h"

namespace detrain::runtime {
namespace {

// Cheaper to hash than to think about.
constexpr std::size_t kSmall = 64 << 10;

// abort() loses the program, not the step that it had completed. The saver's thread goes on while we wait.
void OnAbort(int signal) {
  constexpr int kSeconds = 60;
  for (int i = 0; i < kSeconds * 1000 && !Saver::Get().IsIdle(); ++i) {
    const timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, nullptr);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void WatchAbort() {
  struct sigaction before = {};
  if (sigaction(SIGABRT, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
    std::signal(SIGABRT, OnAbort);
}

void AtTheEnd() {
  const Inside inside;
  const std::string why = Saver::Get().DrainQuietly();
  if (why.empty() || IsFailing())
    return;
  Say(why);
  _exit(3);
}

}  // namespace

Saver& Saver::Get() {
  static auto* saver = new Saver;
  return *saver;
}

void Saver::StartFrom(const Checkpoint& base) {
  base_ = base;
  retention_.Trust(base);
  for (const Entry& entry : base.entries)
    known_[entry.name] = {entry.hash, entry.length, true, false};
}

// A child that the program has forked has no such thread, and writes by itself.
bool Saver::HasThread() {
  return has_thread_ && process_ == getpid();
}

void Saver::Begin() {
  if (is_started_)
    return;
  is_started_ = true;
  process_ = getpid();
  OnLeave(AtTheEnd);
  std::atexit(AtTheEnd);
  WatchAbort();
  pthread_t thread;
  has_thread_ = GetSettings().store.in_background && StartThread(thread, Main, this) == 0;
  if (has_thread_)
    pthread_detach(thread);
}

// --- the program's side ---

std::string Saver::CannotSave(const Job& job) {
  return "cannot save step " + std::to_string(job.snapshot.checkpoint.step) + ": ";
}

// Those whose bytes may not be needed.
void Saver::HashSome(std::vector<Tensor>& tensors) {
  std::vector<Tensor*> some;
  for (Tensor& tensor : tensors) {
    if (known_[tensor.name].is_steady || tensor.size <= kSmall)
      some.push_back(&tensor);
  }
  HashTensors(some);
}

bool Saver::IsKept(const Tensor& tensor, KnownTensors& now) {
  const Known known = known_[tensor.name];
  const bool is_same = tensor.hashed && known.has_hash && known.hash == tensor.hash && known.length == tensor.size;
  now[tensor.name] = {tensor.hash, tensor.size, tensor.hashed, is_same};
  return is_same;
}

Arena* Saver::TakeArena() {
  if (free_arenas_.empty())
    free_arenas_.push_back(new Arena);
  Arena* arena = free_arenas_.back();
  free_arenas_.pop_back();
  return arena;
}

// Out of the program's memory. What a tensor owns is handed over as it is. False: there is no memory for it.
bool Saver::TakeBytes(Job& job) {
  std::size_t size = 0;
  std::size_t size_apart = 0;
  KnownTensors now;
  HashSome(job.snapshot.tensors);
  for (Tensor& tensor : job.snapshot.tensors) {
    tensor.kept = IsKept(tensor, now);
    if (tensor.kept || !tensor.owned.empty())
      continue;
    size += Arena::Rounded(tensor.size);
    size_apart += tensor.is_apart ? Arena::Rounded(tensor.size) : 0;
  }
  known_ = std::move(now);
  if (!job.arena->Begin(size))
    return false;
  DeviceSnapshot apart;
  apart.Expect(size_apart);
  for (Tensor& tensor : job.snapshot.tensors) {
    if (tensor.kept || !tensor.owned.empty())
      continue;
    char* bytes = job.arena->Take(tensor.size);
    if (tensor.is_apart && tensor.size > 0)
      DeviceSnapshot::Fetch(bytes, tensor.bytes, tensor.size);
    else if (!tensor.is_apart)
      CopyFast(bytes, tensor.bytes, tensor.size);
    tensor.bytes = bytes;
    tensor.is_apart = false;
  }
  job.waits_for_device = apart.Finish();
  FinishCopies();
  return true;
}

void Saver::Expect(std::size_t size) {
  Begin();
  if (!HasThread())
    return;
  const std::lock_guard<Mutex> holding(mutex_);
  auto job = std::make_unique<Job>();
  job->is_room = true;
  job->arena = TakeArena();
  job->arena->Begin(size);  // where there is no memory, the save will say so
  waiting_.push_back(std::move(job));
  ++under_way_;
  changed_.Wake();
}

void Saver::HandOver(std::unique_ptr<Job> job) {
  const std::lock_guard<Mutex> holding(mutex_);
  while (under_way_ >= GetSettings().store.in_flight && error_.empty())
    changed_.Wait(mutex_);
  if (!error_.empty())
    return;
  job->arena = TakeArena();
  if (!TakeBytes(*job)) {
    error_ = CannotSave(*job) + "no memory for a copy of the state; DETRAIN_SAVE=inline needs none";
    return;
  }
  waiting_.push_back(std::move(job));
  ++under_way_;
  NoteBackground(1);
  changed_.Wake();
}

void Saver::Save(Checkpoint checkpoint, std::vector<Tensor> tensors) {
  Begin();
  auto job = std::make_unique<Job>();
  job->snapshot.checkpoint = std::move(checkpoint);
  for (Tensor& tensor : tensors) {
    if (tensor.written)
      job->snapshot.tensors.push_back(std::move(tensor));
  }
  const std::string name = StepName(job->snapshot.checkpoint.step);
  const std::string folder = GetSettings().dir + "/" + name + ".tmp";
  std::string where;
  if (const int error = RecordOutputs(folder, name, job->snapshot.checkpoint.outputs, where))
    Fail(CannotSave(*job) + where + ": " + ErrorText(error));
  if (HasThread()) {
    HandOver(std::move(job));
  } else {
    for (Tensor& tensor : job->snapshot.tensors)
      BringToHost(tensor);
    Run(*job);
  }
  Check();
}

void Saver::Check() {
  std::string why;
  {
    const std::lock_guard<Mutex> holding(mutex_);
    why = std::exchange(error_, std::string());
  }
  if (!why.empty())
    Fail(why);
}

std::string Saver::DrainQuietly() {
  if (!HasThread())
    return {};
  const std::lock_guard<Mutex> holding(mutex_);
  while (under_way_ > 0)
    changed_.Wait(mutex_);
  return std::exchange(error_, std::string());
}

void Saver::Drain() {
  const std::string why = DrainQuietly();
  if (!why.empty())
    Fail(why);
}

// --- the writer's side ---

void* Saver::Main(void* saver) {
  const Inside inside;
  static_cast<Saver*>(saver)->Work();
  return nullptr;
}

void Saver::Work() {
  mutex_.lock();
  for (;;) {
    while (waiting_.empty())
      changed_.Wait(mutex_);
    const std::unique_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    const bool is_wanted = error_.empty();  // a step never follows one that is not there
    mutex_.unlock();
    if (job->is_room)
      job->arena->Populate();
    else if (is_wanted)
      Run(*job);
    job->snapshot = Snapshot();
    mutex_.lock();
    free_arenas_.push_back(job->arena);
    --under_way_;
    if (!job->is_room)
      NoteBackground(-1);
    changed_.Wake();
  }
}

void Saver::Run(Job& job) {
  std::string why;
  Written written;
  if (job.waits_for_device)
    DeviceSnapshot::Wait();
  if (!is_base_sound_)
    ForgetWhatIsNotKept(job.snapshot);
  const std::uint64_t begin = NowInNanoseconds();
  try {
    why = Commit(GetSettings().dir, job.snapshot, base_, file_, written);
  } catch (const std::exception& error) {
    why = std::string("internal error: ") + error.what();
  }
  const Checkpoint& made = job.snapshot.checkpoint;
  if (why.empty())
    why = TryReport({{"event", "save"},
                     {"step", made.step},
                     {"bytes", written.bytes},
                     {"entries", written.entries},
                     {"reused", written.reused},
                     {"nanoseconds", NowInNanoseconds() - begin}});
  const std::uint64_t step = made.step;
  {
    const std::lock_guard<Mutex> holding(mutex_);
    error_ = why;
    Learn(job, base_);
    base_ = std::move(job.snapshot.checkpoint);
  }
  if (why.empty())
    Retain(step, written.reused > 0);
}

// What a step that is not good holds is not counted on: from the next boundary on all is handed over and written anew.
void Saver::Retain(std::uint64_t step, bool leans) {
  const bool was_sound = is_base_sound_ || !leans;
  const bool is_good = retention_.Apply(GetSettings().dir, step);
  is_base_sound_ = is_good && was_sound;
  if (is_base_sound_)
    return;
  const std::lock_guard<Mutex> holding(mutex_);
  known_.clear();
}

// Of tensors whose bytes are here none is looked for there.
void Saver::ForgetWhatIsNotKept(const Snapshot& snapshot) {
  std::set<std::string> kept;
  for (const Tensor& tensor : snapshot.tensors) {
    if (tensor.kept)
      kept.insert(tensor.name);
  }
  std::vector<Entry>& entries = base_.entries;
  entries.erase(
      std::remove_if(entries.begin(), entries.end(), [&](const Entry& entry) { return kept.count(entry.name) == 0; }),
      entries.end());
}

// What was hashed here. A tensor of which more has been saved meanwhile has another hash by then, and waits its turn.
void Saver::Learn(const Job& job, const Checkpoint& base) {
  std::unordered_map<std::string, std::uint64_t> before;
  for (const Entry& entry : base.entries)
    before[entry.name] = entry.hash;
  for (const Tensor& tensor : job.snapshot.tensors) {
    const auto known = known_.find(tensor.name);
    if (known == known_.end() || known->second.has_hash || !waiting_.empty())
      continue;
    const auto found = before.find(tensor.name);
    known->second = {tensor.hash, tensor.size, true, found != before.end() && found->second == tensor.hash};
  }
}

}  // namespace detrain::runtime
