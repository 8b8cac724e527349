// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/origin_search.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyzer/flow/ranges.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostLooks = 50'000;   // edges that one answer may take
constexpr unsigned kMostDeep = 24;           // members and elements around a place, calls around a value
constexpr std::size_t kMostOfPointer = 500;  // nodes that a pointer may come over and be understood

// Different operands give different results.
bool KeepsApart(rir::Opcode opcode) {
  switch (opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub:
    case rir::Opcode::Mul:
    case rir::Opcode::Shl:
    case rir::Opcode::Neg:
    case rir::Opcode::Cast:
    case rir::Opcode::Field:
    case rir::Opcode::Index:
      return true;
    default:
      return false;
  }
}

// What a choice gives where it is not the number that says "none": `job < jobs ? job : -1`. Null: it is no such choice.
const rir::Operand* OtherThanNone(const rir::ComputeOp& compute) {
  if (compute.opcode != rir::Opcode::Select || compute.args.size() != 3)
    return nullptr;
  const auto is_none = [](const rir::Operand& arg) { return arg.kind == rir::OperandKind::Int && arg.integer < 0; };
  const rir::Operand &one = compute.args[1], &other = compute.args[2];
  return is_none(other) ? &one : is_none(one) ? &other : nullptr;
}

// Where all members of a block are one cell, a pointer is none of the numbers that lie beside it.
bool StoresNumber(const flow::Flow& flow, flow::NodeId node) {
  const rir::Op* op = flow.nodes[node].kind == flow::NodeKind::Effect ? flow.nodes[node].op : nullptr;
  if (op == nullptr || op->Kind() != rir::OpKind::Store || op->type == rir::kNone)
    return false;
  const rir::TypeKind kind = flow.module->types[op->type].kind;
  return kind == rir::TypeKind::Int || kind == rir::TypeKind::Float;
}

}  // namespace

flow::NodeId OriginSearch::OperandOf(flow::NodeId node, const rir::Operand& operand) const {
  if (operand.kind != rir::OperandKind::Value || flow_.nodes[node].instance == flow::kNone)
    return flow::kNone;
  return flow_.values[flow_.nodes[node].instance][operand.id];
}

bool OriginSearch::IsApart(flow::NodeId node, const Together& where) {
  return Search(node, where, true);
}

bool OriginSearch::AreOfOneOwner(flow::NodeId a, flow::NodeId b, const Together& where) {
  constexpr unsigned most = 12;  // members and elements around one address
  std::set<std::string> around;
  for (unsigned depth = 0; depth < most && a != flow::kNone && IsApart(a, where); ++depth, a = Around(a, where))
    around.insert(Formula(a, where));
  for (unsigned depth = 0; depth < most && b != flow::kNone && IsApart(b, where); ++depth, b = Around(b, where))
    if (around.contains(Formula(b, where)))
      return true;
  return false;
}

// The address of what a member or an element lies in; of a pointer that is kept in memory of the threads' own, its
// place there.
flow::NodeId OriginSearch::Around(flow::NodeId address, const Together& where) const {
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, address);
  if (compute != nullptr && (compute->opcode == rir::Opcode::Index || compute->opcode == rir::Opcode::Field ||
                             compute->opcode == rir::Opcode::Cast))
    return OperandOf(address, compute->args[0]);
  if (const flow::NodeId only = flow::OnlyCopied(flow_, address); only != flow::kNone)
    return only;
  const flow::Access* load = flow_.AccessOf(address);
  const bool is_load = load != nullptr && flow_.nodes[address].kind == flow::NodeKind::Value;
  return is_load && !IsOnePointer(address, where) ? load->address : flow::kNone;
}

std::optional<std::string> OriginSearch::NameOfSame(flow::NodeId node, const Together& where) {
  if (node == flow::kNone || Varies(node, where))
    return std::nullopt;
  std::string formula = Formula(node, where);
  return formula.find_first_of("*?") == std::string::npos ? std::optional(std::move(formula)) : std::nullopt;
}

