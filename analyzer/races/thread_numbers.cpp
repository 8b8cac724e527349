// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/thread_numbers.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/flow/behind.h"

namespace detrain::races {

namespace {

// The numbers that tell a thread from the others: those of its block first.
constexpr std::array<std::string_view, kThreadNumbers> kNumbers = {"cuda::threadIdx.x", "cuda::threadIdx.y",
                                                                   "cuda::threadIdx.z", "cuda::blockIdx.x",
                                                                   "cuda::blockIdx.y",  "cuda::blockIdx.z"};
constexpr std::array<std::string_view, kThreadNumbers> kCounts = {"cuda::blockDim.x", "cuda::blockDim.y",
                                                                  "cuda::blockDim.z", "cuda::gridDim.x",
                                                                  "cuda::gridDim.y",  "cuda::gridDim.z"};
constexpr unsigned kDeepest = 16;       // tests of tests
constexpr unsigned kDeepestValue = 24;  // variables of variables

// Of different numbers the results differ.
bool KeepsApart(rir::Opcode opcode) {
  const std::array keep = {rir::Opcode::Add, rir::Opcode::Sub,  rir::Opcode::Mul,   rir::Opcode::Shl,
                           rir::Opcode::Neg, rir::Opcode::Cast, rir::Opcode::Field, rir::Opcode::Index};
  return std::ranges::find(keep, opcode) != keep.end();
}

// Whether it is true or false.
bool IsTest(const flow::Flow& flow, flow::NodeId node) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow, node);
  return flow.nodes[node].kind == flow::NodeKind::Merge ||
         (compute != nullptr && compute->opcode >= rir::Opcode::LNot && compute->opcode <= rir::Opcode::LOr);
}

}  // namespace

template <typename Visit>
void ThreadNumbers::ForSizes(Visit visit) const {
  const flow::InstanceId instance = flow_.scopes[together_.scope].instance;
  const rir::FunctionId id = instance == flow::kNone ? flow::kNone : flow_.instances[instance].function;
  if (id == flow::kNone)
    return;
  for (const rir::Block& block : flow_.module->functions[id].blocks) {
    const auto launch =
        std::ranges::find_if(block.ops, [&](const rir::Op& op) { return &op == flow_.scopes[together_.scope].op; });
    if (launch == block.ops.end())
      continue;
    for (auto op = block.ops.begin(); op != launch; ++op) {
      const auto* store = std::get_if<rir::StoreOp>(&op->data);
      const auto number = store == nullptr ? kCounts.end() : std::ranges::find(kCounts, NameOf(store->address));
      if (number != kCounts.end())
        visit(static_cast<std::size_t>(number - kCounts.begin()), store->value);
    }
    return;
  }
}

Numbers ThreadNumbers::Several() const {
  Numbers several;
  several.set();
  ForSizes([&](std::size_t number, const rir::Operand& value) {
    several.set(number, value.kind != rir::OperandKind::Int || value.integer != 1);
  });
  return several;
}

Numbers ThreadNumbers::SurelySeveral() const {
  Numbers several;
  ForSizes([&](std::size_t number, const rir::Operand& value) {
    several.set(number, value.kind == rir::OperandKind::Int && value.integer > 1);
  });
  return several;
}

std::optional<std::int64_t> ThreadNumbers::CountOf(std::size_t wanted) const {
  std::optional<std::int64_t> count;  // as it is set last
  ForSizes([&](std::size_t number, const rir::Operand& value) {
    if (number == wanted)
      count = value.kind == rir::OperandKind::Int && value.integer > 0 ? std::optional(value.integer) : std::nullopt;
  });
  return count;
}

std::string_view ThreadNumbers::NameOf(const rir::Operand& address) const {
  return address.kind == rir::OperandKind::Region ? std::string_view(flow_.module->regions[address.id].name)
                                                  : std::string_view();
}

std::size_t ThreadNumbers::NumberOf(flow::NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  const auto* load = node.op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&node.op->data);
  const auto found = load == nullptr ? kNumbers.end() : std::ranges::find(kNumbers, NameOf(load->address));
  return static_cast<std::size_t>(found - kNumbers.begin());
}

