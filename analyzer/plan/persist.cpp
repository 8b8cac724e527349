// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/persist.h"

#include <algorithm>

#include "analyzer/infer/reached.h"
#include "analyzer/plan/addressed.h"
#include "analyzer/plan/choose.h"
#include "analyzer/plan/dependences.h"
#include "analyzer/plan/derive.h"
#include "analyzer/plan/futures.h"
#include "analyzer/plan/library_handles.h"
#include "analyzer/plan/log.h"
#include "analyzer/plan/made_again.h"
#include "analyzer/plan/nest_arguments.h"
#include "analyzer/plan/saved_later.h"
#include "analyzer/plan/scalars.h"
#include "analyzer/plan/touched.h"
#include "analyzer/plan/untyped.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectKind;

// Open files that a pointer or a descriptor may stand for.
std::set<infer::ObjectId> FilesOf(Engine& engine, infer::ObjectId id, const NamedLeaf& n) {
  std::set<infer::ObjectId> files;
  for (const infer::Value* v : ValuesAtBoundary(engine, id, n.key)) {
    if (const auto file = engine.HandleOf(*v))
      files.insert(*file);
    for (const auto& a : v->alternatives)
      if (!a.is_null && engine.objects[a.target.object].kind == ObjectKind::Handle)
        files.insert(a.target.object);
  }
  return files;
}

