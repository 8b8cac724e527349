// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/layout.h"

#include <algorithm>
#include <deque>
#include <ranges>
#include <set>

#include "analyzer/plan/layout_names.h"

namespace detrain::plan {

namespace {

constexpr std::uint64_t kAnywhere = ~std::uint64_t{0};

using infer::Engine;
using infer::ObjectId;
using infer::ObjectKind;

struct Walker {
  const rir::Module& module;
  std::vector<NamedLeaf>& out;

  // Emits the scalars of a type. `outer` are the arrays of records around it.
  void Walk(rir::TypeId type, std::uint64_t offset, std::uint64_t key, const std::string& path,
            std::vector<std::pair<std::uint64_t, std::uint64_t>> outer) {
    const rir::Type& t = module.types[type];
    if (t.kind == rir::TypeKind::Record && !t.is_union && !t.fields.empty()) {
      for (const auto& f : t.fields) {
        if (f.bit_width != 0) {
          Emit(f.type, offset + f.offset, key + f.offset, path + "." + f.name, 1, "", outer);
          continue;
        }
        Walk(f.type, offset + f.offset, key + f.offset, f.name.empty() ? path : path + "." + f.name, outer);
      }
      return;
    }
    if (t.kind == rir::TypeKind::Array && t.element != rir::kNone) {
      const rir::Type& e = module.types[t.element];
      const std::uint64_t count = t.count.value_or(0);
      if ((e.kind == rir::TypeKind::Record && !e.is_union && !e.fields.empty()) || e.kind == rir::TypeKind::Array) {
        if (e.kind == rir::TypeKind::Array) {  // a matrix is one run of scalars
          std::uint64_t total = count;
          const rir::Type* inner = &e;
          rir::TypeId scalar = t.element;
          while (inner->kind == rir::TypeKind::Array && inner->element != rir::kNone) {
            total *= inner->count.value_or(0);
            scalar = inner->element;
            inner = &module.types[scalar];
          }
          if (inner->kind != rir::TypeKind::Record)
            return Emit(scalar, offset, key, path, total, "[" + std::to_string(total) + "]", outer);
        }
        outer.emplace_back(count, e.size);
        Walk(t.element, offset, key, path + "[]", outer);
        return;
      }
      Emit(t.element, offset, key, path, count, "[" + std::to_string(count) + "]", outer);
      return;
    }
    Emit(type, offset, key, path, 1, "", outer);
  }

  void Emit(rir::TypeId scalar, std::uint64_t offset, std::uint64_t key, const std::string& path, std::uint64_t count,
            const std::string& suffix, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& outer) {
    if (outer.size() > 2) {  // deeper than the runtime's leaf can say: one leaf for each outermost element
      std::vector<std::pair<std::uint64_t, std::uint64_t>> rest(outer.begin() + 1, outer.end());
      for (std::uint64_t i = 0; i < outer[0].first; ++i)
        Emit(scalar, offset + i * outer[0].second, key, path, count, suffix, rest);
      return;
    }
    NamedLeaf n;
    n.key = key;
    n.type = scalar;
    n.type_text = ScalarText(module, scalar) + suffix;
    n.leaf.path = path;
    n.leaf.offset = offset;
    n.leaf.count = count;
    n.leaf.dtype = DTypeOf(module, scalar);
    if (n.leaf.dtype == DType::Bytes)
      n.leaf.count = std::max<std::uint64_t>(module.types[scalar].size, 1) * count;
    for (std::size_t i = 0; i < outer.size(); ++i) {
      n.leaf.outer_count[i] = outer[i].first;
      n.leaf.outer_stride[i] = outer[i].second;
    }
    out.push_back(std::move(n));
  }
};

std::size_t Rank(const std::string& path) {
  return path.size();
}

}  // namespace

std::vector<NamedLeaf> LeavesOf(const rir::Module& module, rir::TypeId type, const std::string& path) {
  std::vector<NamedLeaf> leaves;
  Walker{module, leaves}.Walk(type, 0, 0, path, {});
  for (NamedLeaf& leaf : leaves)
    if (const auto at = leaf.leaf.path.find("->."); at != std::string::npos)
      leaf.leaf.path.replace(at, 3, "->");
  return leaves;
}

std::string ScalarText(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone)
    return "bytes";
  const rir::Type& t = module.types[type];
  if (t.kind == rir::TypeKind::Pointer) {
    const bool file = t.element != rir::kNone && module.types[t.element].kind == rir::TypeKind::Handle;
    return file ? module.types[t.element].name + "*" : "ptr";
  }
  return t.name.empty() ? "bytes" : t.name;
}

