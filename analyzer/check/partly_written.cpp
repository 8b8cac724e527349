// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized, of arrays: loops that write some of the elements, and one that reads others, or a file that
// gets them all; or a block that each step puts a few elements into, and that the first step reads more of. Rows that
// are padded to a width are written up to their padding. Nothing is said
// of an array where one access is not by a counter that is understood. A block and what `realloc` makes of it are one
// array, in which the new end holds nothing.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/flow/constants.h"
#include "analyzer/flow/ranges.h"

namespace detrain::check {

namespace {

using flow::NodeId;
using flow::NodeKind;
using flow::ObjectId;

constexpr unsigned kDeepest = 32;       // branches in branches
constexpr std::size_t kMostInSum = 64;  // nodes of one store's value

class Arrays {
 public:
  explicit Arrays(const Context& context) : context_(context), flow_(context.flow) {
    for (ObjectId id = 0; id < flow_.objects.size(); ++id)
      Join(id);
    for (const flow::Access& access : flow_.accesses)
      for (const ObjectId array : ArraysAt(access.address))
        if (Runs(flow_.nodes[access.node].scope))
          accesses_[array].push_back(&access);
    for (NodeId id = 0; id < flow_.nodes.size(); ++id)
      if (AddressOf(id) != flow::kNone && Runs(flow_.nodes[id].scope))
        outputs_.push_back(id);
  }

  void Find(Findings& out) {
    for (const auto& [array, all] : accesses_) {
      const std::vector<ObjectId> parts = PartsOf(array);
      if (std::ranges::all_of(parts, [&](ObjectId part) { return IsFreshArray(part) && OnlyStores(part); }))
        Judge(array, all, out);
    }
  }

 private:
  [[nodiscard]] const rir::AllocOp* AllocOf(ObjectId id) const {
    const flow::Object& object = flow_.objects[id];
    return object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  }

  // A block that `realloc` makes is one with what it is made of.
  void Join(ObjectId id) {
    const rir::AllocOp* alloc = AllocOf(id);
    if (alloc == nullptr || alloc->old.kind != rir::OperandKind::Value)
      return;
    for (const NodeId cell : flow_.PointsTo(flow_.NodeOf(alloc->old, flow_.objects[id].instance))) {
      const ObjectId from = ArrayOf(id), to = ArrayOf(flow_.nodes[cell].object);
      if (from != to)
        joined_[from] = to;
    }
  }

  [[nodiscard]] ObjectId ArrayOf(ObjectId id) const {
    for (auto next = joined_.find(id); next != joined_.end(); next = joined_.find(id))
      id = next->second;
    return id;
  }

  [[nodiscard]] std::vector<ObjectId> PartsOf(ObjectId array) const {
    std::vector<ObjectId> parts = {array};
    for (const auto& [part, to] : joined_)
      if (ArrayOf(part) == array)
        parts.push_back(part);
    return parts;
  }

  [[nodiscard]] std::set<ObjectId> ArraysAt(NodeId address) const {
    std::set<ObjectId> arrays;
    for (const NodeId cell : flow_.PointsTo(address))
      arrays.insert(ArrayOf(flow_.nodes[cell].object));
    return arrays;
  }

  // In no branch that is never taken.
  [[nodiscard]] bool Runs(flow::ScopeId at) const {
    for (unsigned depth = 0; depth < kDeepest && at != flow::kNone; ++depth) {
      if (flow::NeverRuns(flow_, at))
        return false;
      at = flow_.scopes[at].parents.size() == 1 ? flow_.scopes[at].parents.front() : flow::kNone;
    }
    return true;
  }

  [[nodiscard]] bool IsFreshArray(ObjectId id) const {
    const flow::Object& object = flow_.objects[id];
    if (object.kind == flow::ObjectKind::Region)
      return object.instance != flow::kNone && context_.module.regions[object.id].kind == rir::RegionKind::Local &&
             context_.module.types[context_.module.regions[object.id].type].kind == rir::TypeKind::Array;
    return IsFreshBlock(object) || (AllocOf(id) != nullptr && IsJoined(id));
  }