void NoteDependences(const Engine& engine, const Dependences& dependences, const infer::Deps& deps, LeafFact& fact) {
  Dependences::Cause cause = dependences.Of(deps);
  fact.depends_on.merge(cause.leaves);
  fact.is_of_library = fact.is_of_library || cause.is_of_library;
  for (const std::uint32_t reading : cause.readings) {
    fact.is_unrecorded = fact.is_unrecorded || !engine.sources[reading].is_recorded;
    fact.environment = fact.environment || !engine.sources[reading].IsData();
  }
  fact.readings.merge(cause.readings);
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

// Nothing that is said of a step holds then.
void FindUnsettled(const Engine& engine, Facts& facts) {
  if (!engine.boundary.is_settled)
    facts.unnamed.push_back({PlaceOf(engine.Program(), engine.boundary.nest.back().location),
                             "what a step of this loop leaves to the next one was not found out; choose another loop",
                             true});
}

// Not so a local that the step declares, or that of a function that has returned: what it leads to is out of reach.
// Those of threads that live beside the others are on no stack that is known here.
bool LivesAtBoundary(const Engine& engine, infer::ObjectId id) {
  const infer::Object& o = engine.objects[id];
  if (o.kind != ObjectKind::Variable)
    return o.kind != ObjectKind::Heap;
  const rir::RegionKind kind = engine.Program().regions[o.region].kind;
  const bool is_automatic = kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  const bool lives = engine.boundary.frame_of.contains(id) && engine.boundary.entry.memory.contains(id);
  return !is_automatic || lives || engine.HasThreadsBeside();
}

// " (allocated at a.c:12)", where that is known.
std::string OriginOf(const Engine& engine, infer::ObjectId id) {
  const infer::Object& o = engine.objects[id];
  const Place at = PlaceOf(engine.Program(), o.shown);
  if (o.kind == ObjectKind::Heap && at.line != 0)
    return " (allocated at " + at.file + ":" + std::to_string(at.line) + ")";
  return o.name.empty() ? "" : " (" + o.name + ")";
}

// Memory of the outside whose address stood in a block is there only as long as the block: where nothing leads to that
// at the boundary, each step has a new one, and what it reads there before it is written is the program's error (A2).
bool IsHeldBy(const Engine& engine, infer::ObjectId id, const std::set<infer::ObjectId>& reached) {
  for (const infer::Object* o = &engine.objects[id]; o->kind == ObjectKind::External && o->holder;) {
    const infer::Object& holder = engine.objects[*o->holder];
    if (holder.kind == ObjectKind::Heap)
      return reached.contains(*o->holder);
    if (&holder == o)
      break;
    o = &holder;
  }
  return true;
}

// A closure on the way to the step loop that is another one at each boundary (a loop makes one for each thread): its
// captures have names, it has none, and no rewrite can announce it.
void FindClosures(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const rir::Module& module = engine.Program();
  for (const NamedObject& o : objects) {
    const infer::Object& object = engine.objects[o.object];
    if (object.kind != ObjectKind::Variable || !o.is_in_sight || module.regions[object.region].name != "this")
      continue;
    const rir::Function& function = module.functions[module.regions[object.region].function];
    const bool is_saved = std::ranges::any_of(o.leaves, [&](const NamedLeaf& n) {
      const auto fact = facts.leaves.find({o.object, n.key});
      return fact != facts.leaves.end() && IsSaved(fact->second.persistence);
    });
    if (is_saved && function.name.ends_with("(lambda)::operator()"))
      facts.unnamed.push_back({PlaceOf(module, function.declared),
                               "the code around the step loop makes this closure several times, and a closure has no "
                               "name that could announce it; write a function in its place"});
  }
}

// State that no name leads to: it must not be forgotten silently.
void FindUnnamed(const Engine& engine, const Accesses& accesses,
                 const std::map<infer::ObjectId, const NamedObject*>& named, Facts& facts) {
  std::set<infer::ObjectId> reached;
  const auto is_held = [&](infer::ObjectId id) { return IsHeldBy(engine, id, reached); };
  const auto is_root = [&](infer::ObjectId id) {
    const bool is_left_behind = engine.objects[id].kind == ObjectKind::Hidden && !accesses.read.contains(id);
    return !is_left_behind && LivesAtBoundary(engine, id) && is_held(id);
  };
  for (std::size_t before = 1; before != reached.size();) {
    before = reached.size();
    for (const infer::State& state : engine.boundary.states)
      reached.merge(infer::ReachedIn(state, is_root));
  }
  for (const auto& [id, read] : accesses.read) {
    const auto kind = engine.objects[id].kind;
    const bool is_memory = kind == ObjectKind::Heap || kind == ObjectKind::External || kind == ObjectKind::Unknown;
    if (!is_memory || named.contains(id) || !accesses.IsState(id))
      continue;
    const bool lives = kind == ObjectKind::Heap ? reached.contains(id) : is_held(id);
    if (!lives)
      continue;
    const Place place = PlaceOf(engine.Program(), read->shown);
    const std::string text = "memory" + OriginOf(engine, id) +
                             " that a step writes and a later one reads here; no variable leads to it in a way that "
                             "is followed";
    // What loops before this one in a row would have to save of it, nobody could tell.
    if (kind == ObjectKind::Heap && !engine.boundary.is_in_row)
      facts.untyped.push_back({id, std::nullopt, {place, text + ": keep its address in a pointer of its type"}});
    else
      facts.unnamed.push_back({place, text + ", so it is not saved", kind != ObjectKind::External});
  }
}

// The object that an address leads to, on the way to `o`, from bytes of which nobody knows that one is there: a save
// and a restore do not follow it. Null: there is none on the way.
const NamedObject* UntypedHolder(const Engine& engine, const std::map<infer::ObjectId, const NamedObject*>& named,
                                 const NamedObject* o) {
  while (o->is_heap) {
    const auto holder = named.find(o->holder);
    if (holder == named.end() || holder->second == o)
      return nullptr;
    const NamedLeaf* const leaf = PointerOfKey(*holder->second, o->holder_leaf);
    const bool is_typed = leaf == nullptr || HoldsAddresses(leaf->leaf.dtype) || leaf->leaf.dtype == DType::Object;
    if (!is_typed || HasLinkedTail(engine, *holder->second))
      return holder->second;
    o = holder->second;
  }
  return nullptr;
}

// What is saved must be found again, though nothing of its holder is saved.
void FindLost(Engine& engine, const std::map<infer::ObjectId, const NamedObject*>& named, Facts& facts) {
  for (const auto& [key, fact] : facts.leaves) {
    const auto object = named.find(key.first);
    const bool matters = IsSaved(fact.persistence) && fact.first_read != nullptr && object != named.end();
    const NamedObject* holder = matters ? UntypedHolder(engine, named, object->second) : nullptr;
    const std::string text = holder == nullptr ? "" : holder->path + " holds pointers, " + WhyUntyped(engine, *holder);
    if (holder != nullptr)
      facts.untyped.push_back({key.first, std::nullopt, {PlaceOf(engine.Program(), fact.first_read->shown), text}});
  }
}

// Addresses that are not saved as pointers would be those of another process.
void FindUntypedPointers(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects)
    for (const NamedLeaf& leaf : LeavesOfAddresses(engine, o)) {
      const auto fact = facts.leaves.find({o.object, leaf.key});
      const bool is_saved = fact != facts.leaves.end() && IsSaved(fact->second.persistence);
      const bool is_known = HoldsAddresses(leaf.leaf.dtype) || leaf.leaf.dtype == DType::Object;
      if (!is_saved || is_known || fact->second.first_read == nullptr)
        continue;
      // A number of a variable, which is no union: a pointer into the variable leads to any part of it.
      const bool is_number = !o.is_heap && leaf.leaf.dtype != DType::Bytes;
      const std::string why = is_number
                                  ? " may hold a pointer, as what is stored in the variable is not known by member"
                                  : " holds pointers, " + WhyUntyped(engine, o);
      facts.untyped.push_back(
          {o.object, leaf.key, {PlaceOf(engine.Program(), fact->second.first_read->shown), leaf.leaf.path + why}});
    }
}

