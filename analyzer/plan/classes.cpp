// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of several classes behind one pointer (`std::unique_ptr<Layer>`): a region for each class. The runtime tells
// them apart by their tables of virtual functions.
#include <algorithm>

#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

using infer::ObjectId;

// As the C++ ABI spells the class; empty: it has no virtual functions.
std::string ClassName(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone)
    return "";
  const auto is_table = [&](const rir::Region& r) {
    return r.kind == rir::RegionKind::Hidden && r.name == "virtual functions of " + module.types[type].name;
  };
  const auto table = std::ranges::find_if(module.regions, is_table);
  return table == module.regions.end() ? "" : table->link_name.substr(std::string("_ZTV").size());
}

// Gives all that begins with one text another beginning: leaves of an object, and what its pointers lead to.
void Rename(std::vector<NamedObject>& objects, NamedObject& o, const std::string& from, const std::string& to) {
  const auto renew = [&](std::string& path) {
    if (path.starts_with(from))
      path.replace(0, from.size(), to);
  };
  renew(o.path);
  for (NamedLeaf& leaf : o.leaves)
    renew(leaf.leaf.path);
  for (NamedObject& held : objects)
    if (held.is_heap && held.holder == o.object && held.path.starts_with(from))
      Rename(objects, held, from, to);
}

}  // namespace

// Members are then called as a C++ program may call them: `net[]->Linear::weights`.
void Maker::SplitByClass() {
  std::map<ObjectId, std::map<rir::TypeId, ObjectId>> firsts;  // of each group and type
  for (const auto& o : objects)
    if (o.is_heap)
      firsts[shares[o.object]].try_emplace(engine.objects[o.object].element, o.object);
  for (auto& o : objects) {
    if (!o.is_heap)
      continue;
    const auto& group = firsts.at(shares[o.object]);
    const bool has_classes = group.size() > 1 && std::ranges::all_of(group, [&](const auto& entry) {
                               return !ClassName(module, entry.first).empty();
                             });
    if (!has_classes)
      continue;
    const rir::TypeId type = engine.objects[o.object].element;
    class_of[group.at(type)] = {ClassName(module, type), group.begin()->second};
    shares[o.object] = group.at(type);
    Rename(objects, o, o.path + "->", o.path + "->" + module.types[type].name + "::");
  }
}

// A pointer that leads to one class may lead to all of its group.
bool Maker::WantClasses(std::set<ObjectId>& wanted) const {
  bool changed = false;
  for (const auto& [id, of] : class_of)
    for (const auto& [other, its] : class_of)
      if (of.all == its.all && wanted.contains(id))
        changed = wanted.insert(other).second || changed;
  return changed;
}

void Maker::DescribeClasses() {
  for (const auto& [id, of] : class_of)
    if (const auto region = region_of.find(id); region != region_of.end()) {
      Region& r = plan.regions[static_cast<std::size_t>(region->second)];
      r.class_name = of.name;
      r.class_of = region_of.at(of.all);
    }
}

}  // namespace detrain::plan