std::span<const flow::NodeId> OriginSearch::TakenAt(flow::NodeId store, const Together& where) const {
  const auto loads = taken_.TakenAt(store);
  return !loads.empty() && taken_.IsTaken(loads.front(), where) ? loads : std::span<const flow::NodeId>();
}

bool OriginSearch::IsFromShared(flow::NodeId load, const Together& where) {
  return queued_.IsTaken(load, where) && !IsApart(queued_.ContainerOf(load), where);
}

bool OriginSearch::Varies(flow::NodeId node, const Together& where) {
  return Search(node, where, false);
}

// A number that only one thread or round has.
bool OriginSearch::IsOwnNumber(flow::NodeId id, const Together& where) const {
  const flow::Node& node = flow_.nodes[id];
  if (node.kind == flow::NodeKind::Round) {
    if (where.work != flow::kNone)
      return node.scope == where.work;
    return !where.inside[node.scope] && flow_.IsInside(where.scope, node.scope);  // of the loop that starts the threads
  }
  if (node.op == nullptr)
    return false;
  if (const auto* input = std::get_if<rir::InputOp>(&node.op->data))
    return input->source == rir::Source::Host && input->callee.find("thread_num") != std::string::npos;
  return node.kind == flow::NodeKind::Effect && std::holds_alternative<rir::AtomicOp>(node.op->data) &&
         node.op->result != rir::kNone;
}

// Whether what is there may be one of several: an element, or a member. One number is the same for all threads.
bool OriginSearch::IsOfMany(const flow::Node& cell) const {
  const flow::Object& object = flow_.objects[cell.object];
  if (object.kind != flow::ObjectKind::Region)
    return true;
  const rir::TypeKind kind = flow_.module->types[flow_.module->regions[object.id].type].kind;
  return kind == rir::TypeKind::Array || kind == rir::TypeKind::Record;
}

// Whether each thread makes it for itself.
bool OriginSearch::IsMadeInside(const flow::Node& cell, const Together& where) const {
  const flow::Object& object = flow_.objects[cell.object];
  return object.scope != flow::kNone && where.inside[object.scope];
}

// Whether it is the iterator of the shared loop, an object whose operator the loop's step calls: `for (float& x :
// row)`.
bool OriginSearch::IsIterator(const flow::Node& node, flow::NodeId cell, const Together& where) const {
  if (node.kind != flow::NodeKind::Cell || where.work >= flow_.scopes.size() || !IsMadeInside(node, where))
    return false;
  const flow::Scope& work = flow_.scopes[where.work];
  const auto* loop = work.op == nullptr ? nullptr : std::get_if<rir::LoopOp>(&work.op->data);
  const rir::FunctionId function = work.instance == flow::kNone ? flow::kNone : flow_.instances[work.instance].function;
  if (loop == nullptr || loop->step == rir::kNone || function == flow::kNone)
    return false;
  const auto& step = flow_.module->functions[function].blocks[loop->step].ops;
  bool is_stepped = false;
  flow_.ForStored(cell, [&](flow::NodeId store) {
    const flow::InstanceId by = flow_.nodes[store].instance;
    const rir::Op* call = by == flow::kNone || by == work.instance ? nullptr : flow_.instances[by].op;
    is_stepped = is_stepped || std::ranges::any_of(step, [&](const rir::Op& op) { return &op == call; });
  });
  return is_stepped;
}

// Whether the block is there once for all threads: made neither in the loop that starts them nor in one of its own.
bool OriginSearch::IsMadeOnce(const flow::Object& block, const Together& where) const {
  flow::ScopeId starts = where.scope;
  while (starts != flow::kNone && flow_.scopes[starts].kind != flow::ScopeKind::Loop)
    starts = flow_.scopes[starts].parents.empty() ? flow::kNone : flow_.scopes[starts].parents.front();
  for (flow::ScopeId at = block.scope; at != flow::kNone;) {
    const flow::Scope& scope = flow_.scopes[at];
    if (scope.parents.size() > 1 ||
        (scope.kind == flow::ScopeKind::Loop && (at == starts || !flow_.IsInside(where.scope, at))))
      return false;
    at = scope.parents.empty() ? flow::kNone : scope.parents.front();
  }
  return block.scope != flow::kNone;
}