// std::ifstream, std::filebuf, std::ios
bool IsStreamClass(const std::string& name) {
  return name.starts_with("std::") &&
         (name.ends_with("stream") || name.ends_with("buf") || name.find("ios") != std::string::npos);
}

// An object of a class of a C++ library that nobody looks into.
bool IsLibraryObject(const Engine& engine, const NamedLeaf& n) {
  if (n.type == rir::kNone || engine.Program().types[n.type].kind != rir::TypeKind::Handle)
    return false;
  const std::string& name = engine.Program().types[n.type].name;
  return name.find("::") != std::string::npos && !IsStreamClass(name);
}

// What such objects hold, a step changes as a whole: each that it reads may be another one afterwards.
void DecideObjects(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const LeafFact* held = nullptr;
  for (const auto& [key, fact] : facts.leaves)
    if (IsHeld(engine, key.first) && fact.read && fact.written)
      held = held != nullptr && held->first_write != nullptr ? held : &fact;
  if (held == nullptr)
    return;
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (!IsLibraryObject(engine, n) || engine.Program().types[n.type].name.ends_with(rir::kValue) ||
          fact == facts.leaves.end() || !fact->second.read || fact->second.persistence != Persistence::Invariant)
        continue;
      fact->second.persistence = Persistence::Carried;
      fact->second.written = true;
      fact->second.first_write = held->first_write;
    }
}

// Such an object that the runtime cannot take out must not live from step to step.
void FindObjects(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (!IsLibraryObject(engine, n) || n.leaf.dtype != DType::Bytes || fact == facts.leaves.end() ||
          !IsSaved(fact->second.persistence))
        continue;
      const auto* read = fact->second.first_read;
      facts.unnamed.push_back(
          {PlaceOf(engine.Program(), read != nullptr ? read->shown : engine.objects[o.object].shown),
           n.leaf.path + " is a " + engine.Program().types[n.type].name +
               " that lives from step to step, and no function is known that saves one; make it in the step that uses "
               "it"});
    }
}

// Nor must the address of one: it lies elsewhere in a resumed run, and no plan describes where.
void FindPointersToObjects(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const auto leads_there = [&](const infer::Value* v) {
    return std::ranges::any_of(
        v->alternatives, [&](const infer::Alternative& a) { return !a.is_null && IsHeld(engine, a.target.object); });
  };
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (n.leaf.dtype == DType::Ptr && fact != facts.leaves.end() && IsSaved(fact->second.persistence) &&
          std::ranges::any_of(ValuesAtBoundary(engine, o.object, n.key), leads_there)) {
        const auto* read = fact->second.first_read;
        facts.unnamed.push_back(
            {PlaceOf(engine.Program(), read != nullptr ? read->shown : engine.objects[o.object].shown),
             n.leaf.path +
                 " leads to an object of a library, which lies elsewhere in a resumed run; take what holds the "
                 "object, or its address in the step that uses it"});
      }
    }
}

