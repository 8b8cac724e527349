// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/make_plan.h"

#include <algorithm>
#include <set>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/hash.h"
#include "analyzer/plan/layout.h"
#include "analyzer/plan/persist.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectKind;

constexpr const char* kTested =
    ", under the conditions that follow; the program tests them before its first step, and saves this if one fails";

struct Maker {
  Engine& engine;
  const rir::Module& module;
  std::vector<NamedObject> objects;
  Facts facts = {};
  CheckpointPlan plan = {};
  std::map<infer::ObjectId, std::int32_t> region_of = {};  // object -> index into plan.regions
  Numbers numbers{engine, objects, engine.boundary.outer,
                  [this](const LeafKey& key) { return !IsWritten(facts, key); }};

  [[nodiscard]] Place At(const rir::Location& l) const { return PlaceOf(module, l); }

  void Nest() {
    const auto& nest = engine.boundary.nest;
    for (const auto& step : nest) {
      NestLevel level;
      level.is_loop = step.loop != nullptr;
      level.site = {At(step.location), step.function->name, step.function->link_name};
      plan.nest.push_back(std::move(level));
    }
    plan.step_loop = plan.nest.back().site;
  }

  // Blocks that one pointer may point to share one region: the runtime cannot tell them apart.
  std::map<infer::ObjectId, infer::ObjectId> Unify() {
    std::map<infer::ObjectId, infer::ObjectId> head;
    std::map<infer::ObjectId, const NamedObject*> heap;
    for (const auto& o : objects)
      if (o.is_heap) {
        head[o.object] = o.object;
        heap[o.object] = &o;
      }
    auto find = [&](infer::ObjectId x) {
      while (head[x] != x)
        x = head[x];
      return x;
    };
    auto join_targets = [&](const infer::Value& v, std::optional<infer::ObjectId>& first) {
      for (const auto& a : v.alternatives) {
        if (a.is_null || !head.contains(a.target.object))
          continue;
        if (!first) {
          first = a.target.object;
          continue;
        }
        auto x = find(*first), y = find(a.target.object);
        if (x != y)
          head[std::max(x, y)] = std::min(x, y);
      }
    };
    for (const auto& o : objects) {
      std::map<std::uint64_t, std::optional<infer::ObjectId>> by_leaf;
      for (const auto& state : engine.boundary.states) {
        const auto& c = state.Of(o.object);
        for (const auto& cell : c.cells)
          join_targets(cell.value, by_leaf[engine.LeafAt(o.object, cell.offset, infer::kNoExpr)]);
        for (const auto& [key, value] : c.any)
          join_targets(value, by_leaf[key]);
      }
    }
    std::map<infer::ObjectId, infer::ObjectId> out;
    for (auto& [id, unused] : head)
      out[id] = find(id);
    // One that is saved saves all that share its region.
    for (const auto& [id, to] : out) {
      if (id == to)
        continue;
      for (const auto& n : heap[id]->leaves) {
        auto f = facts.leaves.find({id, n.key});
        if (f == facts.leaves.end())
          continue;
        LeafFact& g = facts.leaves[{to, n.key}];
        const bool stronger = IsSaved(f->second.persistence) || (!g.read && f->second.read);
        const bool both_written = g.written || f->second.written, both_read = g.read || f->second.read;
        LeafFact merged = stronger ? f->second : g;
        merged.written = both_written;
        merged.read = both_read;
        merged.unless.insert(g.unless.begin(), g.unless.end());
        merged.unless.insert(f->second.unless.begin(), f->second.unless.end());
        if (both_read)
          merged.unless.clear();
        if (both_read && both_written && !IsSaved(merged.persistence))
          merged.persistence = Persistence::Carried;
        g = merged;
      }
    }
    return out;
  }

  std::int32_t TargetOf(infer::ObjectId holder, std::uint64_t key,
                        const std::map<infer::ObjectId, infer::ObjectId>& unified) {
    for (const auto& state : engine.boundary.states) {
      const auto& c = state.Of(holder);
      auto first = [&](const infer::Value& v) -> std::int32_t {
        for (const auto& a : v.alternatives)
          if (!a.is_null)
            if (auto u = unified.find(a.target.object); u != unified.end())
              if (auto r = region_of.find(u->second); r != region_of.end())
                return r->second;
        return -1;
      };
      for (const auto& cell : c.cells)
        if (engine.LeafAt(holder, cell.offset, infer::kNoExpr) == key)
          if (auto t = first(cell.value); t >= 0)
            return t;
      for (const auto& [k, value] : c.any)
        if (k == key)
          if (auto t = first(value); t >= 0)
            return t;
    }
    return -1;
  }