bool OriginSearch::IsOneNumber(const rir::Operand& operand, flow::InstanceId instance) const {
  const std::optional<flow::Range> range = flow::RangeOf(flow_, operand, instance);
  return range && range->symbol == flow::kNone && range->end == range->low + 1;
}

// Whether a store goes to an element or a member that the text names: a table is written so, and not a loop's elements.
bool OriginSearch::IsOnePlace(flow::NodeId store) const {
  const flow::Access* access = flow_.AccessOf(store);
  flow::NodeId address = access == nullptr ? flow::kNone : access->address;
  for (unsigned depth = 0; depth < kMostDeep && address != flow::kNone; ++depth) {
    const rir::ComputeOp* place = flow::ComputeOf(flow_, address);
    if (place != nullptr && place->opcode == rir::Opcode::Index &&
        !IsOneNumber(place->args[1], flow_.nodes[address].instance))
      return false;
    const bool is_part = place != nullptr && !place->args.empty();
    address = is_part ? OperandOf(address, place->args[0]) : flow::OnlyCopied(flow_, address);
  }
  return true;
}

// Whether it is a constant: of the store's own, or what a constructor was called with.
bool OriginSearch::IsConstant(flow::NodeId store) const {
  const flow::Access* access = flow_.AccessOf(store);
  flow::NodeId value = access == nullptr ? flow::kNone : access->value;
  for (unsigned depth = 0; depth < kMostDeep && value != flow::kNone; ++depth) {
    const flow::NodeId passed = flow::OnlyCopied(flow_, value);
    if (passed == flow::kNone)
      return flow_.nodes[value].kind == flow::NodeKind::Parameter && flow_.nodes[value].instance != flow::kNone &&
             flow_.first_before[value] == flow_.first_before[value + 1];
    value = passed;
  }
  return value == flow::kNone;
}

// Whether it is one pointer, whichever thread loads it from wherever: all that was stored there is the address of one
// variable, or of a block that is made once.
bool OriginSearch::IsOnePointer(flow::NodeId load, const Together& where) const {
  const auto& cells = flow_.PointsTo(load);
  const flow::Object* object = cells.size() == 1 ? &flow_.objects[flow_.nodes[cells.front()].object] : nullptr;
  const bool is_one = object != nullptr && (object->kind == flow::ObjectKind::Region ||
                                            (object->kind == flow::ObjectKind::Block && IsMadeOnce(*object, where)));
  if (!is_one)
    return false;
  std::vector<flow::NodeId> open = {load};
  std::unordered_set<flow::NodeId> seen = {load};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const flow::Node& node = flow_.nodes[open[i]];
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, open[i]);
    const bool is_place = compute == nullptr || compute->opcode == rir::Opcode::Cast ||
                          compute->opcode == rir::Opcode::Field ||
                          (compute->opcode == rir::Opcode::Index && IsOneNumber(compute->args[1], node.instance));
    if (!is_place || i >= kMostOfPointer)
      return false;
    flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
      if ((kind == flow::EdgeKind::Copy || kind == flow::EdgeKind::Data) && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return true;
}

