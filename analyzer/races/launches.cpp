// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/launches.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "analyzer/flow/launch.h"
#include "analyzer/flow/state.h"
#include "analyzer/races/barrier_place.h"
#include "analyzer/races/chosen_element.h"
#include "analyzer/races/data_chosen.h"
#include "analyzer/races/launch_events.h"
#include "analyzer/races/met_element.h"
#include "analyzer/races/own_element.h"
#include "analyzer/races/parted_places.h"
#include "analyzer/races/thread_numbers.h"
#include "analyzer/races/thread_places.h"
#include "analyzer/races/window_overlap.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostPerCell = 24;  // accesses that are compared with each other

class Launch {
 public:
  // `scope`: of the launch; or the body of a kernel that others launch.
  Launch(const flow::Flow& flow, const std::set<flow::ObjectId>& shared, flow::ScopeId scope, Threads& threads)
      : flow_(flow),
        search_(flow),
        threads_(threads),
        scope_(scope),
        together_{scope, flow::kNone, flow::InsideOf(flow, scope)},
        numbers_(flow, search_, together_, shared),
        placer_(flow, numbers_, together_) {
    several_ = numbers_.Several();
    surely_several_ = numbers_.SurelySeveral();
  }

  void Judge() {
    events_ = EventsOf(flow_, scope_);
    met_.emplace(flow_, search_, numbers_, together_, events_.items);
    std::map<flow::NodeId, std::vector<LaunchItem>> cells;
    for (const LaunchItem& item : events_.items)
      for (const flow::NodeId cell : flow_.PointsTo(item.access->address))
        if (!numbers_.IsOwn(cell))
          cells[cell].push_back(item);
    for (const auto& [cell, items] : cells)
      JudgeCell(cell, items);
  }

 private:
  // --- what is wrong

  [[nodiscard]] Numbers Needed(flow::NodeId cell) const {
    return numbers_.IsShared(cell) ? several_ & kOfBlock : several_;
  }

  // Each element has one thread.
  bool IsApart(const flow::Access& access, flow::NodeId cell) {
    const Numbers needed = Needed(cell);
    return (Told(access, cell) & needed) == needed;
  }

  // The numbers that the element tells, or the tests around it.
  Numbers Told(const flow::Access& access, flow::NodeId cell) {
    return (numbers_.From(access.address, true) & ~met_->Summed(access, Needed(cell)) &
            ~OverlappedAt(flow_, search_, numbers_, met_->sums(), access.address)) |
           numbers_.Elected(access.node, true);
  }

  // What is added may differ between the threads that add to one element: it hangs on a number of theirs that the
  // element does not tell.
  bool AddsDifferently(const flow::Access& access, flow::NodeId cell) {
    if (std::holds_alternative<rir::OpaqueOp>(flow_.nodes[access.node].op->data))
      return true;
    return (numbers_.From(access.value, false) & Needed(cell) & ~Told(access, cell)).any();
  }

  // What is stored may differ between threads.
  bool Varies(const flow::Access& access) {
    const rir::Op& op = *flow_.nodes[access.node].op;
    if (std::holds_alternative<rir::OpaqueOp>(op.data))
      return true;
    return numbers_.From(access.value, false).any();
  }

  // Which thread came last, and no more, is asked of the number that the atomic gave.
  [[nodiscard]] bool IsElection(flow::NodeId atomic) const {
    std::vector<flow::NodeId> open = {atomic};
    std::set<flow::NodeId> seen = {atomic};
    bool is_used = false;
    for (std::size_t i = 0; i < open.size() && i < 200; ++i) {
      bool goes_elsewhere = false;
      flow_.ForEdges(open[i], [&](const flow::Edge& edge) {
        const flow::Node& to = flow_.nodes[edge.to];
        const rir::ComputeOp* compute = flow::ComputeOf(flow_, edge.to);
        if (to.kind == flow::NodeKind::Cell && open[i] == atomic)
          return;
        is_used = true;
        if (compute != nullptr && (compute->opcode == rir::Opcode::Eq || compute->opcode == rir::Opcode::Ne))
          return;
        if (edge.kind != flow::EdgeKind::Copy && (compute == nullptr || compute->opcode != rir::Opcode::Cast))
          goes_elsewhere = true;
        else if (seen.insert(edge.to).second)
          open.push_back(edge.to);
      });
      if (goes_elsewhere)
        return false;
    }
    return is_used;
  }

