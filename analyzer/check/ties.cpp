// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-unordered-iteration, of sorts that are not stable: elements that the comparison takes for equal, though they
// are not, come in an order that each library chooses for itself.
#include "analyzer/check/ties.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>

#include "analyzer/check/mend.h"
#include "analyzer/flow/numbered.h"

namespace detrain::check {

namespace {

using flow::InstanceId;
using flow::NodeId;

constexpr std::string_view kPop = "std::priority_queue::pop";
constexpr std::string_view kPartition = "std::partition";
constexpr std::array<std::string_view, 9> kUnstable = {
    "std::sort", "std::partial_sort", "std::nth_element",  "std::make_heap", "std::pop_heap", "std::sort_heap",
    kPop,        kPartition,          "tbb::parallel_sort"};

// libstdc++'s algorithms on ranges are objects that are called: `std::ranges::__sort_fn::operator()`.
constexpr std::string_view kObject = "std::ranges::__", kCalled = "_fn::operator()";

bool IsOfRanges(const LibraryCall& call) {
  return call.name.starts_with(kObject) && call.name.ends_with(kCalled);
}

bool IsQsort(const rir::CopyOp& copy) {
  return copy.callee.starts_with("qsort");
}

// As the user writes it.
std::string NameOf(const LibraryCall& call, std::string_view space) {
  if (!IsOfRanges(call))
    return call.name;
  const std::size_t size = call.name.size() - kObject.size() - kCalled.size();
  return std::string(space) + call.name.substr(kObject.size(), size);
}

bool IsUnstable(const LibraryCall& call) {
  return std::ranges::find(kUnstable, NameOf(call, "std::")) != kUnstable.end();
}

// It has two classes of elements, and the order in each of them is open, whatever its predicate reads.
bool IsPartition(const LibraryCall& call) {
  return NameOf(call, "std::") == kPartition;
}

// Follows the two elements through the text of a comparison: which of their bytes it compares. What only chooses an
// element of a table says nothing of those that choose equal ones. So it is with what it calls.
class Comparison {
 public:
  Comparison(const rir::Module& module, const rir::Function& function) : module_(module) {
    for (const rir::RegionId element : std::span(function.params).last(2))
      (IsAddress(element) ? addresses_ : contents_)[element] = 0;
    Look(function);
  }

  std::set<std::uint64_t> offsets;   // in an element; of a number, 0
  rir::TypeId element = rir::kNone;  // what `void*` is taken for
  bool is_whole = false;             // it compares elements as wholes, or by what is not told here
  bool compares_chosen = false;      // elements of arrays in elements, which are the same ones in all comparisons

  // Who compares a second member has broken the ties of the first one.
  [[nodiscard]] bool BreaksTies() const { return offsets.size() + (compares_chosen ? 1 : 0) > 1; }

 private:
  static constexpr unsigned kDeepest = 4;  // calls in calls

  // A function that is handed these of the elements' bytes.
  Comparison(const rir::Module& module, unsigned depth) : module_(module), depth_(depth) {}

  [[nodiscard]] bool IsAddress(rir::RegionId region) const {
    return module_.types[module_.regions[region].type].kind == rir::TypeKind::Pointer;
  }

  void Look(const rir::Function& function) {
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        Look(op);
  }

  void Look(const rir::Op& op) {
    if (const auto* load = std::get_if<rir::LoadOp>(&op.data))
      Load(op, load->address);
    else if (const auto* compute = std::get_if<rir::ComputeOp>(&op.data))
      Compute(op, *compute);
    else if (const auto* call = std::get_if<rir::CallOp>(&op.data))
      Call(op, *call);
    else if (const auto* store = std::get_if<rir::StoreOp>(&op.data))
      Store(*store);
    else if (const auto* back = std::get_if<rir::ReturnOp>(&op.data))
      Use(back->value);
    else if (std::holds_alternative<rir::CopyOp>(op.data) || std::holds_alternative<rir::OpaqueOp>(op.data))
      is_whole = true;
  }

