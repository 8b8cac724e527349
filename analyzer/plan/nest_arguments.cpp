// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/nest_arguments.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/reached_functions.h"
#include "analyzer/plan/readings.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using rir::Op;
using rir::RegionId;

using infer::ObjectId;

struct Arguments {
  Parts read;
  std::map<RegionId, std::set<ObjectId>> given;  // parameters, and what their arguments are read from
  std::set<RegionId> given_more;                 // those that get what calls give back, or what nobody knows
  std::map<ObjectId, rir::Location> by;          // the first call that has an argument from there
};

void NoteRead(const Readings& readings, const Op& op, Arguments& arguments) {
  for (const auto& [object, ranges] : readings.Read()) {
    arguments.read[object].insert(arguments.read[object].end(), ranges.begin(), ranges.end());
    arguments.by.emplace(object, op.location);
  }
}

void AddArguments(const infer::Engine& engine, const infer::NestStep& step, const BoundaryObjects& objects,
                  Arguments& arguments) {
  rir::ForEachOp(*step.function, step.function->body, [&](const Op& op) {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call == nullptr || op.location != step.location)
      return;
    const bool is_named = call->callee.kind == rir::OperandKind::Function;
    const rir::Function* callee = is_named ? &engine.Program().functions[call->callee.id] : nullptr;
    for (std::size_t i = 0; i < call->args.size(); ++i) {
      Readings readings(engine, *step.function, objects);
      readings.Add(call->args[i]);
      if (callee != nullptr && IsUsers(*callee) && i < callee->params.size()) {
        for (const auto& [object, ranges] : readings.Read())
          arguments.given[callee->params[i]].insert(object);
        if (readings.IsElsewhere())
          arguments.given_more.insert(callee->params[i]);
      }
      NoteRead(readings, op, arguments);
    }
  });
}

// Declarations of C++ on the way: a resumed run passes none of them by, and makes the variables again.
class Declarations {
 public:
  Declarations(const infer::Engine& engine, const rir::Function& function, const BoundaryObjects& objects,
               Arguments& arguments)
      : engine_(engine), function_(function), objects_(objects), arguments_(arguments) {}

  // Behind the loop `from` (null: from the function's beginning on), and before `to`.
  void AddBetween(const rir::LoopOp* from, const infer::NestStep& to) {
    from_ = from;
    to_ = &to;
    Walk(function_.body, from == nullptr);
    for (const auto& [value, op] : of_loop_)
      Read(value, *op);
  }

 private:
  [[nodiscard]] bool IsEnd(const Op& op) const {
    const auto* loop = std::get_if<rir::LoopOp>(&op.data);
    return to_->loop != nullptr ? loop == to_->loop
                                : std::holds_alternative<rir::CallOp>(op.data) && op.location == to_->location;
  }

  // Whether the end is in it.
  [[nodiscard]] bool Holds(const Op& op) const {
    bool holds = IsEnd(op);
    rir::ForEachBlock(op, [&](rir::BlockId block) {
      rir::ForEachOp(function_, block, [&](const Op& inner) { holds = holds || IsEnd(inner); });
    });
    return holds;
  }

  void Walk(rir::BlockId block, bool is_behind) {
    for (const Op& op : function_.blocks[block].ops) {
      if (!Holds(op)) {
        if (is_behind)
          Take(op);
        continue;
      }
      const auto* loop = std::get_if<rir::LoopOp>(&op.data);
      if (!IsEnd(op))
        rir::ForEachBlock(op,
                          [&](rir::BlockId inner) { Walk(inner, is_behind || (loop != nullptr && loop == from_)); });
      return;
    }
  }

