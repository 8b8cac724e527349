// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-unordered-iteration and detrain-pointer-order: walks through hash tables, directories and containers that are
// ordered by addresses; sorts of addresses. A walk is a finding where its order matters: where elements
// are added in floating point, overwrite each other, or are written one after the other. What is done to each element
// for itself, integer sums, maxima and what is sorted later are none.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyzer/check/keyed_element.h"
#include "analyzer/check/library_calls.h"
#include "analyzer/check/loop_carried.h"
#include "analyzer/races/origin_search.h"

namespace detrain::check {

namespace {

using diag::Finding;
using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;
using Update = races::OriginSearch::Update;

// What containers of the library made for elements of theirs moves with them: the text of a string, a vector's block.
void AddOwned(const Context& context, std::unordered_set<flow::ObjectId>& objects) {
  const flow::Flow& flow = context.flow;
  std::vector<flow::ObjectId> open(objects.begin(), objects.end());
  while (!open.empty()) {
    const flow::Object& object = flow.objects[open.back()];
    open.pop_back();
    for (const NodeId cell : object.cells)
      for (const NodeId held : flow.PointsTo(cell))
        if (const flow::ObjectId id = flow.nodes[held].object;
            flow.nodes[held].kind == NodeKind::Cell && flow.objects[id].kind == flow::ObjectKind::Block &&
            IsInLibrary(context, flow.objects[id].instance) && objects.insert(id).second)
          open.push_back(id);
  }
}

// Whether a sort of std::ranges compares elements, and not what a projection makes of them.
bool IsOfWholes(const Context& context, const rir::Function& sort) {
  const auto type = [&](rir::RegionId param) { return context.module.types[context.module.regions[param].type].name; };
  return sort.params.empty() || type(sort.params.back()).ends_with("identity");
}

// The function's name; empty: there is none.
std::string_view NameOf(const Context& context, flow::InstanceId instance) {
  const rir::Function* function = context.flow.FunctionOf(instance);
  return function == nullptr ? std::string_view() : std::string_view(function->name);
}

// Trees and hash tables give what is put into them an order of their own, whatever the order it came in. That of a
// hash table is asked for where somebody walks through it.
bool IsOfKeyed(const Context& context, flow::InstanceId instance) {
  const std::string_view name = NameOf(context, instance);
  return name.starts_with("std::_Rb_tree") || name.starts_with("std::_Hashtable") ||
         name.starts_with("std::__detail::_Hash") || name.starts_with("std::__detail::_Insert") ||
         name.starts_with("std::__detail::_Map_base");
}

// Not of unordered_multimap and its kind: equal keys stay in the order in which they came, and are found without a
// walk.
bool IsMadeByKeyed(const Context& context, flow::InstanceId instance) {
  bool is_keyed = false;
  for (flow::InstanceId i = instance; i != flow::kNone; i = context.flow.instances[i].caller) {
    if (NameOf(context, i).starts_with("std::unordered_multi"))
      return false;
    is_keyed = is_keyed || IsOfKeyed(context, i);
  }
  return is_keyed;
}

// The nodes of trees and hash tables, and what they hold.
std::unordered_set<flow::ObjectId> Keyed(const Context& context) {
  std::unordered_set<flow::ObjectId> keyed;
  for (flow::ObjectId id = 0; id < context.flow.objects.size(); ++id)
    if (context.flow.objects[id].kind == flow::ObjectKind::Block &&
        IsMadeByKeyed(context, context.flow.objects[id].instance))
      keyed.insert(id);
  AddOwned(context, keyed);
  return keyed;
}

// Memory that is sorted somewhere, in which what is stored gets an order of its own.
std::unordered_set<flow::ObjectId> Sorted(const Context& context, const std::vector<LibraryCall>& calls) {
  const flow::Flow& flow = context.flow;
  std::unordered_set<flow::ObjectId> sorted;
  // An iterator or address, the elements that it leads to, and the memory that these hold.
  const auto add = [&](NodeId address) {
    std::vector<NodeId> open = {address};
    for (unsigned depth = 0; depth < 3; ++depth)
      for (const NodeId at : std::exchange(open, {}))
        for (const NodeId cell : flow.PointsTo(at))
          if (flow.nodes[cell].kind == NodeKind::Cell && sorted.insert(flow.nodes[cell].object).second)
            open.insert(open.end(), flow.objects[flow.nodes[cell].object].cells.begin(),
                        flow.objects[flow.nodes[cell].object].cells.end());
  };
  for (const LibraryCall& call : calls)
    if ((call.name == "std::sort" || call.name == "std::stable_sort") && !call.args.empty())
      add(call.args.front());
    else if (call.name.starts_with("std::ranges::__") && call.name.ends_with("sort_fn::operator()") &&
             call.args.size() > 1 && IsOfWholes(context, *call.callee))
      add(call.args[1]);
  for (const flow::Node& node : flow.nodes)
    if (const auto* copy = node.kind == NodeKind::Effect ? std::get_if<rir::CopyOp>(&node.op->data) : nullptr;
        copy != nullptr && copy->callee.starts_with("qsort"))
      add(flow.NodeOf(copy->target, node.instance));
  AddOwned(context, sorted);
  return sorted;
}

class Walk {
 public:
  Walk(const Context& context, const std::vector<LibraryCall>& calls)
      : context_(context),
        flow_(context.flow),
        calls_(calls),
        sorted_(Sorted(context, calls)),
        keyed_(Keyed(context)),
        search_(context.flow) {}