  // Whether the number that the atomic gave chooses an element for what hangs on the thread: `rows[atomicAdd(n, 1)] =
  // i`.
  [[nodiscard]] bool ChoosesElement(flow::NodeId atomic) {
    constexpr std::size_t most = 200;
    std::vector<flow::NodeId> open = {atomic};
    std::set<flow::NodeId> seen = {atomic};
    bool chooses = false;
    for (std::size_t i = 0; i < open.size() && i < most && !chooses; ++i)
      flow_.ForEdges(open[i], [&](const flow::Edge& edge) {
        const flow::Node& to = flow_.nodes[edge.to];
        const bool is_store = to.kind == flow::NodeKind::Effect && to.op->Kind() == rir::OpKind::Store;
        if (edge.kind == flow::EdgeKind::Address && is_store && open[i] != atomic)
          chooses = chooses || Varies(*flow_.AccessOf(edge.to));
        else if (edge.kind <= flow::EdgeKind::Data && to.kind != flow::NodeKind::Cell && seen.insert(edge.to).second)
          open.push_back(edge.to);
      });
    return chooses;
  }

  void JudgeCell(flow::NodeId cell, const std::vector<LaunchItem>& items) {
    std::set<flow::NodeId> judged, in_conflict;
    std::set<std::pair<flow::NodeId, flow::NodeId>> met;
    for (const LaunchItem& item : items) {
      const flow::Access& access = *item.access;
      const bool is_first = judged.insert(access.node).second;
      if (!access.writes || in_conflict.contains(access.node))
        continue;
      if (access.is_atomic) {
        const bool shows = is_first && (AddsDifferently(access, cell) || ChoosesElement(access.node));
        if (shows && !IsElection(access.node) && !IsApart(access, cell))
          threads_.updates.push_back({access.node, cell, search_.UpdateOf(access.node, cell), true, true});
      } else if (is_first && IsOnePlace(access, cell)) {
        threads_.conflicts.push_back({access.node, access.node, cell, flow::kNone, flow::kNone, {}});
        in_conflict.insert(access.node);
      } else if (const LaunchItem* other = Met(events_, item, cell, items)) {  // in a later round of a loop, too
        if (met.emplace(access.node, other->access->node).second)
          threads_.conflicts.push_back({access.node, other->access->node, cell,
                                        CallInLoop(flow_, events_, item, *other), flow::kNone, Parting(access, cell)});
      }
    }
  }

  // Several threads store different numbers at one place: all of them, or those that the text says are several.
  bool IsOnePlace(const flow::Access& access, flow::NodeId cell) {
    const Numbers needed = Needed(cell);
    const bool is_store = std::holds_alternative<rir::StoreOp>(flow_.nodes[access.node].op->data);
    if (needed.none() || !is_store || IsForOneThread())
      return false;
    const Numbers own = numbers_.From(access.address, false) | numbers_.Elected(access.node, false);
    if ((own & needed).none())
      return Varies(access) || (IsUpdate(access, cell) && (numbers_.Tested(access.node) & needed).none());
    if (met_->Summed(access, needed).any())
      return Varies(access) || IsUpdate(access, cell);
    if (IsFoundByThreads(access, cell))
      return true;
    const Numbers together = needed & surely_several_ & ~own;
    if (together.none() || flow_.is_truncated || (numbers_.Tested(access.node) & together).any())
      return false;
    return (numbers_.From(access.value, false) & together).any() || IsUpdate(access, cell);
  }