// Streams that the library itself makes: they write to nowhere that has a place, or read standard input, which has one.
bool IsConsole(const Engine& engine, const NamedObject& o, const NamedLeaf& n) {
  const rir::RegionId region = engine.objects[o.object].region;
  const bool is_library = region != rir::kNone && !engine.Program().regions[region].is_defined;
  const bool can_be = n.type_text == "std::ostream" || (n.type_text == "std::istream" && is_library);
  return n.leaf.dtype == DType::Ostream && !o.is_heap && can_be;
}

// What is in a stream of C++ is the library's own affair, and no bytes to be put back; one on a file has a place there,
// and std::cout and its kind are there from the beginning.
void FindStreams(const Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      // One that a function makes when it first runs would be opened again by a resumed run, behind the restore.
      const bool is_late =
          engine.objects[o.object].kind == ObjectKind::Variable &&
          engine.Program().regions[engine.objects[o.object].region].kind == rir::RegionKind::FunctionStatic;
      const bool can_be_asked = IsFileStream(n.leaf.dtype) || IsConsole(engine, o, n);
      const bool is_stream = n.type != rir::kNone && engine.Program().types[n.type].kind == rir::TypeKind::Handle &&
                             IsStreamClass(engine.Program().types[n.type].name) && (is_late || !can_be_asked);
      if (!is_stream || fact == facts.leaves.end() || !IsSaved(fact->second.persistence))
        continue;
      const auto* read = fact->second.first_read;
      facts.unnamed.push_back(
          {PlaceOf(engine.Program(), read != nullptr ? read->shown : engine.objects[o.object].shown),
           n.leaf.path + " is a " + engine.Program().types[n.type].name +
               " that lives from step to step, and cannot be saved; use a stream on a file that is no function's "
               "static, or make it in the step that uses it"});
    }
}

// Whether a leaf of the object is one place: not the same member of several records.
bool IsOne(const Engine& engine, const NamedObject& o) {
  const infer::ExprId extent = engine.objects[o.object].extent;
  const auto bytes = extent == infer::kNoExpr ? std::nullopt : engine.pool.AsConstant(extent);
  return !o.is_heap || o.has_tail || (bytes && static_cast<std::uint64_t>(*bytes) == o.element_size);
}

// Whether a step closes the file and opens it anew before it uses it. A resumed run closes the one that the code before
// the loop has opened in its place. A file of the step that another place leads to is state there: that place was read.
bool IsReopened(Engine& engine, const NamedObject& o, const NamedLeaf& n, const Accesses& accesses) {
  const auto leads = [&](const infer::State& state, auto&& accepts) {
    const infer::Contents& c = state.Of(o.object);
    const auto is_fine = [&](const infer::Value& v) {
      return !v.alternatives.empty() && std::ranges::all_of(v.alternatives, [&](const infer::Alternative& a) {
        return !a.is_null && engine.objects[a.target.object].kind == ObjectKind::Handle && accepts(a.target.object);
      });
    };
    const auto is_at_leaf = [&](const infer::Cell& cell) {
      return engine.LeafAt(o.object, cell.offset, infer::kNoExpr) == n.key;
    };
    const auto any = c.any.find(n.key);
    return std::ranges::any_of(c.cells, is_at_leaf) &&
           std::ranges::all_of(c.cells, [&](const auto& x) { return !is_at_leaf(x) || is_fine(x.value); }) &&
           (any == c.any.end() || is_fine(any->second));
  };
  if (!IsOne(engine, o) || n.leaf.count != 1 || n.leaf.outer_count[0] != 1 || n.leaf.outer_count[1] != 1)
    return false;
  const infer::State& before = engine.boundary.outer;
  const auto is_open = [&](infer::ObjectId file) { return !engine.closed_before.contains(file); };
  const auto is_of_step = [&](infer::ObjectId file) {
    return !accesses.IsState(file) || !before.memory.contains(file);
  };
  return leads(before, is_open) &&
         std::ranges::all_of(engine.boundary.states, [&](const auto& state) { return leads(state, is_of_step); });
}

// Whether a step always leaves it as zeros, and the code before the nest does.
bool IsZeroAtBoundary(const Engine& engine, infer::ObjectId id) {
  const auto is_zero = [&](const infer::State& state) { return engine.IsZero(state, id); };
  return is_zero(engine.boundary.outer) && std::ranges::all_of(engine.boundary.states, is_zero);
}

