// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/persist.h"

#include <algorithm>

#include "analyzer/plan/choose.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectKind;
using infer::SourceKind;

constexpr std::uint64_t kAnywhere = ~std::uint64_t{0};

// Whether [begin, end) meets one of the leaf's runs: its bytes, repeated along the arrays of records around it and, in
// a heap block, along the elements.
bool Meets(const NamedObject& object, const NamedLeaf& n, std::uint64_t size, std::uint64_t begin, std::uint64_t end) {
  if (object.is_heap && object.element_size != 0 && end > object.element_size) {
    if (end - begin >= object.element_size)
      return true;
    return Meets(object, n, size, begin, object.element_size) || Meets(object, n, size, 0, end - object.element_size);
  }
  const auto& count = n.leaf.outer_count;
  const auto& stride = n.leaf.outer_stride;
  for (std::uint64_t i = 0; i < count[0]; ++i)
    for (std::uint64_t j = 0; j < count[1]; ++j) {
      const std::uint64_t at = n.leaf.offset + i * stride[0] + j * stride[1];
      if (at < end && begin < at + size)
        return true;
    }
  return false;
}

// The leaves of an object that an access of [offset, offset + length) may touch.
std::vector<std::uint64_t> Touched(Engine& engine, const NamedObject& object, infer::ExprId offset,
                                   infer::ExprId length, infer::ExprId low) {
  std::vector<std::uint64_t> out;
  const auto add = [&](std::uint64_t key) {
    if (std::find(out.begin(), out.end(), key) == out.end())
      out.push_back(key);
  };
  const auto size_of = [&](const NamedLeaf& n) {
    const std::uint64_t scalar =
        n.type == rir::kNone ? 1 : std::max<std::uint64_t>(engine.Program().types[n.type].size, 1);
    return std::max<std::uint64_t>(n.leaf.count, 1) * scalar;
  };
  const std::uint64_t first = engine.LeafAt(object.object, offset, low);
  std::optional<std::int64_t> bytes;
  if (length != infer::kNoExpr)
    bytes = engine.pool.AsConstant(length);
  const auto start = engine.pool.AsConstant(offset);
  const bool is_run = low != infer::kNoExpr || object.leaves.size() == 1;  // stays within one leaf
  for (const NamedLeaf& n : object.leaves) {
    bool touched = n.key == first;
    if (first == kAnywhere || (!bytes && !is_run)) {
      touched = true;
    } else if (bytes && start && !object.is_heap) {
      const auto begin = static_cast<std::uint64_t>(*start);
      touched = Meets(object, n, size_of(n), begin, begin + static_cast<std::uint64_t>(*bytes));
    } else if (bytes && object.leaves.size() > 1 && static_cast<std::uint64_t>(*bytes) > 8) {
      touched = Meets(object, n, size_of(n), first, first + static_cast<std::uint64_t>(*bytes));
    }
    if (touched)
      add(n.key);
  }
  if (out.empty())
    add(first);
  return out;
}

// A scalar that every step changes by the same number, wherever the step begins.
std::int64_t CounterStep(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  if (engine.boundary.states.empty() || n.leaf.count != 1 || n.leaf.outer_count[0] != 1 || n.type == rir::kNone)
    return 0;
  for (const auto& step : engine.boundary.nest)
    if (step.loop != nullptr && &step != &engine.boundary.nest.back())
      return 0;
  const auto offset = engine.pool.Constant(static_cast<std::int64_t>(n.leaf.offset));
  std::int64_t per_step = 0;
  for (std::size_t i = 0; i < engine.boundary.states.size(); ++i) {
    auto find = [&](const infer::State& s) -> const infer::Value* {
      for (const auto& cell : s.Of(id).cells)
        if (cell.offset == offset && cell.value.kind == infer::Value::Kind::Int && cell.value.number != infer::kNoExpr)
          return &cell.value;
      return nullptr;
    };
    if (engine.boundary.ends[i].memory.empty())
      continue;  // no boundary is reached from there
    const auto* before = find(engine.boundary.states[i]);
    const auto* after = find(engine.boundary.ends[i]);
    if (before == nullptr || after == nullptr)
      return 0;
    auto delta = engine.pool.AsConstant(engine.pool.Sub(after->number, before->number));
    if (!delta || *delta == 0 || (per_step != 0 && per_step != *delta))
      return 0;
    per_step = *delta;
  }
  return per_step;
}