  // An element that each thread of a block finds by what it reads, and adds to: two may find the same one.
  bool IsFoundByThreads(const flow::Access& access, flow::NodeId cell) {
    const Numbers untold = several_ & kOfBlock & ~Told(access, cell);
    return (ChosenByData(flow_, search_, numbers_, access.address) & untold).any() && IsUpdate(access, cell);
  }

  // A kernel that nobody launches here, and that no thread's number means anything to.
  bool IsForOneThread() {
    if (!is_for_one_) {
      is_for_one_ = flow_.scopes[scope_].kind != flow::ScopeKind::Parallel;
      for (flow::NodeId id = 0; id < flow_.nodes.size() && *is_for_one_; ++id) {
        const flow::ScopeId scope = flow_.nodes[id].scope;
        if (scope != flow::kNone && together_.inside[scope] && numbers_.NumberOf(id) < kThreadNumbers)
          is_for_one_ = false;
      }
    }
    return *is_for_one_;
  }

  // A sum is stored at the place that it was made from: of two threads' at once one is lost.
  bool IsUpdate(const flow::Access& access, flow::NodeId cell) {
    const OriginSearch::Update update = search_.UpdateOf(access.node, cell);
    if (update != OriginSearch::Update::FloatSum && update != OriginSearch::Update::IntegerSum)
      return false;
    const std::string place = search_.Formula(access.address, together_);
    return std::ranges::any_of(events_.items, [&](const LaunchItem& item) {
      return item.access->reads && !item.access->is_atomic && search_.Formula(item.access->address, together_) == place;
    });
  }

  // The barriers that part the write from all that it meets; none: there is no place for them, or none is known.
  std::vector<BarrierPlace> Parting(const flow::Access& write, flow::NodeId cell) {
    constexpr std::size_t kMost = 3;
    std::vector<BarrierPlace> barriers;
    for (std::size_t tries = 0; tries <= kMost; ++tries) {
      const LaunchEvents events = EventsOf(flow_, scope_, barriers);
      const std::vector<LaunchItem> items = ItemsOf(events, cell);
      const LaunchItem *item = nullptr, *other = nullptr;
      for (const LaunchItem& at : items)
        if (other = at.access == &write ? Met(events, at, cell, items) : nullptr; other != nullptr) {
          item = &at;
          break;
        }
      if (item == nullptr)
        return barriers;
      if (!numbers_.IsShared(cell) && !IsInRow(*item, *other))
        return {};  // threads of other blocks, too
      const LaunchItem& later = item < other ? *other : *item;
      const std::optional<BarrierPlace> place = placer_.Before(later, CallInLoop(flow_, events, *item, *other));
      if (!place || std::ranges::find(barriers, *place) != barriers.end())
        return {};
      barriers.push_back(*place);
    }
    return {};
  }

  [[nodiscard]] std::vector<LaunchItem> ItemsOf(const LaunchEvents& events, flow::NodeId cell) const {
    std::vector<LaunchItem> items;
    for (const LaunchItem& item : events.items)
      if (const auto cells = flow_.PointsTo(item.access->address); std::ranges::find(cells, cell) != cells.end())
        items.push_back(item);
    return items;
  }

  // An access to another thread's element, with no barrier between the two.
  const LaunchItem* Met(const LaunchEvents& events, const LaunchItem& item, flow::NodeId cell,
                        const std::vector<LaunchItem>& items) {
    if ((several_ & kOfBlock).none())
      return nullptr;
    if (numbers_.IsShared(cell))
      return MetInBlock(events, item, items);
    const LaunchItem* met = MetInRow(item, items);
    return met != nullptr ? met : MetInGrid(events, item, items);
  }

  // In memory of the whole launch only what surely meets counts: most of what blocks do to it is apart.
  const LaunchItem* MetInRow(const LaunchItem& item, const std::vector<LaunchItem>& items) {
    std::size_t compared = 0;
    for (const LaunchItem& other : items) {
      if (other.phase != item.phase || other.access->is_atomic || ++compared > kMostPerCell)
        continue;
      if (other.access != item.access && (IsInRow(item, other) || met_->Meet(*item.access, *other.access)))
        return &other;
    }
    return nullptr;
  }