  // Where the order of the walk that begins at the node goes. The size of the one element that is asked for is left
  // out: a table's columns are as long as each other.
  Reached From(NodeId begin) {
    const flow::ScopeId loop = LoopAfter(begin);
    return Follow(begin, loop, loop != flow::kNone);
  }

  // The same where each round asks for the next element, by way of functions too.
  Reached FromNext(NodeId next) {
    const flow::ScopeId loop = LoopAround(next);
    return Follow(next, loop, loop != flow::kNone);
  }

 private:
  Reached Follow(NodeId begin, flow::ScopeId loop, bool with_sizes) {
    std::vector<NodeId> sources = {begin};
    // An iterator is an object that the call fills.
    if (const auto* call = std::get_if<rir::CallOp>(&flow_.nodes[begin].op->data))
      for (const NodeId cell : flow_.PointsTo(flow_.NodeOf(call->into, flow_.nodes[begin].instance)))
        sources.push_back(cell);
    AddHanded(loop, sources);
    if (loop != flow::kNone)
      sources = Ordered(begin, sources, loop);
    // How many rounds the library's own loops take does not hang on the order.
    const auto counts = [&](NodeId from, const flow::Edge& edge) {
      return edge.kind == EdgeKind::Control && loop == flow::kNone && IsInLibrary(context_, flow_.nodes[from].instance);
    };
    const std::unordered_set<NodeId> first(sources.begin(), sources.end());
    const auto is_put = [&](NodeId from, const flow::Node& to) {
      const bool is_decided = loop != flow::kNone && first.contains(from);  // what was stored last is in it
      return IsOwnOrder(to) || (to.kind == NodeKind::Cell &&
                                (sorted_.contains(to.object) || (!is_decided && keyed_.contains(to.object))));
    };
    return context_.reacher.From(sources, Reacher::Spared::None, [&](NodeId from, const flow::Edge& edge) {
      const flow::Node& to = flow_.nodes[edge.to];
      return !counts(from, edge) && (with_sizes || !IsOfSize(to)) && !is_put(from, to);
    });
  }

  // A store by which a tree or a hash table puts an element into its order.
  [[nodiscard]] bool IsOwnOrder(const flow::Node& node) const {
    return node.kind == NodeKind::Effect && IsOfKeyed(context_, node.instance) &&
           IsMadeByKeyed(context_, node.instance);
  }

  [[nodiscard]] bool IsOfSize(const flow::Node& node) const {
    return IsInLibrary(context_, node.instance) && NameOf(context_, node.instance).ends_with("::size");
  }

  // The loop around the call, if it is in the loop's test; else the next loop beside it.
  [[nodiscard]] flow::ScopeId LoopAfter(NodeId begin) const {
    const flow::ScopeId scope = flow_.nodes[begin].scope;
    const std::uint32_t line = flow_.nodes[begin].op->location.line;
    const flow::Scope& around = flow_.scopes[scope];
    if (around.kind == flow::ScopeKind::Loop && around.op->location.line == line)
      return scope;
    for (const flow::Event& event : around.events)
      if (event.scope != flow::kNone && flow_.scopes[event.scope].kind == flow::ScopeKind::Loop &&
          flow_.scopes[event.scope].op->location.line == line)
        return event.scope;
    return LoopOfFold(begin);
  }