// Whether it is the counter of the shared loop, or of the loop that starts the threads, read before they run:
// `std::thread(Work, k)` hands k over by its address, so that it is memory. So is the iterator of a loop over elements.
bool OriginSearch::ReadsCounter(flow::NodeId load, const Together& where) const {
  const flow::Node& read = flow_.nodes[load];
  const bool is_pointer = flow_.module->types[read.op->type].kind == rir::TypeKind::Pointer;
  if (where.work == flow::kNone && (read.scope == flow::kNone || where.inside[read.scope]))
    return false;
  bool is_counter = false;
  flow_.ForBefore(load, [&](flow::NodeId cell, flow::EdgeKind) {
    if (flow_.nodes[cell].kind == flow::NodeKind::Cell &&
        (is_pointer ? IsOfIterator(flow_.nodes[cell]) : !IsOfMany(flow_.nodes[cell])))
      flow_.ForStored(cell, [&](flow::NodeId store) { is_counter = is_counter || CountsOn(store, cell, where); });
  });
  return is_counter;
}

// Whether it is a local variable of a pointer, or of a class that holds nothing else.
bool OriginSearch::IsOfIterator(const flow::Node& cell) const {
  const flow::Object& object = flow_.objects[cell.object];
  if (object.kind != flow::ObjectKind::Region || flow_.module->regions[object.id].kind != rir::RegionKind::Local)
    return false;
  const rir::Type& type = flow_.module->types[flow_.module->regions[object.id].type];
  return type.kind == rir::TypeKind::Pointer ||
         (type.fields.size() == 1 && flow_.module->types[type.fields.front().type].kind == rir::TypeKind::Pointer);
}

// k = k + 1 or p = p + 1, in the shared loop, or that around the threads.
bool OriginSearch::CountsOn(flow::NodeId store, flow::NodeId cell, const Together& where) const {
  flow::ScopeId loop = flow_.nodes[store].scope;
  while (loop != flow::kNone && flow_.scopes[loop].kind != flow::ScopeKind::Loop)
    loop = flow_.scopes[loop].parents.size() == 1 ? flow_.scopes[loop].parents.front() : flow::kNone;
  const bool is_theirs =
      where.work != flow::kNone ? loop == where.work : loop != flow::kNone && flow_.IsInside(where.scope, loop);
  if (!is_theirs)
    return false;
  bool counts = false;
  flow_.ForBefore(store, [&](flow::NodeId value, flow::EdgeKind kind) {
    const rir::ComputeOp* sum =
        kind == flow::EdgeKind::Copy || kind == flow::EdgeKind::Data ? flow::ComputeOf(flow_, value) : nullptr;
    const bool is_step = sum != nullptr && sum->opcode == rir::Opcode::Index &&
                         sum->args[1].kind == rir::OperandKind::Int && sum->args[1].integer != 0;
    if (sum == nullptr || (sum->opcode != rir::Opcode::Add && sum->opcode != rir::Opcode::Sub && !is_step))
      return;
    flow_.ForBefore(value, [&](flow::NodeId load, flow::EdgeKind) {
      flow_.ForBefore(load, [&](flow::NodeId from, flow::EdgeKind) {
        counts = counts || (flow_.nodes[from].kind == flow::NodeKind::Cell &&
                            flow_.nodes[from].object == flow_.nodes[cell].object);
      });
    });
  });
  return counts;
}

bool OriginSearch::Search(flow::NodeId start, const Together& where, bool is_strict) {
  if (start == flow::kNone)
    return false;
  const auto [answer, is_new] = answers_.try_emplace(Question{start, where.scope, where.work, is_strict}, false);
  if (is_new)
    answer->second = SearchAnew(start, where, is_strict);
  return answer->second;
}

// Whether it is a table of what each thread is given: constants, at places that the text names.
bool OriginSearch::IsTable(flow::NodeId cell) const {
  unsigned constants = 0;
  flow_.ForStored(cell, [&](flow::NodeId from) {
    const rir::Op* store = flow_.nodes[from].kind == flow::NodeKind::Effect ? flow_.nodes[from].op : nullptr;
    if (store == nullptr || store->Kind() != rir::OpKind::Store ||
        flow_.module->types[store->type].kind != rir::TypeKind::Int)
      return;
    constants += IsConstant(from) && IsOnePlace(from) ? 1 : 0;
  });
  return constants >= 2;
}