  // Only a barrier of the grid parts the threads of different blocks.
  const LaunchItem* MetInGrid(const LaunchEvents& events, const LaunchItem& item,
                              const std::vector<LaunchItem>& items) {
    std::size_t compared = 0;
    for (const LaunchItem& other : items) {
      if (other.grid_phase != item.grid_phase || other.access == item.access || other.access->is_atomic ||
          ++compared > kMostPerCell)
        continue;
      if (met_->MeetInFirstRounds(events, item, other, other.phase != item.phase))
        return &other;
    }
    return nullptr;
  }

  bool IsInRow(const LaunchItem& item, const LaunchItem& other) {
    return IsChosenElement(flow_, search_, numbers_, *item.access, *other.access);
  }

  // In shared memory.
  const LaunchItem* MetInBlock(const LaunchEvents& events, const LaunchItem& item,
                               const std::vector<LaunchItem>& items) {
    if (numbers_.From(item.access->address, false).none())
      return nullptr;
    const std::string place = search_.Formula(item.access->address, together_);
    const std::string array = ArrayOf(item.access->address);
    std::size_t compared = 0;
    for (const LaunchItem& other : items) {
      if (other.phase != item.phase || other.access->is_atomic || ++compared > kMostPerCell)
        continue;
      if (other.access != item.access && search_.Formula(other.access->address, together_) != place &&
          IsOfArray(other.access->address, array) && !IsParted(item, other, items) && !IsOneThreads(item, other) &&
          !Places().AreOwn(*item.access, *other.access, several_ & kOfBlock) &&
          !HaveOtherPlaces(flow_, search_, numbers_, item.access->address, other.access->address, together_,
                           LoopsOfBoth(events, item, other)))
        return &other;
    }
    return nullptr;
  }

  PartedPlaces Places() { return {flow_, search_, numbers_, met_->sums()}; }

  // `if (i < half) part[i] += part[i + half]`: what is read there nobody writes, but in another round. Where that is
  // not known, it is taken for granted of what is read in front of the write behind the same test.
  bool IsParted(const LaunchItem& a, const LaunchItem& b, const std::vector<LaunchItem>& items) {
    const auto rounds = std::ranges::count_if(
        items, [&](const LaunchItem& item) { return item.access == a.access && item.phase == a.phase; });
    if (rounds != 1)
      return false;
    PartedPlaces places = Places();
    const auto known = a.round == b.round ? places.AreParted(*a.access, *b.access) : std::nullopt;
    if (known || met_->Meet(*a.access, *b.access))
      return known.value_or(false);
    const flow::ScopeId scope = flow_.nodes[a.access->node].scope;
    const bool is_one_branch =
        scope == flow_.nodes[b.access->node].scope && flow_.scopes[scope].kind == flow::ScopeKind::Branch;
    const bool is_read_behind = !b.access->writes && &a < &b;
    return !is_read_behind && (is_one_branch || places.ShareTest(*a.access, *b.access));
  }

  // `part[i] += ...; if (i == 0) *sum = part[0];`
  bool IsOneThreads(const LaunchItem& a, const LaunchItem& b) {
    return numbers_.From(a.access->address, true).any() &&
           IsOwnElement(flow_, search_, together_, *a.access, *b.access);
  }

