// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step loop: counting K, and what happens at a boundary.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>
#include <vector>

#include "address_numbers.h"
#include "arena.h"
#include "bindings.h"
#include "checkpoint.h"
#include "completeness.h"
#include "conditions.h"
#include "cxx_streams.h"
#include "detrain/detrain.h"
#include "device_memory.h"
#include "disk.h"
#include "fail.h"
#include "files.h"
#include "fixed_heap.h"
#include "freed.h"
#include "heap.h"
#include "heap_layout.h"
#include "hidden.h"
#include "image.h"
#include "inputs.h"
#include "invariants.h"
#include "manifest.h"
#include "ops.h"
#include "rank_agreement.h"
#include "report.h"
#include "restore.h"
#include "run.h"
#include "saver.h"
#include "schedule.h"
#include "settings.h"
#include "signals.h"
#include "status.h"
#include "tensors.h"
#include "thread_locals.h"
#include "threads.h"
#include "walk.h"
#include "watch.h"

namespace detrain::runtime {

extern const bool g_linked;  // of start.cpp

namespace {

bool g_entering = false;  // the next visit to the top has no iteration behind it

// What the code before a row of loops has left.
struct Row {
  std::vector<Block> blocks;
  std::uint64_t last_file = 0;
};

std::optional<Row> g_row;
const detrain_plan* g_sealed_for = nullptr;

void BeginRow() {
  if (g_row)
    return;
  SettleThreads();
  SynchronizeDevice();
  g_row = Row{BlocksAlive(), LastFile()};
}

// The code that a restart runs again ends here; for the later ones of loops in a row, where the row begins.
void Seal() {
  if (g_sealed_for == Plan())
    return;
  SettleThreads();
  SynchronizeDevice();
  if (!TheRun().sealed)
    SealLocals();
  TheRun().sealed = true;
  g_sealed_for = Plan();
  if (Plan()->loop > 0)
    BeginRow();
  const Row row = Plan()->loop > 0 ? *g_row : Row{BlocksAlive(), LastFile()};
  SealHeap(row.blocks);
  SealFiles(row.last_file);
}

bool ResumesIn(const detrain_plan& plan) {
  return TheRun().resuming && Chosen().loop == plan.loop;
}

// While resuming, where the program has come to an outer loop, or to the row of loops that holds the saved one.
void RestoreOnTheWay() {
  DecideConditions(false);
  Restore(false);
}

// --- saving ---

SavedObject Describe(const Object& object) {
  SavedObject saved;
  saved.number = object.number;
  saved.size = object.size;
  switch (object.kind) {
    case ObjectKind::Variable:
    case ObjectKind::Hidden:
      saved.kind = object.kind == ObjectKind::Variable ? "variable" : "hidden";
      saved.path = RegionAt(static_cast<std::uint32_t>(object.region)).path;
      break;
    case ObjectKind::Heap:
      saved.kind = "heap";
      saved.region = object.region;
      saved.path = RegionAt(static_cast<std::uint32_t>(object.region)).path;
      saved.alignment = object.block.alignment;
      saved.allocator = object.block.allocator;
      saved.seal = object.block.seal;
      saved.ordinal = object.block.ordinal;
      saved.thread = object.block.thread;
      if (IsInFixedHeap(object.block.address))
        saved.place = object.block.address - kHeapBase;
      break;
    case ObjectKind::File:
      saved.kind = "file";
      saved.path = object.file.key;
      saved.ordinal = object.file.ordinal;
      break;
    case ObjectKind::Image:
      saved.kind = object.number == kImage ? "program" : "library";
      saved.path = object.image;
  }
  return saved;
}

// The objects that saved pointers lead to.
std::set<std::int64_t> TargetsOf(const std::vector<Tensor>& tensors) {
  std::set<std::int64_t> targets;
  for (const Tensor& tensor : tensors) {
    const bool is_saved = tensor.written && tensor.leaf != kTailLeaf;
    if (!is_saved || LeafAt(static_cast<std::uint32_t>(tensor.leaf)).dtype != DETRAIN_PTR)
      continue;
    for (std::size_t at = 0; at + sizeof(Location) <= tensor.size; at += sizeof(Location)) {
      Location location;
      std::memcpy(&location, tensor.bytes + at, sizeof location);
      targets.insert(location.object);
    }
  }
  return targets;
}

// Which builds of the program and of libraries the offsets in saved pointers are of.
void NoteBuilds(const std::set<std::int64_t>& targets, Checkpoint& checkpoint) {
  for (SavedObject& object : checkpoint.objects) {
    const bool is_image = object.kind == "program" || object.kind == "library";
    Image image;
    if (is_image && targets.count(object.number) != 0 && FindImage(object.path, image))
      object.build = BuildOf(image.base);
  }
}

// The numbers of blocks that the resumed run will have too, freed ones by the pointers that lead there.
void NoteNumbers(const Walk& walk, Checkpoint& checkpoint) {
  checkpoint.last_number = LastNumber();
  for (const NumberedBlock& block : NumberedBlocks()) {
    const std::int64_t object = walk.NumberOfBlock(block.address);
    if (object != kUnknown)
      checkpoint.numbers.push_back({object, 0, block.number, 0});
    for (const auto& [address, index] : walk.freed())
      if (object == kUnknown && address - block.address <= block.size)
        checkpoint.numbers.push_back({kFreed, index, block.number, block.offset + (address - block.address)});
  }
}

Checkpoint MakeCheckpoint(const Walk& walk, const std::vector<Tensor>& tensors, std::uint64_t step) {
  Checkpoint c;
  c.program = Plan()->program;
  c.plan = Plan()->hash;
  c.loop = Plan()->loop;
  c.step = step;
  c.regions = Plan()->region_count;
  c.sealed = SealedCount();
  c.failed_conditions = FailedConditions();
  c.files = DescribeFiles();
  c.threads = PlacesOfThreads();
  std::set<std::int64_t> used;
  for (const Tensor& tensor : tensors) {
    if (tensor.written)
      used.insert(tensor.object);
  }
  const std::set<std::int64_t> targets = TargetsOf(tensors);
  for (const auto& [number, object] : walk.objects()) {
    if (number == kImage ? targets.count(kImage) != 0 : object.referenced || used.count(number) != 0)
      c.objects.push_back(Describe(object));
  }
  c.absent = AbsentRegions(walk);
  c.heap = DescribeHeap(c, tensors);
  NoteBuilds(targets, c);
  NoteNumbers(walk, c);
  return c;
}

void FlushProgram() {
  FlushCxxStreams();
  // A text that nobody reads any more is not our business; one that did not reach its file is.
  if (fflush(nullptr) != 0 && errno != EPIPE && errno != EBADF) {
    Fail("cannot save: the program's own files cannot be written: " + ErrorText(errno));
  }
}

void Save(const Walk& walk, std::vector<Tensor> tensors, std::uint64_t step) {
  const SavePause pause;
  Checkpoint checkpoint = MakeCheckpoint(walk, tensors, step);
  Saver::Get().Save(std::move(checkpoint), std::move(tensors));
}

// What the first save of the run will have to copy, as far as can be seen by now. What it would lack ends the process
// here.
void ExpectSaves() {
  const Settings& s = GetSettings();
  if (s.dir.empty() || s.every == 0 || !s.store.in_background)
    return;
  Walk walk(Walk::Mode::Lenient, Walk::Reach::Saved);
  AbsentRegions(walk);
  std::size_t size = 0;
  for (const Tensor& tensor : Gather(walk, false, false, false))
    size += tensor.owned.empty() ? Arena::Rounded(tensor.size) : 0;
  Saver::Get().Expect(size);
}

// --- a boundary ---

bool g_leaves_after_save = false;

bool Is(const std::optional<std::uint64_t>& at, std::uint64_t step) {
  return at && *at == step;
}

bool IsToBeSaved(std::uint64_t step, bool restored) {
  const Settings& s = GetSettings();
  if (s.dir.empty())
    return false;
  // What was just restored is there already, unless it came from another folder.
  if (restored && TheRun().source == s.dir)
    return false;
  if (Is(s.stop_at, step) || (Is(s.kill_at, step) && !restored))
    return true;
  return !restored && step > 0 && IsDue(step);
}

Wishes Together(std::uint64_t step, Wishes mine) {
  return GetSettings().dir.empty() ? mine : Agree(step, mine);
}

// True: this boundary is to be saved. A stop leaves without a save of its own: what it was found in may be spoilt.
bool IsFound(std::uint64_t step) {
  FlushProgram();
  Walk walk(Walk::Mode::Lenient, Walk::Reach::Saved);
  std::vector<Tensor> tensors = Gather(walk, false, false, false);
  for (Tensor& tensor : tensors)
    BringToHost(tensor);
  const Findings findings = WatchBoundary(step, tensors);
  if (findings.stops && !findings.saves)
    LeaveWatched();
  g_leaves_after_save = findings.stops;
  return findings.saves;
}

void Boundary(bool restored) {
  const Settings& s = GetSettings();
  const std::uint64_t step = TheRun().step;
  NoteStep(step);
  OpsAtStep(step);
  Saver::Get().Check();
  SettleThreads();
  const bool is_found = !restored && IsWatched(step) && IsFound(step);
  const Wishes wishes = Together(step, {IsToBeSaved(step, restored) || is_found, EndIsAskedFor()});
  const bool save = wishes.saves;
  SynchronizeDevice();
  InputsAtStep(step);
  if (Reports())
    Report({{"event", "boundary"}, {"step", step}, {"restored", restored}});
  if (save || !s.trace.empty()) {
    if (save) {
      CheckLocals();
      CheckIsAlone();
    }
    FlushProgram();
    const bool invariants = AreInvariantsDue(step);
    Walk walk(save ? Walk::Mode::Strict : Walk::Mode::Lenient, invariants ? Walk::Reach::All : Walk::Reach::Saved);
    std::vector<Tensor> tensors = Gather(walk, invariants, save, !s.trace.empty() || s.hash_all);
    GiveBackFreed();
    Trace(step, tensors);
    if (invariants)
      NoteInvariants(step, tensors);
    if (save)
      Save(walk, std::move(tensors), step);
  }
  if (Is(s.kill_at, step) || Is(s.stop_at, step) || Is(s.steps, step))
    Saver::Get().Drain();
  if (save && Is(s.kill_at, step))
    raise(SIGKILL);
  if (g_leaves_after_save)
    LeaveWatched();
  if (Is(s.stop_at, step) || Is(s.steps, step))
    Leave(0);
  if (save && wishes.ends)
    EndBySignal();
}

void FirstVisit() {
  Run& run = TheRun();
  const Settings& s = GetSettings();
  Seal();
  DecideConditions(true);
  const bool restored = run.resuming;
  if (restored) {
    SettleThreads();
    NotePhase(DETRAIN_RESTORING);
    Restore(true);
    run.step = Chosen().step;
    if (run.source == s.dir)
      Saver::Get().StartFrom(Chosen());
    if (s.stop_at && *s.stop_at < run.step) {
      Refuse("DETRAIN_STOP_AT=" + std::to_string(*s.stop_at) + ": the checkpoint is of step " +
             std::to_string(run.step));
    }
  }
  run.started = true;
  if (!s.dir.empty() && run.source != s.dir)
    WriteManifest(s.dir);
  StartLoopInputs(Plan()->record_inputs_in_loop != 0);
  StartTrace(restored, run.step);
  StartSchedule();
  StartLooking();
  StartHeedingSignals();
  if (restored)
    SayWhereItGoesOn();
  Boundary(restored);
  ExpectSaves();
}

void Visit() {
  if (!g_linked)
    return;
  Run& run = TheRun();
  const bool entering = g_entering;
  g_entering = false;
  if (!run.started)
    return FirstVisit();
  if (entering)
    return DecideConditions(true);  // those of the next one of loops in a row
  ++run.step;
  Boundary(false);
}

// A do loop has its first visit before its first body; one that is resumed later comes back at its condition.
void VisitBeforeBody() {
  const Run& run = TheRun();
  if (run.resuming && Chosen().step > 0)
    return;
  if (run.started)
    DecideConditions(true);
  else
    FirstVisit();
  g_entering = false;
}

// What the generated code calls in the midst of the program's.
template <typename Body>
void AtLoop(Body body) {
  const KeptErrno kept;
  Guard(body);
}

// `frame`: of the generated code's call.
void RegisterStatic(const char* path, const Binding& binding, const void* frame) {
  AtLoop([&] {
    std::uint32_t region = 0;
    Binding shadow;
    if (Register(path, binding, region, shadow))
      RestoreLate(region, shadow, frame);
  });
}

}  // namespace
}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

