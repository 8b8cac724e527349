// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-order-reduction, detrain-float-atomic and detrain-data-race: what threads do to memory that they share.
#include <algorithm>
#include <set>
#include <span>
#include <variant>

#include "analyzer/check/carried_index.h"
#include "analyzer/check/library_calls.h"
#include "analyzer/check/mend.h"
#include "analyzer/check/rules.h"
#include "analyzer/check/ties.h"

namespace detrain::check {

namespace {

using diag::Finding;
using flow::NodeId;
using Update = races::OriginSearch::Update;

constexpr std::string_view kQueued = "a queue that threads share";

// Whether numbers of the type are, or hold, floating point.
bool HasFloat(const rir::Module& module, rir::TypeId id) {
  if (id == rir::kNone)
    return false;
  const rir::Type& type = module.types[id];
  if (type.kind == rir::TypeKind::Array)
    return HasFloat(module, type.element);
  return type.kind == rir::TypeKind::Float ||
         std::ranges::any_of(type.fields, [&](const rir::Field& field) { return HasFloat(module, field.type); });
}

bool IsSum(std::string_view op) {
  const std::set<std::string_view> without_order = {"max", "min", "&", "|", "^", "&&", "||", "="};
  return !without_order.contains(op);
}

std::string NameOf(const Context& context, flow::NodeId cell) {
  const std::string name = context.flow.NameOf(cell);
  return name.empty() ? "memory" : name;
}

template <Finding kind, typename... Args>
void Report(const Context& context, const Sources& sources, const std::string& what, Findings& out, Args&&... args) {
  for (const auto& [key, nodes] : sources) {
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    Keep(context,
         diag::Find<kind>(key.first, reached.reach, reached.certainty, std::string(args)...,
                          context.reacher.Clause(reached)),
         reached, what, nodes.front(), out);
  }
}

// The clause `reduction` of OpenMP.
void AddReductions(const Context& context, Sources& sources) {
  for (const flow::Access& access : context.flow.accesses) {
    const auto* par = std::get_if<rir::ParOp>(&context.flow.nodes[access.node].op->data);
    if (par == nullptr)
      continue;
    for (const rir::ParReduction& reduction : par->reductions) {
      if (!IsSum(reduction.op))
        continue;
      for (const flow::NodeId cell : context.flow.PointsTo(access.address)) {
        const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
        const bool is_float =
            object.kind != flow::ObjectKind::Region || HasFloat(context.module, context.module.regions[object.id].type);
        if (is_float)
          AddSource(context, access.node, "a reduction", sources);
      }
    }
  }
}

bool HoldsFloats(const Context& context, const rir::InputTarget& target, flow::NodeId node) {
  const flow::NodeId address = context.flow.NodeOf(target.address, context.flow.nodes[node].instance);
  return address == flow::kNone || std::ranges::any_of(context.flow.PointsTo(address), [&](flow::NodeId cell) {
           const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
           return object.kind != flow::ObjectKind::Region ||
                  HasFloat(context.module, context.module.regions[object.id].type);
         });
}

// MPI_SUM and MPI_PROD have these numbers there, an operation of the user's has a larger one.
bool IsSumOfMpich(std::int64_t operation) {
  constexpr std::int64_t kFirst = 0x58000000, kSum = 0x58000003, kProduct = 0x58000004, kLast = 0x5800000f;
  return operation < kFirst || operation > kLast || operation == kSum || operation == kProduct;
}

// Whether the ranks' numbers are joined by an operation that has no order: the largest one, or bits. A constant (MPICH)
// or the address of an object (Open MPI).
bool IsWithoutOrder(const Context& context, const rir::Operand& operation, flow::NodeId node) {
  if (operation.kind == rir::OperandKind::Int)
    return !IsSumOfMpich(operation.integer);
  const std::set<std::string_view> without_order = {"max",  "min",  "maxloc", "minloc", "land",    "lor",
                                                    "lxor", "band", "bor",    "bxor",   "replace", "no_op"};
  const auto has_none = [&](rir::RegionId region) {
    const std::string_view prefix = "ompi_mpi_op_", name = context.module.regions[region].name;
    const std::size_t at = name.find(prefix);
    return at != std::string_view::npos && without_order.contains(name.substr(at + prefix.size()));
  };
  if (operation.kind == rir::OperandKind::Region)
    return has_none(operation.id);
  const auto cells = context.flow.PointsTo(context.flow.NodeOf(operation, context.flow.nodes[node].instance));
  return !cells.empty() && std::ranges::all_of(cells, [&](flow::NodeId cell) {
    const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
    return object.kind == flow::ObjectKind::Region && has_none(object.id);
  });
}

// Collectives that add: the catalog knows them as inputs, from the other ranks.
void AddCollectives(const Context& context, Sources& sources) {
  const std::set<std::string_view> names = {"MPI_Allreduce", "MPI_Reduce",     "MPI_Reduce_scatter_block",
                                            "MPI_Scan",      "MPI_Iallreduce", "MPI_Ireduce"};
  for (flow::NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const flow::Node& node = context.flow.nodes[id];
    const auto* input =
        node.op == nullptr || node.kind != flow::NodeKind::Value ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
    if (input != nullptr && names.contains(input->callee) && !IsWithoutOrder(context, input->handle, id) &&
        std::ranges::any_of(input->targets,
                            [&](const rir::InputTarget& target) { return HoldsFloats(context, target, id); }))
      AddSource(context, id, input->callee, sources);
  }
}

// What the threads that take numbers do with them. An element that a number chooses, and whose value is made from that
// number alone, is the same whichever thread does it.
class Tickets {
 public:
  Tickets(const Context& context, const races::Threads& threads, const std::vector<flow::NodeId>& nodes)
      : flow_(context.flow),
        module_(context.module),
        search_(context.flow),
        taken_(threads.taken.begin(), threads.taken.end()) {
    taken_.insert(threads.queued.begin(), threads.queued.end());
    for (const flow::NodeId node : nodes) {
      for (const flow::NodeId cell : CellsOf(node))
        counts_.insert(cell);
      if (const flow::ScopeId loop = LoopAround(flow_.nodes[node].scope); loop != flow::kNone)
        loops_.insert(loop);
    }
    for (const races::SharedUpdate& update : threads.updates)
      if (update.update == Update::FloatSum || update.update == Update::IntegerSum)
        sums_.insert(update.write);
  }

