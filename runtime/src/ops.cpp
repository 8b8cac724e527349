// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ops.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "detrain/ops.h"
#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "heap.h"
#include "inside.h"
#include "settings.h"

extern "C" {
int detrain_traces_ops = 0;
int omp_get_thread_num(void) __attribute__((weak));  // NOLINT(readability-identifier-naming): OpenMP's
}

namespace detrain::runtime {
namespace {

struct Event {
  std::uint32_t line;
  std::uint32_t hash;
  std::uint32_t time;  // how many values the first thread had logged
};

// More than that of one step is not kept: 800 MB for each thread.
constexpr std::size_t kMostEvents = 1U << 26U;
constexpr std::size_t kMostOfBlock = 1U << 20U;

struct Log {
  std::string thread;
  std::vector<Event> events;
};

struct Ops {
  std::mutex mutex;
  std::vector<Log*> logs;                      // of all threads, never freed
  std::map<std::string, std::uint32_t> files;  // numbers that go into lines
};

Ops& All() {
  static auto* ops = new Ops;
  return *ops;
}

// OpenMP's own number, which is the same in every run; else the order of the first value.
Log* NewLog() {
  Ops& ops = All();
  const std::lock_guard<std::mutex> holding(ops.mutex);
  auto* log = new Log;
  const bool is_worker = omp_get_thread_num != nullptr && omp_get_thread_num() > 0;
  log->thread = is_worker ? "omp" + std::to_string(omp_get_thread_num()) : "t" + std::to_string(ops.logs.size());
  ops.logs.push_back(log);
  return log;
}

// Of the first thread; others read how long it is.
std::uint32_t& Time() {
  static std::uint32_t time = 0;
  return time;
}

// The same in every build: from the file's name, not from the order of calls.
std::uint32_t FileNumber(const char* file) {
  thread_local const char* last = nullptr;
  thread_local std::uint32_t number = 0;
  if (last == file)
    return number;
  const std::string path = file;
  const std::string name = path.substr(path.rfind('/') + 1);
  number = static_cast<std::uint32_t>(Hash(name) & 0xfffU) << 20U;
  last = file;
  const std::lock_guard<std::mutex> holding(All().mutex);
  All().files.emplace(path, number);
  return number;
}

void Take(const char* file, unsigned line, const void* bytes, std::size_t size) {
  thread_local Log* log = NewLog();
  if (log->events.size() >= kMostEvents)
    return;
  const std::uint64_t hash = Hash(bytes, size);
  const bool is_first = log == All().logs.front();
  const std::uint32_t now =
      is_first ? static_cast<std::uint32_t>(log->events.size()) : __atomic_load_n(&Time(), __ATOMIC_RELAXED);
  log->events.push_back({FileNumber(file) | (line & 0xfffffU), static_cast<std::uint32_t>(hash ^ (hash >> 32U)), now});
  if (is_first)
    __atomic_store_n(&Time(), now + 1, __ATOMIC_RELAXED);
}

void Write(const std::string& path, const void* bytes, std::size_t size) {
  if (const int error = WriteWhole(path, std::string(static_cast<const char*>(bytes), size)))
    Fail("cannot write " + path + ": " + ErrorText(error));
}

}  // namespace

void StartOps() {
  const std::string& folder = GetSettings().ops;
  if (folder.empty())
    return;
  if (const int error = MakeFolders(folder))
    Fail("cannot make " + folder + ": " + ErrorText(error));
  detrain_traces_ops = 1;
}

void OpsAtStep(std::uint64_t step) {
  if (detrain_traces_ops == 0)
    return;
  Ops& ops = All();
  const std::lock_guard<std::mutex> holding(ops.mutex);
  const std::string& folder = GetSettings().ops;
  for (Log* log : ops.logs) {
    if (!log->events.empty() && step >= GetSettings().ops_from)
      Write(folder + "/" + std::to_string(step) + "." + log->thread, log->events.data(),
            log->events.size() * sizeof(Event));
    log->events.clear();
  }
  Time() = 0;
  std::string names;
  for (const auto& [file, number] : ops.files)
    names += std::to_string(number >> 20U) + "\t" + file + "\n";
  Write(folder + "/files", names.data(), names.size());
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

void detrain_op(const char* file, unsigned line, const void* value, size_t size) {
  const Inside inside;
  Take(file, line, value, size);
}

void detrain_op_block(const char* file, unsigned line, const volatile void* address) {
  const Inside inside;
  RefreshBlocks();
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const Block* block = FindBlock(at);
  if (block != nullptr && at < block->address + block->size)
    Take(file, line, const_cast<const void*>(address), std::min(block->address + block->size - at, kMostOfBlock));
}

}  // extern "C"