  // A number that chooses an element of a container, `gain[a]`, is not compared.
  void Call(const rir::Op& op, const rir::CallOp& call) {
    const bool is_address = op.type != rir::kNone && module_.types[op.type].kind == rir::TypeKind::Pointer;
    const bool chooses = is_address && call.callee.kind == rir::OperandKind::Function &&
                         rir::IsStandardName(module_.functions[call.callee.id].name);
    if (!chooses && LookInto(call))
      return;
    for (const rir::Operand& arg : call.args)
      if (!chooses || arg.kind != rir::OperandKind::Value || !content_.contains(arg.id))
        Use(arg);
  }

  // A function of the program's that is handed elements, or numbers of theirs.
  bool LookInto(const rir::CallOp& call) {
    const bool is_known = call.callee.kind == rir::OperandKind::Function && depth_ < kDeepest && !call.into;
    const rir::Function* callee = is_known ? &module_.functions[call.callee.id] : nullptr;
    if (callee == nullptr || callee->body == rir::kNone || rir::IsStandardName(callee->name) ||
        callee->params.size() != call.args.size())
      return false;
    Comparison inner(module_, depth_ + 1);
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const rir::Operand& arg = call.args[i];
      if (arg.kind != rir::OperandKind::Value)
        continue;
      if (const auto place = address_.find(arg.id); place != address_.end())
        inner.addresses_[callee->params[i]] = place->second;
      if (const auto content = content_.find(arg.id); content != content_.end())
        inner.contents_[callee->params[i]] = content->second;
    }
    inner.Look(*callee);
    offsets.insert(inner.offsets.begin(), inner.offsets.end());
    is_whole = is_whole || inner.is_whole;
    compares_chosen = compares_chosen || inner.compares_chosen;
    element = element == rir::kNone ? inner.element : element;
    return true;
  }

  // `const struct Sample *a = left;`: what a variable is given once is as good as what it is given.
  void Store(const rir::StoreOp& store) {
    const bool is_variable = store.address.kind == rir::OperandKind::Region &&
                             module_.regions[store.address.id].kind == rir::RegionKind::Local &&
                             store.value.kind == rir::OperandKind::Value && !held_.contains(store.address.id);
    if (is_variable && (address_.contains(store.value.id) || content_.contains(store.value.id)))
      held_[store.address.id] = store.value.id;
    else
      Use(store.value);
  }

  void Load(const rir::Op& op, const rir::Operand& address) {
    if (const auto held = held_.find(address.id); address.kind == rir::OperandKind::Region && held != held_.end()) {
      if (const auto place = address_.find(held->second); place != address_.end())
        address_[op.result] = place->second;
      else
        content_[op.result] = content_.at(held->second);
    } else if (const auto given = addresses_.find(address.id);
               address.kind == rir::OperandKind::Region && given != addresses_.end()) {
      address_[op.result] = given->second;
    } else if (const auto handed = contents_.find(address.id);
               address.kind == rir::OperandKind::Region && handed != contents_.end()) {
      content_[op.result] = handed->second;
    } else if (address.kind == rir::OperandKind::Value) {
      if (const auto place = address_.find(address.id); place != address_.end()) {
        content_[op.result] = place->second;
        element = element == rir::kNone ? op.type : element;
      } else {  // what a lambda captures
        chosen_.insert(op.result);
      }
    }
  }

  // An element of an array in an element: which one is known, or counted through all; one that is chosen elsewhere
  // tells less than the array.
  void ComputeIndex(const rir::Op& op, const rir::ComputeOp& data, std::uint64_t array) {
    const rir::Operand& index = data.args[1];
    const std::uint64_t size = module_.types[data.pointee].size;
    if (index.kind == rir::OperandKind::Int)
      address_[op.result] = array + static_cast<std::uint64_t>(index.integer) * size;
    else if (index.kind == rir::OperandKind::Value && chosen_.contains(index.id))
      compares_chosen = true;
    else
      Use(data.args[0]);
  }