  [[nodiscard]] bool IsJoined(ObjectId id) const {
    return joined_.contains(id) || std::ranges::any_of(joined_, [&](const auto& one) { return one.second == id; });
  }

  // Its elements are numbers, and nothing but stores and copies of the program writes them. What `realloc` takes along
  // comes from the same array.
  [[nodiscard]] bool OnlyStores(ObjectId id) const {
    bool are_stores = flow_.objects[id].cells.size() == 1;
    flow_.ForStored(flow_.objects[id].cells.front(), [&](NodeId from) {
      const flow::Node& node = flow_.nodes[from];
      const bool is_store = node.kind == NodeKind::Effect &&
                            (node.op->Kind() == rir::OpKind::Store || IsBlockWrite(node) || !Runs(node.scope));
      const bool is_kept =
          node.kind == NodeKind::Cell && (ArrayOf(node.object) == ArrayOf(id) || IsCopied(node.object, id));
      are_stores = are_stores && (is_store || is_kept);
    });
    return are_stores;
  }

  static bool IsBlockWrite(const flow::Node& node) {
    return node.op->Kind() == rir::OpKind::Copy || node.op->Kind() == rir::OpKind::Fill;
  }

  // Whether a copy of so many bytes takes what the one holds to the other.
  [[nodiscard]] bool IsCopied(ObjectId from, ObjectId to) const {
    const auto all = accesses_.find(ArrayOf(to));
    return all != accesses_.end() && std::ranges::any_of(all->second, [&](const flow::Access* access) {
             const bool is_copy = flow_.nodes[access->node].op->Kind() == rir::OpKind::Copy;
             return is_copy && ArraysAt(access->value).contains(ArrayOf(from));
           });
  }

  // What `calloc` has cleared; false: nobody knows how much that is.
  bool AddCleared(ObjectId id, std::vector<flow::Range>& written) const {
    const rir::AllocOp* alloc = AllocOf(id);
    if (alloc == nullptr || !alloc->zeroed)
      return alloc == nullptr || alloc->content.kind == rir::OperandKind::None;
    const auto bytes = flow::RangeOf(flow_, alloc->bytes, flow_.objects[id].instance);
    const std::uint64_t size = alloc->element == rir::kNone ? 0 : context_.module.types[alloc->element].size;
    if (!bytes || bytes->symbol != flow::kNone || bytes->end != bytes->low + 1 || size == 0)
      return false;
    written.push_back({0, 1, bytes->low / static_cast<std::int64_t>(size), flow::kNone});
    return true;
  }

  // Whether the store computes its value from what it finds in the same element, which does not give it one.
  [[nodiscard]] bool IsUpdate(const flow::Access& access) const {
    const flow::Node& store = flow_.nodes[access.node];
    const NodeId counter = CounterOf(access.address);
    if (counter == flow::kNone || access.value == flow::kNone || !std::holds_alternative<rir::StoreOp>(store.op->data))
      return false;
    std::vector<NodeId> open = {access.value};
    std::unordered_set<NodeId> seen = {access.value};
    while (!open.empty() && seen.size() < kMostInSum) {
      const NodeId at = open.back();
      open.pop_back();
      if (const flow::Access* load = flow_.AccessOf(at)) {
        const NodeId from = load->address;
        if (flow_.nodes[at].scope == store.scope && CounterOf(from) == counter &&
            ArraysAt(from) == ArraysAt(access.address) && AreInSameRows(from, access.address))
          return true;
        continue;
      }
      const rir::ComputeOp* sum = flow::ComputeOf(flow_, at);
      if (sum == nullptr || sum->opcode == rir::Opcode::Select)
        continue;
      flow_.ForBefore(at, [&](NodeId from, flow::EdgeKind kind) {
        if (kind != flow::EdgeKind::Control && seen.insert(from).second)
          open.push_back(from);
      });
    }
    return false;
  }