  // Whether it takes a number of this count.
  [[nodiscard]] bool IsTicket(flow::NodeId node) const {
    const auto cells = TakesNumber(node) ? CellsOf(node) : std::span<const flow::NodeId>();
    return !cells.empty() && std::ranges::all_of(cells, [&](flow::NodeId cell) { return counts_.contains(cell); });
  }

  // Whether it is a sum of the threads': it does not matter who adds what to it, and what the order makes of it, and of
  // what it was in between, is judged by itself.
  [[nodiscard]] bool IsOwnSum(flow::NodeId node) const { return sums_.contains(node); }

  bool IsOwnElement(flow::NodeId store) {
    const flow::Access* access = flow_.AccessOf(store);
    const rir::Op* op = access == nullptr ? nullptr : flow_.nodes[store].op;
    const bool is_store = op != nullptr && (op->Kind() == rir::OpKind::Store || op->Kind() == rir::OpKind::Fill);
    if (!is_store || access->address == flow::kNone)
      return false;
    const auto [known, is_new] = own_.try_emplace(store, false);
    if (is_new)
      known->second = IsOfOne(BeginOf(access->address), BeginOf(access->value));
    return known->second;
  }

 private:
  // What a number is made from.
  struct Begin {
    bool has_other = false;  // a number that only one thread has, and that is no ticket
    std::set<flow::NodeId> tickets, rounds;
  };

  // The value may come from the ticket that chooses the element, but not from another one: neither from another place
  // nor, by a variable that a loop of the thread's carries on, from one that it took before; nor from which of the
  // threads it is. What a loop carries on that starts threads and waits for them in each round is the same for all.
  [[nodiscard]] bool IsOfOne(const Begin& address, const Begin& value) const {
    if (address.has_other || address.tickets.empty() || value.has_other)
      return false;
    const auto carries = [&](flow::NodeId round) {
      return std::ranges::any_of(address.tickets, [&](flow::NodeId ticket) {
        const flow::ScopeId scope = flow_.nodes[ticket].scope, loop = flow_.nodes[round].scope;
        const flow::ScopeId starter = StarterOf(scope);
        return flow_.IsInside(scope, loop) && (starter == flow::kNone || flow_.IsInside(loop, starter));
      });
    };
    return std::ranges::includes(address.tickets, value.tickets) &&
           std::ranges::all_of(value.rounds,
                               [&](flow::NodeId round) { return address.rounds.contains(round) || !carries(round); });
  }

