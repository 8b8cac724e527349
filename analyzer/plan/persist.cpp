// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/persist.h"

#include <algorithm>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/derive.h"

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

// The same of a record with a tail: the tail where the access lies behind the record, else all that it may meet.
std::vector<std::uint64_t> TouchedWithTail(Engine& engine, const NamedObject& object, infer::ExprId offset,
                                           infer::ExprId length) {
  auto& pool = engine.pool;
  const auto size = static_cast<std::int64_t>(object.element_size);
  const infer::Facts none;
  if (infer::Prover(pool, none).AtLeastZero(pool.Sub(offset, pool.Constant(size))))
    return {object.element_size};
  const auto start = pool.AsConstant(offset);
  const auto bytes = length == infer::kNoExpr ? std::nullopt : pool.AsConstant(length);
  std::vector<std::uint64_t> out;
  if (start && bytes && *start >= 0 && *start + *bytes <= size)
    return {engine.LeafAt(object.object, offset, infer::kNoExpr)};
  for (const NamedLeaf& n : object.leaves)
    out.push_back(n.key);
  return out;
}

// The leaves of an object that an access of [offset, offset + length) may touch.
std::vector<std::uint64_t> Touched(Engine& engine, const NamedObject& object, infer::ExprId offset,
                                   infer::ExprId length, infer::ExprId low) {
  if (object.has_tail)
    return TouchedWithTail(engine, object, offset, length);
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

// What a scalar variable holds in a state, where that is followed.
std::optional<infer::Value> ScalarIn(Engine& engine, const infer::State& state, infer::ObjectId id,
                                     const NamedLeaf& n) {
  if (n.leaf.count != 1 || n.leaf.outer_count[0] != 1 || n.type == rir::kNone)
    return std::nullopt;
  const auto& type = engine.Program().types[n.type];
  infer::Cell like;
  like.offset = engine.pool.Constant(static_cast<std::int64_t>(n.leaf.offset));
  like.size = type.size;
  like.value.kind = type.kind == rir::TypeKind::Int       ? infer::Value::Kind::Int
                    : type.kind == rir::TypeKind::Pointer ? infer::Value::Kind::Pointer
                                                          : infer::Value::Kind::Other;
  return engine.ValueAt(state, id, like);
}

// A scalar that every step changes by the same number, wherever the step begins.
std::int64_t CounterStep(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  for (const auto& step : engine.boundary.nest)
    if (step.loop != nullptr && &step != &engine.boundary.nest.back())
      return 0;
  std::int64_t per_step = 0;
  for (std::size_t i = 0; i < engine.boundary.states.size(); ++i) {
    if (engine.boundary.ends[i].memory.empty())
      continue;  // no boundary is reached from there
    const auto before = ScalarIn(engine, engine.boundary.states[i], id, n);
    const auto after = ScalarIn(engine, engine.boundary.ends[i], id, n);
    const auto is_number = [](const std::optional<infer::Value>& v) {
      return v && v->kind == infer::Value::Kind::Int && v->number != infer::kNoExpr;
    };
    if (!is_number(before) || !is_number(after))
      return 0;
    const auto delta = engine.pool.AsConstant(engine.pool.Sub(after->number, before->number));
    if (!delta || *delta == 0 || (per_step != 0 && per_step != *delta))
      return 0;
    per_step = *delta;
  }
  return per_step;
}

// Whether the value was known where the nest is entered, and is the same in every run with the same arguments.
bool IsOfOutside(const Engine& engine, const infer::Value& v) {
  const auto is_old = [&](infer::ExprId e) {
    const auto atoms = engine.pool.AllAtoms(e);
    return std::all_of(atoms.begin(), atoms.end(), [&](infer::AtomId a) { return a < engine.boundary.outer_atoms; });
  };
  if (v.kind == infer::Value::Kind::Int)
    return v.number != infer::kNoExpr && is_old(v.number);
  if (v.kind != infer::Value::Kind::Pointer || v.alternatives.size() != 1 || !v.alternatives[0].guards.empty())
    return false;
  const auto& a = v.alternatives[0];
  if (a.is_null)
    return true;
  const auto& target = engine.objects[a.target.object];
  const bool is_block = target.kind == ObjectKind::Heap || target.kind == ObjectKind::Handle;
  return !target.many && !target.stands_for_many && is_old(a.target.offset) &&
         (!is_block || engine.boundary.outer.memory.contains(a.target.object));
}

bool IsParameter(const Engine& engine, infer::ObjectId id) {
  const auto& o = engine.objects[id];
  return o.kind == ObjectKind::Variable && engine.Program().regions[o.region].kind == rir::RegionKind::Param;
}

// A scalar that is written, but holds at every boundary what the code before the nest gave it. An argument of one of
// the nest's functions is given by the call, which a resumed run makes again; what else the code between the levels of
// the nest sets is not, because a resumed run jumps over it.
bool IsConstant(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  std::optional<infer::Value> first;
  if (!IsParameter(engine, id)) {
    first = ScalarIn(engine, engine.boundary.outer, id, n);
    if (!first)
      return false;
  }
  for (const auto& state : engine.boundary.states) {
    const auto v = ScalarIn(engine, state, id, n);
    if (!v || !IsOfOutside(engine, *v) || (first && !first->SameAs(*v)))
      return false;
    first = v;
  }
  return first.has_value();
}

// Open files that a pointer or a descriptor may stand for.
std::set<infer::ObjectId> FilesOf(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  std::set<infer::ObjectId> files;
  const auto add = [&](const infer::Value& v) {
    if (const auto file = engine.HandleOf(v))
      files.insert(*file);
    for (const auto& a : v.alternatives)
      if (!a.is_null && engine.objects[a.target.object].kind == ObjectKind::Handle)
        files.insert(a.target.object);
  };
  for (const auto& state : engine.boundary.states) {
    const auto& c = state.Of(id);
    for (const auto& cell : c.cells)
      if (engine.LeafAt(id, cell.offset, infer::kNoExpr) == n.key)
        add(cell.value);
    for (const auto& [key, value] : c.any)
      if (key == n.key)
        add(value);
  }
  return files;
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

// Objects that a step reads before it writes them, and ones that it writes, whether or not something names them.
struct Accesses {
  std::map<infer::ObjectId, const infer::Read*> read;
  std::map<infer::ObjectId, const infer::Write*> written;

  explicit Accesses(const Engine& engine) {
    for (const auto& r : engine.boundary.exposed)
      read.try_emplace(r.object, &r);
    for (const auto& w : engine.boundary.writes)
      written.try_emplace(w.object, &w);
  }
  [[nodiscard]] bool IsState(infer::ObjectId id) const { return read.contains(id) && written.contains(id); }
};

// State that no name leads to: it must not be forgotten silently.
void FindUnnamed(const Engine& engine, const Accesses& accesses,
                 const std::map<infer::ObjectId, const NamedObject*>& named, Facts& facts) {
  for (const auto& [id, read] : accesses.read) {
    const auto kind = engine.objects[id].kind;
    const bool is_memory = kind == ObjectKind::Heap || kind == ObjectKind::External || kind == ObjectKind::Unknown;
    if (!is_memory || named.contains(id) || !accesses.IsState(id))
      continue;
    const bool lives =
        kind != ObjectKind::Heap || std::any_of(engine.boundary.states.begin(), engine.boundary.states.end(),
                                                [&](const infer::State& state) { return state.memory.contains(id); });
    if (lives)
      facts.unnamed.push_back({PlaceOf(engine.Program(), read->location),
                               "memory that a step writes and a later one reads here; no variable leads to it in a way "
                               "that is followed, so it is not saved"});
  }
}

// Addresses in memory that is saved as plain bytes would be those of another process.
void FindUntypedPointers(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const auto is_address = [](const infer::Value& v) {
    return std::ranges::any_of(v.alternatives, [](const infer::Alternative& a) { return !a.is_null; });
  };
  for (const NamedObject& o : objects) {
    const NamedLeaf& last = o.leaves.back();
    const auto fact = facts.leaves.find({o.object, last.key});
    if (!o.is_heap || last.leaf.dtype != DType::Bytes || fact == facts.leaves.end() ||
        !IsSaved(fact->second.persistence) || fact->second.first_read == nullptr)
      continue;
    const auto holds_addresses = [&](const infer::State& state) {
      const infer::Contents& c = state.Of(o.object);
      return std::ranges::any_of(c.cells,
                                 [&](const infer::Cell& cell) {
                                   const auto at = engine.pool.AsConstant(cell.offset);
                                   const bool is_before =
                                       o.has_tail && at && *at < static_cast<std::int64_t>(o.element_size);
                                   return !is_before && is_address(cell.value);
                                 }) ||
             (!o.has_tail && std::ranges::any_of(c.any, [&](const auto& x) { return is_address(x.second); }));
    };
    if (std::ranges::any_of(engine.boundary.states, holds_addresses))
      facts.unnamed.push_back({PlaceOf(engine.Program(), fact->second.first_read->location),
                               o.path + " holds pointers, but no type says where; allocate it with the type of what is "
                                        "in it, so that they can be restored"});
  }
}

// Whether a leaf of the object is one place: not the same member of several records.
bool IsOne(const Engine& engine, const NamedObject& o) {
  const infer::ExprId extent = engine.objects[o.object].extent;
  const auto bytes = extent == infer::kNoExpr ? std::nullopt : engine.pool.AsConstant(extent);
  return !o.is_heap || o.has_tail || (bytes && static_cast<std::uint64_t>(*bytes) == o.element_size);
}

void Decide(Engine& engine, const NamedObject& o, const NamedLeaf& n, const Accesses& accesses, LeafFact& f) {
  const auto files = FilesOf(engine, o.object, n);
  const bool moves = std::any_of(files.begin(), files.end(), [&](infer::ObjectId id) { return accesses.IsState(id); });
  f.is_descriptor = !files.empty() && n.leaf.dtype != DType::File;
  if (moves || (f.read && f.written && n.leaf.dtype == DType::File)) {
    f.persistence = Persistence::Cursor;
  } else if (!f.read) {
    f.persistence = Persistence::Dead;
  } else if (!f.written) {
    f.persistence = Persistence::Invariant;
  } else if (engine.objects[o.object].kind == ObjectKind::Hidden) {
    f.persistence = Persistence::Stream;
  } else if (IsOne(engine, o) && IsConstant(engine, o.object, n)) {
    f.persistence = Persistence::Invariant;
    f.is_constant = true;
  } else if (const std::int64_t step = IsOne(engine, o) ? CounterStep(engine, o.object, n) : 0; step != 0) {
    f.persistence = Persistence::Counter;
    f.per_step = step;
  } else {
    f.persistence = Persistence::Carried;
  }
}

// An argument is only as constant as what the call computes it from.
void DemoteArguments(const Engine& engine, const Accesses& accesses, Facts& facts) {
  const auto is_stable = [&](const LeafKey& key) {
    const auto it = facts.leaves.find(key);
    return it == facts.leaves.end() ? !accesses.written.contains(key.first)
                                    : !it->second.written || it->second.is_constant;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [key, f] : facts.leaves)
      if (f.is_constant && IsParameter(engine, key.first) &&
          !std::all_of(f.depends_on.begin(), f.depends_on.end(), is_stable)) {
        f.is_constant = false;
        f.persistence = Persistence::Carried;
        changed = true;
      }
  }
}

bool IsLive(const LeafFact& f) {
  return (f.read || !f.unless.empty()) && f.written && !f.is_constant;
}

// All leaves that values of the environment reach.
std::set<LeafKey> Tainted(const Facts& facts, const std::set<LeafKey>& within) {
  std::set<LeafKey> tainted;
  for (bool changed = true; changed;) {
    changed = false;
    for (const LeafKey& key : within) {
      const LeafFact& f = facts.leaves.at(key);
      const bool from = f.environment || std::any_of(f.depends_on.begin(), f.depends_on.end(),
                                                     [&](const LeafKey& k) { return tainted.contains(k); });
      if (from)
        changed = tainted.insert(key).second || changed;
    }
  }
  return tainted;
}

void AddLeaves(const Engine& engine, const infer::Deps& deps, std::set<LeafKey>& out) {
  for (std::uint32_t d : deps)
    if (engine.sources[d].kind == SourceKind::Cell)
      out.insert({engine.sources[d].object, engine.sources[d].leaf});
}

// Leaves whose values come from the environment and reach nothing but printed text and themselves. What hangs on a
// saved leaf alone is none of them: the checkpoint holds its cause.
std::set<LeafKey> LogLeaves(const Engine& engine, const Facts& facts, std::set<LeafKey> log,
                            const std::set<infer::ObjectId>& parameters) {
  std::set<LeafKey> used;  // by files, or to decide what is printed at all
  for (const auto& o : engine.outputs) {
    if (o.to_file)
      AddLeaves(engine, o.deps, used);
    AddLeaves(engine, o.control, used);
  }
  for (const auto& r : engine.boundary.exposed)
    AddLeaves(engine, r.control, used);
  for (bool changed = true; changed;) {
    changed =
        std::erase_if(log, [&](const LeafKey& key) {
          const auto uses = [&](const auto& e) {
            return e.first != key && IsLive(e.second) && !log.contains(e.first) && e.second.depends_on.contains(key);
          };
          return used.contains(key) || parameters.contains(key.first) ||
                 facts.leaves.at(key).persistence != Persistence::Carried ||
                 std::any_of(facts.leaves.begin(), facts.leaves.end(), uses);
        }) != 0;
    auto supported = Tainted(facts, log);
    changed = changed || supported.size() != log.size();
    log = std::move(supported);
  }
  return log;
}

void DecideLog(Engine& engine, const std::set<infer::ObjectId>& parameters, Facts& facts) {
  std::set<LeafKey> live;
  for (const auto& [key, f] : facts.leaves)
    if (IsLive(f))
      live.insert(key);
  const std::set<LeafKey> tainted = Tainted(facts, live);
  facts.log = LogLeaves(engine, facts, tainted, parameters);
  for (const LeafKey& key : tainted) {
    LeafFact& f = facts.leaves[key];
    if (facts.log.contains(key)) {
      f.persistence = Persistence::Log;
      continue;
    }
    facts.environment_reaches_state = true;
    if (f.first_write != nullptr)
      facts.environment_why.push_back(
          {PlaceOf(engine.Program(), f.first_write->location),
           "state depends on the " + (f.environment_kind.empty() ? std::string("environment") : f.environment_kind)});
  }
}

// Reads of one that conditions exclude. They count like others where nobody writes what they see, or where the program
// cannot test the conditions.
void NoteConditions(Engine& engine, const std::vector<NamedObject>& objects,
                    const std::vector<std::pair<LeafKey, const infer::Read*>>& reads, Facts& facts) {
  Numbers numbers(engine, objects, engine.boundary.outer, [&](const LeafKey& key) { return !IsWritten(facts, key); });
  std::map<LeafKey, const infer::Read*> tested;
  for (const auto& [key, read] : reads) {
    LeafFact& f = facts.leaves[key];
    std::vector<LeafKey> leaves;
    const bool can_test = f.written && std::ranges::all_of(read->unless, [&](infer::ExprId condition) {
                            return numbers.CanCompute(condition, leaves);
                          });
    if (!can_test) {
      f.read = true;
      f.first_read = f.first_read == nullptr ? read : f.first_read;
      continue;
    }
    for (const infer::ExprId condition : read->unless)
      f.unless.try_emplace(condition, read);
    for (const LeafKey& leaf : leaves)
      tested.try_emplace(leaf, read);
  }
  for (const auto& [key, read] : tested) {
    LeafFact& f = facts.leaves[key];
    f.read = true;
    f.first_read = f.first_read == nullptr ? read : f.first_read;
  }
  for (auto& [key, f] : facts.leaves) {
    if (f.read)
      f.unless.clear();
    std::erase_if(f.unless, [&, all = f.unless](const auto& weak) {
      return std::ranges::any_of(
          all, [&](const auto& strong) { return infer::IsWeaker(engine.pool, weak.first, strong.first); });
    });
  }
}

}  // namespace