  // Of elements of rows that are elements themselves: whether the rows are the same ones.
  [[nodiscard]] bool AreInSameRows(NodeId a, NodeId b) const {
    const flow::Elements left = flow::ElementsFromStart(flow_, a), right = flow::ElementsFromStart(flow_, b);
    const auto is_same = [](const flow::Range& one, const flow::Range& other) {
      return one.low == other.low && one.stride == other.stride && one.end == other.end && one.symbol == other.symbol;
    };
    return left.indices.size() == right.indices.size() &&
           (left.indices.size() < 2 || std::ranges::equal(left.ranges, right.ranges, is_same));
  }

  // Of `a[i]`, the loop's counter that `i` is.
  [[nodiscard]] NodeId CounterOf(NodeId address) const {
    const rir::ComputeOp* index = address == flow::kNone ? nullptr : flow::ComputeOf(flow_, address);
    const bool is_element = index != nullptr && index->opcode == rir::Opcode::Index;
    NodeId at = is_element ? flow_.NodeOf(index->args[1], flow_.nodes[address].instance) : flow::kNone;
    for (unsigned depth = 0; depth < kDeepest && at != flow::kNone; ++depth) {
      const rir::ComputeOp* cast = flow::ComputeOf(flow_, at);
      if (flow_.nodes[at].kind == NodeKind::Round)
        return at;
      if (flow_.nodes[at].kind != NodeKind::Value || (cast != nullptr && cast->opcode != rir::Opcode::Cast))
        break;
      NodeId before = flow::kNone;
      flow_.ForBefore(at,
                      [&](NodeId from, flow::EdgeKind kind) { before = kind == flow::EdgeKind::Copy ? from : before; });
      at = before;
    }
    return flow::kNone;
  }

  void Judge(ObjectId array, const std::vector<const flow::Access*>& all, Findings& out) const {
    std::vector<flow::Range> written;
    for (const ObjectId part : PartsOf(array))
      if (!AddCleared(part, written))
        return;
    if (const flow::Access* early = written.empty() ? ReadInFirstRound(all) : nullptr)
      return Report(early->node, early->address, out);
    for (const flow::Access* access : all) {
      const std::vector<flow::Range> ranges = access->writes ? RangesOf(*access) : std::vector<flow::Range>();
      if (access->writes && ranges.empty())
        return;
      if (!ranges.empty() && !IsUpdate(*access))
        written.insert(written.end(), ranges.begin(), ranges.end());
    }
    for (const flow::Access* access : all)
      if (!written.empty() && IsPartlyRead(*access, written))
        return Report(access->node, access->address, out);
    for (const NodeId output : outputs_)
      if (ArraysAt(AddressOf(output)).contains(array) && flow::CoverEach(written, BytesOf(output)) == false)
        return Report(output, AddressOf(output), out);
  }

  // Of an array that only one loop stores to, an element for each store in a round: a load that reads more of them than
  // the first round can have stored, and that each round comes to.
  [[nodiscard]] const flow::Access* ReadInFirstRound(const std::vector<const flow::Access*>& all) const {
    flow::ScopeId loop = flow::kNone;
    std::int64_t stores = 0;
    for (const flow::Access* access : all) {
      if (!access->writes)
        continue;
      const flow::Node& node = flow_.nodes[access->node];
      const flow::ScopeId around = LoopAround(node.scope);
      if (node.op->Kind() != rir::OpKind::Store || around == flow::kNone || (stores > 0 && around != loop))
        return nullptr;
      loop = around;
      ++stores;
    }
    if (stores == 0 || flow_.scopes[loop].instance == flow::kNone)
      return nullptr;
    const auto reads_more = [&](const flow::Access* access) {
      if (flow_.nodes[access->node].op->Kind() != rir::OpKind::Load || !IsCertain(*access) ||
          !ComesTo(flow_.nodes[access->node].scope, loop))
        return false;
      const std::set<flow::ScopeId> counting = CountingOf(access->address);
      if (counting.empty() || counting.contains(loop))
        return false;  // an element in each round
      const std::vector<flow::Range> read = RangesOf(*access);
      return read.size() == 1 && read.front().symbol == flow::kNone && read.front().stride == 1 &&
             read.front().end - read.front().low > stores;
    };
    const auto read = std::ranges::find_if(all, reads_more);
    return read == all.end() ? nullptr : *read;
  }