  // The innermost loop around where the thread starts that does this; kNone: there is none, or one of several.
  [[nodiscard]] flow::ScopeId StarterOf(flow::ScopeId scope) const {
    bool is_started = false;
    for (;;) {
      const flow::Scope& at = flow_.scopes[scope];
      if (is_started && at.kind == flow::ScopeKind::Loop)
        return scope;
      is_started = is_started || at.kind == flow::ScopeKind::Parallel;
      if (at.parents.size() != 1)
        return flow::kNone;
      scope = at.parents.front();
    }
  }

  [[nodiscard]] std::span<const flow::NodeId> CellsOf(flow::NodeId node) const {
    const flow::Access* access = flow_.AccessOf(node);
    return flow_.PointsTo(access == nullptr ? flow::kNone : access->address);
  }

  [[nodiscard]] bool TakesNumber(flow::NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    const bool is_atomic = node.kind == flow::NodeKind::Effect && node.op != nullptr &&
                           std::holds_alternative<rir::AtomicOp>(node.op->data) && node.op->result != rir::kNone;
    return is_atomic || taken_.contains(id);
  }

  // A number that only one thread has: its own, a ticket of another count, or the round of a loop whose rounds are
  // shared.
  [[nodiscard]] bool IsOther(flow::NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    if (node.op == nullptr)
      return false;
    if (const auto* input = std::get_if<rir::InputOp>(&node.op->data))
      return input->source == rir::Source::Host || input->source == rir::Source::Pid;
    if (const auto* loop = std::get_if<rir::LoopOp>(&node.op->data))
      return node.kind == flow::NodeKind::Round && loop->schedule != rir::Schedule::None;
    if (const auto* load = std::get_if<rir::LoadOp>(&node.op->data); IsOfGpu(load))
      return true;
    return TakesNumber(id);
  }

  // The innermost loop that takes it, a number in each round.
  [[nodiscard]] flow::ScopeId LoopAround(flow::ScopeId scope) const {
    while (flow_.scopes[scope].kind != flow::ScopeKind::Loop) {
      const flow::Scope& at = flow_.scopes[scope];
      if (at.kind == flow::ScopeKind::Parallel || at.parents.size() != 1)
        return flow::kNone;
      scope = at.parents.front();
    }
    return scope;
  }

  // A variable that is there before a loop takes numbers, and that each of its rounds moves on: an engine, say.
  [[nodiscard]] bool IsMovedOn(flow::NodeId cell) {
    const flow::ScopeId made = flow_.objects[flow_.nodes[cell].object].scope;
    bool is_moved = false;
    for (const flow::ScopeId loop : loops_) {
      if (made != flow::kNone && flow_.IsInside(made, loop))
        continue;
      flow_.ForStored(cell, [&](flow::NodeId from) {
        const flow::Node& store = flow_.nodes[from];
        is_moved = is_moved || (store.kind == flow::NodeKind::Effect && flow_.IsInside(store.scope, loop) &&
                                search_.UpdateOf(from, cell) != Update::None);
      });
    }
    return is_moved;
  }

  // Which of a launch's threads it is, or of its blocks.
  [[nodiscard]] bool IsOfGpu(const rir::LoadOp* load) const {
    const bool is_variable = load != nullptr && load->address.kind == rir::OperandKind::Region;
    const std::string_view name = is_variable ? std::string_view(module_.regions[load->address.id].name) : "";
    return name.starts_with("cuda::threadIdx") || name.starts_with("cuda::blockIdx");
  }

  // Variables of functions: an iterator, what is handed over by its address.
  [[nodiscard]] bool IsVariable(const flow::Node& cell) const {
    const flow::Object& object = flow_.objects[cell.object];
    if (object.kind != flow::ObjectKind::Region)
      return false;
    const rir::RegionKind kind = module_.regions[object.id].kind;
    return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  }

