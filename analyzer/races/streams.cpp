// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/streams.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include "analyzer/flow/constants.h"
#include "analyzer/flow/launch.h"
#include "analyzer/races/launches.h"
#include "analyzer/races/stream_order.h"
#include "analyzer/races/stream_values.h"
#include "analyzer/races/whole_access.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostVisits = 200'000;  // of scopes; behind them waits would be missed, and nothing is judged
constexpr std::size_t kMostPerCell = 24;      // accesses that are compared with each other

// One of two ways of an `if`.
struct Way {
  const rir::Op* choice = nullptr;
  flow::InstanceId instance = flow::kNone;
  rir::BlockId block = flow::kNone;
  auto operator<=>(const Way&) const = default;
};

struct Work {
  StreamWork made;
  flow::ObjectId stream = kDefaultStream;
  std::uint64_t number = 0;
  rir::Location at;
  std::vector<Way> ways;  // that lead to it
};

// A library's handle: the stream that it is bound to, and the last work that it was given.
struct Handle {
  std::optional<flow::ObjectId> stream, last_stream;
  bool is_of_several = false;                                          // the stream is one of those that a loop made
  bool is_new = false;                                                 // since the last work
  bool has_workspace = false;                                          // of the program's, for this stream
  flow::NodeId workspace = flow::kNone, last_workspace = flow::kNone;  // its cell; kNone: a part, or one of several
  std::uint64_t last_number = 0;
  rir::Location last_place;
};

using PlaceKey = std::tuple<rir::FileId, std::uint32_t, std::uint32_t>;

PlaceKey KeyOf(const rir::Location& place) {
  return {place.file, place.line, place.column};
}

// An access by work that a stream was given.
struct Use {
  const flow::Access* access = nullptr;
  bool writes = false;
  bool is_launched = false;  // a kernel does it
  Work work;
};

// Goes through the program as the host does, each loop twice.
class StreamWalk {
 public:
  explicit StreamWalk(const flow::Flow& flow)
      : flow_(flow), values_(flow), open_(flow.scopes.size(), false), matters_(Mattering()) {}

  void Find(Threads& threads) {
    for (const flow::Instance& instance : flow_.instances)
      if (instance.caller == flow::kNone)
        Visit(instance.scope);
    if (visits_ > kMostVisits)
      return;
    threads.streams = std::move(conflicts_);
    for (auto& [places, conflict] : handle_conflicts_)
      threads.handles.push_back(std::move(conflict));
  }

 private:
  // Scopes in which streams are spoken of or something unknown is called, themselves or in what they call.
  [[nodiscard]] std::vector<bool> Mattering() const {
    std::vector<bool> matters(flow_.scopes.size(), false);
    std::vector<flow::ScopeId> open;
    const auto mark = [&](flow::ScopeId scope) {
      if (!matters[scope])
        open.push_back(scope);
      matters[scope] = true;
    };
    for (const auto& [scope, events] : flow_.stream_events)
      mark(scope);
    for (const flow::Access& access : flow_.accesses)
      if (IsUnknown(access.node) || SharedCell(access.address) != flow::kNone ||
          (IsCopy(access) && SharedCell(access.value) != flow::kNone))
        mark(flow_.nodes[access.node].scope);
    while (!open.empty()) {
      const flow::ScopeId at = open.back();
      open.pop_back();
      for (const flow::ScopeId outer : flow_.scopes[at].parents)
        mark(outer);
    }
    return matters;
  }

  // What nothing is known about may wait for any stream.
  [[nodiscard]] bool IsUnknown(flow::NodeId node) const {
    const rir::Op* op = flow_.nodes[node].op;
    if (op == nullptr)
      return false;
    const bool is_opaque = std::holds_alternative<rir::OpaqueOp>(op->data) && !flow::ReadsVolatile(*op);
    return is_opaque || std::holds_alternative<rir::CallOp>(op->data);
  }

  [[nodiscard]] std::span<const flow::StreamEvent> StreamEventsOf(flow::ScopeId scope) const {
    const auto events = flow_.stream_events.find(scope);
    return events == flow_.stream_events.end() ? std::span<const flow::StreamEvent>() : std::span(events->second);
  }

  // --- the host's way

  void Visit(flow::ScopeId id) {
    if (!matters_[id] || open_[id] || ++visits_ > kMostVisits)
      return;
    open_[id] = true;
    const bool is_loop = flow_.scopes[id].kind == flow::ScopeKind::Loop;
    for (unsigned round = 0; round < (is_loop ? 2U : 1U); ++round)
      Run(id);
    open_[id] = false;
  }