  // What an address may be, where ways meet: `c ? part[i] : other`.
  std::vector<flow::NodeId> ChoicesOf(flow::NodeId address) {
    std::vector<flow::NodeId> open = {address}, choices;
    std::set<flow::NodeId> seen = {address};
    for (std::size_t i = 0; i < open.size() && i < 32; ++i) {
      const flow::Node& node = flow_.nodes[open[i]];
      const rir::OpKind kind = node.op == nullptr ? rir::OpKind::Compute : node.op->Kind();
      const bool is_held =
          node.kind == flow::NodeKind::Merge || kind == rir::OpKind::Load || kind == rir::OpKind::Store;
      bool goes_on = false;
      if (is_held)
        flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind edge) {
          if (edge != flow::EdgeKind::Copy || flow_.nodes[from].kind == flow::NodeKind::Cell)
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

  bool IsOfArray(flow::NodeId address, const std::string& array) {
    return std::ranges::any_of(ChoicesOf(address), [&](flow::NodeId choice) { return ArrayOf(choice) == array; });
  }

  // The pointer that threads, and the rounds of their loops, count from: a block is cut into several arrays.
  std::string ArrayOf(flow::NodeId address) {
    for (unsigned depth = 0; depth < 24 && address != flow::kNone; ++depth) {
      const rir::ComputeOp* compute = flow::ComputeOf(flow_, address);
      if (compute == nullptr || compute->opcode != rir::Opcode::Index)
        break;
      const std::string index = numbers_.FormulaOf(address, compute->args[1]);
      const bool is_counted = index == "0" || index.find('*') != std::string::npos ||
                              numbers_.From(search_.OperandOf(address, compute->args[1]), false).any();
      if (!is_counted)
        break;
      if (compute->args[0].kind == rir::OperandKind::Region)
        return "@" + std::to_string(compute->args[0].id);
      address = search_.OperandOf(address, compute->args[0]);
    }
    return search_.Formula(address, together_);
  }

  const flow::Flow& flow_;
  OriginSearch search_;
  Threads& threads_;
  flow::ScopeId scope_;
  Together together_;
  ThreadNumbers numbers_;
  BarrierPlacer placer_;
  Numbers several_, surely_several_;
  LaunchEvents events_;
  std::optional<bool> is_for_one_;
  std::optional<MetElements> met_;  // of `events_`
};

// An array whose size comes with the launch is a pointer to what the launch makes; no thread stores to it.
bool IsDynamicArray(const flow::Flow& flow, const flow::Object& object) {
  const rir::TypeId type = flow.module->regions[object.id].type;
  return flow.module->types[type].kind == rir::TypeKind::Pointer &&
         std::ranges::all_of(object.cells, [&](flow::NodeId cell) {
           return flow.AllOfStored(cell, [&](flow::NodeId from) {
             const rir::Op* op = flow.nodes[from].op;
             const auto* store = op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&op->data);
             const flow::NodeId value =
                 store == nullptr ? flow::kNone : flow.NodeOf(store->value, flow.nodes[from].instance);
             return value != flow::kNone && flow.nodes[value].op != nullptr &&
                    std::holds_alternative<rir::AllocOp>(flow.nodes[value].op->data);
           });
         });
}

// What the threads of a block share.
std::set<flow::ObjectId> SharedMemory(const flow::Flow& flow) {
  std::set<flow::ObjectId> shared;
  for (flow::ObjectId id = 0; id < flow.objects.size(); ++id) {
    const flow::Object& object = flow.objects[id];
    const bool is_variable = object.kind == flow::ObjectKind::Region && flow.module->regions[object.id].is_of_block &&
                             !IsDynamicArray(flow, object);
    if (is_variable || flow::IsOfLaunch(object))
      shared.insert(id);
  }
  return shared;
}

// Clang calls a kernel's function on the host so.
bool IsKernel(const flow::Flow& flow, rir::FunctionId id) {
  return id != flow::kNone && flow.module->functions[id].link_name.find("__device_stub__") != std::string::npos;
}

}  // namespace

void JudgeLaunches(const flow::Flow& flow, Threads& threads) {
  const std::set<flow::ObjectId> shared = SharedMemory(flow);
  for (flow::ScopeId scope = 0; scope < flow.scopes.size(); ++scope) {
    if (flow::IsLaunch(flow.scopes[scope]))
      Launch(flow, shared, scope, threads).Judge();
  }
  for (const flow::Instance& instance : flow.instances)
    if (instance.caller == flow::kNone && IsKernel(flow, instance.function))
      Launch(flow, shared, instance.scope, threads).Judge();
}

}  // namespace detrain::races
