// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/races/threads.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <variant>

#include "analyzer/flow/ranges.h"
#include "analyzer/flow/state.h"
#include "analyzer/races/appended.h"
#include "analyzer/races/digits.h"
#include "analyzer/races/last_owner.h"
#include "analyzer/races/launches.h"
#include "analyzer/races/linked.h"
#include "analyzer/races/rows.h"
#include "analyzer/races/streams.h"

namespace detrain::races {

namespace {

constexpr std::size_t kMostPerCell =
    24;  // accesses that are compared with each other; the first ones show what is wrong
constexpr std::size_t kMostVisits = 400'000;  // of scopes; behind them barriers would be missed, and nothing is judged

constexpr std::string_view kTable = "$vptr";  // the member that leads to the table of virtual functions

struct Item {
  const flow::Access* access = nullptr;
  flow::ScopeId thread = flow::kNone;  // kNone: the code around the threads, or a parallel region
  flow::ScopeId work = flow::kNone;    // the loop whose rounds threads share out
  flow::ScopeId single = flow::kNone;  // one thread does it
  unsigned phase = 0;                  // of a region: counts barriers
  flow::ScopeId task = flow::kNone;    // a task does it, some time before the next barrier
  flow::ScopeId tasks = flow::kNone;   // the loop whose rounds make one such task each
  std::size_t order = 0;  // how many accesses came before: of the region, or of what stands around started threads
  flow::ScopeId call = flow::kNone;  // the user's call of the library in which it is
};

// A scope, and all that decides what its accesses meet.
using Met = std::array<std::size_t, 10>;

struct HashOfMet {
  std::size_t operator()(const Met& met) const {
    std::size_t hash = 0;
    for (const std::size_t part : met)
      hash = (hash ^ part) * 0x9E3779B97F4A7C15U;  // Fibonacci hashing (Knuth, volume 3, 6.4)
    return hash ^ hash >> 32U;
  }
};

class Walk {
 public:
  explicit Walk(const flow::Flow& flow)
      : flow_(flow),
        search_(flow),
        owners_(flow),
        open_(flow.scopes.size(), false),
        orders_(Orders()),
        safely_once_(flow.scopes.size()),
        serves_several_(ServeSeveral()),
        has_tables_(HasTables()) {}

  Threads Find() {
    for (const flow::Instance& instance : flow_.instances)
      if (instance.caller == flow::kNone)
        Visit(instance.scope, {});
    JudgeThreads();
    threads_.is_truncated = visits_ > kMostVisits;
    return std::move(threads_);
  }

 private:
  struct Place {
    flow::ScopeId call = flow::kNone;  // the user's call of the library that leads there
    bool is_start = false;  // from a thread to the user's function that it runs; what owners do with what they share
    bool is_left = false;   // at the end of a future that nobody waits for there
    flow::ScopeId region = flow::kNone, thread = flow::kNone, work = flow::kNone, single = flow::kNone,
                  task = flow::kNone, tasks = flow::kNone;
    std::vector<flow::ScopeId> loops;  // those outside a region count for it only
  };

  void Visit(flow::ScopeId scope, const Place& place) {
    if (open_[scope] && place.task != flow::kNone && flow_.IsInside(place.task, scope))
      in_own_tasks_.insert(scope);
    if (open_[scope] || visits_ > kMostVisits || IsKnown(scope, place))
      return;
    open_[scope] = true;
    ++visits_;
    for (const flow::Event& event : flow_.scopes[scope].events) {
      if (event.scope != flow::kNone)
        Enter(event.scope, place);
      else if (event.node != flow::kNone)
        Add(*flow_.AccessOf(event.node), scope, place);
      else
        Barrier(place);
    }
    open_[scope] = false;
  }

  // Whether the same accesses were met at the same place before: a function that has one instance for all its calls is
  // not walked again for each of them, unless threads are started or wait in it.
  bool IsKnown(flow::ScopeId scope, const Place& place) {
    if (orders_[scope])
      return false;
    if (IsBeforeThreads(place))
      return true;
    return !met_.insert({scope, place.region, place.thread, place.work, place.single, place.task, place.tasks, phase_,
                         starts_.size(), made_.size()})
                .second;
  }

  [[nodiscard]] bool IsBeforeThreads(const Place& place) const {
    return place.region == flow::kNone && place.thread == flow::kNone && many_.empty() && few_.empty();
  }