// Whether it is the number that what only one thread or round has was given.
bool OriginSearch::IsOwnMember(flow::NodeId load, const Together& where) {
  const flow::Access* access = flow_.AccessOf(load);
  return access != nullptr && given_.IsOneEach(load, where) && IsApart(access->address, where);
}

// Whether it is memory of a thread's own into which such a number was copied with what it is a member of:
// `std::thread(workers[k])`.
bool OriginSearch::IsOwnCopy(flow::NodeId cell, const Together& where) {
  bool is_own = false, is_given = false;
  flow_.ForStored(cell, [&](flow::NodeId from) {
    const flow::Node& node = flow_.nodes[from];
    const flow::Access* access = flow_.AccessOf(from);
    const bool is_copy = node.op != nullptr && std::holds_alternative<rir::CopyOp>(node.op->data);
    if (node.kind == flow::NodeKind::Cell)
      is_given = is_given || given_.IsOneEach(from, where);
    else if (is_copy && access != nullptr && access->value != flow::kNone && !where.inside[node.scope])
      is_own = is_own || IsApart(access->value, where);
  });
  return is_own && is_given;
}

bool OriginSearch::SearchAnew(flow::NodeId start, const Together& where, bool is_strict) {
  const std::uint32_t search = ++search_;  // others begin meanwhile
  std::vector<flow::NodeId> open = {start};
  seen_[start] = search;
  std::size_t looked = 0;
  std::unordered_set<flow::NodeId> of_pointers;  // cells that a pointer is loaded from, not numbers that lie beside it
  for (std::size_t i = 0; i < open.size() && i < 3000 && looked < kMostLooks; ++i) {
    const flow::NodeId id = open[i];
    const flow::Node& node = flow_.nodes[id];
    if (IsOwnNumber(id, where) || IsIterator(node, id, where))
      return true;
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, id);
    if (is_strict && compute != nullptr && !KeepsApart(compute->opcode) && !bounds_.IsBegin(id, where)) {
      const rir::Operand* other = OtherThanNone(*compute);
      const flow::NodeId number = other == nullptr ? flow::kNone : OperandOf(id, *other);
      if (number != flow::kNone && seen_[number] != search) {
        seen_[number] = search;
        open.push_back(number);
      }
      continue;
    }
    const bool is_load =
        node.kind == flow::NodeKind::Value && node.op != nullptr && std::holds_alternative<rir::LoadOp>(node.op->data);
    const bool is_pointer =
        is_load && node.op->type != rir::kNone && flow_.module->types[node.op->type].kind == rir::TypeKind::Pointer;
    const bool takes = is_load && (taken_.IsTaken(id, where) || queued_.IsTaken(id, where));
    if (takes || (is_load && (ReadsCounter(id, where) || IsOwnMember(id, where))))
      return true;
    const bool is_of_pointers = of_pointers.contains(id);
    if (where.work == flow::kNone && node.kind == flow::NodeKind::Cell && IsOfMany(node) &&
        ((!is_of_pointers && IsTable(id)) || IsOwnCopy(id, where)))
      return true;
    flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind kind) {
      ++looked;
      const bool is_address = kind == flow::EdgeKind::Address;
      if (kind == flow::EdgeKind::Control ||
          (is_address && is_strict && (!is_load || !is_pointer || IsOnePointer(id, where))))
        return;
      // What was stored in memory that the threads share says nothing of who reads it.
      const bool leaves = node.kind == flow::NodeKind::Cell && !IsMadeInside(node, where) &&
                          flow_.nodes[from].scope != flow::kNone && where.inside[flow_.nodes[from].scope];
      if (is_strict && (leaves || (is_of_pointers && StoresNumber(flow_, from))))
        return;
      const bool is_pointers = is_strict && is_pointer && flow_.nodes[from].kind == flow::NodeKind::Cell;
      const bool is_now_of_numbers = !is_pointers && of_pointers.erase(from) != 0;  // it is looked at again
      if (seen_[from] == search && !is_now_of_numbers)
        return;
      if (is_pointers && seen_[from] != search)
        of_pointers.insert(from);
      seen_[from] = search;
      open.push_back(from);
    });
  }
  return false;
}