  std::string ExtentText(const NamedObject& o, const NamedLeaf& n) {
    if (!o.is_heap || (o.has_tail && n.leaf.count != 0))
      return n.leaf.count > 1 ? std::to_string(n.leaf.count) : "";
    const auto extent = engine.objects[o.object].extent;
    if (extent == infer::kNoExpr)
      return "";
    auto& pool = engine.pool;
    auto count = pool.DivideExactly(extent, pool.Constant(static_cast<std::int64_t>(o.element_size)));
    if (!count)
      return pool.Text(extent) + " bytes";
    if (auto c = pool.AsConstant(*count))
      return std::to_string(*c);
    std::string best;
    for (const auto& other : objects)
      for (const auto& leaf : other.leaves)
        for (const auto& state : engine.boundary.states)
          for (const auto& cell : state.Of(other.object).cells)
            if (cell.value.kind == infer::Value::Kind::Int && cell.value.number == *count &&
                engine.LeafAt(other.object, cell.offset, infer::kNoExpr) == leaf.key && leaf.leaf.count == 1 &&
                (best.empty() || leaf.leaf.path.size() < best.size()))
              best = leaf.leaf.path;
    return best.empty() ? pool.Text(*count) : best;
  }

  std::vector<Reason> Why(const LeafFact& f, const NamedObject& o) {
    std::vector<Reason> why;
    auto place = [&](const auto* access) { return access == nullptr ? Place{} : At(access->location); };
    switch (f.persistence) {
      case Persistence::Dead:
        why.push_back({place(f.first_write), std::string("every element that a step reads was written earlier in that "
                                                         "step") +
                                                 (f.unless.empty() ? "" : kTested)});
        for (const auto& [condition, read] : f.unless)
          why.push_back({place(read), "read here within what was written, where " + numbers.TextOf(condition)});
        break;
      case Persistence::Invariant:
        if (f.is_constant) {
          why.push_back({place(f.first_write), "always set to what it was before the loop"});
          break;
        }
        why.push_back({place(f.first_read),
                       "read here; no step writes it, and the code before the loop gives the same bytes again"});
        break;
      case Persistence::Counter:
        why.push_back(
            {place(f.first_write), "every step adds " + std::to_string(f.per_step) + "; restored from the step"});
        break;
      case Persistence::Log:
        why.push_back(
            {place(f.first_write), "depends on the " +
                                       (f.environment_kind.empty() ? std::string("environment") : f.environment_kind) +
                                       " and reaches printed text only"});
        break;
      case Persistence::Stream:
        why.push_back({place(f.first_read), "numbers are drawn here"});
        break;
      case Persistence::Cursor:
        why.push_back({place(f.first_read), "an open file; it is opened again and its position restored"});
        break;
      case Persistence::Derived:
        why.push_back(
            {place(f.first_write), "always " + NumbersFor(f).Formula(f.value) + "; computed again from that"});
        break;
      case Persistence::Carried:
        why.push_back({place(f.first_write), "written here"});
        why.push_back(
            {place(f.first_read),
             "read here in a later step, or after the loop, before this step's writes are proven to cover it"});
        break;
    }
    if (o.is_heap && engine.objects[o.object].many)
      why.push_back({At(engine.objects[o.object].site), "allocated here more than once; its blocks are treated alike"});
    return why;
  }