  // Scopes in which threads start or wait, themselves or in what they call.
  [[nodiscard]] std::vector<bool> Orders() const {
    std::vector<bool> orders(flow_.scopes.size(), false);
    std::vector<flow::ScopeId> open;
    const auto mark = [&](flow::ScopeId scope) {
      if (!orders[scope])
        open.push_back(scope);
      orders[scope] = true;
    };
    std::vector<std::vector<flow::ScopeId>> around(flow_.scopes.size());
    for (flow::ScopeId scope = 0; scope < flow_.scopes.size(); ++scope)
      for (const flow::Event& event : flow_.scopes[scope].events) {
        if (event.scope != flow::kNone)
          around[event.scope].push_back(scope);
        if ((event.scope == flow::kNone && event.node == flow::kNone) ||
            (event.scope != flow::kNone && flow_.scopes[event.scope].kind == flow::ScopeKind::Parallel))
          mark(scope);
      }
    while (!open.empty()) {
      const flow::ScopeId at = open.back();
      open.pop_back();
      for (const flow::ScopeId outer : around[at])
        mark(outer);
    }
    return orders;
  }

  void Barrier(const Place& place) {
    if (place.region != flow::kNone)
      ++phase_;
    else if (place.thread == flow::kNone && !place.is_left)
      JudgeThreads();
  }

  // Whether it is the first use of a function's static variable: the language has one thread do that, and others wait.
  [[nodiscard]] bool IsOnce(const flow::Scope& scope) const {
    const rir::Function* function = scope.kind == flow::ScopeKind::Branch ? flow_.FunctionOf(scope.instance) : nullptr;
    if (function == nullptr)
      return false;
    const auto* branch = std::get_if<rir::IfOp>(&scope.op->data);
    flow::NodeId at = branch == nullptr ? flow::kNone : flow_.NodeOf(branch->condition, scope.instance);
    for (unsigned depth = 0; depth < 4 && at != flow::kNone; ++depth) {
      const rir::Op* op = flow_.nodes[at].op;
      const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
      const auto* load = op == nullptr ? nullptr : std::get_if<rir::LoadOp>(&op->data);
      if (load != nullptr)
        return load->address.kind == rir::OperandKind::Region && IsGuard(load->address.id);
      at = compute == nullptr || compute->args.empty() ? flow::kNone : flow_.NodeOf(compute->args[0], scope.instance);
    }
    return false;
  }

  [[nodiscard]] bool IsGuard(rir::RegionId region) const {
    return flow_.module->regions[region].name.starts_with("$guard::");
  }

  // Whether it is what std::call_once has one thread do, while others wait: with one flag for all threads.
  [[nodiscard]] bool IsCalledOnce(const flow::Scope& scope) const {
    const rir::Function* function =
        scope.kind == flow::ScopeKind::Function ? flow_.FunctionOf(scope.instance) : nullptr;
    if (function == nullptr || function->name != "std::call_once")
      return false;
    const flow::Instance& called = flow_.instances[scope.instance];
    const auto* call = called.op == nullptr ? nullptr : std::get_if<rir::CallOp>(&called.op->data);
    if (called.is_shared || call == nullptr || call->args.empty())
      return false;
    const auto flags = flow_.PointsTo(flow_.NodeOf(call->args[0], called.caller));
    const flow::Object* flag = flags.size() == 1 ? &flow_.objects[flow_.nodes[flags.front()].object] : nullptr;
    return flag != nullptr && flag->kind == flow::ObjectKind::Region && flag->instance == flow::kNone;
  }

  // Either of these; a scope may be entered again and again.
  bool IsSafelyOnce(flow::ScopeId scope) {
    std::optional<bool>& known = safely_once_[scope];
    if (!known)
      known = IsOnce(flow_.scopes[scope]) || IsCalledOnce(flow_.scopes[scope]);
    return *known;
  }

  [[nodiscard]] bool IsLibrarys(const flow::Scope& scope) const {
    const rir::Function* function = flow_.FunctionOf(scope.instance);
    return function != nullptr && flow_.IsSystem(function->declared.file);
  }