void detrain_bind(const struct detrain_plan* plan, uint32_t index, const volatile void* address, size_t size) {
  if (!g_active)
    return;
  AtLoop([&] { Bind(plan, index, const_cast<void*>(address), size); });
}

void detrain_bind_array(const struct detrain_plan* plan, uint32_t index, volatile void* start, size_t size) {
  if (!g_active)
    return;
  AtLoop([&] { BindArray(plan, index, const_cast<void*>(start), size); });
}

void detrain_bind_reference(const struct detrain_plan* plan, uint32_t index, const volatile void* target) {
  if (!g_active)
    return;
  AtLoop([&] { BindReference(plan, index, const_cast<void*>(target)); });
}

void detrain_register(const char* path, const volatile void* address, size_t size) {
  if (g_active)
    RegisterStatic(path, {static_cast<char*>(const_cast<void*>(address)), size}, __builtin_frame_address(0));
}

void detrain_register_on_device(const char* path, const void* symbol, size_t size) {
  Binding binding;
  binding.size = size;
  binding.symbol = symbol;
  if (g_active)
    RegisterStatic(path, binding, __builtin_frame_address(0));
}

void detrain_register_managed(const char* path, const volatile void* (*find)(), size_t size) {
  Binding binding;
  binding.size = size;
  binding.find = find;
  if (g_active)
    RegisterStatic(path, binding, __builtin_frame_address(0));
}