  [[nodiscard]] Begin BeginOf(flow::NodeId value) {
    constexpr std::size_t kMost = 400;
    std::vector<flow::NodeId> open = {value};
    std::set<flow::NodeId> seen = {value};
    Begin begin;
    for (std::size_t i = 0; i < open.size() && !begin.has_other; ++i) {
      if (open[i] == flow::kNone)
        continue;
      if (IsTicket(open[i])) {
        begin.tickets.insert(open[i]);
        continue;
      }
      const flow::Node& node = flow_.nodes[open[i]];
      if (node.kind == flow::NodeKind::Round)
        begin.rounds.insert(open[i]);
      const bool is_moved = node.kind == flow::NodeKind::Cell && IsMovedOn(open[i]);
      begin.has_other = is_moved || IsOther(open[i]) || i >= kMost;
      flow_.ForBefore(open[i], [&](flow::NodeId from, flow::EdgeKind kind) {
        const flow::Node& before = flow_.nodes[from];
        const bool is_memory = before.kind == flow::NodeKind::Cell && !IsVariable(before);
        if (kind != flow::EdgeKind::Control && !is_memory && seen.insert(from).second)
          open.push_back(from);
      });
    }
    return begin;
  }

  const flow::Flow& flow_;
  const rir::Module& module_;
  races::OriginSearch search_;
  std::set<flow::NodeId> counts_;        // cells
  std::set<flow::ScopeId> loops_;        // that take numbers of these
  std::set<flow::NodeId> taken_, sums_;  // what is taken under locks; updates that add
  std::map<flow::NodeId, bool> own_;
};

// What is stored at elements that the numbers choose.
std::vector<flow::NodeId> StoredBy(const flow::Flow& flow, const std::vector<flow::NodeId>& nodes, Tickets& tickets) {
  constexpr std::size_t kMost = 1'000;
  std::vector<flow::NodeId> open = nodes, stores;
  std::set<flow::NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i)
    flow.ForEdges(open[i], [&](const flow::Edge& edge) {
      const flow::Node& to = flow.nodes[edge.to];
      if (edge.kind == flow::EdgeKind::Control || to.kind == flow::NodeKind::Cell || !seen.insert(edge.to).second)
        return;
      if (flow.AccessOf(edge.to) == nullptr || to.kind != flow::NodeKind::Effect)
        open.push_back(edge.to);
      else if (edge.kind == flow::EdgeKind::Address && !tickets.IsOwnElement(edge.to))
        stores.push_back(edge.to);
    });
  return stores;
}

// What reads the arrays that the stores write: of a GPU's work these are there before the steps, so that they look like
// state of the program, which what lies there in another order is not by itself.
std::vector<flow::NodeId> ReadBehind(const flow::Flow& flow, const std::vector<flow::NodeId>& stores) {
  std::vector<flow::NodeId> cells;
  for (const flow::NodeId store : stores)
    for (const flow::NodeId cell : flow.PointsTo(flow.AccessOf(store)->address))
      cells.push_back(cell);
  std::set<flow::NodeId> reads, seen(cells.begin(), cells.end());
  for (std::size_t i = 0; i < cells.size(); ++i)
    flow.ForEdges(cells[i], [&](const flow::Edge& edge) {
      if (flow.nodes[edge.to].kind != flow::NodeKind::Cell)
        reads.insert(edge.to);
      else if (seen.insert(edge.to).second && flow.AreSameCell(cells[i], edge.to))
        cells.push_back(edge.to);
      else if (!flow.AreSameCell(cells[i], edge.to))
        reads.insert(edge.to);
    });
  return {reads.begin(), reads.end()};
}

// The order in which threads took their numbers is in these, not in the count that is left; nor in what carries the
// number of another element, where it is put there.
Reached FromTicket(const Context& context, const races::Threads& threads, const std::vector<flow::NodeId>& nodes) {
  Tickets tickets(context, threads, nodes);
  const bool is_of_launch = std::ranges::any_of(threads.updates, [&](const races::SharedUpdate& update) {
    return update.is_of_launch && update.write == nodes.front();
  });
  const std::vector<flow::NodeId> stores = StoredBy(context.flow, nodes, tickets);
  const CarriedIndex carried(context, stores);
  const auto passes = [&](flow::NodeId from, const flow::Edge& edge) {
    const bool is_count = context.flow.nodes[edge.to].kind == flow::NodeKind::Cell;
    return (!is_count || !tickets.IsTicket(from)) && !tickets.IsOwnSum(edge.to) && !tickets.IsOwnElement(edge.to) &&
           !carried.EndsAt(from, edge);
  };
  if (!is_of_launch || stores.empty())
    return context.reacher.From(nodes, Reacher::Spared::None, passes);
  Reached reached = context.reacher.From(ReadBehind(context.flow, stores), Reacher::Spared::None, passes);
  if (!reached.path.empty())
    reached.path.insert(reached.path.begin(), {nodes.front(), stores.front()});
  return reached;
}

// Whether it only keeps a number, or brings it, in a variable of the function's.
bool IsOfVariable(const Context& context, const flow::Access& access) {
  const auto cells = context.flow.PointsTo(access.address);
  return !cells.empty() && std::ranges::all_of(cells, [&](flow::NodeId cell) {
    const flow::Object& object = context.flow.objects[context.flow.nodes[cell].object];
    if (object.kind != flow::ObjectKind::Region)
      return false;
    const rir::Region& region = context.module.regions[object.id];
    return region.kind == rir::RegionKind::Local && context.module.types[region.type].kind == rir::TypeKind::Int;
  });
}

// Where the number first chooses an element.
Location PlaceOfUse(const Context& context, const Reached& reached, const Location& otherwise) {
  for (const flow::NodeId id : reached.path) {
    const flow::Access* access = id == reached.path.front() ? nullptr : context.flow.AccessOf(id);
    if (access == nullptr || IsOfVariable(context, *access))
      continue;
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(id));
    if (at.IsKnown())
      return at;
  }
  return otherwise;
}