  void Enter(flow::ScopeId scope, const Place& around) {
    const flow::Scope& entered = flow_.scopes[scope];
    if (entered.kind != flow::ScopeKind::Parallel && !orders_[scope] && IsBeforeThreads(around))
      return;  // as Visit would, with fewer looks at what lies far away
    if (IsSafelyOnce(scope))
      return;
    if (entered.kind == flow::ScopeKind::Branch)
      return Visit(scope, around);
    Place place = around;
    if (entered.kind == flow::ScopeKind::Function) {
      const bool is_librarys = IsLibrarys(entered);
      place.call = !is_librarys ? flow::kNone : place.call == flow::kNone ? scope : place.call;
      place.is_start = (place.is_start && is_librarys) || owners_.IsOfOwners(scope);
      place.is_left = place.is_left || owners_.EndsWithout(scope);
    }
    if (entered.kind == flow::ScopeKind::Loop) {
      const auto& loop = std::get<rir::LoopOp>(entered.op->data);
      if (loop.schedule != rir::Schedule::None)
        place.work = scope;
      place.loops.push_back(scope);
    }
    if (entered.kind != flow::ScopeKind::Parallel)
      return Visit(scope, place);
    switch (std::get<rir::ParOp>(entered.op->data).kind) {
      case rir::ParKind::Thread:
        return Start(scope, place);
      case rir::ParKind::Single:
      case rir::ParKind::Ordered:  // one thread at a time, in the order of the rounds
        place.single = scope;
        return Visit(scope, place);
      case rir::ParKind::Task:
        return Task(scope, place);
      case rir::ParKind::Critical:
      case rir::ParKind::Launch:  // launches.cpp
        return Visit(scope, place);
      case rir::ParKind::Region:
      case rir::ParKind::Loop:
        return Region(scope, place);
    }
  }

  void Task(flow::ScopeId scope, Place place) {
    place.task = scope;
    place.tasks = place.loops.empty() ? flow::kNone : place.loops.back();
    made_.try_emplace(scope, region_.size());
    Visit(scope, place);
  }

  void Region(flow::ScopeId scope, Place place) {
    if (place.region != flow::kNone) {
      Visit(scope, place);
      return;
    }
    place.region = scope;
    place.loops.clear();
    std::vector<Item> outer = std::exchange(region_, {});
    phase_ = 0;
    Visit(scope, place);
    std::vector<Item> items = std::exchange(region_, std::move(outer));
    JudgeRegion(scope, items);
  }

  void Start(flow::ScopeId scope, Place place) {
    const bool is_many =
        few_.contains(scope) ||  // a function that has one instance for several calls starts it
        std::ranges::any_of(place.loops, [&](flow::ScopeId loop) { return !WaitsIn(loop) && !IsOneRound(loop); });
    (is_many ? many_ : few_).insert(scope);
    starts_.try_emplace(scope, started_.size());
    place.thread = scope;
    place.is_start = place.call != flow::kNone;
    if (place.is_start)
      starters_.insert(place.call);
    place.work = place.single = flow::kNone;
    Visit(scope, place);
  }

  // `for (int k = 0; k < 1; k++)`, also where the end is a constant that a variable holds.
  [[nodiscard]] bool IsOneRound(flow::ScopeId scope) const {
    const flow::Scope& loop = flow_.scopes[scope];
    const auto* op = std::get_if<rir::LoopOp>(&loop.op->data);
    const flow::NodeId condition =
        op == nullptr || loop.instance == flow::kNone ? flow::kNone : flow_.NodeOf(op->condition, loop.instance);
    const rir::ComputeOp* test = condition == flow::kNone ? nullptr : flow::ComputeOf(flow_, condition);
    if (test == nullptr || test->opcode != rir::Opcode::Lt)
      return false;
    const std::optional<flow::Range> counted = flow::RangeOf(flow_, test->args[0], loop.instance);
    return counted && counted->symbol == flow::kNone && counted->end == counted->low + 1;
  }

  // Whether each round of the loop waits for the threads that it starts. Those of the loops inside count.
  bool WaitsIn(flow::ScopeId loop) {
    const auto [place, is_new] = waits_.try_emplace(loop, false);
    if (!is_new)
      return place->second;
    std::vector<flow::ScopeId> open = {loop};
    std::unordered_set<flow::ScopeId> seen;
    bool waits = false;
    while (!open.empty() && !waits) {
      const flow::ScopeId at = open.back();
      open.pop_back();
      if (!seen.insert(at).second)
        continue;
      for (const flow::Event& event : flow_.scopes[at].events) {
        waits = waits || (event.node == flow::kNone && event.scope == flow::kNone);
        const bool is_thread =
            event.scope != flow::kNone && flow_.scopes[event.scope].kind == flow::ScopeKind::Parallel;
        if (event.scope != flow::kNone && !is_thread && !owners_.EndsWithout(event.scope))
          open.push_back(event.scope);
      }
    }
    return waits_[loop] = waits;
  }