std::size_t ThreadNumbers::BlockSizeOf(flow::NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  const auto* load = node.op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&node.op->data);
  const auto* const end = kCounts.begin() + kDimensions;
  const auto* const found = load == nullptr ? end : std::find(kCounts.begin(), end, NameOf(load->address));
  return static_cast<std::size_t>(found - kCounts.begin());
}

bool ThreadNumbers::IsCount(flow::NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  return object.kind == flow::ObjectKind::Region &&
         std::ranges::find(kCounts, std::string_view(flow_.module->regions[object.id].name)) != kCounts.end();
}

bool ThreadNumbers::IsOwn(flow::NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  if (object.kind == flow::ObjectKind::File || IsShared(cell))
    return object.kind == flow::ObjectKind::File;
  if (object.kind != flow::ObjectKind::Region)
    return object.scope != flow::kNone && together_.inside[object.scope];
  const rir::Region& region = flow_.module->regions[object.id];
  const std::array own = {rir::RegionKind::Local, rir::RegionKind::Param, rir::RegionKind::Hidden};
  return region.is_thread_local || std::ranges::find(own, region.kind) != own.end();
}

flow::NodeId ThreadNumbers::Made(flow::NodeId node) const {
  for (unsigned depth = 0; depth < kDeepestValue && node != flow::kNone; ++depth) {
    node = flow::Behind(flow_, node);
    if (node == flow::kNone || NumberOf(node) < kThreadNumbers)
      return node;
    const auto only = flow::OnlyStoreTo(flow_, node);
    const flow::NodeId stored =
        only && IsOwn(only->cell) ? search_.OperandOf(only->store, only->op->value) : flow::kNone;
    if (stored == flow::kNone)
      return node;
    node = stored;
  }
  return node;
}

// Whether it is what the thread's functions declare, so that what it holds is stored by the thread.
bool ThreadNumbers::IsVariable(flow::NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  return IsOwn(cell) && object.kind == flow::ObjectKind::Region &&
         flow_.module->regions[object.id].kind != rir::RegionKind::Hidden;
}

// What an atomic finds in a count that all threads move on by a constant: another number for each of them.
bool ThreadNumbers::IsTicket(flow::NodeId node) {
  const rir::Op* op = flow_.nodes[node].op;
  const auto* atomic = op == nullptr ? nullptr : std::get_if<rir::AtomicOp>(&op->data);
  const bool counts = atomic != nullptr && op->result != rir::kNone && (atomic->op == "+" || atomic->op == "-") &&
                      atomic->value.kind == rir::OperandKind::Int && atomic->value.integer != 0;
  const flow::Access* access = counts ? flow_.AccessOf(node) : nullptr;
  if (access == nullptr || access->address == flow::kNone || From(access->address, false).any())
    return false;
  const auto cells = flow_.PointsTo(access->address);
  return !cells.empty() &&
         std::ranges::none_of(cells, [&](flow::NodeId cell) { return IsOwn(cell) || IsShared(cell); });
}

