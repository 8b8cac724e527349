// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/merge_types.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/base/check.h"
#include "analyzer/rir/remap.h"

namespace detrain::rir {
namespace {

using Class = std::uint32_t;

// All that can be seen of a type without following its ids.
std::string Shape(const Type& type) {
  const auto number = [](std::uint64_t value) { return std::to_string(value) + ","; };
  const auto text = [&](const std::string& value) { return number(value.size()) + value; };
  std::string shape = number(static_cast<std::uint64_t>(type.kind)) + number(type.size) + number(type.align) +
                      number(type.is_signed) + number(type.is_union) + text(type.name) +
                      number(type.count.has_value()) + number(type.count.value_or(0)) + number(type.fields.size());
  for (const Field& field : type.fields)
    shape += text(field.name) + number(field.offset) + number(field.bit_offset) + number(field.bit_width);
  return shape;
}

class Merger {
 public:
  explicit Merger(std::span<const Module> modules) : modules_(modules) {
    for (const Module& module : modules) {
      first_node_.push_back(nodes_.size());
      for (const Type& type : module.types)
        nodes_.push_back(&type);
      module_of_.resize(nodes_.size(), first_node_.size() - 1);
    }
    completed_by_.assign(nodes_.size(), kNone);
  }

  MergedTypes Run() {
    do
      Refine();
    while (CompleteTypes());
    return Collect();
  }

 private:
  // The class of type `id` of the module that node `from` is in; records that another module completes are looked
  // through.
  Class ClassOf(std::size_t from, TypeId id) const {
    if (id == kNone)
      return kNone;
    Check(id < modules_[module_of_[from]].types.size(), "type id out of range in a module that is being linked");
    return ClassOfNode(first_node_[module_of_[from]] + id);
  }
  Class ClassOfNode(std::size_t node) const {
    return classes_[completed_by_[node] == kNone ? node : completed_by_[node]];
  }

  void Refine();
  bool RefineOnce(std::size_t& count);
  bool CompleteTypes();
  MergedTypes Collect() const;

  std::span<const Module> modules_;
  std::vector<std::size_t> first_node_;      // by module
  std::vector<const Type*> nodes_;           // the types of all modules, one after the other
  std::vector<std::size_t> module_of_;       // by node
  std::vector<std::uint32_t> completed_by_;  // by node: the node that takes its place
  std::vector<Class> classes_;               // by node
};

void Merger::Refine() {
  std::map<std::string, Class> shapes;
  classes_.clear();
  for (const Type* type : nodes_)
    classes_.push_back(shapes.try_emplace(Shape(*type), static_cast<Class>(shapes.size())).first->second);
  std::size_t count = shapes.size();
  while (RefineOnce(count)) {
  }
}

// Splits classes whose members refer to members of different classes. True if there are more classes than before.
bool Merger::RefineOnce(std::size_t& count) {
  std::map<std::vector<Class>, Class> signatures;
  std::vector<Class> next;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    std::vector<Class> signature = {classes_[node], ClassOf(node, nodes_[node]->element)};
    for (const Field& field : nodes_[node]->fields)
      signature.push_back(ClassOf(node, field.type));
    next.push_back(signatures.try_emplace(std::move(signature), static_cast<Class>(signatures.size())).first->second);
  }
  classes_ = std::move(next);
  return std::exchange(count, signatures.size()) != signatures.size();
}

bool Merger::CompleteTypes() {
  using Name = std::tuple<TypeKind, bool, std::string>;
  const auto name_of = [](const Type& type) { return Name(type.kind, type.is_union, type.name); };
  std::map<Name, std::map<Class, std::size_t>> complete;
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    if (!nodes_[node]->name.empty() && !IsIncomplete(*nodes_[node]))
      complete[name_of(*nodes_[node])].try_emplace(classes_[node], node);
  bool is_changed = false;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (!IsIncomplete(*nodes_[node]) || completed_by_[node] != kNone)
      continue;
    auto found = complete.find(name_of(*nodes_[node]));
    if (found == complete.end() && nodes_[node]->kind == TypeKind::Handle)  // a class that a unit never looked into
      found = complete.find(Name(TypeKind::Record, false, nodes_[node]->name));
    if (found == complete.end() || found->second.size() != 1)
      continue;
    completed_by_[node] = static_cast<std::uint32_t>(found->second.begin()->second);
    is_changed = true;
  }
  return is_changed;
}

MergedTypes Merger::Collect() const {
  MergedTypes merged;
  merged.ids.resize(modules_.size());
  std::map<Class, TypeId> ids;
  std::vector<std::size_t> representatives;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const auto [place, is_new] = ids.try_emplace(ClassOfNode(node), static_cast<TypeId>(representatives.size()));
    if (is_new)
      representatives.push_back(completed_by_[node] == kNone ? node : completed_by_[node]);
    merged.ids[module_of_[node]].push_back(place->second);
  }
  for (const std::size_t node : representatives) {
    Remap remap;
    remap.types = merged.ids[module_of_[node]];
    merged.types.push_back(*nodes_[node]);
    Apply(remap, merged.types.back());
  }
  return merged;
}

bool IsVoid(const std::vector<Type>& types, TypeId id) {
  return id == kNone || types[id].kind == TypeKind::Void;
}

}  // namespace

MergedTypes MergeTypes(std::span<const Module> modules) {
  return Merger(modules).Run();
}

bool IsIncomplete(const Type& type) {
  const bool can_be = type.kind == TypeKind::Record || type.kind == TypeKind::Handle;
  return can_be && !type.name.empty() && type.size == 0 && type.fields.empty();
}

bool IsCompatible(const std::vector<Type>& types, TypeId a, TypeId b) {
  if (a == b || (IsVoid(types, a) && IsVoid(types, b)))
    return true;
  if (a == kNone || b == kNone || types[a].kind != types[b].kind)
    return false;
  switch (types[a].kind) {
    case TypeKind::Pointer:
      return IsCompatible(types, types[a].element, types[b].element);
    case TypeKind::Array:
      return (!types[a].count || !types[b].count || types[a].count == types[b].count) &&
             IsCompatible(types, types[a].element, types[b].element);
    case TypeKind::Record:
    case TypeKind::Handle:
      return types[a].name == types[b].name && (IsIncomplete(types[a]) || IsIncomplete(types[b]));
    default:
      return false;
  }
}

}  // namespace detrain::rir