  void Take(const Op& op) {
    if (const auto* declared = std::get_if<rir::DeclareOp>(&op.data)) {
      Declare(declared->region);
    } else if (const auto* store = std::get_if<rir::StoreOp>(&op.data)) {
      if (store->address.kind == rir::OperandKind::Region && fresh_.erase(store->address.id) != 0)
        Made(store->address.id, {store->value}, op);
    } else if (std::holds_alternative<rir::LoopOp>(op.data)) {
      of_loop_.clear();
    } else if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
      TakeCall(*call, op);
    }
  }

  // Temporaries of other statements are skipped with them.
  void Declare(RegionId region) {
    const bool is_temporary = engine_.Program().regions[region].name.starts_with("tmp.");
    if (is_temporary && fresh_.empty())
      return;
    is_of_loop_ = is_temporary ? is_of_loop_ : IsOfLoop(region);
    if (!is_of_loop_)
      own_.insert(region);
    fresh_.insert(region);
  }

  // What makes a variable, or a value for one.
  void TakeCall(const rir::CallOp& call, const Op& op) {
    const auto is_fresh = [&](const rir::Operand& operand) {
      return operand.kind == rir::OperandKind::Region && fresh_.contains(operand.id);
    };
    const bool makes = is_fresh(call.into) || (!call.args.empty() && is_fresh(call.args.front()));
    if (!makes)
      return;
    const RegionId made = is_fresh(call.into) ? call.into.id : call.args.front().id;
    fresh_.erase(made);
    std::vector<rir::Operand> values = call.args;
    std::erase_if(
        values, [&](const rir::Operand& value) { return value.kind == rir::OperandKind::Region && value.id == made; });
    Made(made, values, op);
  }

  // A loop over a range declares variables of names that no program may have.
  [[nodiscard]] bool IsOfLoop(RegionId region) const {
    return engine_.Program().regions[region].name.starts_with("__");
  }
  [[nodiscard]] bool IsOfLoop(const rir::Operand& value) const {
    if (value.kind == rir::OperandKind::Region)
      return IsOfLoop(value.id);
    const Op* op = engine_.CalleesInProgram().Yielding(function_, value);
    bool found = false;
    if (op != nullptr)
      rir::ForEachOperand(*op, [&](const rir::Operand& operand) { found = found || IsOfLoop(operand); });
    return found;
  }

  // Such variables are skipped with their loop. Where it is on the way, its element is made anew of what they are
  // restored to.
  void Made(RegionId variable, const std::vector<rir::Operand>& values, const Op& op) {
    for (const rir::Operand& value : values)
      if (is_of_loop_)
        of_loop_.emplace_back(value, &op);
      else if (IsOfLoop(value))
        own_.erase(variable);
      else
        Read(value, op);
  }

  void Read(const rir::Operand& value, const Op& op) {
    Readings readings(engine_, function_, objects_);
    AddOwn(value, readings);
    NoteRead(readings, op, arguments_);
  }

  // What is older than these declarations, a resumed run has in some state in which it can be read.
  void AddOwn(const rir::Operand& value, Readings& readings) {
    if (value.kind == rir::OperandKind::Region && own_.contains(value.id))
      readings.AddPassed(value);
    const Op* op = engine_.CalleesInProgram().Yielding(function_, value);
    if (op != nullptr && seen_.insert(op).second)
      rir::ForEachOperand(*op, [&](const rir::Operand& operand) { AddOwn(operand, readings); });
  }

  const infer::Engine& engine_;
  const rir::Function& function_;
  const BoundaryObjects& objects_;
  Arguments& arguments_;
  const rir::LoopOp* from_ = nullptr;
  const infer::NestStep* to_ = nullptr;
  std::set<RegionId> own_, fresh_;  // declared on the way; and not made yet
  std::set<const Op*> seen_;
  bool is_of_loop_ = false;  // the last declaration, perhaps
  std::vector<std::pair<rir::Operand, const Op*>> of_loop_;
};

bool IsC(const rir::Module& module, const rir::Function& function) {
  const rir::FileId file = function.declared.file;
  return file != rir::kNone && module.files[file].ends_with(".c");
}

