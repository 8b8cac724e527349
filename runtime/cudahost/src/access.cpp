// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access.h"

#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "library.h"
#include "memory.h"
#include "report.h"

namespace detrain::cudahost {
namespace {

constexpr std::size_t kGranule = 4;

// Who touched a granule, and when.
struct Touch {
  const void* caller;
  std::uint32_t launch, block, epoch, warp_epoch, rounds, time;
  std::uint16_t thread;
  std::uint8_t bytes;  // of the granule, one bit each
  How how;
};

// Zero pages are empty cells: launches are numbered from 1.
struct Cell {
  Touch write, read, other_read;  // the last of each; the last read by another thread than `read`
};

// A piece of memory and its cells.
struct Area {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  Cell* cells = nullptr;

  bool Holds(std::uintptr_t at) const { return at - begin < size; }
};

Area MakeArea(std::uintptr_t begin, std::size_t size) {
  void* const cells = mmap(nullptr, (size / kGranule + 2) * sizeof(Cell), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return {begin, size, cells == MAP_FAILED ? nullptr : static_cast<Cell*>(cells)};
}

std::size_t SizeOfThreadLocals() {
  std::size_t size = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<std::size_t*>(out) = info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
        return 1;  // the program itself comes first, and is all that is asked
      },
      &size);
  return size;
}

// The program's thread-local variables end at the thread pointer (x86-64's layout).
Area ThreadLocals() {
  static const std::size_t size = SizeOfThreadLocals();
  const auto end = reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
  return MakeArea(end - size, size);
}

// What is kept about the launch that runs. With a schedule only the holder of the baton is here.
struct Launches {
  std::uint32_t serial = 0;  // of the launch; never starts anew
  std::uint32_t time = 1;
  // Of an atomic variable: when each block released there. Of a block: up to when it knows another one.
  // `hoped`: the same where the fence is missing.
  std::unordered_map<const void*, std::map<std::uint32_t, std::uint32_t>> released, hoped_released;
  std::unordered_map<std::uint64_t, std::uint32_t> known, hoped_known;
  std::set<std::uint32_t> fenced;
  bool is_plain = false;  // something that is not atomic has been told: before that there is nothing to order
  std::map<std::uintptr_t, Area> device;
  std::set<std::pair<const void*, const void*>> said;
};

Launches& Now() {
  static Launches* const now = Forever<Launches>();
  return *now;
}

// Shared memory of this OS thread.
struct Shared {
  Area fixed = ThreadLocals();
  Area dynamic;
};
Shared& OwnShared() {
  static thread_local Shared shared;
  return shared;
}

std::uint64_t Pair(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a} << 32 | b;
}

using Knowledge = std::unordered_map<std::uint64_t, std::uint32_t>;

bool Knows(const Knowledge& all, const Touch& before, const Touch& now) {
  const auto known = all.find(Pair(now.block, before.block));
  return known != all.end() && known->second > before.time;
}

bool IsOrdered(const Touch& before, const Touch& now) {
  if (before.launch != now.launch)
    return true;
  if (before.block != now.block)
    return before.rounds != now.rounds || Knows(Now().known, before, now);
  if (before.thread == now.thread || before.epoch != now.epoch)
    return true;
  return before.thread / 32 == now.thread / 32 && before.warp_epoch != now.warp_epoch;
}

bool Conflict(const Touch& before, const Touch& now, bool shared) {
  if (shared && before.block != now.block)  // each has its own
    return false;
  // Lanes of a warp that store by one instruction to one place: CUDA does one of the stores.
  const bool one_store = before.how == How::Write && now.how == How::Write && before.caller == now.caller &&
                         before.block == now.block && before.thread / 32 == now.thread / 32;
  if (one_store)
    return false;
  const bool one_writes = before.how != How::Read || now.how != How::Read;
  const bool both_atomic = before.how == How::Atomic && now.how == How::Atomic;
  return one_writes && !both_atomic && (before.bytes & now.bytes) != 0 && !IsOrdered(before, now);
}

const char* Verb(How how) {
  return how == How::Read ? "read" : how == How::Write ? "write" : "atomic operation";
}