void NoteDependences(Engine& engine, const infer::Deps& deps, LeafFact& fact) {
  for (std::uint32_t d : deps) {
    const auto& s = engine.sources[d];
    if (s.kind == SourceKind::Cell)
      fact.depends_on.insert({s.object, s.leaf});
    if (s.kind == SourceKind::Environment) {
      fact.environment = true;
      fact.environment_kind = s.what;
    }
  }
}

}  // namespace

Facts Classify(Engine& engine, const std::vector<NamedObject>& objects) {
  Facts facts;
  std::map<infer::ObjectId, const NamedObject*> by_id;
  for (const auto& o : objects)
    by_id[o.object] = &o;
  for (const auto& r : engine.boundary.exposed) {
    auto it = by_id.find(r.object);
    if (it == by_id.end())
      continue;
    for (std::uint64_t key : Touched(engine, *it->second, r.offset, r.length, r.low)) {
      LeafFact& f = facts.leaves[{r.object, key}];
      f.read = true;
      if (f.first_read == nullptr)
        f.first_read = &r;
    }
  }
  for (const auto& w : engine.boundary.writes) {
    auto it = by_id.find(w.object);
    if (it == by_id.end())
      continue;
    for (std::uint64_t key : Touched(engine, *it->second, w.offset, w.length, w.low)) {
      LeafFact& f = facts.leaves[{w.object, key}];
      f.written = true;
      if (f.first_write == nullptr)
        f.first_write = &w;
      NoteDependences(engine, w.deps, f);
    }
  }
  for (const auto& o : objects)
    for (const auto& n : o.leaves) {
      auto it = facts.leaves.find({o.object, n.key});
      if (it == facts.leaves.end())
        continue;
      LeafFact& f = it->second;
      const bool hidden = engine.objects[o.object].kind == ObjectKind::Hidden;
      if (!f.read)
        f.persistence = Persistence::Dead;
      else if (!f.written)
        f.persistence = Persistence::Invariant;
      else if (hidden)
        f.persistence = Persistence::Stream;
      else if (n.leaf.dtype == DType::File)
        f.persistence = Persistence::Cursor;
      else if (std::int64_t step = CounterStep(engine, o.object, n); step != 0) {
        f.persistence = Persistence::Counter;
        f.per_step = step;
      } else {
        f.persistence = Persistence::Carried;
      }
    }
  // Values of the environment: which leaves hold them, and which of those reach nothing but printed text.
  auto live = [](const LeafFact& f) { return f.read && f.written; };
  std::set<LeafKey> tainted;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [key, f] : facts.leaves) {
      if (!live(f) || tainted.contains(key))
        continue;
      const bool from = f.environment || std::any_of(f.depends_on.begin(), f.depends_on.end(),
                                                     [&](const LeafKey& k) { return tainted.contains(k); });
      if (from)
        changed = tainted.insert(key).second || changed;
    }
  }
  facts.log = tainted;
  auto leaves_text = [&](const infer::Deps& deps, std::set<LeafKey>& out) {
    for (std::uint32_t d : deps)
      if (engine.sources[d].kind == SourceKind::Cell)
        out.insert({engine.sources[d].object, engine.sources[d].leaf});
  };
  std::set<LeafKey> used;  // by files, or to decide what is printed at all
  for (const auto& o : engine.outputs) {
    if (o.to_file)
      leaves_text(o.deps, used);
    leaves_text(o.control, used);
  }
  for (const auto& r : engine.boundary.exposed)
    leaves_text(r.control, used);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = facts.log.begin(); it != facts.log.end();) {
      const LeafKey key = *it;
      const bool reaches =
          used.contains(key) || std::any_of(facts.leaves.begin(), facts.leaves.end(), [&](const auto& e) {
            return e.first != key && live(e.second) && !facts.log.contains(e.first) &&
                   e.second.depends_on.contains(key);
          });
      const bool stateful = facts.leaves[key].persistence != Persistence::Carried;
      if (!reaches && !stateful) {
        ++it;
        continue;
      }
      it = facts.log.erase(it);
      changed = true;
    }
  }
  for (const LeafKey& key : tainted) {
    LeafFact& f = facts.leaves[key];
    if (facts.log.contains(key)) {
      f.persistence = Persistence::Log;
    } else {
      facts.environment_reaches_state = true;
      if (f.first_write != nullptr)
        facts.environment_why.push_back(
            {PlaceOf(engine.Program(), f.first_write->location),
             "state depends on the " + (f.environment_kind.empty() ? std::string("environment") : f.environment_kind)});
    }
  }
  return facts;
}

}  // namespace detrain::plan