  // The innermost loop around; kNone: there is none, or not the same one for all calls, or threads share it.
  [[nodiscard]] flow::ScopeId LoopAround(flow::ScopeId at) const {
    while (at != flow::kNone && flow_.scopes[at].kind != flow::ScopeKind::Loop) {
      const flow::Scope& scope = flow_.scopes[at];
      at = scope.kind != flow::ScopeKind::Parallel && scope.parents.size() == 1 ? scope.parents.front() : flow::kNone;
    }
    return at;
  }

  // Whether each round of the loop runs what stands in the scope: no branch is around it, and nothing leaves before.
  [[nodiscard]] bool ComesTo(flow::ScopeId at, flow::ScopeId loop) const {
    for (unsigned depth = 0; depth < kDeepest && at != flow::kNone; ++depth) {
      const flow::Scope& scope = flow_.scopes[at];
      const rir::FunctionId id = scope.instance == flow::kNone ? rir::kNone : flow_.instances[scope.instance].function;
      if (id == rir::kNone)
        return false;
      const rir::Function& function = context_.module.functions[id];
      const auto* round = scope.kind == flow::ScopeKind::Loop ? std::get_if<rir::LoopOp>(&scope.op->data) : nullptr;
      if (at == loop)
        return round != nullptr && !Leaves(function, round->body);
      const bool is_function = scope.kind == flow::ScopeKind::Function && !ReturnsEarly(function);
      if (!is_function && (round == nullptr || Leaves(function, round->body)))
        return false;
      at = scope.parents.size() == 1 ? scope.parents.front() : flow::kNone;
    }
    return false;
  }

  // Whether the function returns within a branch or a loop.
  [[nodiscard]] static bool ReturnsEarly(const rir::Function& function) {
    return std::ranges::any_of(function.blocks[function.body].ops, [&](const rir::Op& op) {
      if (const auto* branch = std::get_if<rir::IfOp>(&op.data))
        return Leaves(function, branch->then_block) || Leaves(function, branch->else_block);
      const auto* loop = std::get_if<rir::LoopOp>(&op.data);
      return loop != nullptr && Leaves(function, loop->body);
    });
  }

  // Whether it surely reads an element that is in none of the ranges.
  [[nodiscard]] bool IsPartlyRead(const flow::Access& access, const std::vector<flow::Range>& written) const {
    const bool is_load = std::holds_alternative<rir::LoadOp>(flow_.nodes[access.node].op->data);
    const std::vector<flow::Range> read = is_load ? RangesOf(access) : std::vector<flow::Range>();
    if (read.empty() || !IsCertain(access))
      return false;
    if (read.size() == 1 && read.front().symbol != flow::kNone)
      return AreCounted(written, read.front()) && !Cover(written, read.front());
    if (read.size() == 1 && IsCutShort(written, read.front()))
      return true;
    const std::optional<bool> covers = flow::CoverEach(written, read);
    return covers ? !*covers : read.size() == 1 && AreCounted(written, read.front()) && !Cover(written, read.front());
  }

  // A block that is read up to its end, and written up to that or less: `n = rows < kBlock ? rows : kBlock`.
  [[nodiscard]] bool IsCutShort(const std::vector<flow::Range>& written, const flow::Range& read) const {
    const auto is_short = [&](const flow::Range& range) {
      return range.symbol == flow::kNone ? range.end < read.end : range.end == 0 && IsAtMost(range.symbol, read.end);
    };
    return read.symbol == flow::kNone && std::ranges::all_of(written, is_short) &&
           std::ranges::any_of(written, [](const flow::Range& range) { return range.symbol != flow::kNone; });
  }