  void Run(flow::ScopeId id) {
    const flow::Scope& scope = flow_.scopes[id];
    std::span<const flow::StreamEvent> said = StreamEventsOf(id);
    for (std::size_t i = 0; i <= scope.events.size(); ++i) {
      for (; !said.empty() && said.front().before == i; said = said.subspan(1))
        Take(said.front(), id);
      if (i == scope.events.size())
        break;
      if (enqueued_ != nullptr)
        AddUses(scope.events[i]);
      else if (scope.events[i].scope != flow::kNone)
        i = Enter(scope, i);
      else if (scope.events[i].node != flow::kNone)
        Touch(*flow_.AccessOf(scope.events[i].node));
    }
  }

  // By the host itself.
  void Touch(const flow::Access& access) {
    if (IsUnknown(access.node))
      return order_.SynchronizeAll();
    Touch(access, access.address, access.writes);
    if (IsCopy(access))
      Touch(access, access.value, false);
  }

  void Touch(const flow::Access& access, flow::NodeId address, bool writes) {
    const flow::NodeId cell = SharedCell(address);
    const auto uses = cell == flow::kNone ? uses_.end() : uses_.find(cell);
    if (uses == uses_.end())
      return;
    const Use touch{&access, writes, false, {{}, kDefaultStream, 0, flow_.PlaceOf(access.node), {}}};
    const bool is_sure = values_.IsManaged(cell) || IsWholeOfHost(flow_, address);
    for (const Use& use : uses->second)
      if ((use.writes || writes) && (is_sure || CopiesAll(use, cell)) &&
          !order_.IsDone(use.work.stream, use.work.number))
        AddConflict(use, touch, cell, true);
  }

  // Whether a copy goes to, or comes from, the whole block: with that any access to it meets.
  [[nodiscard]] bool CopiesAll(const Use& use, flow::NodeId cell) const {
    const flow::Node& node = flow_.nodes[use.access->node];
    const auto* copy = node.op == nullptr ? nullptr : std::get_if<rir::CopyOp>(&node.op->data);
    return copy != nullptr && values_.IsAllOf(cell, copy->bytes, node.instance);
  }

  [[nodiscard]] bool IsCopy(const flow::Access& access) const {
    const rir::Op* op = flow_.nodes[access.node].op;
    return op != nullptr && std::holds_alternative<rir::CopyOp>(op->data);
  }

  // What the host accesses where a GPU may, too; kNone: no such memory, or one of several places. Programs copy one
  // part of a buffer while they fill another.
  [[nodiscard]] flow::NodeId SharedCell(flow::NodeId address) const {
    const auto cells = address == flow::kNone ? std::span<const flow::NodeId>() : flow_.PointsTo(address);
    if (cells.size() != 1)
      return flow::kNone;
    const bool is_shared = values_.IsManaged(cells.front()) || values_.IsPinned(cells.front());
    return is_shared ? cells.front() : flow::kNone;
  }

  // Both ways of an `if` begin as it does; where it ends, in Scope::events.
  std::size_t Enter(const flow::Scope& scope, std::size_t i) {
    const flow::Scope& first = flow_.scopes[scope.events[i].scope];
    const auto is_way = [&](std::size_t at) {
      const flow::ScopeId way = at < scope.events.size() ? scope.events[at].scope : flow::kNone;
      return way != flow::kNone && flow_.scopes[way].kind == flow::ScopeKind::Branch &&
             flow_.scopes[way].op == first.op;
    };
    if (flow::IsLaunch(first)) {  // by a library, whose functions wait for what they launch
      order_.SynchronizeAll();
      return i;
    }
    if (!is_way(i)) {
      Visit(scope.events[i].scope);
      return i;
    }
    const StreamOrder before = order_;
    StreamOrder after = order_;
    for (; is_way(i); ++i) {
      order_ = before;
      if (!flow::NeverRuns(flow_, scope.events[i].scope))
        Visit(scope.events[i].scope);
      after.Join(order_);
    }
    order_ = std::move(after);
    return i - 1;
  }