Arguments ArgumentsOfNest(const infer::Engine& engine, const BoundaryObjects& objects) {
  Arguments arguments;
  bool is_made_anew = engine.boundary.is_in_row;
  const infer::NestStep* before = nullptr;
  for (const infer::NestStep& step : engine.boundary.nest) {
    const bool is_users = IsUsers(*step.function);
    if (is_made_anew && is_users && !IsC(engine.Program(), *step.function)) {
      const bool is_one = before != nullptr && before->function == step.function;
      Declarations(engine, *step.function, objects, arguments).AddBetween(is_one ? before->loop : nullptr, step);
    }
    if (step.loop != nullptr)
      is_made_anew = true;
    else if (is_made_anew && is_users)
      AddArguments(engine, step, objects, arguments);
    before = &step;
  }
  return arguments;
}

bool IsRead(const Arguments& arguments, ObjectId object, std::uint64_t offset) {
  const auto ranges = arguments.read.find(object);
  return ranges != arguments.read.end() && std::ranges::any_of(ranges->second, [&](const Range& range) {
           return range.low <= offset && offset < range.high;
         });
}

// Objects of which the nest writes a part.
std::set<ObjectId> Written(const infer::Engine& engine) {
  std::set<ObjectId> written;
  for (const infer::Write& write : engine.boundary.writes)
    written.insert(write.object);
  return written;
}

// Parameters that are not the same in a resumed run before it is restored.
std::set<RegionId> GivenAnew(const Arguments& arguments, const std::set<ObjectId>& written) {
  std::set<RegionId> given = arguments.given_more;
  for (const auto& [param, objects] : arguments.given)
    if (std::ranges::any_of(objects, [&](ObjectId object) { return written.contains(object); }))
      given.insert(param);
  return given;
}

// What the arguments are read from, and no path of the plan leads to.
void FindUnnamedArguments(const infer::Engine& engine, const BoundaryObjects& objects, const Arguments& arguments,
                          const std::set<ObjectId>& written, Facts& facts) {
  const auto is_memory = [&](ObjectId id) {
    const infer::ObjectKind kind = engine.objects[id].kind;
    return kind == infer::ObjectKind::Heap || kind == infer::ObjectKind::External || kind == infer::ObjectKind::Unknown;
  };
  for (const auto& [id, ranges] : arguments.read)
    if (!objects.Contains(id) && written.contains(id) && is_memory(id))
      facts.unnamed.push_back(
          {PlaceOf(engine.Program(), arguments.by.at(id)),
           "memory that an argument is read from, on the way to the step loop; no variable leads to "
           "it in a way that is followed, so a resumed run has not got it there",
           true});
}

}  // namespace

void KeepNestArguments(infer::Engine& engine, const std::vector<NamedObject>& named, Facts& facts) {
  const BoundaryObjects objects(engine, named);
  const Arguments arguments = ArgumentsOfNest(engine, objects);
  const std::set<ObjectId> written = Written(engine);
  const std::set<RegionId> given = GivenAnew(arguments, written);
  for (const NamedObject& o : named) {
    const infer::Object& object = engine.objects[o.object];
    const bool is_given =
        engine.boundary.is_in_row && object.kind == infer::ObjectKind::Variable && given.contains(object.region);
    for (const NamedLeaf& n : o.leaves) {
      const auto fact = facts.leaves.find({o.object, n.key});
      if (fact == facts.leaves.end() || !fact->second.written || !(is_given || IsRead(arguments, o.object, n.key)))
        continue;
      LeafFact& f = fact->second;
      if ((f.persistence != Persistence::Dead || is_given) && !f.is_constant)
        continue;
      f.is_argument = !f.read;
      f.read = true;
      f.is_constant = false;
      f.persistence = Persistence::Carried;
    }
  }
  FindUnnamedArguments(engine, objects, arguments, written, facts);
}

}  // namespace detrain::plan
