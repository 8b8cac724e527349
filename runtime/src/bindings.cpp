// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "fail.h"
#include "heap.h"

namespace detrain::runtime {
namespace {

struct Reference {
  void* target = nullptr;
  void* pointer = nullptr;  // stands for the plan's
};

struct Table {
  const detrain_plan* plan = nullptr;
  std::vector<detrain_leaf> leaves;
  std::vector<Binding> bindings;              // by region
  std::map<std::string, Binding> registered;  // by path, until the plan is known
  std::map<std::string, std::uint32_t> statics;
  std::map<std::uint32_t, void*> arrays;          // of variable length, by region: what stands for the plan's pointer
  std::map<std::uint32_t, Reference> references;  // by region
};

Table& T() {
  static auto* table = new Table;
  return *table;
}

void CheckSize(std::uint32_t region, std::size_t size) {
  const detrain_region& r = RegionAt(region);
  if (r.element_size == size)
    return;
  Refuse(std::string(r.path) + ": the plan says " + std::to_string(r.element_size) + " bytes, the program has " +
         std::to_string(size));
}

}  // namespace

void UsePlan(const detrain_plan* plan) {
  Table& t = T();
  if (t.plan == plan)
    return;
  if (t.plan != nullptr)
    Refuse(std::string(plan->program) + ": a second checkpoint plan in one program");
  if (plan->abi != DETRAIN_ABI)
    Refuse(std::string(plan->program) + ": rewritten for another version of the runtime");
  t.plan = plan;
  t.leaves.assign(plan->leaves, plan->leaves + plan->leaf_count);
  for (std::uint32_t i = 0; i < plan->condition_count; ++i)
    SettlePersistence(plan->conditions[i].leaf, DETRAIN_CARRIED);
  t.bindings.resize(plan->region_count);
  for (std::uint32_t i = 0; i < plan->region_count; ++i) {
    const detrain_region& region = plan->regions[i];
    if (region.kind != DETRAIN_VARIABLE || !IsStatic(region))
      continue;
    t.statics.emplace(region.path, i);
    const auto found = t.registered.find(region.path);
    if (found == t.registered.end())
      continue;
    CheckSize(i, found->second.size);
    t.bindings[i] = found->second;
  }
}

const detrain_plan* Plan() {
  return T().plan;
}
const detrain_leaf& LeafAt(std::uint32_t index) {
  return T().leaves[index];
}
void SettlePersistence(std::uint32_t leaf, detrain_persistence persistence) {
  T().leaves[leaf].persistence = static_cast<std::uint8_t>(persistence);
}
const detrain_region& RegionAt(std::uint32_t index) {
  return T().plan->regions[index];
}
const Binding& BindingOf(std::uint32_t region) {
  return T().bindings[region];
}
bool IsStatic(const detrain_region& region) {
  return std::strstr(region.path, "::") != nullptr;
}

void Bind(std::uint32_t region, void* address, std::size_t size) {
  Table& t = T();
  if (region >= t.bindings.size())
    Refuse("a variable is bound that the plan does not have");
  Binding& binding = t.bindings[region];
  if (binding.size != size)
    CheckSize(region, size);
  binding.address = static_cast<char*>(address);
  binding.size = size;
}

void BindArray(std::uint32_t region, void* start, std::size_t size) {
  void*& pointer = T().arrays[region];
  std::memset(start, 0, size);
  RefreshBlocks();
  const Block* old = pointer == start ? FindBlock(reinterpret_cast<std::uintptr_t>(start)) : nullptr;
  if (old != nullptr && old->size == size)
    return;
  RemoveBlock(pointer, nullptr);
  AddBlock(start, size, 0, Allocator::Automatic);
  pointer = start;
  Bind(region, &pointer, sizeof pointer);
}

void BindReference(std::uint32_t region, void* target) {
  Reference& reference = T().references[region];
  reference = {target, target};
  Bind(region, &reference.pointer, sizeof reference.pointer);
}

void CheckReferences() {
  for (const auto& [region, reference] : T().references)
    if (reference.pointer != reference.target)
      Refuse(std::string(RegionAt(region).path) + ": this reference led elsewhere in the checkpoint's run");
}

bool Register(const char* path, void* address, std::size_t size, std::uint32_t& region, Binding& shadow) {
  Table& t = T();
  Binding binding;
  binding.address = static_cast<char*>(address);
  binding.size = size;
  if (t.plan == nullptr) {
    t.registered[path] = binding;
    return false;
  }
  const auto found = t.statics.find(path);
  if (found == t.statics.end())
    return false;  // a static that the plan does not need
  region = found->second;
  Binding& mine = t.bindings[region];
  if (mine.address == address)
    return false;
  CheckSize(region, size);
  shadow = mine;
  mine = binding;
  return shadow.shadow;
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