  // Whether the number is chosen from the constant and another one.
  [[nodiscard]] bool IsAtMost(NodeId number, std::int64_t most) const {
    const flow::Node& node = flow_.nodes[number];
    const rir::ComputeOp* choice = flow::ComputeOf(flow_, number);
    if (choice == nullptr || choice->opcode != rir::Opcode::Select || node.instance == flow::kNone)
      return false;
    const auto is_most = [&](const rir::Operand& operand) { return operand == rir::Operand::Int(most); };
    const rir::ComputeOp* test = flow::ComputeOf(flow_, flow_.NodeOf(choice->args[0], node.instance));
    return (is_most(choice->args[1]) != is_most(choice->args[2])) && test != nullptr &&
           std::ranges::any_of(test->args, is_most);
  }

  // What `fwrite` puts into a file, from the first element on; none: not known.
  [[nodiscard]] std::vector<flow::Range> BytesOf(NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    const auto& output = std::get<rir::OutputOp>(node.op->data);
    const NodeId address = AddressOf(id);
    const std::set<ObjectId> arrays = ArraysAt(address);
    const std::uint64_t size = arrays.size() == 1 ? ElementSize(*arrays.begin()) : 0;
    const auto bytes = flow::RangeOf(flow_, output.bytes, node.instance);
    const bool is_known = bytes && bytes->symbol == flow::kNone && bytes->end == bytes->low + 1;
    if (!is_known || size == 0 || !IsStart(address))
      return {};
    return {{0, 1, bytes->low / static_cast<std::int64_t>(size), flow::kNone}};
  }

  // Of the memory that an output writes out; kNone: it writes texts or numbers.
  [[nodiscard]] NodeId AddressOf(NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    const auto* output = node.op == nullptr || node.kind != NodeKind::Effect || node.instance == flow::kNone
                             ? nullptr
                             : std::get_if<rir::OutputOp>(&node.op->data);
    const bool is_memory = output != nullptr && !output->target && output->bytes && !output->args.empty();
    return is_memory ? flow_.NodeOf(output->args.front(), node.instance) : flow::kNone;
  }

  [[nodiscard]] std::uint64_t ElementSize(ObjectId id) const {
    const rir::AllocOp* alloc = AllocOf(id);
    const flow::Object& object = flow_.objects[id];
    if (alloc != nullptr)
      return alloc->element == rir::kNone ? 0 : context_.module.types[alloc->element].size;
    if (object.kind != flow::ObjectKind::Region)
      return 0;
    const rir::Type& array = context_.module.types[context_.module.regions[object.id].type];
    return array.kind == rir::TypeKind::Array ? context_.module.types[array.element].size : 0;
  }

  // Whether the read ends where one of the writes does, or all end at constants; else nobody knows which is more.
  [[nodiscard]] static bool AreCounted(const std::vector<flow::Range>& written, const flow::Range& read) {
    const auto has_same = [&](const flow::Range& range) { return range.symbol == read.symbol; };
    return read.symbol == flow::kNone ? std::ranges::all_of(written, has_same) : std::ranges::any_of(written, has_same);
  }

  // Of an element of the array itself: what is added to its address on the way is not counted.
  [[nodiscard]] std::vector<flow::Range> RangesOf(const flow::Access& access) const {
    if (access.address == flow::kNone || ArraysAt(access.address).size() != 1)
      return {};
    const bool is_block = IsBlockWrite(flow_.nodes[access.node]);
    const NodeId address = is_block ? PlaceBehind(access.address) : access.address;
    flow::Elements elements = flow::ElementsFromStart(flow_, address);
    if (is_block && elements.base == flow::kNone)
      elements = {{{0, 1, 1, flow::kNone}}, {}, address};
    if (elements.base == flow::kNone || !IsStart(elements.base))
      return {};
    return is_block ? InBlock(access, elements.ranges) : InElements(access, std::move(elements.ranges));
  }