  // The loop of an algorithm that is handed the iterator, goes through all elements and gives a number:
  // `std::accumulate`. One that gives an iterator chooses an element.
  [[nodiscard]] flow::ScopeId LoopOfFold(NodeId begin) const {
    const auto* made = std::get_if<rir::CallOp>(&flow_.nodes[begin].op->data);
    const NodeId held = made == nullptr ? flow::kNone : flow_.NodeOf(made->into, flow_.nodes[begin].instance);
    const auto is_handed = [&](const LibraryCall& call) {
      return call.instance != flow::kNone && !call.args.empty() &&
             flow_.nodes[call.node].scope == flow_.nodes[begin].scope && !flow_.PointsTo(held).empty() &&
             std::ranges::equal(flow_.PointsTo(call.args.front()), flow_.PointsTo(held));
    };
    for (const LibraryCall& call : calls_)
      if (is_handed(call) && IsFold(*call.callee))
        for (const flow::Event& event : flow_.scopes[flow_.instances[call.instance].scope].events)
          if (event.scope != flow::kNone && flow_.scopes[event.scope].kind == flow::ScopeKind::Loop)
            return event.scope;
    return flow::kNone;
  }

  // The fold's own iterator, which moves on in its loop.
  void AddHanded(flow::ScopeId loop, std::vector<NodeId>& iterators) const {
    const flow::InstanceId fold = loop == flow::kNone ? flow::kNone : flow_.scopes[loop].instance;
    const rir::Function* function = flow_.FunctionOf(fold);
    if (!IsInLibrary(context_, fold) || function == nullptr || function->params.empty() || !IsFold(*function))
      return;
    const auto handed = flow_.addresses.find({fold, function->params.front()});
    if (handed != flow_.addresses.end())
      for (const NodeId cell : flow_.PointsTo(handed->second))
        iterators.push_back(cell);
  }

  // Whether it is one loop that nothing leaves, and what that ends with.
  [[nodiscard]] bool IsFold(const rir::Function& function) const {
    if (function.body == rir::kNone || function.result == rir::kNone)
      return false;
    const rir::TypeKind result = context_.module.types[function.result].kind;
    const rir::LoopOp* loop = nullptr;
    for (const rir::Op& op : function.blocks[function.body].ops) {
      const auto* one = std::get_if<rir::LoopOp>(&op.data);
      if (std::holds_alternative<rir::IfOp>(op.data) || (one != nullptr && loop != nullptr))
        return false;
      loop = one == nullptr ? loop : one;
    }
    const auto stays = [](const rir::Op& op) {
      const rir::OpKind kind = op.Kind();
      return kind != rir::OpKind::If && kind != rir::OpKind::Loop && kind != rir::OpKind::Break &&
             kind != rir::OpKind::Return && kind != rir::OpKind::Continue;
    };
    return loop != nullptr && (result == rir::TypeKind::Int || result == rir::TypeKind::Float) &&
           std::ranges::all_of(function.blocks[loop->body].ops, stays);
  }

  [[nodiscard]] flow::ScopeId LoopAround(NodeId next) const {
    flow::ScopeId at = flow_.nodes[next].scope;
    while (at != flow::kNone && flow_.scopes[at].kind != flow::ScopeKind::Loop)
      at = flow_.scopes[at].parents.size() == 1 ? flow_.scopes[at].parents.front() : flow::kNone;
    return at;
  }