// "tbb::parallel_reduce" where its threads' results are joined; else empty.
std::string JoinerOf(const Context& context, flow::NodeId id) {
  const flow::Flow& flow = context.flow;
  std::string library;
  for (flow::InstanceId i = flow.nodes[id].instance; i != flow::kNone; i = flow.instances[i].caller) {
    const rir::FunctionId function = flow.instances[i].function;
    const std::string name = function == flow::kNone ? "" : WithoutArguments(context.module.functions[function].name);
    if (library.empty() ? name == "tbb::detail::d1::detrain_in_turn::join" : name.starts_with("tbb::"))
      library = "tbb" + name.substr(name.rfind("::"));
    else if (!library.empty())
      break;
  }
  return library;
}

// Whether a function of the library's stores an address: where a container begins and ends that threads fill and empty
// as they come is its own business, and which elements they get is judged where they do.
bool MovesContainer(const Context& context, flow::NodeId write) {
  const flow::Node& node = context.flow.nodes[write];
  const rir::Function* function = context.flow.FunctionOf(node.instance);
  return node.op->Kind() == rir::OpKind::Store && node.op->type != rir::kNone &&
         context.module.types[node.op->type].kind == rir::TypeKind::Pointer && function != nullptr &&
         context.flow.IsSystem(function->declared.file);
}

// Whether the elements that lie there are sorted somewhere, by the iterators that lead to them, with no ties left.
bool IsSortedLater(const Context& context, flow::NodeId store) {
  const flow::Flow& flow = context.flow;
  const flow::Access* access = flow.AccessOf(store);
  const auto stored = flow.PointsTo(access->address);
  const auto holds = [&](flow::NodeId cell) {
    return std::ranges::any_of(stored,
                               [&](flow::NodeId at) { return flow.nodes[at].object == flow.nodes[cell].object; });
  };
  return std::ranges::any_of(context.library_calls, [&](const LibraryCall& call) {
    return (call.name == "std::sort" || call.name == "std::stable_sort") && !call.args.empty() &&
           !LeavesTies(context, call) && std::ranges::any_of(flow.PointsTo(call.args.front()), [&](flow::NodeId cell) {
             return holds(cell) || std::ranges::any_of(flow.PointsTo(cell), holds);
           });
  });
}

// The memory that elements are put into.
Reacher::Objects QueuesOf(const Context& context, const std::vector<NodeId>& nodes) {
  Reacher::Objects queues;
  for (const NodeId node : nodes)
    for (const NodeId cell : context.flow.PointsTo(context.flow.AccessOf(node)->address))
      queues.insert(context.flow.nodes[cell].object);
  return queues;
}

