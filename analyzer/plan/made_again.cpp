// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/made_again.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/nest_way.h"
#include "analyzer/plan/touched.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::ObjectId;

// Whether what decides is the content of one of the objects, or whether it is there.
bool IsDecidedBy(const Engine& engine, const infer::Deps& control, const std::set<ObjectId>& objects) {
  return std::ranges::any_of(control, [&](std::uint32_t source) {
    const infer::Source& s = engine.sources[source];
    return s.kind == infer::SourceKind::Cell && objects.contains(s.object);
  });
}

// What else is saved and written where such objects decide: where one is missing, as a rule.
std::set<std::string> WrittenBesides(Engine& engine, const std::vector<NamedObject>& objects, const Facts& facts,
                                     const std::set<ObjectId>& made) {
  std::set<std::string> paths;
  for (const NamedObject& o : objects)
    for (const infer::Write& w : engine.boundary.writes) {
      if (w.object != o.object || IsHeld(engine, o.object) || !IsDecidedBy(engine, w.control, made))
        continue;
      const std::vector<std::uint64_t> touched = Touched(engine, o, w.offset, w.length, w.low, w.high);
      for (const NamedLeaf& n : o.leaves)
        if (const auto fact = facts.leaves.find({o.object, n.key}); fact != facts.leaves.end() &&
                                                                    IsSaved(fact->second.persistence) &&
                                                                    std::ranges::find(touched, n.key) != touched.end())
          paths.insert(n.leaf.path);
    }
  return paths;
}

// Code of the nest that a resumed run jumps over: what stands in its loops but the innermost, around the way to that.
class Between {
 public:
  Between(const rir::Module& module, std::span<const infer::NestStep> nest) : module_(module), nest_(nest) {
    bool is_in_loop = false;
    const rir::Function* around = nullptr;
    for (const infer::NestStep& step : nest) {
      if (is_in_loop && step.function != around)  // called in a loop of the nest
        ForEachOff(*step.function, step.function->body);
      if (&step == &nest.back())
        AddSteps(*step.function, *step.loop);
      else if (step.loop != nullptr)
        for (const rir::BlockId block : {step.loop->test, step.loop->body, step.loop->step})
          ForEachOff(*step.function, block);
      is_in_loop = is_in_loop || step.loop != nullptr;
      around = step.function;
    }
    Close(in_steps_);
    Close(called_);
  }

  // Whether such code gives the variable its value, where no step may do so as well. One that is only made empty is
  // made empty by a resumed run, too.
  [[nodiscard]] bool Gives(rir::RegionId variable) const {
    const auto gives = [&](const rir::Op* op) { return IsGivenBy(*op, variable); };
    return std::ranges::any_of(ops_, gives) || std::ranges::any_of(called_, [&](rir::FunctionId f) {
             bool found = false;
             if (!in_steps_.contains(f) && module_.functions[f].is_defined)
               rir::ForEachOp(module_.functions[f], module_.functions[f].body,
                              [&](const rir::Op& op) { found = found || gives(&op); });
             return found;
           });
  }

  [[nodiscard]] bool IsEmpty() const { return ops_.empty(); }

 private:
  void AddSteps(const rir::Function& function, const rir::LoopOp& loop) {
    for (const rir::BlockId block : {loop.test, loop.body, loop.step})
      if (block != rir::kNone)
        rir::ForEachOp(function, block, [&](const rir::Op& op) { AddNamed(op, in_steps_); });
  }

  // What stands in the block, but in a loop of the nest.
  void ForEachOff(const rir::Function& function, rir::BlockId block) {
    if (block == rir::kNone)
      return;
    for (const rir::Op& op : function.blocks[block].ops) {
      if (!IsOnWay(nest_, function, op)) {
        ops_.push_back(&op);
        AddNamed(op, called_);
      }
      const auto* loop = std::get_if<rir::LoopOp>(&op.data);
      const auto is_loop = [&](const infer::NestStep& step) { return loop != nullptr && step.loop == loop; };
      if (std::ranges::none_of(nest_, is_loop))
        rir::ForEachBlock(op, [&](rir::BlockId inner) { ForEachOff(function, inner); });
    }
  }

  static void AddNamed(const rir::Op& op, std::set<rir::FunctionId>& called) {
    rir::ForEachOperand(op, [&](const rir::Operand& operand) {
      if (operand.kind == rir::OperandKind::Function)
        called.insert(operand.id);
    });
  }

  // With all that these name.
  void Close(std::set<rir::FunctionId>& called) const {
    std::vector<rir::FunctionId> open(called.begin(), called.end());
    while (!open.empty()) {
      const rir::Function& function = module_.functions[open.back()];
      open.pop_back();
      std::set<rir::FunctionId> named;
      if (function.is_defined)
        rir::ForEachOp(function, function.body, [&](const rir::Op& op) { AddNamed(op, named); });
      for (const rir::FunctionId f : named)
        if (called.insert(f).second)
          open.push_back(f);
    }
  }

  [[nodiscard]] bool IsGivenBy(const rir::Op& op, rir::RegionId variable) const {
    bool is_named = false;
    rir::ForEachOperand(op, [&](const rir::Operand& operand) {
      is_named = is_named || (operand.kind == rir::OperandKind::Region && operand.id == variable);
    });
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    const bool is_emptied = call != nullptr && call->args.size() == 1 &&
                            call->callee.kind == rir::OperandKind::Function &&
                            module_.functions[call->callee.id].is_library;
    return is_named && !is_emptied && !std::holds_alternative<rir::DeclareOp>(op.data);
  }

  const rir::Module& module_;
  const std::span<const infer::NestStep> nest_;
  std::vector<const rir::Op*> ops_;
  std::set<rir::FunctionId> called_, in_steps_;
};

}  // namespace

bool IsMadeAgain(const Engine& engine, const NamedLeaf& n) {
  if (n.type == rir::kNone)
    return false;
  const rir::Type& type = engine.Program().types[n.type];
  return type.kind == rir::TypeKind::Handle && type.name.ends_with(rir::kMadeAgain);
}

namespace {

// Whether a resumed run has none, and no step makes one: what a step makes behind a pointer, as that would lead
// nowhere, and what is given its value between the loops of the nest.
bool IsLost(const Engine& engine, const Between& between, const NamedObject& o) {
  const infer::Object& object = engine.objects[o.object];
  if (object.kind == infer::ObjectKind::Variable)
    return between.Gives(object.region);
  return (o.is_heap && !engine.boundary.outer.memory.contains(o.object)) || !between.IsEmpty();
}

}  // namespace

void DecideMadeAgain(Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  std::set<ObjectId> made;
  std::optional<Between> between;  // most programs have no such object
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || !IsSaved(fact->second.persistence) || !IsMadeAgain(engine, n))
        continue;
      if (!between)
        between.emplace(engine.Program(), engine.boundary.nest);
      if (IsLost(engine, *between, o))
        continue;
      fact->second.persistence = Persistence::Dead;
      fact->second.is_handles = true;
      made.insert(o.object);
      const auto* at = fact->second.first_read;
      facts.made_again.push_back(
          {n.leaf.path, PlaceOf(engine.Program(), at != nullptr ? at->shown : rir::Location{}), {}});
    }
  if (made.empty())
    return;
  const std::set<std::string> besides = WrittenBesides(engine, objects, facts, made);
  for (MadeAgain& m : facts.made_again)
    m.besides = besides;
}

}  // namespace detrain::plan
