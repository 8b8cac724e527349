// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/addressed.h"

#include <algorithm>
#include <string>

#include "analyzer/plan/choose.h"

namespace detrain::plan {

namespace {

using infer::Engine;

// One that differs from run to run comes before one of a block that the runtime places.
const infer::Source* AddressIn(const Engine& engine, const infer::Deps& deps) {
  const infer::Source* found = nullptr;
  for (const std::uint32_t d : deps) {
    const infer::Source& s = engine.sources[d];
    if (s.IsAddress() && (found == nullptr || s.what != infer::kHeapAddress))
      found = &s;
  }
  return found;
}

// The first address that decided what the leaf holds in front of the nest.
const infer::Source* AddressBehind(Engine& engine, infer::ObjectId id, std::uint64_t key) {
  const infer::Contents& c = engine.boundary.outer.Of(id);
  for (const infer::Cell& cell : c.cells)
    if (engine.LeafAt(id, cell.offset, infer::kNoExpr) == key)
      if (const auto* source = AddressIn(engine, cell.value.deps))
        return source;
  const auto any = c.any.find(key);
  return any != c.any.end() ? AddressIn(engine, any->second.deps) : nullptr;
}

}  // namespace

void FindAddressed(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      const bool is_invariant = fact != facts.leaves.end() && fact->second.persistence == Persistence::Invariant;
      const infer::Source* source = is_invariant ? AddressBehind(engine, o.object, n.key) : nullptr;
      if (source == nullptr)
        continue;
      const Place at = PlaceOf(engine.Program(), source->location);
      if (source->what == infer::kHeapAddress) {
        facts.on_heap_addresses.push_back({at, n.leaf.path});
        continue;
      }
      if (std::ranges::none_of(facts.unnamed, [&](const auto& u) { return u.place == at; }))
        facts.unnamed.push_back({at, n.leaf.path +
                                         " hangs on addresses that are compared or hashed here before the loop, and "
                                         "differ from run to run; use a name or a number of the program's own"});
    }
}

}  // namespace detrain::plan