  // What the order of the rounds decides: stores and outputs in the loop.
  std::vector<NodeId> Ordered(NodeId begin, const std::vector<NodeId>& begins, flow::ScopeId loop) {
    const std::vector<bool> inside = flow::InsideOf(flow_, loop);
    const WalkedKey key(context_, begin, loop, inside);
    KeyedElement keyed(context_, search_, key, loop, inside);
    LoopCarried carried(context_, search_, loop, inside, keyed_);
    std::vector<NodeId> open = begins, ordered;
    std::unordered_set<NodeId> of_element(begins.begin(), begins.end());
    const std::vector<const flow::Access*> copies = CopiesIn(inside);
    const auto decide = [&](NodeId effect) {
      return IsOwnOrder(flow_.nodes[effect]) ? std::optional(false)
                                             : Decides(effect, loop, inside, of_element, begins, keyed, carried);
    };
    while (!open.empty()) {
      const NodeId at = open.back();
      open.pop_back();
      flow_.ForEdges(at, [&](const flow::Edge& edge) {
        const flow::Node& to = flow_.nodes[edge.to];
        const bool is_here = to.kind == NodeKind::Cell ||
                             (to.scope != flow::kNone && (inside[to.scope] || to.scope == flow_.nodes[begin].scope));
        if (!is_here || of_element.contains(edge.to))
          return;
        if (edge.kind == EdgeKind::Control || IsOwnOrder(to))
          return;
        if (const NodeId found = keyed.LookUpAround(to.instance); found != flow::kNone) {
          if (of_element.insert(found).second)
            open.push_back(found);
          return;
        }
        const bool is_begin = to.op == flow_.nodes[begin].op;  // the element is put where the call keeps it
        const bool is_place = edge.kind == EdgeKind::Address && !IsCopiedFrom(at, to);
        if (to.kind == NodeKind::Effect && !is_begin && inside[to.scope] && !is_place) {
          const std::optional<bool> decides = decide(edge.to);
          if (decides && *decides)
            ordered.push_back(edge.to);
          if (decides)
            return;
        } else if (to.kind == NodeKind::Effect && is_place) {
          if (!is_begin && inside[to.scope] && carried.IsStoredBy(edge.to))
            ordered.push_back(edge.to);
          return;
        }
        if (const std::optional<bool> decides = CopyDecides(at, edge.to, copies, decide)) {
          if (*decides)
            ordered.push_back(edge.to);
          return;
        }
        of_element.insert(edge.to);
        open.push_back(edge.to);
        if (const NodeId block = MadeIn(to, inside); block != flow::kNone && of_element.insert(block).second)
          open.push_back(block);
      });
    }
    return ordered;
  }

  // The loop's copies of whole records.
  [[nodiscard]] std::vector<const flow::Access*> CopiesIn(const std::vector<bool>& inside) const {
    std::vector<const flow::Access*> copies;
    for (const flow::Access& access : flow_.accesses) {
      const flow::Node& node = flow_.nodes[access.node];
      if (node.op->Kind() == rir::OpKind::Copy && access.value != flow::kNone && inside[node.scope])
        copies.push_back(&access);
    }
    return copies;
  }

  // The same of content that copies of a record take from one cell to the other: `items.push_back({entry.first, n})`.
  std::optional<bool> CopyDecides(NodeId from, NodeId to, const std::vector<const flow::Access*>& copies,
                                  const auto& decide) const {
    if (flow_.nodes[from].kind != NodeKind::Cell || flow_.nodes[to].kind != NodeKind::Cell)
      return std::nullopt;
    std::optional<bool> decides;
    for (const flow::Access* copy : copies)
      if (LeadsInto(copy->value, from) && LeadsInto(copy->address, to))
        if (const std::optional<bool> one = decide(copy->node))
          decides = decides.value_or(false) || *one;
    return decides;
  }

  [[nodiscard]] bool LeadsInto(NodeId address, NodeId cell) const {
    return std::ranges::any_of(flow_.PointsTo(address),
                               [&](NodeId one) { return flow_.nodes[one].object == flow_.nodes[cell].object; });
  }

  // Whether the op copies what lies at the address: `for (auto entry : table)`.
  [[nodiscard]] bool IsCopiedFrom(NodeId address, const flow::Node& to) const {
    const auto* copy = to.op == nullptr ? nullptr : std::get_if<rir::CopyOp>(&to.op->data);
    return copy != nullptr && flow_.NodeOf(copy->source, to.instance) == address;
  }