// Steps are counted from the first of loops in a row.
bool CanCount(const Engine& engine, const NamedObject& o) {
  return IsOne(engine, o) && !engine.boundary.is_in_row;
}

// A generator of a library, not the place of another library's state (libc::errno).
bool IsHiddenStream(const Engine& engine, infer::ObjectId id) {
  const infer::Object& o = engine.objects[id];
  return o.kind == ObjectKind::Hidden && o.region != rir::kNone && engine.Program().regions[o.region].is_stream;
}

// A file that the library has opened: standard input.
bool IsHiddenFile(const Engine& engine, infer::ObjectId id) {
  const infer::Object& o = engine.objects[id];
  const rir::Module& module = engine.Program();
  return o.kind == ObjectKind::Hidden && o.region != rir::kNone &&
         module.types[module.regions[o.region].type].name == rir::kFile;
}

void Decide(Engine& engine, const NamedObject& o, const NamedLeaf& n, const Accesses& accesses, LeafFact& f) {
  const auto files = FilesOf(engine, o.object, n);
  const bool moves = std::any_of(files.begin(), files.end(), [&](infer::ObjectId id) { return accesses.IsState(id); });
  f.is_descriptor = !files.empty() && n.leaf.dtype != DType::File && !IsFileStream(n.leaf.dtype);
  f.is_reopened = f.is_closed && !f.read && f.written && IsReopened(engine, o, n, accesses);
  f.read = f.read || (f.is_closed && !f.is_reopened);
  if (f.is_reopened) {
    f.persistence = Persistence::Dead;
  } else if (moves || (f.read && f.written &&
                       (n.leaf.dtype == DType::File || IsFileStream(n.leaf.dtype) || IsHiddenFile(engine, o.object)))) {
    f.persistence = Persistence::Cursor;
  } else if (!f.read) {
    f.persistence = Persistence::Dead;
  } else if (!f.written) {
    f.persistence = Persistence::Invariant;
  } else if (IsHiddenStream(engine, o.object)) {
    f.persistence = Persistence::Stream;
  } else if (IsBehindHandle(engine, o, n)) {
    // A generator's numbers are its own affair, but where it stands is state.
    f.persistence = engine.drawn_from.contains(o.object) ? Persistence::Stream : Persistence::Invariant;
    f.is_handles = true;
  } else if (IsOne(engine, o) && IsConstant(engine, o.object, n)) {
    f.persistence = Persistence::Invariant;
    f.is_constant = true;
  } else if (IsZeroAtBoundary(engine, o.object)) {
    f.persistence = Persistence::Invariant;
    f.is_constant = true;
  } else if (const std::int64_t step = CanCount(engine, o) ? CounterStep(engine, o.object, n) : 0; step != 0) {
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

// How much of the text that a string keeps in itself is in use, its length says: the one does not cross the boundary
// without the other.
void KeepLengths(const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const bool has_length = n.is_short_text && !n.is_alternative;  // in a variant the one has the other's key
      const auto text = has_length ? facts.leaves.find({o.object, n.key}) : facts.leaves.end();
      const auto length = has_length ? facts.leaves.find({o.object, n.key - sizeof(std::uint64_t)}) : text;
      if (text == facts.leaves.end() || length == facts.leaves.end() || text->second.persistence == Persistence::Dead ||
          length->second.persistence != Persistence::Dead)
        continue;
      length->second.persistence = Persistence::Carried;
      length->second.read = true;
      length->second.unless.clear();
      length->second.first_read = text->second.first_read;
    }
}

// The flags that tell which objects are there: a restore asks them before it puts an object back. Where no step has to
// do with them, the code before the loop has set them.
void KeepFlags(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  const auto is_given = [](const LeafFact& f) {
    return IsSaved(f.persistence) || f.persistence == Persistence::Invariant;
  };
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || (!is_given(fact->second) && fact->second.unless.empty()))
        continue;
      for (const Flag& flag : n.leaf.present) {
        const auto at = engine.pool.Constant(static_cast<std::int64_t>(n.leaf.offset) + flag.at);
        LeafFact& told = facts.leaves[{o.object, engine.LeafAt(o.object, at, infer::kNoExpr)}];
        if (is_given(told))
          continue;
        told.persistence = told.written ? Persistence::Carried : Persistence::Invariant;
        told.read = true;
        told.unless.clear();
        told.first_read = told.first_read == nullptr ? fact->second.first_read : told.first_read;
      }
    }
}

