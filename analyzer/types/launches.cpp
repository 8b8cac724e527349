// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/types/launches.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "analyzer/types/launch_events.h"
#include "analyzer/types/own_element.h"
#include "analyzer/types/state.h"

namespace detrain::types {

namespace {

constexpr std::size_t kMostPerCell = 24;  // accesses that are compared with each other

// The numbers that tell a thread from the others: those of its block first.
constexpr std::array<std::string_view, 6> kNumbers = {"cuda::threadIdx.x", "cuda::threadIdx.y", "cuda::threadIdx.z",
                                                      "cuda::blockIdx.x",  "cuda::blockIdx.y",  "cuda::blockIdx.z"};
constexpr std::array<std::string_view, 6> kCounts = {"cuda::blockDim.x", "cuda::blockDim.y", "cuda::blockDim.z",
                                                     "cuda::gridDim.x",  "cuda::gridDim.y",  "cuda::gridDim.z"};
using Numbers = std::bitset<kNumbers.size()>;
const Numbers kOfBlock{0b000111};

const rir::ComputeOp* ComputeOf(const Node& node) {
  const bool is_value = node.kind == NodeKind::Value && node.op != nullptr;
  return is_value ? std::get_if<rir::ComputeOp>(&node.op->data) : nullptr;
}

// Of different numbers the results differ.
bool KeepsApart(rir::Opcode opcode) {
  const std::array keep = {rir::Opcode::Add, rir::Opcode::Sub,  rir::Opcode::Mul,   rir::Opcode::Shl,
                           rir::Opcode::Neg, rir::Opcode::Cast, rir::Opcode::Field, rir::Opcode::Index};
  return std::ranges::find(keep, opcode) != keep.end();
}

class Launch {
 public:
  // `scope`: of the launch; or the body of a kernel that others launch.
  Launch(const Flow& flow, const std::set<ObjectId>& shared, ScopeId scope, Threads& threads)
      : flow_(flow), shared_(shared), search_(flow), threads_(threads), scope_(scope) {
    together_.scope = scope;
    together_.inside = InsideOf(flow, scope);
    several_ = Several();
  }

  void Judge() {
    events_ = EventsOf(flow_, scope_);
    std::map<NodeId, std::vector<LaunchItem>> cells;
    for (const LaunchItem& item : events_.items)
      for (const NodeId cell : flow_.PointsTo(item.access->address))
        if (!IsOwn(cell))
          cells[cell].push_back(item);
    for (const auto& [cell, items] : cells)
      JudgeCell(cell, items);
  }

 private:
  // --- the launch

  // Which numbers differ between threads: the sizes of the grid and its blocks are set just before.
  [[nodiscard]] Numbers Several() const {
    Numbers several;
    several.set();
    const InstanceId instance = flow_.scopes[scope_].instance;
    const rir::FunctionId id = instance == kNone ? kNone : flow_.instances[instance].function;
    if (id == kNone)
      return several;
    for (const rir::Block& block : flow_.module->functions[id].blocks) {
      Numbers before;
      before.set();
      for (const rir::Op& op : block.ops) {
        if (&op == flow_.scopes[scope_].op)
          return before;
        const auto* store = std::get_if<rir::StoreOp>(&op.data);
        const auto number = store == nullptr ? kCounts.end() : std::ranges::find(kCounts, NameOf(store->address));
        if (number != kCounts.end())
          before.set(static_cast<std::size_t>(number - kCounts.begin()),
                     store->value.kind != rir::OperandKind::Int || store->value.integer != 1);
      }
    }
    return several;
  }

  [[nodiscard]] std::string_view NameOf(const rir::Operand& address) const {
    return address.kind == rir::OperandKind::Region ? std::string_view(flow_.module->regions[address.id].name)
                                                    : std::string_view();
  }

  // --- memory

  // A thread's own: what its functions declare, and what the launch says to it. A variable of another function seems to
  // be reached where one instance of a function stands for all of its calls.
  [[nodiscard]] bool IsOwn(NodeId cell) const {
    const Object& object = flow_.objects[flow_.nodes[cell].object];
    if (object.kind == ObjectKind::File || IsShared(cell))
      return object.kind == ObjectKind::File;
    if (object.kind != ObjectKind::Region)
      return object.scope != kNone && together_.inside[object.scope];
    const rir::Region& region = flow_.module->regions[object.id];
    const std::array own = {rir::RegionKind::Local, rir::RegionKind::Param, rir::RegionKind::Hidden};
    return region.is_thread_local || std::ranges::find(own, region.kind) != own.end();
  }

  // Of a block's threads together.
  [[nodiscard]] bool IsShared(NodeId cell) const { return shared_.contains(flow_.nodes[cell].object); }

  // --- thread numbers