bool IsWritten(const Facts& facts, const LeafKey& key) {
  const auto it = facts.leaves.find(key);
  return it != facts.leaves.end() && it->second.written;
}

Facts Classify(Engine& engine, const std::vector<NamedObject>& objects, const std::set<infer::ObjectId>& parameters) {
  Facts facts;
  std::map<infer::ObjectId, const NamedObject*> by_id;
  for (const auto& o : objects)
    by_id[o.object] = &o;
  std::vector<std::pair<LeafKey, const infer::Read*>> conditional;
  for (const auto& r : engine.boundary.exposed)
    if (auto it = by_id.find(r.object); it != by_id.end())
      for (std::uint64_t key : Touched(engine, *it->second, r.offset, r.length, r.low)) {
        if (!r.unless.empty()) {
          conditional.push_back({{r.object, key}, &r});
          continue;
        }
        LeafFact& f = facts.leaves[{r.object, key}];
        f.read = true;
        f.first_read = f.first_read == nullptr ? &r : f.first_read;
      }
  for (const auto& w : engine.boundary.writes)
    if (auto it = by_id.find(w.object); it != by_id.end())
      for (std::uint64_t key : Touched(engine, *it->second, w.offset, w.length, w.low)) {
        LeafFact& f = facts.leaves[{w.object, key}];
        f.written = true;
        f.first_write = f.first_write == nullptr ? &w : f.first_write;
        NoteDependences(engine, w.deps, f);
      }
  NoteConditions(engine, objects, conditional, facts);
  const Accesses accesses(engine);
  for (const auto& o : objects)
    for (const auto& n : o.leaves)
      if (auto it = facts.leaves.find({o.object, n.key}); it != facts.leaves.end())
        Decide(engine, o, n, accesses, it->second);
  DemoteArguments(engine, accesses, facts);
  FindUnnamed(engine, accesses, by_id, facts);
  FindUntypedPointers(engine, objects, facts);
  DecideLog(engine, parameters, facts);
  Derive(engine, objects, facts);
  return facts;
}

}  // namespace detrain::plan