  void Compute(const rir::Op& op, const rir::ComputeOp& data) {
    for (std::size_t i = 0; i < data.args.size(); ++i) {
      if (data.args[i].kind != rir::OperandKind::Value)
        continue;
      const auto place = address_.find(data.args[i].id);
      const auto content = content_.find(data.args[i].id);
      if (place != address_.end() && data.opcode == rir::Opcode::Field && place->second == 0)
        element = data.pointee;
      if (data.opcode == rir::Opcode::Cast && chosen_.contains(data.args[i].id))
        chosen_.insert(op.result);
      if (place != address_.end() && data.opcode == rir::Opcode::Index && i == 0)
        ComputeIndex(op, data, place->second);
      else if (place != address_.end() && data.opcode == rir::Opcode::Field)
        address_[op.result] = place->second + module_.types[data.pointee].fields[data.member].offset;
      else if (place != address_.end() && data.opcode == rir::Opcode::Cast)
        address_[op.result] = place->second;
      else if (content != content_.end() && (data.opcode == rir::Opcode::Cast || IsMadeOfOne(data)))
        content_[op.result] = content->second;
      else if (data.opcode != rir::Opcode::Index || i == 0)
        Use(data.args[i]);
    }
  }

  // `row * columns + column` hangs on one number of an element's: whether that is compared shows where it goes.
  [[nodiscard]] bool IsMadeOfOne(const rir::ComputeOp& data) const {
    const auto is_of_element = [&](const rir::Operand& arg) {
      return arg.kind == rir::OperandKind::Value && (content_.contains(arg.id) || address_.contains(arg.id));
    };
    const bool is_sum =
        data.opcode == rir::Opcode::Add || data.opcode == rir::Opcode::Sub || data.opcode == rir::Opcode::Mul;
    return is_sum && std::ranges::count_if(data.args, is_of_element) == 1;
  }

  void Use(const rir::Operand& operand) {
    if (operand.kind != rir::OperandKind::Value)
      return;
    if (const auto content = content_.find(operand.id); content != content_.end())
      offsets.insert(content->second);
    const auto place = address_.find(operand.id);
    if (place == address_.end())
      return;
    is_whole = is_whole || place->second == 0;
    offsets.insert(place->second);
  }

  const rir::Module& module_;
  unsigned depth_ = 0;
  std::map<rir::RegionId, std::uint64_t> addresses_, contents_;  // what parameters are given: in an element, or of one
  std::map<rir::ValueId, std::uint64_t> address_, content_;      // in an element, and what is there
  std::map<rir::RegionId, rir::ValueId> held_;                   // in variables
  std::set<rir::ValueId> chosen_;                                // numbers that are the same in all comparisons
};

void AddLeaves(const rir::Module& module, rir::TypeId id, std::uint64_t offset, std::set<std::uint64_t>& leaves) {
  const rir::Type& type = module.types[id];
  if (type.kind == rir::TypeKind::Record)
    for (const rir::Field& field : type.fields)
      AddLeaves(module, field.type, offset + field.offset, leaves);
  else
    leaves.insert(offset);
}

// A comparison's result is a number; that of an assignment, by which the library moves elements about, is no number.
bool GivesNumber(const rir::Module& module, const rir::Function& function) {
  return function.result != rir::kNone && module.types[function.result].kind == rir::TypeKind::Int;
}

// The user's comparison that the call leads to, through as many functions of the library as there are.
const rir::Function* ComparisonOf(const Context& context, InstanceId sort) {
  const flow::Flow& flow = context.flow;
  for (InstanceId i = 0; i < flow.instances.size(); ++i) {
    const rir::FunctionId id = flow.instances[i].function;
    if (id == flow::kNone || flow.instances[i].caller == flow::kNone)
      continue;
    const rir::Function& function = context.module.functions[id];
    const bool is_users = function.declared.file != rir::kNone && !flow.IsSystem(function.declared.file);
    if (!is_users || function.params.size() < 2 || !GivesNumber(context.module, function))
      continue;
    for (InstanceId at = flow.instances[i].caller; at != flow::kNone; at = flow.instances[at].caller)
      if (at == sort)
        return &function;
  }
  return nullptr;
}

// The user's comparison that is called for the same sort as the copy.
const rir::Function* ComparisonAt(const Context& context, const flow::Node& copy) {
  for (const flow::Instance& instance : context.flow.instances)
    if (instance.caller == copy.instance && instance.function != flow::kNone &&
        instance.call.line == copy.op->location.line && instance.call.column == copy.op->location.column)
      return &context.module.functions[instance.function];
  return nullptr;
}

// Whether a member that is compared numbers the elements: no two of them are equal.
bool HasNumber(const flow::Flow& flow, const std::set<flow::ObjectId>& objects, const Comparison& comparison) {
  const auto moves = [&](const rir::Op& op) {
    const auto* copy = std::get_if<rir::CopyOp>(&op.data);
    return flow.IsSystem(op.location.file) || (copy != nullptr && IsQsort(*copy));
  };
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    if (node.kind == flow::NodeKind::Cell && objects.contains(node.object) &&
        comparison.offsets.contains(node.offset) && flow::IsNumbered(flow, id, moves))
      return true;
  }
  return false;
}