  // Per instance: whether it, or one that it is called from, stands for several calls.
  [[nodiscard]] std::vector<bool> ServeSeveral() const {
    std::vector<bool> serve(flow_.instances.size(), false);
    for (flow::InstanceId i = 0; i < serve.size(); ++i) {
      const flow::Instance& instance = flow_.instances[i];  // which was made after its caller
      const bool does_caller = instance.caller != flow::kNone && serve[instance.caller];
      serve[i] = does_caller || flow_.scopes[instance.scope].parents.size() > 1;
    }
    return serve;
  }

  // In a function that has one instance for several calls an address means what any of them passes: of several objects
  // it is not known which one a thread has. `scope`: that of the access.
  [[nodiscard]] bool IsVague(const flow::Access& access, flow::ScopeId scope) const {
    const flow::InstanceId instance = flow_.scopes[scope].instance;
    if (instance == flow::kNone || !serves_several_[instance])
      return false;
    const auto cells = flow_.PointsTo(access.address);
    return std::ranges::any_of(cells, [&](flow::NodeId cell) { return !AreOneVariable(cell, cells.front()); });
  }

  // Parts of one object, or of a variable in several calls of its function: what threads are given of that is alive as
  // long as they are, so two threads that run at a time have the same one, or each has its own.
  [[nodiscard]] bool AreOneVariable(flow::NodeId a, flow::NodeId b) const {
    const flow::Object& left = flow_.objects[flow_.nodes[a].object];
    const flow::Object& right = flow_.objects[flow_.nodes[b].object];
    return &left == &right ||
           (left.kind == flow::ObjectKind::Region && right.kind == flow::ObjectKind::Region && left.id == right.id);
  }

  [[nodiscard]] bool HasTables() const {
    return std::ranges::any_of(flow_.module->types, [](const rir::Type& type) {
      return std::ranges::any_of(type.fields, [](const rir::Field& field) { return field.name == kTable; });
    });
  }

  // The pointer to the table of virtual functions: constructors and destructors store it, with nothing gained.
  [[nodiscard]] bool IsTablePointer(flow::NodeId address) const {
    const rir::Op* op = address == flow::kNone || !has_tables_ ? nullptr : flow_.nodes[address].op;
    const auto* field = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    return field != nullptr && field->opcode == rir::Opcode::Field &&
           flow_.module->types[field->pointee].fields[field->member].name == kTable;
  }

  void Add(const flow::Access& access, flow::ScopeId scope, const Place& place) {
    if (IsBeforeThreads(place) || place.is_start || IsTablePointer(access.address) || IsVague(access, scope))
      return;
    Item item{&access,    place.thread, place.work,      place.single, phase_,
              place.task, place.tasks,  started_.size(), place.call};
    if (place.region != flow::kNone) {
      item.order = region_.size();
      region_.push_back(item);
    } else {
      started_.push_back(item);
    }
  }

  using ByCell = std::map<flow::NodeId, std::vector<const Item*>>;

  ByCell Sorted(const std::vector<Item>& items) const {
    ByCell cells;
    for (const Item& item : items)
      for (const flow::NodeId cell : flow_.PointsTo(item.access->address)) {
        auto& all = cells[cell];
        if (all.size() < 4 * kMostPerCell)
          all.push_back(&item);
      }
    return cells;
  }

  // Memory that each thread makes for itself.
  [[nodiscard]] bool IsOwn(flow::NodeId cell, const std::vector<bool>& inside) const {
    const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
    if (object.kind == flow::ObjectKind::Region &&
        (flow_.module->regions[object.id].is_thread_local || IsGuard(object.id)))
      return true;
    if (object.kind == flow::ObjectKind::Region && flow_.module->regions[object.id].kind == rir::RegionKind::Hidden)
      return true;
    if (object.kind == flow::ObjectKind::Region &&
        flow_.module->types[flow_.module->regions[object.id].type].kind == rir::TypeKind::Handle)
      return true;
    return object.kind == flow::ObjectKind::File || owners_.IsShared(object) ||
           (object.scope != flow::kNone && inside[object.scope]);
  }