void detrain_register_thread_local(const char* path, const volatile void* address, size_t size, int of_all_threads) {
  if (!g_active)
    return;
  const void* const frame = __builtin_frame_address(0);
  AtLoop([&] {
    std::uint32_t region = 0;
    Binding shadow;
    if (RegisterLocal(path, const_cast<void*>(address), size, of_all_threads != 0, region, shadow))
      RestoreLate(region, shadow, frame);
  });
}

void detrain_require(const struct detrain_required* statics, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (statics[i].mark == nullptr)
      Guard([&] {
        NotCovered(std::string(statics[i].path) +
                   ": the plan needs this static, and no unit of the program announces it");
      });
}

int detrain_resuming(void) {
  return g_active && TheRun().resuming ? 1 : 0;
}

void detrain_outer(const struct detrain_plan* plan, uint32_t frame) {
  (void)frame;  // what is bound is restored, whatever its level
  if (!g_active)
    return;
  AtLoop([&] {
    UsePlan(plan);
    Seal();
    if (TheRun().resuming)
      RestoreOnTheWay();
  });
}

void detrain_row(const struct detrain_plan* plan) {
  if (!g_active)
    return;
  AtLoop([&] {
    BeginRow();
    if (!ResumesIn(*plan))
      return;
    UsePlan(plan);
    Seal();
    RestoreOnTheWay();
  });
}