Site SiteOf(const Place& place) {
  static std::set<std::string> files;  // a Site's file lives for ever
  return {files.insert(place.file.empty() ? "?" : place.file).first->c_str(), place.line};
}

std::string Text(const Place& place) {
  if (place.file.empty())
    return "an unknown place";
  return place.file + ":" + std::to_string(place.line) + (place.callers.empty() ? "" : " (in" + place.callers + ")");
}

void ReportConflict(const Touch& before, const Touch& now, bool shared) {
  if (!Now().said.insert({before.caller, now.caller}).second)
    return;
  const Place here = PlaceOf(now.caller);
  const bool hoped = before.block != now.block && Knows(Now().hoped_known, before, now);
  std::string text =
      hoped ? "only an atomic operation lies between conflicting accesses to " : "conflicting accesses to ";
  text += shared ? "shared memory" : "global memory";
  text += hoped ? "; before it __threadfence() is missing" : " with no barrier between them";
  text += ": this ";
  text += Verb(now.how);
  text += (here.callers.empty() ? "" : " (in" + here.callers + ")") + " and a ";
  text += Verb(before.how);
  text += " by another thread";
  text += before.block != now.block ? " of another block" : before.thread / 32 == now.thread / 32 ? " of its warp" : "";
  Report(hoped ? "missing-fence" : "race", SiteOf(here), text + " at " + Text(PlaceOf(before.caller)));
}

void Learn(const std::map<std::uint32_t, std::uint32_t>& released, Knowledge& all, std::uint32_t block) {
  for (const auto& [other, time] : released) {
    std::uint32_t& known = all[Pair(block, other)];
    known = std::max(known, time);
  }
}

// A block in which a thread fenced and then did an atomic operation hands on what it wrote; who does an atomic
// operation on the same variable later knows it.
void PassKnowledge(const void* at, std::uint32_t block) {
  Launches& now = Now();
  if (!now.is_plain)
    return;
  Learn(now.released[at], now.known, block);
  Learn(now.hoped_released[at], now.hoped_known, block);
  ++now.time;
  if (now.fenced.count(block) != 0)
    now.released[at][block] = now.time;
  now.hoped_released[at][block] = now.time;
}

Touch TouchOf(const Worker& worker, How how, const void* caller) {
  const unsigned thread = worker.thread();
  return {caller,
          Now().serial,
          static_cast<std::uint32_t>(worker.block()),
          worker.epoch(),
          worker.warp_epoch(thread / 32),
          worker.rounds(),
          Now().time,
          static_cast<std::uint16_t>(thread),
          0,
          how};
}

void CheckCell(Cell& cell, const Touch& now, bool shared) {
  if (Conflict(cell.write, now, shared))
    ReportConflict(cell.write, now, shared);
  if (now.how == How::Read) {
    if (cell.read.thread != now.thread || cell.read.block != now.block)
      cell.other_read = cell.read;
    cell.read = now;
    return;
  }
  for (const Touch* read : {&cell.read, &cell.other_read})
    if (Conflict(*read, now, shared))
      ReportConflict(*read, now, shared);
  cell.write = now;
}

void CheckArea(const Area& area, std::uintptr_t at, std::size_t size, Touch now, bool shared) {
  if (area.cells == nullptr)
    return;
  const std::size_t from = at - area.begin, to = from + size;
  for (std::size_t granule = from / kGranule; granule * kGranule < to; ++granule) {
    const std::size_t first = granule * kGranule;
    unsigned bytes = 15;
    if (from > first)
      bytes &= 15U << (from - first);
    if (to < first + kGranule)
      bytes &= (1U << (to - first)) - 1;
    now.bytes = static_cast<std::uint8_t>(bytes);
    CheckCell(area.cells[granule], now, shared);
  }
}

// One message for each line, kind of access and `what` is wrong; `detail` is that of the first.
void ReportRange(const void* caller, How how, std::size_t size, const std::string& what, const std::string& detail) {
  static std::mutex mutex;
  static std::set<std::pair<const void*, std::string>> said;
  const std::lock_guard<std::mutex> lock(mutex);
  if (!said.insert({caller, what}).second)
    return;
  const Site site = SiteOf(PlaceOf(caller));
  ReportOnce("out-of-range", site, std::string(Verb(how)) + what,
             std::string("a ") + Verb(how) + " of " + std::to_string(size) + " bytes " + what + detail);
}