std::string OriginSearch::FormulaOf(const rir::Operand& operand, flow::NodeId user, const Together& where,
                                    unsigned depth) {
  switch (operand.kind) {
    case rir::OperandKind::Int:
      return std::to_string(operand.integer);
    case rir::OperandKind::Value:
      return Formula(OperandOf(user, operand), where, depth);
    case rir::OperandKind::Region:
      return "@" + std::to_string(operand.id);
    default:
      return "?";
  }
}

std::string OriginSearch::Formula(flow::NodeId id, const Together& where, unsigned depth) {
  if (id == flow::kNone || depth > 24)
    return "?";
  const flow::Node& node = flow_.nodes[id];
  if (const auto* input = node.op == nullptr ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
      input != nullptr && IsOwnNumber(id, where))
    return "t";
  if (node.kind == flow::NodeKind::Round)
    return node.scope == where.work || !where.inside[node.scope] ? "r" + std::to_string(node.object) : "*";
  if (const rir::ComputeOp* compute = flow::ComputeOf(flow_, id)) {
    if (compute->opcode == rir::Opcode::Cast)
      return FormulaOf(compute->args[0], id, where, depth + 1);
    std::vector<std::string> parts;
    for (const rir::Operand& arg : compute->args)
      parts.push_back(FormulaOf(arg, id, where, depth + 1));
    if (compute->opcode == rir::Opcode::Add || compute->opcode == rir::Opcode::Mul)
      std::ranges::sort(parts);
    std::string text = std::to_string(static_cast<int>(compute->opcode)) + "(";
    for (const std::string& part : parts)
      text += part + ",";
    return text + ")";
  }
  const bool is_load =
      node.kind == flow::NodeKind::Value && node.op != nullptr && std::holds_alternative<rir::LoadOp>(node.op->data);
  const bool is_call =
      node.kind == flow::NodeKind::Result ||
      (node.kind == flow::NodeKind::Value && node.op != nullptr && std::holds_alternative<rir::CallOp>(node.op->data));
  const bool is_passed =
      is_load || is_call || node.kind == flow::NodeKind::Parameter || node.kind == flow::NodeKind::Effect;
  flow::NodeId only = flow::kNone;
  unsigned count = 0;
  flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind kind) {
    if (kind != flow::EdgeKind::Copy)
      return;
    only = from;
    ++count;
  });
  if (is_passed && count == 1 && flow_.nodes[only].kind != flow::NodeKind::Cell)
    return Formula(only, where, depth + 1);
  if (is_load && count == 1)
    return "m" + std::to_string(only) + WhichOf(id, flow_.nodes[only], where, depth);
  return "n" + std::to_string(id);
}

// Of memory that one cell stands for and that may be several: which of them the load reads. Two members `data` of one
// kind of record are two numbers.
std::string OriginSearch::WhichOf(flow::NodeId load, const flow::Node& cell, const Together& where, unsigned depth) {
  const flow::Access* access = flow_.AccessOf(load);
  const bool is_one = flow_.objects[cell.object].kind == flow::ObjectKind::Region || access == nullptr;
  return is_one ? std::string() : "[" + Formula(access->address, where, depth + 1) + "]";
}

flow::NodeId OriginSearch::Root(flow::NodeId address) const {
  for (unsigned depth = 0; depth < 24 && address != flow::kNone; ++depth) {
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, address);
    if (compute != nullptr && (compute->opcode == rir::Opcode::Index || compute->opcode == rir::Opcode::Field)) {
      address = OperandOf(address, compute->args[0]);
      continue;
    }
    const flow::NodeId only = flow::OnlyCopied(flow_, address);
    if (only == flow::kNone)
      break;
    address = only;
  }
  return address;
}

}  // namespace detrain::races