  void Regions(const std::map<infer::ObjectId, infer::ObjectId>& unified) {
    auto representative = [&](infer::ObjectId id) {
      auto u = unified.find(id);
      return u == unified.end() ? id : u->second;
    };
    // Which objects the plan speaks of: those with a live or written leaf, and those that such pointers lead to.
    std::set<infer::ObjectId> wanted;
    for (const auto& [key, f] : facts.leaves)
      wanted.insert(representative(key.first));
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& o : objects)
        if (o.is_heap && wanted.contains(representative(o.object)))
          changed = wanted.insert(representative(o.holder)).second || changed;
    }
    for (const auto& o : objects) {
      if (representative(o.object) != o.object || !wanted.contains(o.object))
        continue;
      region_of[o.object] = static_cast<std::int32_t>(plan.regions.size());
      const auto& object = engine.objects[o.object];
      Region r;
      r.path = o.path;
      r.element_size = o.element_size;
      r.kind = o.is_heap                           ? RegionKind::Heap
               : object.kind == ObjectKind::Hidden ? RegionKind::Hidden
                                                   : RegionKind::Variable;
      if (r.kind == RegionKind::Variable) {
        const auto& region = module.regions[object.region];
        r.variable_kind = region.kind;
        r.name = region.name.substr(region.name.rfind(':') == std::string::npos ? 0 : region.name.rfind(':') + 1);
        if (region.function != rir::kNone)
          r.function_link = module.functions[region.function].link_name;
        r.declared = At(region.declared);
        r.is_const = region.is_const;
        if (auto f = engine.boundary.frame_of.find(o.object); f != engine.boundary.frame_of.end())
          r.frame = f->second;
      }
      plan.regions.push_back(std::move(r));
    }
  }

  // Those that a derived leaf is computed from.
  Numbers NumbersFor(const LeafFact& f) {
    return {engine, objects, engine.boundary.states.front(),
            [&f](const LeafKey& key) { return f.givers.contains(key); }};
  }

  LeafPlace PlaceIn(const LeafKey& key, const std::map<infer::ObjectId, infer::ObjectId>& unified) {
    const auto u = unified.find(key.first);
    const infer::ObjectId id = u == unified.end() ? key.first : u->second;
    const auto object = std::ranges::find(objects, id, &NamedObject::object);
    const auto leaf = std::ranges::find(object->leaves, key.second, &NamedLeaf::key);
    return {region_of.at(id), static_cast<std::size_t>(leaf - object->leaves.begin())};
  }

  void Formulas(const LeafFact& f, const std::map<infer::ObjectId, infer::ObjectId>& unified, Leaf& leaf) {
    const auto place_of = [&](const LeafKey& key) { return PlaceIn(key, unified); };
    for (const auto& [condition, read] : f.unless)
      leaf.conditions.push_back({numbers.TextOf(condition), numbers.CodeOf(condition, place_of)});
    if (f.persistence == Persistence::Derived)
      leaf.formula = NumbersFor(f).CodeOf(f.value, place_of);
  }

  void Entries(const std::map<infer::ObjectId, infer::ObjectId>& unified) {
    std::set<LeafKey> naming, reaching;
    for (const auto& o : objects)
      if (o.is_heap || o.is_reached)
        (o.is_heap ? naming : reaching).insert({o.holder, o.holder_leaf});
    for (const auto& o : objects) {
      auto index = region_of.find(o.object);
      if (index == region_of.end())
        continue;
      Region& region = plan.regions[static_cast<std::size_t>(index->second)];
      for (const NamedLeaf& n : o.leaves) {
        Leaf leaf = n.leaf;
        auto it = facts.leaves.find({o.object, n.key});
        const LeafFact f = it == facts.leaves.end() ? LeafFact{} : it->second;
        leaf.persistence = it == facts.leaves.end() ? Persistence::Invariant : f.persistence;
        leaf.counter_per_step = f.per_step;
        if (f.is_descriptor)
          leaf.dtype = DType::Fd;
        if (leaf.dtype == DType::Ptr) {
          leaf.target = TargetOf(o.object, n.key, unified);
          leaf.names_object =
              (naming.contains({o.object, n.key}) && leaf.target >= 0) || reaching.contains({o.object, n.key});
          leaf.keep = leaf.target >= 0 && f.written && !f.is_constant;
        }
        Formulas(f, unified, leaf);
        // Nobody uses it, and it may never have got a value.
        if (it == facts.leaves.end() && leaf.target < 0 && !leaf.names_object)
          leaf.persistence = Persistence::Dead;
        region.leaves.push_back(leaf);
        if (it == facts.leaves.end() || (leaf.names_object && leaf.count == 1))
          continue;
        Entry e;
        e.path = n.leaf.path;
        const auto& object = engine.objects[o.object];
        e.declared = object.kind == ObjectKind::Variable ? At(module.regions[object.region].declared) : At(object.site);
        e.type = n.type_text;
        e.extent = ExtentText(o, n);
        e.persistence = f.persistence;
        e.saved = IsSaved(f.persistence);
        for (const Condition& condition : leaf.conditions)
          e.conditions.push_back(condition.text);
        e.why = Why(f, o);
        plan.entries.push_back(std::move(e));
      }
    }
    std::stable_sort(plan.entries.begin(), plan.entries.end(),
                     [](const Entry& a, const Entry& b) { return a.saved > b.saved; });
    // The same path twice (elements of an unrolled table): one entry, saved if one of them is.
    std::vector<Entry> unique;
    for (Entry& e : plan.entries) {
      auto same = std::find_if(unique.begin(), unique.end(), [&](const Entry& x) { return x.path == e.path; });
      if (same == unique.end())
        unique.push_back(std::move(e));
    }
    plan.entries = std::move(unique);
  }

  void Assumptions() {
    std::set<std::tuple<std::string, std::string, std::uint32_t>> seen;
    bool is_opaque = false;
    for (const auto& o : engine.opaque) {
      const Place p = At(o.location);
      is_opaque = is_opaque || o.source == "opaque";
      if (seen.insert({o.callee, p.file, p.line}).second)
        plan.assumptions.push_back({o.callee, p, o.source, o.effect});
    }
    plan.guarantee = plan.assumptions.empty() ? Guarantee::Bitwise : Guarantee::Modelled;
    if (facts.environment_reaches_state || !facts.unnamed.empty()) {
      plan.guarantee = Guarantee::NotReplayable;
      plan.guarantee_why = facts.environment_why;
      plan.guarantee_why.insert(plan.guarantee_why.end(), facts.unnamed.begin(), facts.unnamed.end());
      std::vector<Reason> once;
      for (const Reason& why : plan.guarantee_why)
        if (std::none_of(once.begin(), once.end(),
                         [&](const Reason& r) { return r.place == why.place && r.message == why.message; }))
          once.push_back(why);
      plan.guarantee_why = std::move(once);
    }
    (void)is_opaque;
  }

  void LogArguments() {
    std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t>> seen;
    for (const auto& o : engine.outputs) {
      const bool env = std::any_of(o.deps.begin(), o.deps.end(), [&](std::uint32_t d) {
        const auto& s = engine.sources[d];
        return s.kind == infer::SourceKind::Environment ||
               (s.kind == infer::SourceKind::Cell && facts.log.contains({s.object, s.leaf}));
      });
      if (!env)
        continue;
      const Place p = At(o.location);
      if (o.to_file) {
        plan.guarantee = Guarantee::NotReplayable;
        plan.guarantee_why.push_back({p, "a value of the environment is written to a file"});
        continue;
      }
      if (seen.insert({p.file, p.line, p.column, o.argument}).second)
        plan.log_arguments.push_back({p, o.argument});
    }
  }
};