  [[nodiscard]] bool ShareLock(const flow::Access& a, const flow::Access& b) const {
    if (a.is_atomic || b.is_atomic)
      return true;
    for (const flow::NodeId one : flow_.locks[a.locks])
      for (const flow::NodeId other : flow_.locks[b.locks]) {
        if (one == other)
          return true;
        if (one == flow::kCritical || other == flow::kCritical || one == flow::kNone || other == flow::kNone)
          continue;
        const auto& left = flow_.PointsTo(one);
        const auto& right = flow_.PointsTo(other);
        if (std::ranges::find_first_of(left, right) != left.end())
          return true;
      }
    return false;
  }

  // Each thread has its own copy of these.
  std::set<flow::NodeId> ReducedIn(const std::vector<Item>& items) const {
    std::set<flow::NodeId> cells;
    for (const Item& item : items)
      if (std::holds_alternative<rir::ParOp>(flow_.nodes[item.access->node].op->data))
        for (const flow::NodeId cell : flow_.PointsTo(item.access->address))
          cells.insert(flow_.objects[flow_.nodes[cell].object].cells.begin(),
                       flow_.objects[flow_.nodes[cell].object].cells.end());
    return cells;
  }

  void JudgeRegion(flow::ScopeId scope, const std::vector<Item>& items) {
    if (visits_ > kMostVisits)
      return;
    Together where{scope, flow::kNone, flow::InsideOf(flow_, scope)};
    const std::set<flow::NodeId> reduced = ReducedIn(items);
    for (const auto& [cell, all] : Sorted(items)) {
      if (reduced.contains(cell) || IsOwn(cell, where.inside) ||
          std::ranges::none_of(all, [](const Item* i) { return i->access->writes; }))
        continue;
      for (const Item* item : all)
        if (item->access->writes)
          JudgeWrite(*item, cell, where, all);
    }
  }

  void JudgeWrite(const Item& item, flow::NodeId cell, Together& where, const std::vector<const Item*>& all) {
    // Tasks that one thread makes are done by all.
    const bool is_of_tasks = item.task != flow::kNone && item.tasks != flow::kNone;
    where.work = is_of_tasks ? item.tasks : item.work;
    if (item.single == flow::kNone || is_of_tasks || IsInOwnTasks(flow_.nodes[item.access->node].scope))
      Update(item, cell, where);
    where.work = item.work;
    AddCounted(item, cell, all, [&](const Item& other) { return AreBeside(item, other, where); });
    where.work = item.work;
    AddConflict(item, cell, where.scope, all, [&](const Item& other) {
      return AreUnordered(item, other, where) && !AreOtherPieces(item, other, cell, where) &&
             (&other != &item || !IsSame(item, cell, where));
    });
  }

  // Whether it is of a function that calls itself in tasks, so that several do it at a time.
  [[nodiscard]] bool IsInOwnTasks(flow::ScopeId scope) const {
    return std::ranges::any_of(in_own_tasks_, [&](flow::ScopeId own) { return flow_.IsInside(scope, own); });
  }

  // Where a thread reads a whole number that others add to atomically.
  template <typename F>
  void AddCounted(const Item& item, flow::NodeId cell, const std::vector<const Item*>& all, const F& meets) {
    const rir::Op& op = *flow_.nodes[item.access->node].op;
    const auto* atomic = std::get_if<rir::AtomicOp>(&op.data);
    if (atomic == nullptr || op.type == flow::kNone || flow_.module->types[op.type].kind != rir::TypeKind::Int)
      return;
    const bool adds = atomic->op == "+" || atomic->op == "-";
    if (!adds && search_.UpdateOf(item.access->node, cell) != OriginSearch::Update::IntegerSum)
      return;
    for (const Item* other : all)
      if (!other->access->writes && !other->access->is_atomic && meets(*other))
        threads_.counted.push_back(other->access->node);
  }

  // With another write that the write meets; else with all reads that do.
  template <typename F>
  void AddConflict(const Item& item, flow::NodeId cell, flow::ScopeId region, const std::vector<const Item*>& all,
                   const F& meets) {
    std::vector<flow::NodeId> reads;
    for (std::size_t i = 0; i < all.size() && i < kMostPerCell; ++i) {
      if (!meets(*all[i]))
        continue;
      const flow::NodeId other = all[i]->access->node;
      if (all[i]->access->writes || all.size() > kMostPerCell) {
        threads_.conflicts.push_back({item.access->node, other, cell, flow::kNone, region, {}, false});
        return;
      }
      reads.push_back(other);
    }
    for (const flow::NodeId read : reads)
      threads_.conflicts.push_back({item.access->node, read, cell, flow::kNone, region, {}, true});
  }