Numbers ThreadNumbers::From(flow::NodeId start, bool is_strict) {
  Numbers found;
  if (start == flow::kNone)
    return found;
  std::vector<flow::NodeId> open = {start};
  std::set<flow::NodeId> seen = {start};
  std::map<std::string, std::pair<flow::NodeId, unsigned>>
      digits;  // of a number taken apart: its quotient and remainder
  for (std::size_t i = 0; i < open.size() && i < 2000; ++i) {
    const flow::NodeId id = open[i];
    if (const std::size_t number = NumberOf(id); number < kNumbers.size()) {
      found.set(number);
      continue;
    }
    if (IsTicket(id)) {
      found.set();
      continue;
    }
    const flow::Node& node = flow_.nodes[id];
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, id);
    const bool is_digit =
        compute != nullptr && (compute->opcode == rir::Opcode::Div || compute->opcode == rir::Opcode::Rem);
    if (is_strict && is_digit) {
      auto& [whole, parts] = digits[FormulaOf(id, compute->args[0]) + "/" + FormulaOf(id, compute->args[1])];
      whole = search_.OperandOf(id, compute->args[0]);
      parts |= compute->opcode == rir::Opcode::Div ? 1U : 2U;
      if (parts == 3 && whole != flow::kNone && seen.insert(whole).second)
        open.push_back(whole);
    }
    if (is_strict && compute != nullptr && !KeepsApart(compute->opcode))
      continue;
    const bool is_load =
        node.kind == flow::NodeKind::Value && node.op != nullptr && node.op->Kind() == rir::OpKind::Load;
    const auto add_stored = [&](flow::NodeId cell) {
      flow_.ForStored(cell, [&](flow::NodeId from) {
        const flow::ScopeId scope = flow_.nodes[from].scope;
        const bool is_cell = flow_.nodes[from].kind == flow::NodeKind::Cell;  // it was copied as a whole
        const bool is_own = is_cell ? IsVariable(from) : scope != flow::kNone && together_.inside[scope];
        if (is_own && seen.insert(from).second)
          open.push_back(from);
      });
    };
    if (node.kind == flow::NodeKind::Cell) {
      add_stored(id);
      continue;
    }
    flow_.ForBefore(id, [&](flow::NodeId from, flow::EdgeKind kind) {
      const bool is_cell = !is_strict && is_load && flow_.nodes[from].kind == flow::NodeKind::Cell;
      if (is_cell && IsShared(from))
        found |= ~kOfBlock;  // each block has its own
      if (is_cell && IsVariable(from))
        add_stored(from);
      const bool is_memory =
          kind == flow::EdgeKind::Address || (is_load && flow_.nodes[from].kind == flow::NodeKind::Cell);
      const flow::ScopeId scope = flow_.nodes[from].scope;
      const bool is_inside = scope != flow::kNone && together_.inside[scope];
      if (kind == flow::EdgeKind::Control || (is_strict && is_memory) ||
          flow_.nodes[from].kind == flow::NodeKind::Cell || !is_inside || !seen.insert(from).second)
        return;
      open.push_back(from);
    });
  }
  return found;
}

std::string ThreadNumbers::FormulaOf(flow::NodeId user, const rir::Operand& operand) {
  return operand.kind == rir::OperandKind::Int ? std::to_string(operand.integer)
                                               : search_.Formula(search_.OperandOf(user, operand), together_);
}

std::vector<ThreadTest> ThreadNumbers::TestsOf(flow::NodeId access) const {
  std::vector<ThreadTest> tests;
  std::vector<flow::NodeId> open = {access};
  std::set<flow::NodeId> seen = {access};
  for (std::size_t i = 0; i < open.size() && i < 200; ++i)
    flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
      const flow::ScopeId scope = flow_.nodes[from].scope;
      if (kind != flow::EdgeKind::Control || scope == flow::kNone || !together_.inside[scope] ||
          !seen.insert(from).second)
        return;
      if (flow_.nodes[from].kind == flow::NodeKind::Control)
        open.push_back(from);
      else
        AddTests(from, StandsIn(access, flow_.nodes[open[i]].op), tests);
    });
  return tests;
}