  [[nodiscard]] std::size_t NumberOf(NodeId id) const {
    const Node& node = flow_.nodes[id];
    const auto* load = node.op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&node.op->data);
    const auto found = load == nullptr ? kNumbers.end() : std::ranges::find(kNumbers, NameOf(load->address));
    return static_cast<std::size_t>(found - kNumbers.begin());
  }

  // The thread's numbers that a value is made from; `is_strict`: in ways that keep threads apart.
  Numbers From(NodeId start, bool is_strict) {
    Numbers found;
    if (start == kNone)
      return found;
    std::vector<NodeId> open = {start};
    std::set<NodeId> seen = {start};
    std::map<std::string, std::pair<NodeId, unsigned>> digits;  // of a number taken apart: its quotient and remainder
    for (std::size_t i = 0; i < open.size() && i < 2000; ++i) {
      const NodeId id = open[i];
      if (const std::size_t number = NumberOf(id); number < kNumbers.size()) {
        found.set(number);
        continue;
      }
      const Node& node = flow_.nodes[id];
      const rir::ComputeOp* compute = ComputeOf(node);
      const bool is_digit =
          compute != nullptr && (compute->opcode == rir::Opcode::Div || compute->opcode == rir::Opcode::Rem);
      if (is_strict && is_digit) {
        auto& [whole, parts] = digits[FormulaOf(id, compute->args[0]) + "/" + FormulaOf(id, compute->args[1])];
        whole = search_.OperandOf(id, compute->args[0]);
        parts |= compute->opcode == rir::Opcode::Div ? 1U : 2U;
        if (parts == 3 && whole != kNone && seen.insert(whole).second)
          open.push_back(whole);
      }
      if (is_strict && compute != nullptr && !KeepsApart(compute->opcode))
        continue;
      const bool is_load = node.kind == NodeKind::Value && node.op != nullptr && node.op->Kind() == rir::OpKind::Load;
      flow_.ForBefore(id, [&](NodeId from, EdgeKind kind) {
        if (!is_strict && is_load && flow_.nodes[from].kind == NodeKind::Cell && IsShared(from))
          found |= ~kOfBlock;  // each block has its own
        const bool is_memory = kind == EdgeKind::Address || (is_load && flow_.nodes[from].kind == NodeKind::Cell);
        const ScopeId scope = flow_.nodes[from].scope;
        const bool is_inside = scope != kNone && together_.inside[scope];
        if (kind == EdgeKind::Control || (is_strict && is_memory) || flow_.nodes[from].kind == NodeKind::Cell ||
            !is_inside || !seen.insert(from).second)
          return;
        open.push_back(from);
      });
    }
    return found;
  }

  std::string FormulaOf(NodeId user, const rir::Operand& operand) {
    return operand.kind == rir::OperandKind::Int ? std::to_string(operand.integer)
                                                 : search_.Formula(search_.OperandOf(user, operand), together_);
  }

  // What tests of equality around an access fix, as in `if (threadIdx.x == 0)`.
  Numbers Elected(NodeId access, bool is_strict) {
    Numbers elected;
    std::vector<NodeId> open = {access};
    std::set<NodeId> seen = {access};
    for (std::size_t i = 0; i < open.size() && i < 200; ++i)
      flow_.ForBefore(open[i], [&](NodeId from, EdgeKind kind) {
        const ScopeId scope = flow_.nodes[from].scope;
        if (kind != EdgeKind::Control || scope == kNone || !together_.inside[scope] || !seen.insert(from).second)
          return;
        if (flow_.nodes[from].kind == NodeKind::Control)
          open.push_back(from);
        else
          elected |= ElectedBy(from, StandsIn(access, flow_.nodes[open[i]].op), is_strict);
      });
    return elected;
  }

  // Whether the access is in one of the branches of `op`, and not behind it.
  [[nodiscard]] bool StandsIn(NodeId access, const rir::Op* op) const {
    for (ScopeId at = flow_.nodes[access].scope; at != kNone && at != scope_;) {
      if (flow_.scopes[at].op == op)
        return true;
      at = flow_.scopes[at].parents.empty() ? kNone : flow_.scopes[at].parents.front();
    }
    return false;
  }