  // What an address is behind casts, and behind functions that return it.
  [[nodiscard]] NodeId PlaceBehind(NodeId address) const {
    for (unsigned depth = 0; depth < kDeepest; ++depth) {
      const rir::ComputeOp* compute = flow::ComputeOf(flow_, address);
      if (compute != nullptr && compute->opcode != rir::Opcode::Cast)
        break;
      const NodeId before = compute == nullptr ? flow::OnlyCopied(flow_, address)
                                               : flow_.NodeOf(compute->args[0], flow_.nodes[address].instance);
      if (before == flow::kNone)
        break;
      address = before;
    }
    return address;
  }

  // Of `memcpy` or `memset` that begins at these elements: all that it writes whole.
  [[nodiscard]] std::vector<flow::Range> InBlock(const flow::Access& access,
                                                 const std::vector<flow::Range>& begins) const {
    const flow::Node& node = flow_.nodes[access.node];
    const auto* copy = std::get_if<rir::CopyOp>(&node.op->data);
    const rir::Operand& operand = copy != nullptr ? copy->bytes : std::get<rir::FillOp>(node.op->data).bytes;
    const auto bytes = flow::RangeOf(flow_, operand, node.instance);
    const auto size = static_cast<std::int64_t>(ElementSize(*ArraysAt(access.address).begin()));
    const bool is_known = bytes && bytes->symbol == flow::kNone && bytes->end == bytes->low + 1 && size > 0;
    return is_known && bytes->low % size == 0 ? flow::RunsOf(begins, bytes->low / size) : std::vector<flow::Range>();
  }

  // Of an access to parts of elements, byte by byte, say: the elements that they are in.
  [[nodiscard]] std::vector<flow::Range> InElements(const flow::Access& access, std::vector<flow::Range> ranges) const {
    const rir::TypeId type = flow_.nodes[access.node].op->type;
    const std::uint64_t of_array = ElementSize(*ArraysAt(access.address).begin());
    const std::uint64_t size = type == rir::kNone ? 0 : context_.module.types[type].size;
    if (size == 0 || of_array == 0 || size == of_array)
      return ranges;
    const auto parts = static_cast<std::int64_t>(of_array / size);
    const bool is_known = of_array % size == 0 && ranges.size() == 1 && ranges.front().symbol == flow::kNone &&
                          ranges.front().stride == 1;
    if (!is_known)
      return {};
    return {{ranges.front().low / parts, 1, (ranges.front().end + parts - 1) / parts, flow::kNone}};
  }

  [[nodiscard]] bool IsStart(NodeId base) const {
    std::vector<NodeId> open = {base};
    std::unordered_set<NodeId> seen = {base};
    bool is_start = true;
    while (!open.empty() && is_start && seen.size() < 100) {
      const NodeId at = open.back();
      open.pop_back();
      const flow::Node& node = flow_.nodes[at];
      const auto* compute =
          node.kind != NodeKind::Value || node.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&node.op->data);
      const bool is_first = compute != nullptr && compute->opcode == rir::Opcode::Index &&
                            compute->args[1].kind == rir::OperandKind::Int && compute->args[1].integer == 0;
      is_start = compute == nullptr || compute->opcode == rir::Opcode::Cast || is_first;
      flow_.ForBefore(at, [&](NodeId from, flow::EdgeKind kind) {
        if (kind == flow::EdgeKind::Copy && seen.insert(from).second)
          open.push_back(from);
      });
    }
    return is_start && open.empty();
  }