// Where the second part may have an effect, `a && b` is a variable that an `if (a)` stores b or 0 in.
void ThreadNumbers::AddTests(flow::NodeId condition, bool is_inside, std::vector<ThreadTest>& tests,
                             unsigned depth) const {
  const flow::NodeId made = flow::Behind(flow_, condition);
  if (made == flow::kNone)
    return;  // a constant
  const rir::ComputeOp* truth = flow::ComputeAt(flow_, made, rir::Opcode::Ne);
  if (truth != nullptr && truth->args[1] == rir::Operand::Int(0) && depth < kDeepest) {
    const flow::NodeId part = search_.OperandOf(made, truth->args[0]);
    if (part != flow::kNone && IsTest(flow_, flow::Behind(flow_, part)))
      return AddTests(part, is_inside, tests, depth + 1);
  }
  if (const rir::ComputeOp* both = flow::ComputeAt(flow_, made, is_inside ? rir::Opcode::LAnd : rir::Opcode::LOr);
      both != nullptr && depth < kDeepest) {
    for (const rir::Operand& part : both->args)
      AddTests(search_.OperandOf(made, part), is_inside, tests, depth + 1);
    return;
  }
  const rir::Op* op = flow_.nodes[made].op;
  const auto* branch = op == nullptr ? nullptr : std::get_if<rir::IfOp>(&op->data);
  std::vector<flow::NodeId> values;
  unsigned constants = 0;
  if (flow_.nodes[made].kind == flow::NodeKind::Merge && branch != nullptr && depth < kDeepest)
    flow_.ForBefore(made, [&](flow::NodeId way, flow::EdgeKind) {
      const rir::Op* stored = flow_.nodes[way].op;
      const auto* store = stored == nullptr ? nullptr : std::get_if<rir::StoreOp>(&stored->data);
      const bool is_constant = store != nullptr && store->value.kind == rir::OperandKind::Int;
      if (!is_constant)
        values.push_back(way);
      else if ((store->value.integer == 0) == is_inside)  // `a && b` holds, or `a || b` does not: nor does either part
        ++constants;
    });
  if (constants != 1 || values.size() != 1) {
    tests.push_back({made, is_inside});
    return;
  }
  AddTests(flow_.NodeOf(branch->condition, flow_.nodes[made].instance), is_inside, tests, depth + 1);
  AddTests(values.front(), is_inside, tests, depth + 1);
}

Numbers ThreadNumbers::Elected(flow::NodeId access, bool is_strict) {
  Numbers elected;
  for (const ThreadTest& test : TestsOf(access))
    elected |= ElectedBy(test.condition, test.is_inside, is_strict);
  return elected;
}

Numbers ThreadNumbers::Tested(flow::NodeId access) {
  Numbers tested;
  for (const ThreadTest& test : TestsOf(access))
    tested |= From(test.condition, false);
  return tested;
}

std::vector<ThreadTest> ThreadNumbers::TestsOfBranch(flow::ScopeId branch) const {
  const flow::Scope& scope = flow_.scopes[branch];
  const auto* test = scope.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&scope.op->data);
  if (test == nullptr || scope.kind != flow::ScopeKind::Branch)
    return {};
  return TestsIn(flow_.NodeOf(test->condition, scope.instance), scope.block == test->then_block);
}

std::vector<ThreadTest> ThreadNumbers::TestsIn(flow::NodeId condition, bool is_inside) const {
  std::vector<ThreadTest> tests;
  AddTests(condition, is_inside, tests);
  return tests;
}

// Whether the access is where the test holds: in its branch, or its loop. Else it is in the other branch, or behind a
// branch that leaves.
bool ThreadNumbers::StandsIn(flow::NodeId access, const rir::Op* op) const {
  for (flow::ScopeId at = flow_.nodes[access].scope; at != flow::kNone && at != together_.scope;) {
    if (flow_.scopes[at].op == op) {
      const auto* test = std::get_if<rir::IfOp>(&op->data);
      return test == nullptr || flow_.scopes[at].block == test->then_block;
    }
    at = flow_.scopes[at].parents.empty() ? flow::kNone : flow_.scopes[at].parents.front();
  }
  return false;
}

Numbers ThreadNumbers::ElectedBy(flow::NodeId condition, bool is_inside, bool is_strict) {
  const rir::ComputeOp* compute = flow::ComputeOf(flow_, condition);
  if (compute == nullptr)
    return {};
  Numbers elected;
  if (compute->opcode == rir::Opcode::Cast) {
    for (const rir::Operand& arg : compute->args)
      if (const flow::NodeId part = search_.OperandOf(condition, arg); part != flow::kNone)
        elected |= ElectedBy(part, is_inside, is_strict);
    return elected;
  }
  const rir::Opcode wanted = is_inside ? rir::Opcode::Eq : rir::Opcode::Ne;
  if (compute->opcode != wanted && compute->opcode != rir::Opcode::LNot)
    return {};
  for (const rir::Operand& arg : compute->args)
    elected |= From(search_.OperandOf(condition, arg), is_strict);
  return elected;
}

}  // namespace detrain::races