  // Of a cell of a block that the round makes, the block's address: what holds the element's content is the element's.
  [[nodiscard]] NodeId MadeIn(const flow::Node& cell, const std::vector<bool>& inside) const {
    if (cell.kind != NodeKind::Cell)
      return flow::kNone;
    const flow::Object& object = flow_.objects[cell.object];
    const bool is_made = object.kind == flow::ObjectKind::Block && object.op != nullptr &&
                         object.op->result != rir::kNone && object.instance != flow::kNone &&
                         object.scope != flow::kNone && inside[object.scope];
    return is_made ? flow_.values[object.instance][object.op->result] : flow::kNone;
  }

  // A vector's pointers to its elements: how many there are is the same in any order.
  [[nodiscard]] bool IsVectorsOwn(NodeId address) const {
    const rir::Op* op = address == flow::kNone ? nullptr : flow_.nodes[address].op;
    const auto* field = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    return field != nullptr && field->opcode == rir::Opcode::Field &&
           context_.module.types[field->pointee].name.find("_Vector_impl") != std::string::npos;
  }

  // nullopt: it only hands the element on within its round.
  std::optional<bool> Decides(NodeId effect, flow::ScopeId loop, const std::vector<bool>& inside,
                              const std::unordered_set<NodeId>& of_element, const std::vector<NodeId>& begins,
                              KeyedElement& keyed, LoopCarried& carried) {
    const flow::Node& node = flow_.nodes[effect];
    if (node.op == flow_.nodes[begins.front()].op)
      return std::nullopt;  // `readdir` puts the entry where it has put the last one
    if (std::holds_alternative<rir::OutputOp>(node.op->data))
      return true;
    const flow::Access* access = flow_.AccessOf(effect);
    if (access == nullptr)
      return VariableDecides(effect, loop);
    const NodeId address = access->address;
    if (IsVectorsOwn(address))
      return false;
    if (keyed.IsOwn(effect))
      return false;
    if (of_element.contains(address) && !keyed.IsChosen(address, of_element))
      return carried.IsStoredBy(effect);
    bool lives_on = false;
    Update update = Update::Choice;
    for (const NodeId cell : flow_.PointsTo(address)) {
      if (std::ranges::find(begins, cell) != begins.end())
        return false;  // the iterator goes on
      const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
      if (object.scope != flow::kNone && inside[object.scope] && object.kind == flow::ObjectKind::Region)
        continue;
      lives_on = true;
      update = search_.UpdateOf(effect, cell);
    }
    if (!lives_on)
      return std::nullopt;
    return update == Update::FloatSum || update == Update::None;
  }

  std::optional<bool> VariableDecides(NodeId effect, flow::ScopeId loop) {
    NodeId round = flow::kNone;
    const flow::Node& node = flow_.nodes[effect];
    for (NodeId id = 0; id < flow_.nodes.size() && round == flow::kNone; ++id)
      if (flow_.nodes[id].kind == NodeKind::Round && flow_.nodes[id].scope == loop &&
          flow_.nodes[id].object == node.object)
        round = id;
    if (round == flow::kNone)
      return std::nullopt;
    const Update update = search_.UpdateOfVariable(effect, node.object);
    if (update == Update::None && !LivesOn(round))
      return std::nullopt;
    return update == Update::FloatSum || update == Update::None;
  }

  // Whether what is in the variable at the top of the loop is used, there or behind the loop.
  [[nodiscard]] bool LivesOn(NodeId round) const {
    std::vector<NodeId> open = {round};
    std::unordered_set<NodeId> seen = {round};
    bool lives = false;
    while (!open.empty() && !lives) {
      const NodeId at = open.back();
      open.pop_back();
      flow_.ForEdges(at, [&](const flow::Edge& edge) {
        const flow::Node& to = flow_.nodes[edge.to];
        lives = lives || (to.kind == NodeKind::Value && edge.kind == EdgeKind::Copy);
        if ((to.kind == NodeKind::Merge || to.kind == NodeKind::Round) && seen.insert(edge.to).second)
          open.push_back(edge.to);
      });
    }
    return lives;
  }