  // Two pointers into one block of the heap that come from different places: programs cut blocks into pieces, and the
  // pieces are no cells of their own here. So are two that are kept in memory, of elements of whatever they lead to.
  bool AreOtherPieces(const Item& a, const Item& b, flow::NodeId cell, const Together& where) {
    const flow::ObjectKind kind = flow_.objects[flow_.nodes[cell].object].kind;
    if (a.access->node == b.access->node)
      return false;
    if (kind != flow::ObjectKind::Block && kind != flow::ObjectKind::Unknown && !(IsKept(a) && IsKept(b)))
      return false;
    return search_.Base(a.access->address, where) != search_.Base(b.access->address, where);
  }

  // Whether the address is that of an element, and the pointer to the first one is read from memory.
  [[nodiscard]] bool IsKept(const Item& item) const {
    const flow::NodeId root = search_.Root(item.access->address);
    const rir::Op* op = flow_.nodes[item.access->address].op;
    const auto* index = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    if (index == nullptr || index->opcode != rir::Opcode::Index || index->args[1].kind == rir::OperandKind::Int)
      return false;
    return root != flow::kNone && flow_.nodes[root].kind == flow::NodeKind::Value && flow_.AccessOf(root) != nullptr;
  }

  // All threads store the same number.
  bool IsSame(const Item& item, flow::NodeId cell, Together& where) {
    where.work = item.work;
    const bool is_store = std::holds_alternative<rir::StoreOp>(flow_.nodes[item.access->node].op->data);
    return is_store && !search_.Varies(item.access->value, where) &&
           search_.UpdateOf(item.access->node, cell) == OriginSearch::Update::None;
  }

  bool AreUnordered(const Item& a, const Item& b, Together& where) {
    return !ShareLock(*a.access, *b.access) && AreBeside(a, b, where);
  }

  // The same whatever locks are held.
  bool AreBeside(const Item& a, const Item& b, Together& where) {
    if (a.phase != b.phase)
      return false;
    if (a.task != flow::kNone || b.task != flow::kNone)
      return AreTasksUnordered(a, b, where);
    if (a.single != flow::kNone && a.single == b.single)
      return false;
    if (a.single == flow::kNone && b.single == flow::kNone && a.work == b.work) {
      where.work = a.work;
      const bool are_apart = search_.IsApart(a.access->address, where) && search_.IsApart(b.access->address, where);
      if (are_apart && (a.work == flow::kNone || a.access->node == b.access->node ||
                        search_.AreOfOneOwner(a.access->address, b.access->address, where)))
        return false;
      return a.work == flow::kNone || !(AreOtherElements(flow_, search_, a.access->address, b.access->address, where) ||
                                        HaveOtherDigits(flow_, search_, a.access->address, b.access->address, where));
    }
    if (a.work == flow::kNone || b.work == flow::kNone || a.single != flow::kNone || b.single != flow::kNone)
      return true;
    // Two loops with nothing between them: the same rounds are the same thread's where the formulas agree.
    where.work = a.work;
    const std::string left = search_.Formula(a.access->address, where);
    where.work = b.work;
    return Renamed(left) != Renamed(search_.Formula(b.access->address, where));
  }

  // What makes a task comes before it; nothing else is in an order with it up to the next barrier.
  bool AreTasksUnordered(const Item& a, const Item& b, Together& where) {
    if (a.task == b.task) {
      where.work = a.tasks;
      const bool is_one = a.single != flow::kNone && a.tasks == flow::kNone;
      return !is_one && !(search_.IsApart(a.access->address, where) && search_.IsApart(b.access->address, where));
    }
    const auto makes = [&](const Item& item, const Item& other) {
      return item.task == flow::kNone && item.single == other.single && item.order < made_.at(other.task);
    };
    if ((b.task != flow::kNone && makes(a, b)) || (a.task != flow::kNone && makes(b, a)))
      return false;
    return flow::MayMeet(flow_, a.access->address, b.access->address);
  }

  // Without the names of the loops' variables.
  static std::string Renamed(const std::string& formula) {
    std::string out;
    for (std::size_t i = 0; i < formula.size(); ++i) {
      out += formula[i];
      if (formula[i] == 'r')
        while (i + 1 < formula.size() && formula[i + 1] >= '0' && formula[i + 1] <= '9')
          ++i;
    }
    return out;
  }