// Whether the access lies inside one allocation; says so where not.
bool CheckRange(std::uintptr_t at, std::size_t size, How how, const void* caller) {
  static thread_local Allocation last;
  if (at - last.begin >= last.size || last.freed)
    last = FindAllocation(reinterpret_cast<const void*>(at));
  const std::size_t offset = at - last.begin;
  if (last.kind != MemoryKind::None && last.freed && offset < last.size) {
    ReportRange(caller, how, size, "touches memory that was freed", "");
    return false;
  }
  if (last.kind != MemoryKind::None && offset < last.size && size <= last.size - offset)
    return true;
  ReportRange(caller, how, size, "lies outside its allocation",
              last.kind == MemoryKind::None
                  ? ""
                  : " of " + std::to_string(last.size) + " bytes, at offset " + std::to_string(offset));
  last = {};
  return false;
}

const Area& DeviceArea(std::uintptr_t at) {
  static Area last;
  if (last.Holds(at))
    return last;
  const Allocation allocation = FindAllocation(reinterpret_cast<const void*>(at));
  Area& area = Now().device[allocation.begin];
  if (area.size < allocation.size)
    area = MakeArea(allocation.begin, allocation.size);
  last = area;
  return last;
}

void AccessByHost(std::uintptr_t at, std::size_t size, How how, const void* caller) {
  if (KindOf(reinterpret_cast<const void*>(at)) == MemoryKind::Device)
    ReportRange(caller, how, size, "by the host touches device memory", "");
}

void AccessToShared(Worker& worker, std::uintptr_t at, std::size_t size, How how, const void* caller) {
  Shared& shared = OwnShared();
  const auto dynamic = reinterpret_cast<std::uintptr_t>(worker.dynamic_shared());
  if (at - dynamic < kMostShared) {
    const std::size_t offset = at - dynamic, limit = worker.dynamic_size();
    if (offset + size > limit)
      return ReportRange(caller, how, size, "lies outside the launch's dynamic shared memory",
                         " of " + std::to_string(limit) + " bytes, at offset " + std::to_string(offset));
    if (shared.dynamic.size == 0)
      shared.dynamic = MakeArea(dynamic, kMostShared);
    if (IsScheduled())
      CheckArea(shared.dynamic, at, size, TouchOf(worker, how, caller), true);
  } else if (IsScheduled() && shared.fixed.Holds(at)) {
    CheckArea(shared.fixed, at, size, TouchOf(worker, how, caller), true);
  }
}

}  // namespace

void BeginGrid() {
  Launches& now = Now();
  ++now.serial;
  now.time = 1;
  now.released.clear();
  now.known.clear();
  now.hoped_released.clear();
  now.hoped_known.clear();
  now.fenced.clear();
  now.is_plain = false;
  now.said.clear();
}

void Access(const void* pointer, std::size_t size, How how, const void* caller) {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  Worker* const worker = ThisWorker();
  if (!IsDeviceAddress(pointer)) {
    if (worker == nullptr)
      return;
    return AccessToShared(*worker, at, size, how, caller);
  }
  if (worker == nullptr)
    return AccessByHost(at, size, how, caller);
  if (!CheckRange(at, size, how, caller) || !IsScheduled())
    return;
  if (how != How::Atomic) {
    Now().is_plain = true;
    worker->Yield(16);
  }
  CheckArea(DeviceArea(at), at, size, TouchOf(*worker, how, caller), false);
}

// Called before an atomic operation by the headers, in files that are instrumented and in others.
void AtomicPoint(const void* at, std::size_t size, const void* caller) {
  Worker* const worker = ThisWorker();
  if (!IsScheduled() || worker == nullptr)
    return;
  worker->Yield(4);
  if (at == nullptr)
    return;
  PassKnowledge(at, static_cast<std::uint32_t>(worker->block()));
  Access(at, size, How::Atomic, caller);
}

void Fence() {
  const Worker* const worker = ThisWorker();
  if (IsScheduled() && worker != nullptr)
    Now().fenced.insert(static_cast<std::uint32_t>(worker->block()));
}

}  // namespace detrain::cudahost