  void Take(const flow::StreamEvent& event, flow::ScopeId scope) {
    const auto& sync = std::get<rir::SyncOp>(event.op->data);
    const flow::InstanceId instance = flow_.scopes[scope].instance;
    const auto objects = [&] { return values_.ObjectsOf(sync.object, instance); };
    const auto stream = [&] {
      return sync.object ? order_.BoundTo(objects()) : values_.StreamOf(sync.stream, instance);
    };
    switch (sync.kind) {
      case rir::SyncKind::Enqueue:
        Enqueue(event, scope, stream());
        return sync.object ? UseHandle(objects()) : void();
      case rir::SyncKind::Enqueued:
        enqueued_ = nullptr;
        handle_writes_ = nullptr;
        return;
      case rir::SyncKind::Record:
        return order_.Record(objects(), values_.StreamOf(sync.stream, instance));
      case rir::SyncKind::Await:
        return sync.stream ? order_.Await(objects(), values_.StreamOf(sync.stream, instance))
                           : order_.AwaitByHost(objects());
      case rir::SyncKind::Synchronize:
        return sync.object || sync.stream ? order_.Synchronize(stream()) : order_.SynchronizeAll();
      case rir::SyncKind::NonBlocking:
        for (const flow::ObjectId made : values_.ObjectsOf(sync.stream, instance)) {
          order_.SetNonBlocking(made);
          for (const flow::ObjectId element : values_.ElementsOf(made))
            order_.SetNonBlocking(element);
        }
        return;
      case rir::SyncKind::Bind:
        if (!sync.stream)
          return GiveWorkspace(objects());
        if (AreHandles(values_.ObjectsOf(sync.stream, instance)))
          return SetWorkspace(values_.ObjectsOf(sync.stream, instance), sync.object, instance);
        Rebind(objects(), sync.stream, instance);
        return order_.Bind(objects(), values_.StreamOf(sync.stream, instance));
      default:
        return;
    }
  }

  void Enqueue(const flow::StreamEvent& event, flow::ScopeId scope, StreamOrder::Stream stream) {
    const flow::InstanceId instance = flow_.scopes[scope].instance;
    const bool is_one = stream && !values_.ServesSeveral(instance);
    work_ = {{scope, event.next_node},
             stream.value_or(kDefaultStream),
             ++last_number_,
             flow_.PlaceOf(event.op->location, instance),
             WaysTo(scope)};
    enqueued_ = is_one ? &work_ : &nobodys_;
    if (is_one)
      order_.Enqueue(*stream, work_.number);
  }

  // --- handles

  // The stream that a handle was given: also one of several that a loop made, as each round has another one.
  void Rebind(const std::set<flow::ObjectId>& handles, const rir::Operand& stream, flow::InstanceId instance) {
    if (handles.size() != 1)
      return;
    Handle& handle = handles_[*handles.begin()];
    handle.stream = values_.OneOfSeveral(stream, instance);
    handle.is_of_several = handle.stream.has_value();
    if (!handle.stream)
      handle.stream = values_.StreamOf(stream, instance);
    handle.is_new = true;
    handle.has_workspace = false;
    handle.workspace = flow::kNone;
  }

  // From now on, up to its next stream, the handle's work keeps what it needs in memory that the program gives it.
  void GiveWorkspace(const std::set<flow::ObjectId>& handles) {
    for (const flow::ObjectId handle : handles)
      handles_[handle].has_workspace = true;
  }

  [[nodiscard]] bool AreHandles(const std::set<flow::ObjectId>& objects) const {
    return !objects.empty() &&
           std::ranges::all_of(objects, [&](flow::ObjectId object) { return handles_.contains(object); });
  }

  void SetWorkspace(const std::set<flow::ObjectId>& handles, const rir::Operand& memory, flow::InstanceId instance) {
    const flow::NodeId address = flow_.NodeOf(memory, instance);
    const flow::NodeId cell = address == flow::kNone ? flow::kNone : values_.WholeCell(address, flow::kNone);
    for (const flow::ObjectId handle : handles)
      handles_[handle].workspace = handles.size() == 1 ? cell : flow::kNone;
  }