// The order in which elements arrive, but for those that each are put where they belong. That they lie in a queue in
// another order shows only in what is made of them: one that lives from step to step is no state by itself.
void ReportArrivals(const Context& context, const Sources& put, Findings& out) {
  for (const auto& [key, nodes] : put) {
    const CarriedIndex carried(context, nodes);
    const auto passes = [&](NodeId from, const flow::Edge& edge) { return !carried.EndsAt(from, edge); };
    Reached reached = context.reacher.BeyondOwn(nodes, QueuesOf(context, nodes), passes);
    if (reached.reach == diag::Reach::Log)
      reached = context.reacher.From(nodes, Reacher::Spared::None, passes);
    Keep(context,
         diag::Find<Finding::QueueOrder>(key.first, reached.reach, reached.certainty, context.reacher.Clause(reached)),
         reached, "threads arrive in any order", nodes.front(), out);
  }
}

// A count that threads read while others move it on: what is computed from it hangs on how far these are. What only
// waits for it, or moves it on itself, does not.
void ReportCounts(const Context& context, const std::vector<NodeId>& counted, Findings& out) {
  Sources sources;
  for (const NodeId node : counted)
    AddSource(context, node, "a count", sources);
  for (const auto& [key, nodes] : sources) {
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None, [&](NodeId, const flow::Edge& edge) {
      const rir::Op* op = context.flow.nodes[edge.to].op;
      const bool is_atomic = op != nullptr && std::holds_alternative<rir::AtomicOp>(op->data);
      return edge.kind != flow::EdgeKind::Control && !is_atomic;
    });
    if (reached.reach >= diag::Reach::Output)
      Keep(context,
           diag::Find<Finding::CountInBetween>(key.first, reached.reach, reached.certainty,
                                               context.reacher.Clause(reached)),
           reached, "other threads count on", nodes.front(), out);
  }
}

}  // namespace

void OrderReduction(const Context& context, const races::Threads& threads, Findings& out) {
  Sources reductions, locked, dealt, appended, joined, put;
  AddReductions(context, reductions);
  for (const races::SharedUpdate& update : threads.updates) {
    const auto* atomic = std::get_if<rir::AtomicOp>(&context.flow.nodes[update.write].op->data);
    const bool is_opaque = std::holds_alternative<rir::OpaqueOp>(context.flow.nodes[update.write].op->data);
    const bool overwrites =
        update.update == Update::None && update.varies && !is_opaque && !MovesContainer(context, update.write);
    const bool adds = atomic != nullptr && atomic->op == "cas" && update.update == Update::FloatSum;
    if (atomic != nullptr && context.flow.nodes[update.write].op->result != rir::kNone && IsSum(atomic->op) && !adds)
      AddSource(context, update.write, "a ticket", appended);
    else if (const std::string library = JoinerOf(context, update.write);
             !library.empty() && update.update == Update::FloatSum)
      AddSource(context, update.write, library, joined);
    else if (atomic == nullptr && (update.update == Update::FloatSum || overwrites))
      AddSource(context, update.write, "a locked sum", locked);
  }
  for (const flow::NodeId node : threads.appended)
    if (!IsSortedLater(context, node))
      AddSource(context, node, "an element", put);
  for (const flow::NodeId node : threads.taken)
    AddSource(context, node, "a ticket", appended);
  for (const flow::NodeId node : threads.queued)
    AddSource(context, node, std::string(kQueued), appended);
  for (const flow::NodeId node : threads.dealt)
    AddSource(context, node, "a thread's sum", dealt);
  Report<Finding::OrderReduction>(context, reductions, "threads' sums are joined", out, "a reduction over threads");
  Report<Finding::OrderReduction>(context, locked, "threads come in any order", out, "a lock, which has threads wait,");
  ReportArrivals(context, put, out);
  ReportCounts(context, threads.counted, out);
  Report<Finding::OrderReduction>(context, dealt, "rounds are dealt out as threads come", out,
                                  "a loop with a dynamic schedule");
  AddCollectives(context, joined);
  for (const auto& source : joined)
    Report<Finding::OrderReduction>(context, {source}, "'" + source.first.second + "' is called", out,
                                    "'" + source.first.second + "'");
  for (const auto& [key, nodes] : appended) {
    const Reached reached = FromTicket(context, threads, nodes);
    if (reached.reach >= diag::Reach::Output)
      Keep(context,
           diag::Find<Finding::OrderReduction>(PlaceOfUse(context, reached, key.first), reached.reach,
                                               reached.certainty, key.second == kQueued ? key.second : "a shared count",
                                               context.reacher.Clause(reached)),
           reached, "threads take a number each", nodes.front(), out);
  }
}

