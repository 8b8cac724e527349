// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "device_memory.h"
#include "fail.h"
#include "heap.h"
#include "inside.h"

namespace detrain::runtime {
namespace {

struct Reference {
  void* target = nullptr;
  void* pointer = nullptr;  // stands for the plan's
};

// What one plan says, and where its variables lie. Loops in a row have a plan each.
struct Table {
  const detrain_plan* plan = nullptr;
  std::vector<detrain_leaf> leaves;
  std::vector<Binding> bindings;  // by region
  std::map<std::string, std::uint32_t> statics;
  std::map<std::uint32_t, void*> arrays;          // of variable length, by region: what stands for the plan's pointer
  std::map<std::uint32_t, Reference> references;  // by region
};

struct Tables {
  std::map<std::uint32_t, Table> by_loop;
  Table* current = nullptr;
  std::map<std::string, Binding> registered;  // by path
};

Tables& All() {
  static auto* tables = new Tables;
  return *tables;
}

Table& T() {
  return *All().current;
}

void CheckSize(const Table& t, std::uint32_t region, std::size_t size) {
  const detrain_region& r = t.plan->regions[region];
  if (r.element_size == size)
    return;
  Refuse(std::string(r.path) + ": the plan says " + std::to_string(r.element_size) + " bytes, the program has " +
         std::to_string(size));
}

void SetPersistence(Table& t, std::uint32_t leaf, detrain_persistence persistence) {
  t.leaves[leaf].persistence = static_cast<std::uint8_t>(persistence);
}

// Of a variable of the device, where it is.
Binding Found(const char* path, Binding binding) {
  const Inside inside;
  if (binding.find != nullptr)
    binding.address = static_cast<char*>(const_cast<void*>(binding.find()));
  if (binding.symbol == nullptr)
    return binding;
  binding.address = FindOnDevice(binding.symbol);
  binding.is_apart = IsApart(Allocator::Device);
  if (binding.address == nullptr)
    Fail(std::string(path) + ": the device has no such variable");
  return binding;
}

void Fill(Table& t, const detrain_plan* plan) {
  t.plan = plan;
  t.leaves.assign(plan->leaves, plan->leaves + plan->leaf_count);
  for (std::uint32_t i = 0; i < plan->condition_count; ++i)
    SetPersistence(t, plan->conditions[i].leaf, DETRAIN_CARRIED);
  t.bindings.resize(plan->region_count);
  for (std::uint32_t i = 0; i < plan->region_count; ++i) {
    const detrain_region& region = plan->regions[i];
    if (region.kind != DETRAIN_VARIABLE || !IsStatic(region))
      continue;
    t.statics.emplace(region.path, i);
    const auto found = All().registered.find(region.path);
    if (found == All().registered.end())
      continue;
    CheckSize(t, i, found->second.size);
    t.bindings[i] = Found(region.path, found->second);
  }
}

// The plans of one program have one hash, and a number each.
Table& TableOf(const detrain_plan* plan) {
  Tables& all = All();
  if (all.current != nullptr && all.current->plan == plan)
    return *all.current;
  if (plan->abi != DETRAIN_ABI)
    Refuse(std::string(plan->program) + ": rewritten for another version of the runtime");
  Table& t = all.by_loop[plan->loop];
  if (t.plan == nullptr)
    Fill(t, plan);
  if (all.current == nullptr)
    all.current = &t;
  if (t.plan != plan || std::strcmp(plan->hash, all.current->plan->hash) != 0)
    Refuse(std::string(plan->program) + ": a second checkpoint plan in one program");
  return t;
}

void Bind(Table& t, std::uint32_t region, void* address, std::size_t size) {
  if (region >= t.bindings.size())
    Refuse("a variable is bound that the plan does not have");
  Binding& binding = t.bindings[region];
  if (binding.size != size)
    CheckSize(t, region, size);
  binding.address = static_cast<char*>(address);
  binding.size = size;
}

// A static that was restored in one of loops in a row may first be registered in a later one.
void TakeShadows(const Table& from, Table& to) {
  for (const auto& [path, region] : to.statics) {
    const auto before = from.statics.find(path);
    if (before == from.statics.end() || to.bindings[region].address != nullptr)
      continue;
    const Binding& binding = from.bindings[before->second];
    if (!binding.shadow)
      continue;
    CheckSize(to, region, binding.size);
    to.bindings[region] = binding;
  }
}

// True where the address takes the place of a shadow, which is then in `shadow`.
bool RegisterIn(Table& t, const char* path, const Binding& binding, std::uint32_t& region, Binding& shadow) {
  const auto found = t.statics.find(path);
  if (found == t.statics.end())
    return false;  // a static that the plan does not need
  Binding& mine = t.bindings[found->second];
  const Binding now = Found(path, binding);
  if (mine.address == now.address)
    return false;
  CheckSize(t, found->second, binding.size);
  region = found->second;
  shadow = mine;
  mine = now;
  return shadow.shadow;
}

}  // namespace

void UsePlan(const detrain_plan* plan) {
  Table& t = TableOf(plan);
  if (All().current != &t)
    TakeShadows(*All().current, t);
  All().current = &t;
}

const detrain_plan* Plan() {
  return All().current == nullptr ? nullptr : All().current->plan;
}
const detrain_leaf& LeafAt(std::uint32_t index) {
  return T().leaves[index];
}
void SettlePersistence(std::uint32_t leaf, detrain_persistence persistence) {
  SetPersistence(T(), leaf, persistence);
}
const detrain_region& RegionAt(std::uint32_t index) {
  return T().plan->regions[index];
}
const Binding& BindingOf(std::uint32_t region) {
  return T().bindings[region];
}
bool IsYetToBeMade(const char* path) {
  const detrain_plan& plan = *T().plan;
  for (std::uint32_t i = 0; i < plan.late_count; ++i) {
    const detrain_late& late = plan.late[i];
    if (std::strcmp(late.path, path) == 0)
      return late.is_made == nullptr || __atomic_load_n(late.is_made, __ATOMIC_RELAXED) == 0;
  }
  return false;
}
bool IsStatic(const detrain_region& region) {
  return std::strstr(region.path, "::") != nullptr;
}

void Bind(const detrain_plan* plan, std::uint32_t region, void* address, std::size_t size) {
  Bind(TableOf(plan), region, address, size);
}

void BindArray(const detrain_plan* plan, std::uint32_t region, void* start, std::size_t size) {
  Table& t = TableOf(plan);
  void*& pointer = t.arrays[region];
  std::memset(start, 0, size);
  RefreshBlocks();
  const Block* old = pointer == start ? FindBlock(reinterpret_cast<std::uintptr_t>(start)) : nullptr;
  if (old != nullptr && old->size == size)
    return;
  RemoveBlock(pointer, nullptr);
  AddBlock(start, size, 0, Allocator::Automatic);
  pointer = start;
  Bind(t, region, &pointer, sizeof pointer);
}

void BindReference(const detrain_plan* plan, std::uint32_t region, void* target) {
  Table& t = TableOf(plan);
  Reference& reference = t.references[region];
  reference = {target, target};
  Bind(t, region, &reference.pointer, sizeof reference.pointer);
}

void CheckReferences() {
  for (const auto& [region, reference] : T().references)
    if (reference.pointer != reference.target)
      Refuse(std::string(RegionAt(region).path) + ": this reference led elsewhere in the checkpoint's run");
}

bool Register(const char* path, const Binding& binding, std::uint32_t& region, Binding& shadow) {
  Tables& all = All();
  all.registered[path] = binding;
  bool takes_place = false;
  for (auto& [loop, t] : all.by_loop) {
    std::uint32_t at = 0;
    Binding old;
    if (!RegisterIn(t, path, binding, at, old) || &t != all.current)
      continue;
    takes_place = true;
    region = at;
    shadow = old;
  }
  return takes_place;
}

void Unregister(const char* path) {
  Tables& all = All();
  all.registered.erase(path);
  for (auto& [loop, t] : all.by_loop) {
    const auto region = t.statics.find(path);
    if (region != t.statics.end())
      t.bindings[region->second] = Binding();
  }
}

std::int64_t FindStatic(const char* path) {
  const auto found = T().statics.find(path);
  return found == T().statics.end() ? -1 : static_cast<std::int64_t>(found->second);
}

void MakeShadow(std::uint32_t region) {
  Binding& binding = T().bindings[region];
  binding.size = RegionAt(region).element_size;
  binding.address = static_cast<char*>(std::calloc(1, binding.size));
  if (binding.address == nullptr)
    Fail(std::string(RegionAt(region).path) + ": out of memory");
  binding.shadow = true;
}

std::int64_t FindVariable(std::uintptr_t address) {
  const std::vector<Binding>& bindings = T().bindings;
  std::int64_t past_end = -1;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const auto start = reinterpret_cast<std::uintptr_t>(bindings[i].address);
    if (start == 0 || address < start || address > start + bindings[i].size)
      continue;
    if (address < start + bindings[i].size)
      return static_cast<std::int64_t>(i);
    past_end = static_cast<std::int64_t>(i);
  }
  return past_end;
}

}  // namespace detrain::runtime