  // In no branch of loops that run to their end, up to the one whose counter chooses the element: all that the counter
  // says is read.
  [[nodiscard]] bool IsCertain(const flow::Access& access) const {
    flow::ScopeId at = flow_.nodes[access.node].scope;
    std::set<flow::ScopeId> counting = CountingOf(access.address);
    counting.insert(at);
    for (unsigned depth = 0; depth < kDeepest && at != flow::kNone; ++depth) {
      if (!IsWhole(at, depth == 0))
        return false;
      counting.erase(at);
      if (counting.empty())
        return true;
      at = flow_.scopes[at].parents.size() == 1 ? flow_.scopes[at].parents.front() : flow::kNone;
    }
    return false;
  }

  // A loop that nothing leaves, or, around such a loop, a function.
  [[nodiscard]] bool IsWhole(flow::ScopeId at, bool is_innermost) const {
    const flow::Scope& scope = flow_.scopes[at];
    const auto* loop = scope.kind == flow::ScopeKind::Loop ? std::get_if<rir::LoopOp>(&scope.op->data) : nullptr;
    if (scope.instance == flow::kNone)
      return false;
    const rir::FunctionId function = flow_.instances[scope.instance].function;
    if (loop == nullptr || function == flow::kNone)
      return !is_innermost && scope.kind == flow::ScopeKind::Function;
    return !Leaves(context_.module.functions[function], loop->body);
  }

  // The loops whose counters the element's number is made of.
  [[nodiscard]] std::set<flow::ScopeId> CountingOf(NodeId address) const {
    std::vector<NodeId> open;
    for (const NodeId index : flow::ElementsFromStart(flow_, address).indices)
      open.push_back(flow_.NodeOf(flow::ComputeOf(flow_, index)->args[1], flow_.nodes[index].instance));
    std::unordered_set<NodeId> seen(open.begin(), open.end());
    std::set<flow::ScopeId> loops;
    while (!open.empty() && seen.size() < kMostInSum) {
      const NodeId at = open.back();
      open.pop_back();
      if (at != flow::kNone && flow_.nodes[at].kind == NodeKind::Round)
        loops.insert(flow_.nodes[at].scope);
      else if (at != flow::kNone)
        flow_.ForBefore(at, [&](NodeId from, flow::EdgeKind kind) {
          if (kind <= flow::EdgeKind::Data && seen.insert(from).second)
            open.push_back(from);
        });
    }
    return loops;
  }

  [[nodiscard]] static bool Leaves(const rir::Function& function, rir::BlockId block) {
    if (block == rir::kNone)
      return false;
    return std::ranges::any_of(function.blocks[block].ops, [&](const rir::Op& op) {
      const rir::OpKind kind = op.Kind();
      if (const auto* branch = std::get_if<rir::IfOp>(&op.data))
        return Leaves(function, branch->then_block) || Leaves(function, branch->else_block);
      return kind == rir::OpKind::Break || kind == rir::OpKind::Return || kind == rir::OpKind::Continue;
    });
  }

  void Report(NodeId node, NodeId address, Findings& out) const {
    const Location at = context_.reacher.LocationOf(flow_.PlaceOf(node));
    const std::array<NodeId, 1> source = {node};
    const Reached reached = context_.reacher.From(source, Reacher::Spared::None);
    if (!at.IsKnown() || reached.reach == diag::Reach::None)
      return;
    const std::string held = flow_.NameOf(flow_.PointsTo(address).front());
    const std::string name = held.empty() ? "memory" : held;
    Keep(context_,
         diag::Find<diag::Finding::Uninitialized>(at, reached.reach, reached.certainty, name,
                                                  context_.reacher.Clause(reached)),
         reached, "'" + name + "' is read", node, out);
  }

  const Context& context_;
  const flow::Flow& flow_;
  std::map<ObjectId, ObjectId> joined_;  // what `realloc` makes of a block, to a part of the same array
  std::map<ObjectId, std::vector<const flow::Access*>> accesses_;
  std::vector<NodeId> outputs_;  // of memory, to files
};

}  // namespace

void PartlyWritten(const Context& context, Findings& out) {
  if (context.flow.is_truncated)
    return;  // what was not seen to be stored may have been
  Arrays(context).Find(out);
}

}  // namespace detrain::check