DType DTypeOf(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone)
    return DType::Bytes;
  const rir::Type& t = module.types[type];
  if (t.kind == rir::TypeKind::Pointer) {
    const bool file = t.element != rir::kNone && module.types[t.element].kind == rir::TypeKind::Handle &&
                      module.types[t.element].name == "FILE";
    return file ? DType::File : DType::Ptr;
  }
  static const std::map<std::string, DType> kNames = {
      {"bool", DType::Bool}, {"i8", DType::I8},   {"u8", DType::U8},   {"i16", DType::I16}, {"u16", DType::U16},
      {"i32", DType::I32},   {"u32", DType::U32}, {"i64", DType::I64}, {"u64", DType::U64}, {"f16", DType::F16},
      {"bf16", DType::BF16}, {"f32", DType::F32}, {"f64", DType::F64}, {"f80", DType::F80}};
  if (t.kind != rir::TypeKind::Int && t.kind != rir::TypeKind::Float)
    return DType::Bytes;
  auto it = kNames.find(t.name);
  return it == kNames.end() ? DType::Bytes : it->second;
}

namespace {

// Whether the program goes through a block of records as if it were an array of something else: then there is one
// record in it, and behind that what its pointers lead to (a struct and its arrays in one malloc).
bool IsHeader(Engine& engine, ObjectId id) {
  const auto strides = [&](const auto& access) {
    return access.object == id && engine.LeafAt(id, access.offset, access.low) == kAnywhere;
  };
  return std::ranges::any_of(engine.boundary.exposed, strides) || std::ranges::any_of(engine.boundary.writes, strides);
}

NamedLeaf TailOf(const NamedObject& object) {
  NamedLeaf leaf;
  leaf.key = leaf.leaf.offset = object.element_size;
  leaf.leaf.path = object.path + "+1";  // as C has it: what begins behind the record
  leaf.leaf.count = 0;
  leaf.leaf.dtype = DType::Bytes;
  leaf.type_text = "bytes[]";
  return leaf;
}

}  // namespace

