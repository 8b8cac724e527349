// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "thread_locals.h"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "bindings.h"
#include "fail.h"
#include "inside.h"
#include "json.h"
#include "restore.h"
#include "run.h"
#include "walk.h"

namespace detrain::runtime {
namespace {

struct Instance {
  const char* path = nullptr;
  char* address = nullptr;
  std::size_t size = 0;
  // As a resumed run makes it again. Empty: it does not, as a step has made it.
  std::string again;
};

}  // namespace

struct Locals {
  std::vector<Instance> instances;
  bool has_ended = false;
};

namespace {

// Where an image keeps the variables that each thread has from its start.
struct Storage {
  std::size_t image = 0;  // its number among those with such variables
  char* start = nullptr;  // in this thread; null: not made yet
  std::size_t size = 0;
};

struct OfAll {
  const char* path;
  std::size_t image, offset, size;
};

struct State {
  std::mutex lock;  // threads of OpenMP take no turns
  std::vector<Locals*> threads;
  std::vector<const char*> paths;
  std::set<std::string> made;  // paths of which some thread has made one
  std::vector<OfAll> of_all;
  Locals* of_loop = nullptr;
};

State& All() {
  static auto* state = new State;
  return *state;
}

// Ends what is kept of a thread together with it: one that is no thread of the program has no other end.
struct Owner {
  Locals* mine = nullptr;
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    const Inside inside;
    if (mine == nullptr)
      return;
    EndLocals(mine);
    const std::lock_guard<std::mutex> hold(All().lock);
    auto& threads = All().threads;
    threads.erase(std::remove(threads.begin(), threads.end(), mine), threads.end());
    delete mine;
  }
};

thread_local Owner t_owner;

std::vector<Storage> StoragesOfThisThread() {
  std::vector<Storage> out;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            static_cast<std::vector<Storage>*>(to)->push_back(
                {info->dlpi_tls_modid, static_cast<char*>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz});
        return 0;
      },
      &out);
  return out;
}

std::string BytesOf(const Instance& instance) {
  return {instance.address, instance.size};
}

// Those of the variables that every thread has.
void AddOfAll(Locals& locals) {
  if (All().of_all.empty())
    return;
  const std::vector<Storage> storages = StoragesOfThisThread();
  for (const OfAll& variable : All().of_all) {
    const auto found = std::find_if(storages.begin(), storages.end(),
                                    [&](const Storage& storage) { return storage.image == variable.image; });
    if (found == storages.end() || found->start == nullptr)
      continue;
    Instance mine = {variable.path, found->start + variable.offset, variable.size, {}};
    mine.again = BytesOf(mine);
    locals.instances.push_back(mine);
  }
}

Locals& Mine() {
  if (t_owner.mine == nullptr) {
    t_owner.mine = new Locals;
    All().threads.push_back(t_owner.mine);
  }
  return *t_owner.mine;
}

void NoteOfAll(const char* path, const char* address, std::size_t size) {
  for (const Storage& storage : StoragesOfThisThread())
    if (storage.start != nullptr && address >= storage.start && address < storage.start + storage.size)
      All().of_all.push_back({path, storage.image, static_cast<std::size_t>(address - storage.start), size});
}

bool IsZero(const Instance& instance) {
  return std::all_of(instance.address, instance.address + instance.size, [](char c) { return c == 0; });
}

// What the thread with the step loop has, which is another one now, or none; also what was restored for it and never
// came to be.
void Unbind() {
  for (const char* path : All().paths)
    Unregister(path);
  All().of_loop = nullptr;
}

// Its declaration, as the plan's entries say it.
std::string PlaceOf(const std::string& path) {
  for (const char* const* entry = Plan()->entries; entry != nullptr && *entry != nullptr; ++entry) {
    const Json json = ParseJson(*entry);
    const std::string name = json.value("path", "");
    const bool is_of_it = name == path || name.compare(0, path.size() + 1, path + '.') == 0 ||
                          name.compare(0, path.size() + 1, path + '[') == 0;
    if (!is_of_it || !json.contains("declared"))
      continue;
    const Json& declared = json["declared"];
    return declared.value("file", "") + ":" + std::to_string(declared.value("line", 0));
  }
  return Plan()->program;
}

// What a pointer leads to may have changed, whatever the pointer did.
bool IsNeeded(const Instance& instance, const detrain_region& region) {
  bool is_saved = false, leads_on = false;
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    is_saved |= IsSaved(leaf);
    leads_on |= leaf.dtype == DETRAIN_PTR && !IsZero(instance);
  }
  return is_saved && (leads_on || instance.again != BytesOf(instance));
}

}  // namespace

bool RegisterLocal(const char* path, void* address, std::size_t size, bool of_all, std::uint32_t& region,
                   Binding& shadow) {
  const std::lock_guard<std::mutex> hold(All().lock);
  if (address == nullptr || of_all)
    All().paths.push_back(path);
  Locals& mine = Mine();
  if (address == nullptr || mine.has_ended)
    return false;
  All().made.insert(path);
  Instance made = {path, static_cast<char*>(address), size, {}};
  if (!TheRun().sealed)
    made.again = BytesOf(made);
  mine.instances.push_back(made);
  if (of_all)
    NoteOfAll(path, made.address, size);
  return &mine == All().of_loop && Register(path, {static_cast<char*>(address), size}, region, shadow);
}

bool WasMadeByThread(const char* path) {
  const std::lock_guard<std::mutex> hold(All().lock);
  return All().made.count(path) != 0;
}

Locals* BeginLocals() {
  const Inside inside;
  const std::lock_guard<std::mutex> hold(All().lock);
  Locals& mine = Mine();
  AddOfAll(mine);
  return &mine;
}

void EndLocals(Locals* locals) {
  const Inside inside;
  const std::lock_guard<std::mutex> hold(All().lock);
  if (locals == All().of_loop)
    Unbind();
  locals->instances.clear();
  locals->has_ended = true;
}

void BindLocals() {
  const std::lock_guard<std::mutex> hold(All().lock);
  Locals& mine = Mine();
  if (&mine == All().of_loop)
    return;
  if (All().of_loop != nullptr)
    Unbind();
  All().of_loop = &mine;
  for (const Instance& instance : mine.instances) {
    std::uint32_t region = 0;
    Binding shadow;
    if (Register(instance.path, {static_cast<char*>(instance.address), instance.size}, region, shadow))
      RestoreLate(region, shadow, __builtin_frame_address(0));
  }
}

void SealLocals() {
  const std::lock_guard<std::mutex> hold(All().lock);
  for (Locals* locals : All().threads)
    for (Instance& instance : locals->instances)
      instance.again = BytesOf(instance);
}

void CheckLocals() {
  const std::lock_guard<std::mutex> hold(All().lock);
  for (const Locals* locals : All().threads) {
    if (locals == All().of_loop)
      continue;
    for (const Instance& instance : locals->instances) {
      const std::int64_t region = FindStatic(instance.path);
      if (region >= 0 && IsNeeded(instance, RegionAt(static_cast<std::uint32_t>(region))))
        NotCovered(PlaceOf(instance.path) + ": cannot save: '" + std::string(instance.path) +
                   "' is thread_local, and another thread than that of the step loop, which goes on behind this "
                   "boundary, has one that its next step may need; keep it in an array with an element for each "
                   "thread, or end the thread before its step ends");
    }
  }
}

}  // namespace detrain::runtime