  // Work by a handle that has work on another stream, of which nobody has waited for the end.
  void UseHandle(const std::set<flow::ObjectId>& objects) {
    const auto known = objects.size() == 1 ? handles_.find(*objects.begin()) : handles_.end();
    if (known == handles_.end() || !known->second.stream || !values_.IsOfOneCall(known->first))
      return;
    Handle& handle = known->second;
    if (handle.is_of_several)
      order_.Enqueue(*handle.stream, work_.number);
    const bool is_other =
        handle.last_stream && (*handle.last_stream != *handle.stream || (handle.is_of_several && handle.is_new));
    const bool is_done =
        handle.last_stream && (order_.IsDone(*handle.last_stream, handle.last_number) ||
                               (*handle.last_stream != *handle.stream &&
                                order_.IsBefore(*handle.last_stream, handle.last_number, *handle.stream)));
    const bool is_shared = handle.workspace != flow::kNone && handle.workspace == handle.last_workspace;
    if (is_other && !is_done && (!handle.has_workspace || is_shared) && handle.last_place.line != 0 &&
        work_.at.line != 0) {
      HandleConflict& conflict = handle_conflicts_[{KeyOf(handle.last_place), KeyOf(work_.at)}];
      conflict.earlier = handle.last_place;
      conflict.later = work_.at;
      handle_writes_ = &conflict.writes;
    }
    handle.last_stream = handle.stream;
    handle.last_number = work_.number;
    handle.last_place = work_.at;
    handle.last_workspace = handle.workspace;
    handle.is_new = false;
  }

  [[nodiscard]] std::vector<Way> WaysTo(flow::ScopeId scope) const {
    std::vector<Way> ways;
    for (flow::ScopeId at = scope; at != flow::kNone;) {
      const flow::Scope& around = flow_.scopes[at];
      if (around.kind == flow::ScopeKind::Branch && std::holds_alternative<rir::IfOp>(around.op->data))
        ways.push_back({around.op, around.instance, around.block});
      at = around.parents.empty() ? flow::kNone : around.parents.front();
    }
    std::ranges::sort(ways);
    return ways;
  }

  // --- what work does

  void AddUses(const flow::Event& event) {
    if (handle_writes_ != nullptr)
      AddHandleWrites(event);
    if (enqueued_ == &nobodys_)
      return;
    if (event.scope != flow::kNone) {
      for (const flow::Access* access : AccessesIn(event.scope))
        AddUse(*access);
    } else if (event.node != flow::kNone) {
      AddUse(*flow_.AccessOf(event.node));
    }
  }

  void AddHandleWrites(const flow::Event& event) {
    if (event.scope != flow::kNone) {
      for (const flow::Access* access : AccessesIn(event.scope))
        if (access->writes)
          handle_writes_->push_back(access->node);
    } else if (event.node != flow::kNone && flow_.AccessOf(event.node)->writes) {
      handle_writes_->push_back(event.node);
    }
  }

  const std::vector<const flow::Access*>& AccessesIn(flow::ScopeId scope) {
    const auto [known, is_new] = accesses_.try_emplace(scope);
    if (is_new) {
      std::vector<const flow::Access*> found;
      std::vector<flow::ScopeId> open = {scope};
      std::set<flow::ScopeId> seen = {scope};
      for (std::size_t i = 0; i < open.size(); ++i)
        for (const flow::Event& event : flow_.scopes[open[i]].events)
          if (event.scope == flow::kNone && event.node != flow::kNone)
            found.push_back(flow_.AccessOf(event.node));
          else if (event.scope != flow::kNone && !flow::NeverRuns(flow_, event.scope) &&
                   seen.insert(event.scope).second)
            open.push_back(event.scope);
      accesses_[scope] = std::move(found);
    }
    return accesses_[scope];
  }

  void AddUse(const flow::Access& access) {
    if (access.address != flow::kNone)
      AddUse(access, access.address, access.writes);
    if (IsCopy(access))
      AddUse(access, access.value, false);
  }

  void AddUse(const flow::Access& access, flow::NodeId address, bool writes) {
    const flow::NodeId cell = CellOf(access, address);
    if (cell == flow::kNone)
      return;
    std::vector<Use>& uses = uses_[cell];
    const Use use{&access, writes, IsLaunched(access), work_};
    for (const Use& other : uses)
      if (AreUnordered(other, use) && IsOfDevice(cell, other, use) && !StoreTheSame(access, *other.access))
        AddConflict(other, use, cell);
    const auto same = std::ranges::find_if(uses, [&](const Use& other) {
      return other.access == &access && other.writes == writes && other.work.stream == work_.stream &&
             other.work.made.scope == work_.made.scope;
    });
    if (same != uses.end())
      *same = use;
    else if (uses.size() < kMostPerCell)
      uses.push_back(use);
  }