// What pointers among the elements lead to: by value, a comparison of pointers is handed addresses of that. Empty: of
// objects that several places make, two may have one number.
std::set<flow::ObjectId> PointeesOf(const Context& context, const std::set<flow::ObjectId>& objects) {
  const flow::Flow& flow = context.flow;
  std::set<flow::ObjectId> pointees;
  for (const flow::ObjectId id : objects) {
    const rir::Op* op = flow.objects[id].op;
    const auto* alloc = op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&op->data);
    const bool holds_pointers = alloc != nullptr && alloc->element != rir::kNone &&
                                context.module.types[alloc->element].kind == rir::TypeKind::Pointer;
    for (const NodeId cell : flow.objects[id].cells)
      for (const NodeId at : flow.PointsTo(holds_pointers ? cell : flow::kNone))
        pointees.insert(flow.nodes[at].object);
  }
  return pointees.size() == 1 ? pointees : std::set<flow::ObjectId>();
}

// `comparison`: null where nothing is told apart.
std::vector<NodeId> UntoldIn(const Context& context, const std::set<flow::ObjectId>& objects,
                             const Comparison* comparison) {
  const flow::Flow& flow = context.flow;
  if (comparison != nullptr &&
      (HasNumber(flow, objects, *comparison) || HasNumber(flow, PointeesOf(context, objects), *comparison)))
    return {};
  std::vector<NodeId> cells;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {  // a cell may have a second node, of the rounds of a step loop
    const flow::Node& node = flow.nodes[id];
    if (node.kind == flow::NodeKind::Cell && objects.contains(node.object) &&
        (comparison == nullptr || !flow.PointsTo(id).empty() || !comparison->offsets.contains(node.offset)))
      cells.push_back(id);
  }
  return cells;
}

void Report(const Context& context, const std::string& name, NodeId source, const Location& at,
            const std::vector<NodeId>& cells, bool breaks_ties, Findings& out) {
  const Reached reached = context.reacher.From(cells, Reacher::Spared::None);
  if (reached.reach == diag::Reach::None)
    return;
  const diag::Reach reach = breaks_ties ? diag::Reach::None : reached.reach;
  Keep(context,
       diag::Find<diag::Finding::UnorderedIteration>(at, reach, diag::Certainty::Maybe,
                                                     "elements that are equal to the comparison of '" + name + "'",
                                                     context.reacher.Clause(reached)),
       reached, "elements are sorted", source, out);
}

// Where the elements begin among the parameters.
std::size_t FirstOf(const LibraryCall& call) {
  return IsOfRanges(call) || TakesPolicy(*call.callee) ? 1 : 0;  // behind the object that is called, or the policy
}

// Whether that is a container by reference, and no iterator: (this, range, comparison, projection), or a queue itself.
bool TakesContainer(const rir::Module& module, const LibraryCall& call) {
  const rir::TypeId range = module.regions[call.callee->params[FirstOf(call)]].type;
  const rir::TypeId element = module.types[range].element;
  const bool is_object = element != rir::kNone && module.types[element].kind == rir::TypeKind::Record;
  return is_object && (call.name == kPop || (IsOfRanges(call) && call.callee->params.size() == 4));
}