int detrain_resuming_in(const struct detrain_plan* plan) {
  return g_active && ResumesIn(*plan) ? 1 : 0;
}

void detrain_enter(const struct detrain_plan* plan) {
  if (!g_active)
    return;
  AtLoop([&] {
    UsePlan(plan);
    BindLocals();
    Seal();
    g_entering = true;
  });
}

void detrain_first(const struct detrain_plan* plan) {
  if (!g_active)
    return;
  AtLoop([&] {
    UsePlan(plan);
    VisitBeforeBody();
  });
}

void detrain_step(const struct detrain_plan* plan) {
  if (!g_active)
    return;
  AtLoop([&] {
    UsePlan(plan);
    Visit();
  });
}

void detrain_caught(const char* place) {
  if (!GetSettings().active)
    return;
  AtLoop([&] {
    NotCovered(std::string(place) +
               ": an exception is caught here and the program goes on, which its plan does not cover");
  });
}

void detrain_clear(void* object, size_t size) {
  std::memset(object, 0, size);
}

double detrain_log_f64(double value) {
  if (!g_active || GetSettings().mask_log == 0)
    return value;
  return GetSettings().mask_log == 'a' ? 0.0 : 1.0;
}

long long detrain_log_i64(long long value) {
  if (!g_active || GetSettings().mask_log == 0)
    return value;
  return GetSettings().mask_log == 'a' ? 0 : 1;
}

const char* detrain_log_str(const char* value) {
  if (!g_active || GetSettings().mask_log == 0)
    return value;
  return GetSettings().mask_log == 'a' ? "0" : "1";
}

// Neither is null, which some libraries print as a word.
const void* detrain_log_ptr(const void* value) {
  if (!g_active || GetSettings().mask_log == 0)
    return value;
  const std::uintptr_t sentinel = GetSettings().mask_log == 'a' ? 1 : 2;
  return reinterpret_cast<const void*>(sentinel);
}

}  // extern "C"