  // The array that the work goes through from its beginning; kNone: it may be another one, or a part of one.
  flow::NodeId CellOf(const flow::Access& access, flow::NodeId address) {
    const auto [known, is_new] = cells_.try_emplace({access.node, address, work_.made.first}, flow::kNone);
    const flow::Access there = {access.node, address, access.value, !access.writes, access.writes};
    if (is_new && (IsWhole(flow_, there, work_.made) || IsOfOnePlace(flow_, there, work_.made)))
      known->second = values_.WholeCell(address, work_.made.first);
    return known->second;
  }

  [[nodiscard]] bool IsLaunched(const flow::Access& access) const {
    for (flow::ScopeId at = flow_.nodes[access.node].scope; at != flow::kNone && at != work_.made.scope;) {
      const flow::Scope& around = flow_.scopes[at];
      if (flow::IsLaunch(around))
        return true;
      at = around.parents.empty() ? flow::kNone : around.parents.front();
    }
    return false;
  }

  // A variable is one of the device where a kernel uses it; copies may be to and from variables of the host.
  [[nodiscard]] bool IsOfDevice(flow::NodeId cell, const Use& a, const Use& b) const {
    return flow_.objects[flow_.nodes[cell].object].kind == flow::ObjectKind::Block || a.is_launched || b.is_launched;
  }

  // A mark that either of them may set.
  [[nodiscard]] bool StoreTheSame(const flow::Access& a, const flow::Access& b) const {
    const auto stored = [&](const flow::Access& access) {
      const rir::Op* op = flow_.nodes[access.node].op;
      const auto* store = op == nullptr ? nullptr : std::get_if<rir::StoreOp>(&op->data);
      const bool is_number = store != nullptr && (store->value.kind == rir::OperandKind::Int ||
                                                  store->value.kind == rir::OperandKind::Float);
      return is_number ? &store->value : nullptr;
    };
    const rir::Operand *left = stored(a), *right = stored(b);
    return left != nullptr && right != nullptr && *left == *right;
  }

  [[nodiscard]] bool AreUnordered(const Use& earlier, const Use& later) const {
    if ((!earlier.writes && !later.writes) || (earlier.access->is_atomic && later.access->is_atomic))
      return false;
    return earlier.work.stream != later.work.stream &&
           !order_.IsBefore(earlier.work.stream, earlier.work.number, later.work.stream) &&
           MayBothRun(earlier.work.ways, later.work.ways);
  }

  // Whether no branch rules one out where the other runs. Where each hangs on a test that the other does not, these may
  // be about the same thing.
  static bool MayBothRun(const std::vector<Way>& a, const std::vector<Way>& b) {
    return std::ranges::includes(a, b) || std::ranges::includes(b, a);
  }

  void AddConflict(const Use& earlier, const Use& later, flow::NodeId cell, bool is_with_host = false) {
    const auto end_of = [](const Use& use) { return StreamConflict::End{use.access->node, use.work.at, use.writes}; };
    const bool are_seen = earlier.work.at.line != 0 && later.work.at.line != 0;
    if (are_seen && reported_.insert({earlier.access->node, later.access->node, cell}).second)
      conflicts_.push_back({end_of(earlier), end_of(later), cell, is_with_host});
  }

  const flow::Flow& flow_;
  StreamValues values_;
  std::vector<bool> open_, matters_;  // per scope
  StreamOrder order_;
  Work work_;                       // that the host gives to a stream
  const Work nobodys_ = {};         // to one of several streams
  const Work* enqueued_ = nullptr;  // either, or none
  std::uint64_t last_number_ = 0;
  std::size_t visits_ = 0;
  std::map<flow::NodeId, std::vector<Use>> uses_;  // of a cell
  std::map<std::tuple<flow::NodeId, flow::NodeId, flow::NodeId>, flow::NodeId> cells_;
  std::unordered_map<flow::ScopeId, std::vector<const flow::Access*>> accesses_;
  std::set<std::tuple<flow::NodeId, flow::NodeId, flow::NodeId>> reported_;
  std::vector<StreamConflict> conflicts_;
  std::map<flow::ObjectId, Handle> handles_;
  std::map<std::pair<PlaceKey, PlaceKey>, HandleConflict> handle_conflicts_;
  std::vector<flow::NodeId>* handle_writes_ = nullptr;  // of work that shares a handle, while it is given
};

}  // namespace

void JudgeStreams(const flow::Flow& flow, Threads& threads) {
  if (!flow.stream_events.empty())
    StreamWalk(flow).Find(threads);
}

}  // namespace detrain::races