// Cells of the elements that the comparison does not tell apart.
std::vector<NodeId> Untold(const Context& context, const LibraryCall& call, const Comparison* comparison) {
  const flow::Flow& flow = context.flow;
  const std::size_t place = FirstOf(call);
  if (place >= std::min(call.callee->params.size(), call.args.size()))
    return {};
  const rir::Type& first = context.module.types[context.module.regions[call.callee->params[place]].type];
  const bool is_container = TakesContainer(context.module, call);
  std::set<flow::ObjectId> objects;
  for (const NodeId cell : flow.PointsTo(call.args[place])) {
    const std::size_t before = objects.size();
    if (first.kind == rir::TypeKind::Record || is_container)
      for (const NodeId element : flow.PointsTo(cell))
        objects.insert(flow.nodes[element].object);
    if (objects.size() == before && (first.kind != rir::TypeKind::Record || is_container))  // std::array holds them
      objects.insert(flow.nodes[cell].object);
  }
  return UntoldIn(context, objects, comparison);
}

// Whether it is elements that are compared: no projection comes before.
bool ComparesElements(const Context& context, const LibraryCall& call) {
  const auto& params = call.callee->params;
  return !IsOfRanges(call) ||
         (params.size() > 3 &&
          context.module.types[context.module.regions[params.back()].type].name == "std::identity");
}

// Whether elements can be other ones though neither is less.
bool HasTies(const Context& context, const rir::Function& function, const Comparison& comparison) {
  const rir::Type& element = context.module.types[context.module.regions[function.params.back()].type];
  std::set<std::uint64_t> leaves = {0};
  if (element.kind == rir::TypeKind::Pointer && element.element != rir::kNone) {
    leaves.clear();
    AddLeaves(context.module, element.element, 0, leaves);
  }
  return !comparison.is_whole && !std::ranges::includes(comparison.offsets, leaves);
}

// qsort, which the catalog knows by what it does: it calls a comparison, and copies elements.
void AddQsorts(const Context& context, Findings& out) {
  const flow::Flow& flow = context.flow;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    const auto* copy = node.kind == flow::NodeKind::Effect ? std::get_if<rir::CopyOp>(&node.op->data) : nullptr;
    const Location at = copy == nullptr ? Location() : context.reacher.LocationOf(flow.PlaceOf(id));
    const rir::Function* function = copy != nullptr && IsQsort(*copy) ? ComparisonAt(context, node) : nullptr;
    if (function == nullptr || !at.IsKnown())
      continue;
    const Comparison comparison(context.module, *function);
    std::set<std::uint64_t> leaves;
    if (comparison.element != rir::kNone)
      AddLeaves(context.module, comparison.element, 0, leaves);
    if (leaves.empty() || comparison.is_whole || std::ranges::includes(comparison.offsets, leaves))
      continue;
    std::set<flow::ObjectId> objects;
    for (const NodeId cell : flow.PointsTo(flow.NodeOf(copy->target, node.instance)))
      objects.insert(flow.nodes[cell].object);
    Report(context, "qsort", id, at, UntoldIn(context, objects, &comparison), comparison.BreaksTies(), out);
  }
}

}  // namespace

bool LeavesTies(const Context& context, const LibraryCall& sort) {
  const bool is_known = sort.instance != flow::kNone && !sort.args.empty() && !sort.callee->params.empty();
  const rir::Function* function = is_known ? ComparisonOf(context, sort.instance) : nullptr;
  if (function == nullptr)
    return false;
  const Comparison comparison(context.module, *function);
  return HasTies(context, *function, comparison) && !comparison.BreaksTies() &&
         !Untold(context, sort, &comparison).empty();
}

void Ties(const Context& context, Findings& out) {
  AddQsorts(context, out);
  for (const LibraryCall& call : context.library_calls) {
    if (!IsUnstable(call) || call.instance == flow::kNone || call.args.empty() || call.callee->params.empty() ||
        !ComparesElements(context, call))
      continue;
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(call.node));
    if (!at.IsKnown())
      continue;
    const std::size_t before = out.size();
    const std::string name = NameOf(call, "std::ranges::");
    if (IsPartition(call)) {
      Report(context, name, call.node, at, Untold(context, call, nullptr), false, out);
    } else if (const rir::Function* function = ComparisonOf(context, call.instance)) {
      const Comparison comparison(context.module, *function);
      if (HasTies(context, *function, comparison))
        Report(context, name, call.node, at, Untold(context, call, &comparison), comparison.BreaksTies(), out);
    }
    if (out.size() == before)
      continue;
    if (const std::optional<diag::FixEdit> edit = WithStableSort(context, at))
      out.back().fixes.push_back(*edit);
  }
}

}  // namespace detrain::check