  void Update(const Item& item, flow::NodeId cell, const Together& where) {
    const flow::Access& access = *item.access;
    const bool is_protected = access.is_atomic || access.locks != 0;
    const bool is_reduction = std::holds_alternative<rir::ParOp>(flow_.nodes[access.node].op->data);
    const bool is_apart = search_.IsApart(access.address, where);
    if (is_protected && !is_reduction && !is_apart)
      threads_.updates.push_back(
          {access.node, cell, search_.UpdateOf(access.node, cell), search_.Varies(access.node, where)});
    if (is_protected && !access.is_atomic) {
      const auto taken = search_.TakenAt(access.node, where);
      threads_.taken.insert(threads_.taken.end(), taken.begin(), taken.end());
    }
    if (is_apart && !is_protected && IsDealt(access.address, where) &&
        search_.UpdateOf(access.node, cell) == OriginSearch::Update::FloatSum)
      threads_.dealt.push_back(access.node);
  }

  // In a dynamic loop, an element that the thread's number chooses and not the round.
  bool IsDealt(flow::NodeId address, const Together& where) {
    if (where.work == flow::kNone)
      return false;
    const auto& loop = std::get<rir::LoopOp>(flow_.scopes[where.work].op->data);
    if (loop.schedule != rir::Schedule::Dynamic)
      return false;
    Together no_round = where;
    no_round.inside.assign(flow_.scopes.size(), true);
    no_round.work = flow::kNone - 2;  // no loop's
    return search_.IsApart(address, no_round);
  }

  void JudgeThreads() {
    met_.clear();
    std::vector<Item> items = std::exchange(started_, {});
    const std::set<flow::ScopeId> many = std::exchange(many_, {});
    few_.clear();
    begun_ = std::exchange(starts_, {});
    if (visits_ > kMostVisits)
      return;
    std::erase_if(items, [&](const Item& item) {
      return item.thread == flow::kNone
                 ? starters_.contains(item.call)
                 : WaitsForOthers(item.thread) && item.access->locks == 0 && !item.access->is_atomic;
    });
    std::map<flow::ScopeId, Together> where;
    for (const Item& item : items)
      if (item.thread != flow::kNone && !where.contains(item.thread))
        where[item.thread] = {item.thread, flow::kNone, flow::InsideOf(flow_, item.thread)};
    if (where.empty())
      return;
    AddAppended(items, where, many);
    AddQueued(items, where, many);
    for (const auto& [cell, all] : Sorted(items)) {
      if (std::ranges::none_of(all, [](const Item* i) { return i->thread != flow::kNone; }))
        continue;
      const bool is_own = std::ranges::any_of(where, [&](const auto& one) { return IsOwn(cell, one.second.inside); });
      if (is_own)
        continue;
      for (const Item* item : all)
        if (item->access->writes)
          JudgeStarted(*item, cell, where, many, all);
    }
  }

  void AddAppended(const std::vector<Item>& items, const std::map<flow::ScopeId, Together>& where,
                   const std::set<flow::ScopeId>& many) {
    std::vector<LockedWrite> writes;
    for (const Item& item : items)
      if (item.thread != flow::kNone && item.access->writes && item.access->locks != 0 && !item.access->is_atomic)
        writes.push_back({item.access, item.thread, many.contains(item.thread)});
    const std::vector<flow::NodeId> appended = Appended(flow_, search_, where).In(writes);
    const std::vector<flow::NodeId> linked = Linked(flow_, search_, where).In(writes);
    threads_.appended.insert(threads_.appended.end(), appended.begin(), appended.end());
    threads_.appended.insert(threads_.appended.end(), linked.begin(), linked.end());
  }

  // Numbers out of a container are taken as threads come where one place at least takes from what others take from,
  // too.
  void AddQueued(const std::vector<Item>& items, const std::map<flow::ScopeId, Together>& where,
                 const std::set<flow::ScopeId>& many) {
    for (const Item& item : items)
      if (item.thread != flow::kNone && many.contains(item.thread) && item.access->locks != 0 && !item.access->writes &&
          search_.IsFromShared(item.access->node, where.at(item.thread)))
        for (const Item& other : items)
          if (other.thread == item.thread && TakesSame(*other.access, *item.access))
            threads_.queued.push_back(other.access->node);
  }

  // Whether both load a number that lies in the same containers.
  [[nodiscard]] bool TakesSame(const flow::Access& a, const flow::Access& b) const {
    return !a.writes && search_.IsOfContainer(a.node) &&
           std::ranges::equal(flow_.PointsTo(a.address), flow_.PointsTo(b.address));
  }