// Which class an object is of that a step makes: a saved pointer to it is restored by that, though no step calls it.
void KeepMadeClasses(const std::vector<NamedObject>& objects, Facts& facts) {
  for (const NamedObject& o : objects) {
    const auto pointer = o.is_heap ? facts.leaves.find({o.holder, o.holder_leaf}) : facts.leaves.end();
    if (pointer == facts.leaves.end() || !IsSaved(pointer->second.persistence))
      continue;
    for (const NamedLeaf& n : o.leaves)
      if (const auto fact = facts.leaves.find({o.object, n.key}); IsClass(n) && fact != facts.leaves.end() &&
                                                                  fact->second.written &&
                                                                  fact->second.persistence == Persistence::Dead) {
        fact->second.persistence = Persistence::Carried;
        fact->second.read = true;
        fact->second.first_read = pointer->second.first_read;
      }
  }
}

}  // namespace

bool IsWritten(const Facts& facts, const LeafKey& key) {
  const auto it = facts.leaves.find(key);
  return it != facts.leaves.end() && it->second.written;
}

Facts Classify(Engine& engine, const std::vector<NamedObject>& objects, const std::set<infer::ObjectId>& parameters,
               const SavedLater& saved_later) {
  Facts facts;
  std::map<infer::ObjectId, const NamedObject*> by_id;
  for (const auto& o : objects)
    by_id[o.object] = &o;
  const Dependences dependences(engine, objects);
  std::vector<std::pair<LeafKey, const infer::Read*>> conditional;
  for (const auto& r : engine.boundary.exposed)
    if (auto it = by_id.find(r.object); it != by_id.end())
      for (std::uint64_t key : Touched(engine, *it->second, r.offset, r.length, r.low, r.high)) {
        if (r.use != infer::Use::Close && !r.unless.empty()) {
          conditional.push_back({{r.object, key}, &r});
          continue;
        }
        LeafFact& f = facts.leaves[{r.object, key}];
        (r.use == infer::Use::Close ? f.is_closed : f.read) = true;
        f.first_read = f.first_read == nullptr ? &r : f.first_read;
      }
  for (const auto& w : engine.boundary.writes)
    if (auto it = by_id.find(w.object); it != by_id.end())
      for (std::uint64_t key : Touched(engine, *it->second, w.offset, w.length, w.low, w.high)) {
        LeafFact& f = facts.leaves[{w.object, key}];
        f.written = true;
        f.first_write = f.first_write == nullptr ? &w : f.first_write;
        NoteDependences(engine, dependences, w.deps, f);
      }
  NoteConditions(engine, objects, conditional, facts);
  const Accesses accesses(engine);
  for (const auto& o : objects)
    for (const auto& n : o.leaves)
      if (auto it = facts.leaves.find({o.object, n.key}); it != facts.leaves.end())
        Decide(engine, o, n, accesses, it->second);
  DecideObjects(engine, objects, facts);
  DecideHandles(engine, objects, facts);
  KeepNestArguments(engine, objects, facts);
  DemoteArguments(engine, accesses, facts);
  saved_later.Keep(engine, objects, facts);
  KeepLengths(objects, facts);
  FindUnnamed(engine, accesses, by_id, facts);
  FindUntypedPointers(engine, objects, facts);
  FindLost(engine, by_id, facts);
  FindStreams(engine, objects, facts);
  FindAddressed(engine, objects, facts);
  DecideMadeAgain(engine, objects, facts);
  FindObjects(engine, objects, facts);
  FindPointersToObjects(engine, objects, facts);
  FindFutures(engine, objects, facts);
  FindUnsettled(engine, facts);
  DecideLog(engine, dependences, parameters, facts);
  Derive(engine, objects, facts);
  KeepFlags(engine, objects, facts);
  KeepMadeClasses(objects, facts);
  FindClosures(engine, objects, facts);
  return facts;
}

}  // namespace detrain::plan
