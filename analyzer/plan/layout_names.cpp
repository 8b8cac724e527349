// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/layout_names.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <utility>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectId;

class Namer {
 public:
  Namer(Engine& engine, const std::vector<ObjectId>& variables)
      : engine_(engine), module_(engine.Program()), variables_(variables) {
    for (const auto& [id, frame] : engine.boundary.frame_of)
      innermost_ = std::max(innermost_, frame);
  }

  std::vector<VariableName> Run() {
    std::vector<ObjectId> level;
    for (const ObjectId id : variables_)
      if (IsVisible(id)) {
        names_[id] = {id, PlainName(id), false, 0, 0};
        level.push_back(id);
      }
    while (!level.empty())
      level = Reach(level);
    for (const ObjectId id : variables_)
      if (!names_.contains(id))
        names_[id] = {id, PlainName(id), false, 0, 0};
    return Distinct();
  }

 private:
  const rir::Region& RegionOf(ObjectId id) const { return module_.regions[engine_.objects[id].region]; }
  bool IsAutomatic(ObjectId id) const {
    return RegionOf(id).kind == rir::RegionKind::Local || RegionOf(id).kind == rir::RegionKind::Param;
  }
  bool IsVisible(ObjectId id) const {
    const auto frame = engine_.boundary.frame_of.find(id);
    return !IsAutomatic(id) || frame == engine_.boundary.frame_of.end() || frame->second == innermost_;
  }

  // Statics of one name in several files are told apart as the linker tells them apart.
  std::string PlainName(ObjectId id) const {
    const rir::Region& region = RegionOf(id);
    return !IsAutomatic(id) && region.link_name.find('@') != std::string::npos ? region.link_name : region.name;
  }

  // What the pointers of one level lead to, each called after the shortest way.
  std::vector<ObjectId> Reach(const std::vector<ObjectId>& level) {
    std::map<ObjectId, VariableName> found;
    for (const ObjectId holder : level)
      for (const std::vector<NamedLeaf> leaves =
               LeavesOf(module_, engine_.objects[holder].element, names_[holder].path);
           const NamedLeaf& leaf : leaves) {
        const auto target =
            leaf.leaf.dtype == DType::Ptr && leaf.leaf.count == 1 ? TargetOf(holder, leaf.key) : std::nullopt;
        if (!target || !MayLeadTo(engine_, leaves, leaf, *target) || names_.contains(*target) ||
            !std::binary_search(variables_.begin(), variables_.end(), *target))
          continue;
        const VariableName name{*target, Behind(leaf.leaf.path, *target), true, holder, leaf.key};
        const auto [place, is_new] = found.try_emplace(*target, name);
        if (!is_new && name.path.size() < place->second.path.size())
          place->second = name;
      }
    std::vector<ObjectId> next;
    for (auto& [id, name] : found) {
      names_[id] = std::move(name);
      next.push_back(id);
    }
    return next;
  }

  std::string Behind(const std::string& pointer, ObjectId target) const {
    const rir::Type& type = module_.types[engine_.objects[target].element];
    if (type.kind == rir::TypeKind::Array)
      return pointer;
    return type.kind == rir::TypeKind::Record && !type.is_union && !type.fields.empty() ? pointer + "->"
                                                                                        : "*" + pointer;
  }

  // The one object whose beginning the pointer always leads to.
  std::optional<ObjectId> TargetOf(ObjectId holder, std::uint64_t key) {
    std::set<std::optional<ObjectId>> targets;
    for (const auto& state : engine_.boundary.states) {
      const auto& contents = state.Of(holder);
      for (const auto& cell : contents.cells)
        if (engine_.LeafAt(holder, cell.offset, infer::kNoExpr) == key)
          Collect(cell.value, targets);
      if (const auto any = contents.any.find(key); any != contents.any.end())
        Collect(any->second, targets);
    }
    return targets.size() == 1 ? *targets.begin() : std::nullopt;
  }

  void Collect(const infer::Value& value, std::set<std::optional<ObjectId>>& targets) {
    for (const auto& a : value.alternatives)
      if (!a.is_null)
        targets.insert(engine_.pool.IsZero(a.target.offset) ? std::optional(a.target.object) : std::nullopt);
  }

  int Nearness(ObjectId id) const {
    const bool is_pointer = module_.types[engine_.objects[id].element].kind == rir::TypeKind::Pointer;
    const auto frame = engine_.boundary.frame_of.find(id);
    if (frame == engine_.boundary.frame_of.end() || (is_pointer && RegionOf(id).kind == rir::RegionKind::Param))
      return -1;
    return static_cast<int>(frame->second);
  }

  // The function that is nearest to the step loop keeps a name, and in it what was declared last: it hides the others.
  // A pointer that is handed over does not: what it points to is called after the one that the caller keeps.
  std::vector<VariableName> Distinct() {
    std::vector<ObjectId> nearest(variables_.rbegin(), variables_.rend());
    std::ranges::stable_sort(nearest, std::ranges::greater(), [&](ObjectId id) { return Nearness(id); });
    std::map<std::string, int> uses;
    for (const ObjectId id : nearest) {
      VariableName& name = names_[id];
      // An array that a pointer leads to is called as the pointer is.
      const int use = ++uses[(name.is_reached ? "&" : "") + name.path];
      if (use > 1)
        name.path += "#" + std::to_string(use);
    }
    std::vector<VariableName> out;
    for (const ObjectId id : variables_)
      out.push_back(names_[id]);
    return out;
  }

  Engine& engine_;
  const rir::Module& module_;
  const std::vector<ObjectId>& variables_;
  std::uint32_t innermost_ = 0;
  std::map<ObjectId, VariableName> names_;
};

}  // namespace

std::vector<VariableName> NameVariables(Engine& engine, const std::vector<ObjectId>& variables) {
  return Namer(engine, variables).Run();
}

}  // namespace detrain::plan
