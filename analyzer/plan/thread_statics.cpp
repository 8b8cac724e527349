// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/thread_statics.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "analyzer/plan/choose.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;

// The calls of a program: in which function each stands, and which may be made again where its function runs once.
class Calls {
 public:
  explicit Calls(const rir::Module& module) : module_(module) {
    for (const rir::Function& f : module.functions)
      if (f.body != rir::kNone)
        Walk(f, f.body, false);
  }

  // Whether one run of main makes the last of them at most once, where each call leads to the next one's function.
  [[nodiscard]] bool AreMadeOnce(const std::vector<const Op*>& way) const {
    std::set<const rir::Function*> on_way;
    return std::ranges::all_of(way, [&](const Op* call) {
      const auto inside = inside_.find(call);
      return inside != inside_.end() && !repeated_.contains(call) && on_way.insert(inside->second).second &&
             !CallsItself(*inside->second);
    });
  }

 private:
  // Code that may run more than once, or in several threads.
  static bool Repeats(const Op& op) {
    const auto* parallel = std::get_if<rir::ParOp>(&op.data);
    return std::holds_alternative<rir::LoopOp>(op.data) ||
           (parallel != nullptr && parallel->kind != rir::ParKind::Thread);
  }

  void Walk(const rir::Function& function, rir::BlockId block, bool is_repeated) {
    for (const Op& op : function.blocks[block].ops) {
      inside_[&op] = &function;
      if (is_repeated)
        repeated_.insert(&op);
      const auto* call = std::get_if<rir::CallOp>(&op.data);
      if (call != nullptr && call->callee.kind == rir::OperandKind::Function)
        callees_[&function].insert(&module_.functions[call->callee.id]);
      rir::ForEachBlock(op, [&](rir::BlockId inner) { Walk(function, inner, is_repeated || Repeats(op)); });
    }
  }

  [[nodiscard]] bool CallsItself(const rir::Function& function) const {
    std::set<const rir::Function*> seen;
    for (std::vector<const rir::Function*> open = {&function}; !open.empty();) {
      const auto known = callees_.find(open.back());
      open.pop_back();
      if (known == callees_.end())
        continue;
      for (const rir::Function* callee : known->second) {
        if (callee == &function)
          return true;
        if (seen.insert(callee).second)
          open.push_back(callee);
      }
    }
    return false;
  }

  const rir::Module& module_;
  std::map<const Op*, const rir::Function*> inside_;
  std::set<const Op*> repeated_;
  std::map<const rir::Function*, std::set<const rir::Function*>> callees_;  // by name, not by a pointer
};

// Numbers, pointers and arrays of them: nothing is called where such a variable begins or ends. What a class calls
// there is called for the static in its place, too.
bool IsPlain(const rir::Module& module, rir::TypeId type) {
  const rir::Type& t = module.types[type];
  switch (t.kind) {
    case rir::TypeKind::Int:
    case rir::TypeKind::Float:
    case rir::TypeKind::Pointer:
      return true;
    case rir::TypeKind::Array:
      return t.size != 0 && IsPlain(module, t.element);
    default:
      return false;
  }
}

// The rewrite takes `const` from numbers and pointers alone.
bool CanBeStatic(const rir::Module& module, const rir::Region& region) {
  const rir::TypeKind kind = module.types[region.type].kind;
  const bool is_whole = kind == rir::TypeKind::Record || kind == rir::TypeKind::Array;
  return (kind == rir::TypeKind::Record || IsPlain(module, region.type)) && !(region.is_const && is_whole);
}

bool AreSame(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

// Whether the program makes the variable at most once: its function runs by one way alone, with no loop, no region of
// several threads and no recursion on it.
bool IsMadeOnce(const infer::Engine& engine, const Calls& calls, const rir::Location& declared) {
  const infer::Object* first = nullptr;
  for (const infer::Object& o : engine.objects) {
    if (o.kind != infer::ObjectKind::Variable || engine.Program().regions[o.region].declared != declared)
      continue;
    if (first != nullptr && (first->region != o.region || first->path != o.path))
      return false;
    first = &o;
  }
  return first != nullptr && calls.AreMadeOnce(engine.CallsTo(*first));
}

}  // namespace

std::vector<Place> OnStacks(const CheckpointPlan& plan) {
  std::vector<Place> places;
  ForEachLoop(plan, [&](const CheckpointPlan& one) {
    for (const Place& place : one.on_stacks)
      if (std::ranges::none_of(places, [&](const Place& known) { return AreSame(known, place); }))
        places.push_back(place);
  });
  return places;
}

std::vector<rir::RegionId> StaticsFor(const infer::Engine& engine, const rir::Module& module,
                                      const std::vector<Place>& declared) {
  std::vector<rir::RegionId> variables;
  if (declared.empty() || engine.exhausted)
    return variables;
  const Calls calls(engine.Program());
  for (const Place& place : declared) {
    const auto region = std::ranges::find_if(module.regions, [&](const rir::Region& r) {
      return r.kind == rir::RegionKind::Local && AreSame(PlaceOf(module, r.declared), place);
    });
    if (region == module.regions.end() || !CanBeStatic(module, *region) || !IsMadeOnce(engine, calls, region->declared))
      return {};
    variables.push_back(static_cast<rir::RegionId>(region - module.regions.begin()));
  }
  return variables;
}

rir::Module WithStatics(rir::Module module, const std::vector<rir::RegionId>& variables) {
  for (const rir::RegionId id : variables) {
    rir::Region& region = module.regions[id];
    region.kind = rir::RegionKind::FunctionStatic;
    region.is_const = false;
    region.name = module.functions[region.function].name + "::" + region.name;
    region.link_name = region.name;
    for (rir::Block& block : module.functions[region.function].blocks)
      std::erase_if(block.ops, [&](const Op& op) {
        const auto* declares = std::get_if<rir::DeclareOp>(&op.data);
        return declares != nullptr && declares->region == id;
      });
  }
  return module;
}

void NoteStatics(CheckpointPlan& plan, const std::vector<Place>& declared) {
  for (Entry& entry : plan.entries)
    if (std::ranges::any_of(declared, [&](const Place& place) { return AreSame(place, entry.declared); }))
      entry.why.push_back(
          {entry.declared,
           "its thread keeps it while it waits; the rewrite makes it a static, which a restore reaches"});
}

}  // namespace detrain::plan