  Numbers ElectedBy(NodeId condition, bool is_inside, bool is_strict) {
    const rir::ComputeOp* compute = ComputeOf(flow_.nodes[condition]);
    if (compute == nullptr)
      return {};
    Numbers elected;
    if (compute->opcode == rir::Opcode::LAnd || compute->opcode == rir::Opcode::LOr ||
        compute->opcode == rir::Opcode::Cast) {
      for (const rir::Operand& arg : compute->args)
        if (const NodeId part = search_.OperandOf(condition, arg); part != kNone)
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

  // --- what is wrong

  [[nodiscard]] Numbers Needed(NodeId cell) const { return IsShared(cell) ? several_ & kOfBlock : several_; }

  // Each element has one thread.
  bool IsApart(const Access& access, NodeId cell) {
    const Numbers needed = Needed(cell);
    const Numbers own = From(access.address, true) | Elected(access.node, true);
    return (own & needed) == needed;
  }

  // What is added may differ between the threads that add to one element: it hangs on a number of theirs that the
  // element does not tell.
  bool AddsDifferently(const Access& access, NodeId cell) {
    if (std::holds_alternative<rir::OpaqueOp>(flow_.nodes[access.node].op->data))
      return true;
    const Numbers told = From(access.address, true) | Elected(access.node, true);
    return (From(access.value, false) & Needed(cell) & ~told).any();
  }

  // What is stored may differ between threads.
  bool Varies(const Access& access) {
    const rir::Op& op = *flow_.nodes[access.node].op;
    if (std::holds_alternative<rir::OpaqueOp>(op.data))
      return true;
    return From(access.value, false).any();
  }

  // Which thread came last, and no more, is asked of the number that the atomic gave.
  [[nodiscard]] bool IsElection(NodeId atomic) const {
    std::vector<NodeId> open = {atomic};
    std::set<NodeId> seen = {atomic};
    bool is_used = false;
    for (std::size_t i = 0; i < open.size() && i < 200; ++i) {
      bool goes_elsewhere = false;
      flow_.ForEdges(open[i], [&](const Edge& edge) {
        const Node& to = flow_.nodes[edge.to];
        const rir::ComputeOp* compute = ComputeOf(to);
        if (to.kind == NodeKind::Cell && open[i] == atomic)
          return;
        is_used = true;
        if (compute != nullptr && (compute->opcode == rir::Opcode::Eq || compute->opcode == rir::Opcode::Ne))
          return;
        if (edge.kind != EdgeKind::Copy && (compute == nullptr || compute->opcode != rir::Opcode::Cast))
          goes_elsewhere = true;
        else if (seen.insert(edge.to).second)
          open.push_back(edge.to);
      });
      if (goes_elsewhere)
        return false;
    }
    return is_used;
  }

  void JudgeCell(NodeId cell, const std::vector<LaunchItem>& items) {
    std::set<NodeId> judged, in_conflict;
    std::set<std::pair<NodeId, NodeId>> met;
    for (const LaunchItem& item : items) {
      const Access& access = *item.access;
      const bool is_first = judged.insert(access.node).second;
      if (!access.writes || in_conflict.contains(access.node))
        continue;
      if (access.is_atomic) {
        if (is_first && AddsDifferently(access, cell) && !IsElection(access.node) && !IsApart(access, cell))
          threads_.updates.push_back({access.node, cell, search_.UpdateOf(access.node, cell), true});
      } else if (is_first && IsOnePlace(access, cell)) {
        threads_.conflicts.push_back({access.node, access.node, cell, kNone});
        in_conflict.insert(access.node);
      } else if (const LaunchItem* other = Met(item, cell, items)) {  // in a later round of a loop, too
        if (met.emplace(access.node, other->access->node).second)
          threads_.conflicts.push_back(
              {access.node, other->access->node, cell, CallInLoop(flow_, events_, item, *other)});
      }
    }
  }

  // All threads store different numbers at one place.
  bool IsOnePlace(const Access& access, NodeId cell) {
    const Numbers needed = Needed(cell);
    if (needed.none() || !std::holds_alternative<rir::StoreOp>(flow_.nodes[access.node].op->data))
      return false;
    const Numbers own = From(access.address, false) | Elected(access.node, false);
    return (own & needed).none() && Varies(access);
  }

  // An access to another element of shared memory, of another thread, with no barrier between the two.
  const LaunchItem* Met(const LaunchItem& item, NodeId cell, const std::vector<LaunchItem>& items) {
    if (!IsShared(cell) || (several_ & kOfBlock).none() || From(item.access->address, false).none())
      return nullptr;
    const std::string place = search_.Formula(item.access->address, together_);
    const std::string array = ArrayOf(item.access->address);
    std::size_t compared = 0;
    for (const LaunchItem& other : items) {
      if (other.phase != item.phase || other.access->is_atomic || ++compared > kMostPerCell)
        continue;
      if (other.access != item.access && search_.Formula(other.access->address, together_) != place &&
          IsOfArray(other.access->address, array) && !IsParted(item, other, items) && !IsOneThreads(item, other))
        return &other;
    }
    return nullptr;
  }

  // `if (i < half) part[i] += part[i + half]`: what is read there nobody writes, but in another round.
  [[nodiscard]] bool IsParted(const LaunchItem& a, const LaunchItem& b, const std::vector<LaunchItem>& items) const {
    const ScopeId scope = flow_.nodes[a.access->node].scope;
    const auto rounds = std::ranges::count_if(
        items, [&](const LaunchItem& item) { return item.access == a.access && item.phase == a.phase; });
    return rounds == 1 && scope == flow_.nodes[b.access->node].scope && flow_.scopes[scope].kind == ScopeKind::Branch;
  }

  // `part[i] += ...; if (i == 0) *sum = part[0];`
  bool IsOneThreads(const LaunchItem& a, const LaunchItem& b) {
    return From(a.access->address, true).any() && IsOwnElement(flow_, search_, together_, *a.access, *b.access);
  }

  // What an address may be, where ways meet: `c ? part[i] : other`.
  std::vector<NodeId> ChoicesOf(NodeId address) {
    std::vector<NodeId> open = {address}, choices;
    std::set<NodeId> seen = {address};
    for (std::size_t i = 0; i < open.size() && i < 32; ++i) {
      const Node& node = flow_.nodes[open[i]];
      const rir::OpKind kind = node.op == nullptr ? rir::OpKind::Compute : node.op->Kind();
      const bool is_held = node.kind == NodeKind::Merge || kind == rir::OpKind::Load || kind == rir::OpKind::Store;
      bool goes_on = false;
      if (is_held)
        flow_.ForBefore(open[i], [&](NodeId from, EdgeKind edge) {
          if (edge != EdgeKind::Copy || flow_.nodes[from].kind == NodeKind::Cell)
            return;
          goes_on = true;
          if (seen.insert(from).second)
            open.push_back(from);
        });
      if (!goes_on)
        choices.push_back(open[i]);
    }
    return choices;
  }

  bool IsOfArray(NodeId address, const std::string& array) {
    return std::ranges::any_of(ChoicesOf(address), [&](NodeId choice) { return ArrayOf(choice) == array; });
  }

  // The pointer that threads, and the rounds of their loops, count from: a block is cut into several arrays.
  std::string ArrayOf(NodeId address) {
    for (unsigned depth = 0; depth < 24 && address != kNone; ++depth) {
      const rir::ComputeOp* compute = ComputeOf(flow_.nodes[address]);
      if (compute == nullptr || compute->opcode != rir::Opcode::Index)
        break;
      const std::string index = FormulaOf(address, compute->args[1]);
      const bool is_counted = index == "0" || index.find('*') != std::string::npos ||
                              From(search_.OperandOf(address, compute->args[1]), false).any();
      if (!is_counted)
        break;
      if (compute->args[0].kind == rir::OperandKind::Region)
        return "@" + std::to_string(compute->args[0].id);
      address = search_.OperandOf(address, compute->args[0]);
    }
    return search_.Formula(address, together_);
  }

  const Flow& flow_;
  const std::set<ObjectId>& shared_;
  OriginSearch search_;
  Threads& threads_;
  ScopeId scope_;
  Together together_;
  Numbers several_;
  LaunchEvents events_;
};

// What launches set to zero for each block.
std::set<ObjectId> SharedMemory(const Flow& flow) {
  std::set<ObjectId> shared;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const rir::Op* op = flow.nodes[id].op;
    const auto* fill = op == nullptr ? nullptr : std::get_if<rir::FillOp>(&op->data);
    if (fill != nullptr && fill->callee == "__shared__")
      flow.ForEdges(id, [&](const Edge& edge) {
        if (flow.nodes[edge.to].kind == NodeKind::Cell)
          shared.insert(flow.nodes[edge.to].object);
      });
  }
  for (ObjectId id = 0; id < flow.objects.size(); ++id) {
    const rir::Op* op = flow.objects[id].op;
    const auto* alloc = op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&op->data);
    if (alloc != nullptr && alloc->callee == "__shared__")
      shared.insert(id);
  }
  return shared;
}

// Clang calls a kernel's function on the host so.
bool IsKernel(const Flow& flow, rir::FunctionId id) {
  return id != kNone && flow.module->functions[id].link_name.find("__device_stub__") != std::string::npos;
}

}  // namespace

void JudgeLaunches(const Flow& flow, Threads& threads) {
  const std::set<ObjectId> shared = SharedMemory(flow);
  for (ScopeId scope = 0; scope < flow.scopes.size(); ++scope) {
    const rir::Op* op = flow.scopes[scope].op;
    const auto* par = op == nullptr ? nullptr : std::get_if<rir::ParOp>(&op->data);
    if (par != nullptr && par->kind == rir::ParKind::Launch && flow.scopes[scope].kind == ScopeKind::Parallel)
      Launch(flow, shared, scope, threads).Judge();
  }
  for (const Instance& instance : flow.instances)
    if (instance.caller == kNone && IsKernel(flow, instance.function))
      Launch(flow, shared, instance.scope, threads).Judge();
}

}  // namespace detrain::types