namespace {

// The call of the user's code that leads to the node.
flow::NodeId UsersCall(const Context& context, flow::NodeId id, std::string& callee) {
  const flow::Flow& flow = context.flow;
  const flow::InstanceId user = [&] {
    flow::InstanceId i = flow.nodes[id].instance;
    for (; i != flow::kNone; i = flow.instances[i].caller) {
      const rir::FunctionId function = flow.instances[i].function;
      if (function == flow::kNone || !flow.IsSystem(context.module.functions[function].declared.file))
        break;
      callee = context.module.functions[function].name;
    }
    return i;
  }();
  if (user == flow::kNone)
    return flow::kNone;
  for (flow::NodeId at = 0; at < flow.nodes.size(); ++at)
    if (flow.nodes[at].instance == user && flow.nodes[at].kind == flow::NodeKind::Value && flow.nodes[at].op != nullptr)
      if (const auto* call = std::get_if<rir::CallOp>(&flow.nodes[at].op->data);
          call && call->callee.kind == rir::OperandKind::Function &&
          context.module.functions[call->callee.id].name == callee)
        return at;
  return flow::kNone;
}

// A member of std::atomic<float> and its kind that adds; or compares and swaps in a sum of what was there.
bool IsLibrarysSum(const Context& context, flow::NodeId id) {
  std::string callee;
  const flow::NodeId call = UsersCall(context, id, callee);
  const bool is_atomic = callee.find("atomic") != std::string::npos;
  const bool is_float = callee.find("<float>") != std::string::npos || callee.find("<double>") != std::string::npos;
  if (!is_atomic || !is_float || call == flow::kNone)
    return false;
  for (const std::string_view adds : {"::fetch_add", "::fetch_sub", "::operator+=", "::operator-="})
    if (callee.ends_with(adds))
      return true;
  if (callee.find("::compare_exchange") == std::string::npos)
    return false;
  races::OriginSearch search(context.flow);
  const flow::InstanceId user = context.flow.nodes[call].instance;
  const auto& args = std::get<rir::CallOp>(context.flow.nodes[call].op->data).args;
  const flow::NodeId expected = args.size() > 2 ? context.flow.NodeOf(args[1], user) : flow::kNone;
  const flow::NodeId desired = args.size() > 2 ? context.flow.NodeOf(args[2], user) : flow::kNone;
  return std::ranges::any_of(context.flow.PointsTo(expected),
                             [&](flow::NodeId cell) { return search.UpdateFrom(desired, cell) == Update::FloatSum; });
}

}  // namespace

void FloatAtomic(const Context& context, const races::Threads& threads, Findings& out) {
  Sources sources;
  for (const races::SharedUpdate& update : threads.updates) {
    const rir::Op& op = *context.flow.nodes[update.write].op;
    const auto* atomic = std::get_if<rir::AtomicOp>(&op.data);
    const bool swaps = atomic != nullptr && atomic->op == "cas";
    const bool adds = atomic != nullptr && !swaps && IsSum(atomic->op) && HasFloat(context.module, op.type);
    const bool is_sum = adds || (swaps && update.update == Update::FloatSum);
    if (is_sum || (atomic == nullptr && IsLibrarysSum(context, update.write)))
      AddSource(context, update.write, "an atomic addition", sources);
  }
  Report<Finding::FloatAtomic>(context, sources, "threads add", out);
}