  const Context& context_;
  const flow::Flow& flow_;
  const std::vector<LibraryCall>& calls_;
  const std::unordered_set<flow::ObjectId> sorted_, keyed_;
  races::OriginSearch search_;
};

// The kind of finding that a walk through the container is; nullopt: its order is fixed.
std::optional<diag::Rule> RuleOf(const LibraryCall& call) {
  if (!call.name.ends_with("::begin") && !call.name.ends_with("::cbegin"))
    return std::nullopt;
  const bool is_hashed = call.name.starts_with("std::unordered_");
  const bool is_tree = call.name.starts_with("std::map::") || call.name.starts_with("std::set::") ||
                       call.name.starts_with("std::multimap::") || call.name.starts_with("std::multiset::");
  const bool has_addresses = IsAddress(FirstArgument(call.callee->name));
  if (is_hashed)
    return has_addresses ? diag::Rule::PointerOrder : diag::Rule::UnorderedIteration;
  const std::string& name = call.callee->name;
  const std::size_t commas = static_cast<std::size_t>(std::ranges::count(name, ','));
  const bool is_set = call.name.find("set::") != std::string::npos;
  const bool has_default_order = commas < (is_set ? 1U : 2U);
  return is_tree && has_addresses && has_default_order ? std::optional(diag::Rule::PointerOrder) : std::nullopt;
}

// scandir's comparison; null where it is no call of that.
const rir::Operand* ScanOrder(const LibraryCall& call) {
  return call.name == "scandir" && call.operands->size() == 4 ? &call.operands->back() : nullptr;
}

// `Node **` -> `Node *`
std::string ElementOf(std::string pointer) {
  for (const char sign : {'*', ' '})
    if (pointer.ends_with(sign))
      pointer.pop_back();
  return pointer;
}

// Sorts of addresses with the default order.
bool SortsAddresses(const Context& context, const LibraryCall& call) {
  constexpr std::array<std::string_view, 4> kSorts = {"std::sort", "std::stable_sort", "std::partial_sort",
                                                      "std::nth_element"};
  if (std::ranges::find(kSorts, call.name) == kSorts.end() || call.callee->params.empty())
    return false;
  const std::size_t plain = call.name == "std::sort" || call.name == "std::stable_sort" ? 2 : 3;
  const rir::Type& type = context.module.types[context.module.regions[call.callee->params[0]].type];
  const bool has_addresses = type.kind == rir::TypeKind::Record && IsAddress(ElementOf(FirstArgument(type.name)));
  return call.args.size() == plain && has_addresses;
}

}  // namespace

void Iteration(const Context& context, Findings& out) {
  const std::vector<LibraryCall>& calls = context.library_calls;
  Walk walk(context, calls);
  for (const LibraryCall& call : calls) {
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(call.node));
    const auto rule = RuleOf(call);
    if (at.IsKnown() && rule) {
      const Reached reached = walk.From(call.node);
      if (rule == diag::Rule::UnorderedIteration)
        Report<Finding::UnorderedIteration>(context, at, reached, "a hash table", call.node, out);
      else
        Report<Finding::PointerOrder>(context, at, reached, "a container of addresses", call.node, out);
    }
    const rir::Operand* order = ScanOrder(call);
    if (at.IsKnown() && order != nullptr && order->kind == rir::OperandKind::Null) {
      const std::array<NodeId, 1> source = {call.node};
      Report<Finding::UnorderedIteration>(context, at, context.reacher.From(source, Reacher::Spared::None),
                                          "a directory", call.node, out);
    }
    if (at.IsKnown() && SortsAddresses(context, call)) {
      std::vector<NodeId> sources;
      for (const NodeId iterator : context.flow.PointsTo(call.args.front()))
        for (const NodeId cell : context.flow.PointsTo(iterator))
          sources.push_back(cell);
      Report<Finding::PointerOrder>(context, at, context.reacher.From(sources, Reacher::Spared::None), "this sort",
                                    call.node, out);
    }
  }
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const flow::Node& node = context.flow.nodes[id];
    if (node.kind != NodeKind::Value || node.op == nullptr || node.instance == flow::kNone)
      continue;
    const auto* input = std::get_if<rir::InputOp>(&node.op->data);
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(id));
    if (input != nullptr && input->source == rir::Source::Directory && at.IsKnown() &&
        input->callee.find("readdir") != std::string::npos) {
      const Reached reached = walk.FromNext(id);
      Report<Finding::UnorderedIteration>(context, at, reached, "a directory", id, out);
    }
  }
}

}  // namespace detrain::check