std::vector<NamedObject> NameObjects(Engine& engine) {
  const rir::Module& module = engine.Program();
  const auto& boundary = engine.boundary;
  std::map<ObjectId, NamedObject> named;
  std::deque<ObjectId> queue;
  auto add_variable = [&](const VariableName& name) {
    NamedObject n;
    n.object = name.object;
    n.path = name.path;
    n.is_reached = name.is_reached;
    n.holder = name.holder;
    n.holder_leaf = name.holder_leaf;
    n.order = engine.objects[name.object].region;
    n.element_size = module.types[engine.objects[name.object].element].size;
    n.leaves = LeavesOf(module, engine.objects[name.object].element, name.path);
    named.emplace(name.object, std::move(n));
    queue.push_back(name.object);
  };
  std::vector<ObjectId> variables;
  std::set<ObjectId> statics;
  for (const auto& state : boundary.states)
    for (const auto& [id, contents] : state.memory)
      statics.insert(id);
  for (const auto& state : boundary.ends)  // globals that a step writes first, and nothing before the loop
    for (const auto& [id, contents] : state.memory)
      statics.insert(id);
  for (const auto& r : boundary.exposed)
    statics.insert(r.object);
  for (ObjectId id : statics) {
    const auto& o = engine.objects[id];
    if (o.kind == ObjectKind::Hidden) {
      NamedObject n;
      n.object = id;
      n.path = o.name;
      n.order = o.region;
      NamedLeaf leaf;
      leaf.leaf.path = o.name;
      leaf.leaf.count = 0;  // the library knows its size
      leaf.type_text = "state";
      n.leaves.push_back(std::move(leaf));
      named.emplace(id, std::move(n));
      continue;
    }
    if (o.kind != ObjectKind::Variable || o.element == rir::kNone)
      continue;
    const auto& region = module.regions[o.region];
    if (region.name.starts_with("tmp."))
      continue;
    const bool automatic = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
    if (automatic && (!boundary.frame_of.contains(id) || !boundary.entry.memory.contains(id)))
      continue;  // begins its life inside the loop
    variables.push_back(id);
  }
  for (const VariableName& name : NameVariables(engine, variables))
    add_variable(name);
  // Blocks on the heap, found through pointers, breadth first.
  struct Candidate {
    std::string path;
    ObjectId holder;
    std::uint64_t leaf;
    std::size_t order;
  };
  std::map<ObjectId, std::vector<Candidate>> candidates;
  std::set<ObjectId> expanded;
  std::size_t order = 0;
  auto scan = [&](const NamedObject& from) {
    const ObjectId id = from.object;
    auto offer = [&](const infer::Value& v, std::uint64_t key) {
      for (const auto& a : v.alternatives) {
        if (a.is_null || engine.objects[a.target.object].kind != ObjectKind::Heap)
          continue;
        if (!engine.pool.IsZero(a.target.offset) && !engine.objects[a.target.object].many)
          continue;
        for (const auto& n : from.leaves)
          if (n.key == key) {
            std::string path = n.leaf.path + (n.leaf.count != 1 && n.leaf.dtype == DType::Ptr ? "[]" : "");
            candidates[a.target.object].push_back({path, id, key, order++});
            break;
          }
      }
    };
    for (const auto& state : boundary.states) {
      const auto& c = state.Of(id);
      for (const auto& cell : c.cells)
        offer(cell.value, engine.LeafAt(id, cell.offset, infer::kNoExpr));
      for (const auto& [key, value] : c.any)
        offer(value, key);
    }
  };
  while (!queue.empty()) {
    // All of one level first, so that a block gets the name nearest to a variable.
    std::vector<ObjectId> level(queue.begin(), queue.end());
    queue.clear();
    std::sort(level.begin(), level.end(), [&](ObjectId a, ObjectId b) { return named[a].order < named[b].order; });
    for (ObjectId id : level)
      scan(named[id]);
    std::vector<ObjectId> found;
    for (const auto& [id, list] : candidates)
      if (!named.contains(id))
        found.push_back(id);
    for (ObjectId id : found) {
      auto& list = candidates[id];
      const Candidate* best = nullptr;
      auto freed = engine.released.find(id);
      for (const Candidate& c : list)
        if (freed != engine.released.end() && best == nullptr)
          for (const auto& [holder, offset] : freed->second)
            if (holder == c.holder && engine.LeafAt(holder, offset, infer::kNoExpr) == c.leaf)
              best = &c;
      if (best == nullptr) {
        auto got = engine.received.find(id);
        for (const Candidate& c : list)
          if (best == nullptr && got != engine.received.end() && got->second.first == c.holder &&
              engine.LeafAt(c.holder, got->second.second, infer::kNoExpr) == c.leaf)
            best = &c;
      }
      for (const Candidate& c : list) {
        if (best != nullptr && &c != best &&
            (freed != engine.released.end() || Rank(best->path) < Rank(c.path) ||
             (Rank(best->path) == Rank(c.path) && best->order <= c.order)))
          continue;
        if (best == nullptr || Rank(c.path) < Rank(best->path))
          best = &c;
      }
      const auto& o = engine.objects[id];
      NamedObject n;
      n.object = id;
      n.path = best->path;
      n.order = static_cast<std::uint32_t>(module.regions.size() + id);
      n.is_heap = true;
      n.holder = best->holder;
      n.holder_leaf = best->leaf;
      // A wrapper of malloc returns void*: then the pointer that names the block tells what is in it.
      const auto& cells = named[best->holder].leaves;
      for (const auto& cell : cells)
        if (cell.key == best->leaf && o.element == rir::kNone && cell.type != rir::kNone)
          engine.objects[id].element = module.types[cell.type].element;
      const rir::TypeId element = o.element;
      n.element_size = element == rir::kNone ? 1 : std::max<std::uint64_t>(module.types[element].size, 1);
      if (element != rir::kNone && module.types[element].kind == rir::TypeKind::Record &&
          !module.types[element].is_union) {
        auto bytes = o.extent == infer::kNoExpr ? std::nullopt : engine.pool.AsConstant(o.extent);
        n.has_tail = IsHeader(engine, id);
        const bool one = n.has_tail || (bytes && static_cast<std::uint64_t>(*bytes) == module.types[element].size);
        n.leaves = LeavesOf(module, element, one ? best->path + "->" : best->path + "[]");
        if (n.has_tail)
          n.leaves.push_back(TailOf(n));
      } else {
        NamedLeaf leaf;
        leaf.type = element;
        leaf.leaf.path = best->path;
        leaf.leaf.count = 0;
        leaf.leaf.dtype = DTypeOf(module, element);
        leaf.type_text = ScalarText(module, element) + "[]";
        n.leaves.push_back(std::move(leaf));
      }
      named.emplace(id, std::move(n));
      queue.push_back(id);
    }
  }
  std::vector<NamedObject> out;
  for (auto& [id, n] : named)
    out.push_back(std::move(n));
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.order < b.order; });
  return out;
}

}  // namespace detrain::plan