namespace {

// The parameter that an access goes by.
std::string PointerOf(const Context& context, flow::NodeId address) {
  constexpr unsigned kDeepest = 24;
  const flow::Flow& flow = context.flow;
  for (unsigned depth = 0; depth < kDeepest && address != flow::kNone; ++depth) {
    const flow::Node& node = flow.nodes[address];
    if (node.kind == flow::NodeKind::Parameter)
      return flow.NameOf(address);
    const rir::ComputeOp* place = flow::ComputeOf(flow, address);
    const bool is_part = place != nullptr && !place->args.empty();
    address = is_part ? flow.NodeOf(place->args.front(), node.instance) : flow::OnlyCopied(flow, address);
  }
  return {};
}

// What the user calls the memory. Where it may be one of several blocks (a launch by an array of pointers to its
// arguments), the block's name may be another one's.
std::string NameOf(const Context& context, const races::Conflict& conflict) {
  const flow::Access* access = context.flow.AccessOf(conflict.write);
  const auto cells = context.flow.PointsTo(access == nullptr ? flow::kNone : access->address);
  const bool is_one = std::ranges::all_of(cells, [&](flow::NodeId cell) {
    return context.flow.nodes[cell].object == context.flow.nodes[conflict.cell].object;
  });
  const std::string pointer = is_one ? std::string() : PointerOf(context, access->address);
  return pointer.empty() ? NameOf(context, conflict.cell) : pointer;
}

// Where the barrier, or the lock, is missing.
Location PlaceOfConflict(const Context& context, const races::Conflict& conflict) {
  if (conflict.in_loop == flow::kNone)
    return context.reacher.LocationOf(context.flow.PlaceOf(conflict.write));
  const flow::Instance& call = context.flow.instances[conflict.in_loop];
  return context.reacher.LocationOf(context.flow.PlaceOf(call.call, call.caller));
}

// The lines of the other accesses: where a barrier is missing between two lines, both are named.
void AddOtherEnds(const Context& context, const std::vector<flow::NodeId>& nodes, const Location& at,
                  std::vector<diag::TraceStep>& trace) {
  constexpr std::size_t kMost = 4;
  std::set<Location> ends = {at};
  for (const flow::NodeId node : nodes) {
    const Location end = context.reacher.LocationOf(context.flow.PlaceOf(node));
    if (!end.IsKnown() || ends.size() > kMost || !ends.insert(end).second)
      continue;
    const flow::Access* access = context.flow.AccessOf(node);
    const bool writes = access != nullptr && access->writes;
    trace.push_back({end, writes ? "another thread may write it here" : "another thread may read it here"});
  }
}

// Where the threads begin that meet, and what has one of them do all.
void AddRegions(const Context& context, const std::vector<const races::Conflict*>& conflicts,
                std::vector<diag::TraceStep>& trace) {
  constexpr std::size_t kMost = 4;
  std::set<Location> regions;
  for (const races::Conflict* conflict : conflicts) {
    const flow::Scope* region = conflict->region == flow::kNone ? nullptr : &context.flow.scopes[conflict->region];
    if (region == nullptr || region->op == nullptr || regions.size() > kMost)
      continue;
    const Location at = context.reacher.LocationOf(region->op->location);
    if (at.IsKnown() && regions.insert(at).second)
      trace.push_back({at, "threads share out this region; rewritten with --in-order=" + at.file + ":" +
                               std::to_string(at.line) + ", one thread does all of it, in its order"});
  }
}

}  // namespace

void DataRace(const Context& context, const races::Threads& threads, Findings& out) {
  struct Race {
    std::string name;
    std::vector<flow::NodeId> nodes, open;  // the accesses, and those of which the schedule has a say
    std::vector<const races::Conflict*> conflicts;
  };
  std::map<Location, Race> races;
  for (const races::Conflict& conflict : threads.conflicts) {
    const Location at = PlaceOfConflict(context, conflict);
    if (!at.IsKnown())
      continue;
    auto& [name, nodes, open, conflicts] = races[at];
    name = NameOf(context, conflict);
    conflicts.push_back(&conflict);
    nodes.push_back(conflict.write);
    nodes.push_back(conflict.other);
    if (!conflict.is_read)
      open.push_back(conflict.write);
    open.push_back(conflict.other);
  }
  for (const auto& [at, race] : races) {
    const auto& [name, nodes, open, conflicts] = race;
    const Reached reached = context.reacher.From(open, Reacher::Spared::Counts);
    Keep(context,
         diag::Find<Finding::DataRace>(at, reached.reach, reached.certainty, name, context.reacher.Clause(reached)),
         reached, "threads meet", nodes.front(), out);
    AddOtherEnds(context, nodes, at, out.back().trace);
    AddRegions(context, conflicts, out.back().trace);
    out.back().fixes = WithBarriers(context, conflicts);
  }
}

}  // namespace detrain::check