  // Threads that wait for conditions, semaphores or barriers order themselves in ways that are not followed; but which
  // of them comes first to a lock is open all the same.
  bool WaitsForOthers(flow::ScopeId thread) {
    const auto [place, is_new] = waiting_.try_emplace(thread, false);
    if (!is_new)
      return place->second;
    const std::vector<bool> inside = flow::InsideOf(flow_, thread);
    return place->second = std::ranges::any_of(flow_.instances, [&](const flow::Instance& instance) {
             return instance.function != flow::kNone && instance.scope != flow::kNone && inside[instance.scope] &&
                    std::ranges::any_of(flow_.module->functions[instance.function].blocks, [](const rir::Block& block) {
                      return std::ranges::any_of(block.ops, [](const rir::Op& op) {
                        const auto* sync = std::get_if<rir::SyncOp>(&op.data);
                        return sync != nullptr && sync->kind == rir::SyncKind::Wait;
                      });
                    });
           });
  }

  // Whether other threads come to the same place beside it. One that waits may do so for the others to be done with
  // theirs: among such, what only one of them writes is written in an order.
  bool HasOthers(const Item& a, const std::vector<const Item*>& all) {
    const bool waits = WaitsForOthers(a.thread);
    return all.size() >= 4 * kMostPerCell || std::ranges::any_of(all, [&](const Item* other) {
             return other->thread != flow::kNone && other->thread != a.thread &&
                    (other->access->writes || !(waits || WaitsForOthers(other->thread))) &&
                    !flow::NeverMeet(flow_, a.access->address, other->access->address);
           });
  }

  void JudgeStarted(const Item& a, flow::NodeId cell, std::map<flow::ScopeId, Together>& where,
                    const std::set<flow::ScopeId>& many, const std::vector<const Item*>& all) {
    if (a.thread != flow::kNone && (many.contains(a.thread) || HasOthers(a, all)))
      Update(a, cell, where.at(a.thread));
    const auto waits = [&](const Item& item) { return item.thread != flow::kNone && WaitsForOthers(item.thread); };
    if (waits(a))
      return;
    const auto meets = [&](const Item& b) {
      if (waits(b) || (a.thread == b.thread && (a.thread == flow::kNone || !many.contains(a.thread))))
        return false;
      const auto is_before = [&](const Item& item, const Item& other) {
        return item.thread == flow::kNone && other.thread != flow::kNone && item.order < begun_.at(other.thread);
      };
      if (is_before(a, b) || is_before(b, a))
        return false;
      const auto is_apart = [&](const Item& item) {
        return item.thread != flow::kNone && search_.IsApart(item.access->address, where.at(item.thread));
      };
      return !(is_apart(a) && is_apart(b)) && !AreOtherPieces(a, b, cell, where.begin()->second) &&
             (a.thread == b.thread || !flow::NeverMeet(flow_, a.access->address, b.access->address));
    };
    AddConflict(a, cell, flow::kNone, all, [&](const Item& b) { return !ShareLock(*a.access, *b.access) && meets(b); });
    AddCounted(a, cell, all, meets);
  }

  const flow::Flow& flow_;
  OriginSearch search_;
  LastOwner owners_;
  std::vector<bool> open_, orders_;               // per scope
  std::vector<std::optional<bool>> safely_once_;  // per scope, as far as it was asked
  std::vector<bool> serves_several_;              // per instance
  bool has_tables_;                               // of virtual functions
  std::unordered_set<Met, HashOfMet> met_;
  std::size_t visits_ = 0;
  Threads threads_;
  std::vector<Item> region_, started_;
  std::set<flow::ScopeId> many_, few_;
  std::set<flow::ScopeId> starters_;  // calls of the library that start a thread: what they hand over is theirs
  std::map<flow::ScopeId, std::size_t> starts_, begun_;  // of threads: how many accesses came before
  std::set<flow::ScopeId> in_own_tasks_;                 // bodies of functions that call themselves in tasks
  std::map<flow::ScopeId, std::size_t> made_;            // the same of tasks, in their region
  std::map<flow::ScopeId, bool> waits_, waiting_;
  unsigned phase_ = 0;
};

}  // namespace

Threads ThreadsOf(const flow::Flow& flow) {
  Threads threads = Walk(flow).Find();
  JudgeLaunches(flow, threads);
  JudgeStreams(flow, threads);
  return threads;
}

}  // namespace detrain::races