// The objects of one engine in another one: by variable, or by where and by which calls they were allocated.
std::set<infer::ObjectId> SameObjects(const Engine& from, const std::set<infer::ObjectId>& ids, const Engine& to) {
  const auto key = [](const infer::Object& o) {
    return std::tuple(o.kind, o.region, o.site.file, o.site.line, o.site.column, o.path.size());
  };
  std::set<infer::ObjectId> out;
  for (infer::ObjectId id = 0; id < to.objects.size(); ++id)
    for (const infer::ObjectId other : ids)
      if (key(to.objects[id]) == key(from.objects[other]))
        out.insert(id);
  return out;
}

}  // namespace

Result<CheckpointPlan> MakePlan(const infer::TypedModule& typed, const Options& options) {
  DETRAIN_TRY(Choice choice, ChooseStepLoop(typed, options));
  Engine engine(*typed.module, {choice.loop->loop, choice.loop->around});
  if (!engine.Run())
    return Error{ErrorKind::Coverage, "the step loop is not reached from main", {}};
  if (engine.revisited)
    return Error{ErrorKind::Coverage,
                 "the step loop's function is called from several places, which is not supported yet; choose another "
                 "loop with --step",
                 {}};
  Maker maker{.engine = engine, .module = *typed.module, .objects = NameObjects(engine)};
  maker.facts = Classify(engine, maker.objects, SameObjects(*typed.whole, choice.loop->updated, engine));
  maker.plan.program = typed.module->sources;
  maker.plan.why_this_loop = choice.why;
  for (const auto* other : choice.others) {
    if (other->function == nullptr)
      continue;
    maker.plan.others.push_back(
        {PlaceOf(*typed.module, other->location), other->function->name, other->function->link_name});
  }
  maker.Nest();
  const auto unified = maker.Unify();
  maker.Regions(unified);
  maker.Entries(unified);
  maker.Assumptions();
  maker.LogArguments();
  maker.plan.hash = HashOf(maker.plan);
  return std::move(maker.plan);
}

}  // namespace detrain::plan
