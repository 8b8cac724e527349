// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/file_code.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "analyzer/audit/carry.h"
#include "analyzer/audit/stream_digits.h"
#include "analyzer/flow/constants.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::kNone;
using flow::NodeId;
using flow::NodeKind;

namespace {

// Goes back from an output to the state that it writes.
class Writing {
 public:
  Writing(const flow::Flow& flow, const Leaves& leaves, const Around& around)
      : flow_(flow), leaves_(leaves), around_(around) {}

  std::vector<Transfer> Of(NodeId output) {
    output_ = output;
    Arguments(output, {});
    while (!open_.empty()) {
      const Step step = open_.front();
      open_.pop_front();
      // Ways without a loss come first.
      if (seen_.insert(step.node).second)
        Visit(step);
    }
    for (Transfer& transfer : found_)
      transfer.is_part = takes_part_;
    return std::move(found_);
  }

 private:
  struct Step {
    NodeId node = kNone;
    Loss loss;
    Conversion conversion;    // the text that it becomes; kind 0: its bytes, or C++'s `<<`
    std::uint64_t bytes = 0;  // of the floating-point number that is handed on; 0: none is known
    NodeId text = kNone;      // the output that makes the text
  };

  void Push(Step step) {
    if (step.node == kNone)
      return;
    if (step.loss.at == kNone && step.conversion.kind == 0)
      open_.push_front(std::move(step));
    else
      open_.push_back(std::move(step));
  }

  void Visit(const Step& step) {
    const flow::Node& node = flow_.nodes[step.node];
    Step next = step;
    if (node.op != nullptr && node.op->type != rir::kNone)
      if (const rir::Type& type = flow_.module->types[node.op->type]; type.kind == rir::TypeKind::Float)
        next.bytes = type.size;
    if (const auto leaf = leaves_.of.find(step.node); leaf != leaves_.of.end())
      return Record(leaf->second, next);
    if (node.kind == NodeKind::Effect && std::holds_alternative<rir::OutputOp>(node.op->data))
      return Arguments(step.node, step.loss);
    if (const std::optional<Cast> cast = CastAt(flow_, step.node); cast && IsNarrowing(*cast) && step.loss.at == kNone)
      next.loss = {step.node, step.loss.form, cast->from, cast->to};
    takes_part_ = takes_part_ || TakesPart(flow_, step.node) || MakesDigit(step.node);
    flow_.ForBefore(step.node, [&](NodeId from, EdgeKind kind) {
      next.node = from;
      if (CarriesOn(flow_, from, step.node, kind) && IsLate(from))
        Push(next);
    });
  }

  // Whether a function of the library's makes a character of an integer: it does so for all of its digits.
  [[nodiscard]] bool MakesDigit(NodeId id) const {
    const rir::Function* function = flow_.FunctionOf(flow_.nodes[id].instance);
    const std::optional<Cast> cast = CastAt(flow_, id);
    return cast && !cast->from.is_float && cast->to.bytes == 1 && function != nullptr &&
           flow_.IsSystem(function->declared.file);
  }

  // What only the code before the loop did is not what is written: `saved = count = loaded` there is no save of both.
  [[nodiscard]] bool IsLate(NodeId id) const {
    const When when = around_.Of(id);
    return leaves_.of.contains(id) || !when.before || when.inside || when.after;
  }

  void Arguments(NodeId effect, const Loss& loss) {
    const flow::Node& node = flow_.nodes[effect];
    const auto& data = std::get<rir::OutputOp>(node.op->data);
    const std::string* format = TextOf(data.format, node.instance);
    const std::optional<int> digits = StreamDigits(flow_, effect);
    const std::size_t count = data.callee == "<<" ? std::min<std::size_t>(1, data.args.size()) : data.args.size();
    for (std::size_t i = 0; i < count; ++i) {
      Conversion conversion;
      if (format != nullptr)
        conversion = ConversionOf(*format, i);
      else if (digits)
        conversion = {'g', *digits, "%." + std::to_string(*digits) + "g"};
      const std::vector<rir::Operand> handed = InList(data, i, node.instance);
      if (format != nullptr && !handed.empty() && ConversionOf(*format, 1).kind != 0)
        conversion = {};  // which argument it is of is not known
      for (const rir::Operand& one : handed.empty() ? std::vector<rir::Operand>{data.args[i]} : handed)
        Argument({flow_.NodeOf(one, node.instance), loss, conversion, 0, effect});
    }
    flow_.ForBefore(effect, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy)
        Push({from, loss.at == kNone ? CutOff(from, effect) : loss, {}, 0, kNone});
    });
  }

  void Argument(Step step) {
    if (step.node == kNone || !flow_.PointsTo(step.node).empty())
      return;  // memory comes over the edges from its cells
    if (step.conversion.kind != 0 && step.loss.at == kNone)
      step.loss.form = "'" + step.conversion.text + "'";
    Push(std::move(step));
  }

  // What the arguments that a `va_list` leads to are made of: the function's model names them all at once. Empty: the
  // argument is itself handed over.
  [[nodiscard]] std::vector<rir::Operand> InList(const rir::OutputOp& output, std::size_t argument,
                                                 flow::InstanceId instance) const {
    const NodeId node = flow_.NodeOf(output.args[argument], instance);
    const rir::ComputeOp* compute = node == kNone ? nullptr : flow::ComputeOf(flow_, node);
    const bool is_list =
        compute != nullptr && compute->opcode == rir::Opcode::Math && compute->callee.starts_with(output.callee + ".");
    return is_list ? compute->args : std::vector<rir::Operand>();
  }

  // The text that the operand is, through parameters of functions that are called once; null: it is none, or not known.
  [[nodiscard]] const std::string* TextOf(rir::Operand operand, flow::InstanceId instance) const {
    constexpr unsigned kDeepest = 8;
    for (unsigned depth = 0; depth < kDeepest; ++depth) {
      if (operand.kind == rir::OperandKind::String)
        return &flow_.module->strings[operand.id];
      NodeId node = operand.kind == rir::OperandKind::Value ? flow_.NodeOf(operand, instance) : kNone;
      while (node != kNone && flow_.nodes[node].kind != NodeKind::Parameter)
        node = flow::OnlyCopied(flow_, node);
      const rir::Operand* handed = node == kNone ? nullptr : flow::HandedTo(flow_, node);
      if (handed == nullptr)
        return nullptr;
      instance = flow_.instances[flow_.nodes[node].instance].caller;
      operand = *handed;
    }
    return nullptr;
  }

  // Of a number in memory of which so many bytes are written that it has more.
  [[nodiscard]] Loss CutOff(NodeId cell, NodeId effect) const {
    const flow::Node& node = flow_.nodes[effect];
    const auto& data = std::get<rir::OutputOp>(node.op->data);
    const std::optional<Number> number = NumberAt(flow_, cell);
    if (data.bytes.kind != rir::OperandKind::Int || data.args.empty() || !number)
      return {};
    const auto bytes = static_cast<std::uint64_t>(data.bytes.integer);
    if (bytes == 0 || bytes >= number->bytes || IsOfByte(flow_.NodeOf(data.args[0], node.instance)))
      return {};
    return {effect, {}, *number, {number->is_float, number->is_signed, bytes}};
  }

  // An address that code moves on by bytes.
  [[nodiscard]] bool IsOfByte(NodeId address) const {
    const rir::ComputeOp* compute = address == kNone ? nullptr : flow::ComputeOf(flow_, address);
    return compute != nullptr && compute->opcode == rir::Opcode::Index &&
           flow_.module->types[compute->pointee].size <= 1;
  }

  void Record(LeafId leaf, const Step& step) {
    Loss loss = step.loss;
    if (loss.at == kNone && step.conversion.kind != 0 && step.bytes != 0 && !KeepsFloat(step.conversion, step.bytes))
      loss.at = step.text;
    const bool is_of_integers = loss.form.empty() && !loss.from.is_float && !loss.into.is_float;
    if (loss.at == kNone || (is_of_integers && Fits(flow_, around_, leaves_.all[leaf].node, loss.into)))
      loss = {};
    found_.push_back({leaf, output_, loss});
  }

  const flow::Flow& flow_;
  const Leaves& leaves_;
  const Around& around_;
  NodeId output_ = kNone;
  bool takes_part_ = false;
  std::deque<Step> open_;
  std::set<NodeId> seen_;
  std::vector<Transfer> found_;
};

// Goes on from an input to the state that it restores.
class Reading {
 public:
  Reading(const flow::Flow& flow, const Leaves& leaves, const Around& around)
      : flow_(flow), leaves_(leaves), around_(around) {}

  std::vector<Transfer> Of(NodeId input) {
    std::vector<Transfer> found;
    std::vector<Step> open = {{input, {}}};
    std::set<NodeId> seen = {input};
    while (!open.empty()) {
      const Step at = open.back();
      open.pop_back();
      flow_.ForEdges(at.node, [&](const flow::Edge& edge) {
        if (!IsThere(edge.to) || !CarriesOn(flow_, at.node, edge.to, edge.kind) || !seen.insert(edge.to).second)
          return;
        if (const auto leaf = leaves_.of.find(edge.to); leaf != leaves_.of.end())
          found.push_back({leaf->second, input, LossOf(at, edge.to)});
        else
          open.push_back(On(at, edge.to));
      });
    }
    return found;
  }

 private:
  struct Step {
    NodeId node = kNone;
    Loss loss;  // the conversion from the number with the fewest bytes on the way
  };

  [[nodiscard]] bool IsThere(NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    return leaves_.of.contains(id) || node.kind == NodeKind::Cell || node.scope == kNone || around_.Of(id).before;
  }

  [[nodiscard]] Step On(const Step& at, NodeId to) const {
    const std::optional<Cast> cast = CastAt(flow_, to);
    const bool is_wider = cast && cast->from.is_float == cast->to.is_float && cast->from.bytes < cast->to.bytes;
    if (is_wider && (at.loss.at == kNone || cast->from.bytes < at.loss.into.bytes))
      return {to, {to, {}, cast->to, cast->from}};
    return {to, at.loss};
  }

  // Of a number that is as wide as the one that was read nothing is lost.
  [[nodiscard]] Loss LossOf(const Step& at, NodeId leaf) const {
    const std::optional<Number> number = NumberAt(flow_, leaf);
    const bool is_lost = at.loss.at != kNone && number && number->is_float == at.loss.into.is_float &&
                         at.loss.into.bytes < number->bytes;
    if (!is_lost || (!number->is_float && Fits(flow_, around_, leaf, at.loss.into)))
      return {};
    return {at.loss.at, {}, *number, at.loss.into};
  }

  const flow::Flow& flow_;
  const Leaves& leaves_;
  const Around& around_;
};

// What stands for the file: what was opened, or the stream object.
flow::ObjectId FileOf(const flow::Flow& flow, const rir::Operand& handle, flow::InstanceId instance) {
  flow::ObjectId object = kNone;
  const NodeId node = flow.NodeOf(handle, instance);
  if (node == kNone)
    return object;
  for (const NodeId cell : flow.PointsTo(node))
    if (object == kNone || flow.objects[flow.nodes[cell].object].kind == flow::ObjectKind::File)
      object = flow.nodes[cell].object;
  return object;
}

std::set<LeafId> LeavesIn(const std::vector<Transfer>& transfers) {
  std::set<LeafId> leaves;
  for (const Transfer& transfer : transfers)
    leaves.insert(transfer.leaf);
  return leaves;
}

bool Meets(const FileUse& save, const FileUse& load) {
  const std::set<LeafId> written = LeavesIn(save.written);
  return std::ranges::any_of(load.read, [&](const Transfer& transfer) { return written.contains(transfer.leaf); });
}

using Files = std::map<flow::ObjectId, FileUse>;

void AddOutput(const flow::Flow& flow, const Leaves& leaves, const Around& around, NodeId id, Files& files) {
  const flow::Node& node = flow.nodes[id];
  const auto& data = std::get<rir::OutputOp>(node.op->data);
  const When when = around.Of(id);
  if (data.sink != rir::Sink::File || data.target || (!when.inside && !when.after))
    return;
  const flow::ObjectId object = FileOf(flow, data.handle, node.instance);
  if (object != kNone && flow.IsConsole(flow.objects[object]))
    return;
  FileUse& file = files[object];
  file.outputs.push_back(id);
  for (Transfer& transfer : Writing(flow, leaves, around).Of(id))
    file.written.push_back(std::move(transfer));
}

void AddInput(const flow::Flow& flow, const Leaves& leaves, const Around& around, NodeId id, Files& files) {
  const flow::Node& node = flow.nodes[id];
  const auto& data = std::get<rir::InputOp>(node.op->data);
  if (data.source != rir::Source::File || !around.Of(id).before)
    return;
  FileUse& file = files[FileOf(flow, data.handle, node.instance)];
  file.inputs.push_back(id);
  for (Transfer& transfer : Reading(flow, leaves, around).Of(id))
    file.read.push_back(std::move(transfer));
}

// Whether nothing but steps opens the file.
bool IsOpenedInStep(const flow::Flow& flow, const Around& around, flow::ObjectId file) {
  const flow::Object& object = flow.objects[file];
  if (object.kind == flow::ObjectKind::Region)
    return !IsAlive(flow, object.id, around.loop());
  bool is_opened = false, is_before = false;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    const bool opens = node.kind == NodeKind::Value && node.op != nullptr &&
                       std::holds_alternative<rir::OpenOp>(node.op->data) &&
                       std::ranges::any_of(flow.PointsTo(id), [&](NodeId at) { return flow.nodes[at].object == file; });
    is_opened = is_opened || (opens && around.Of(id).inside);
    is_before = is_before || (opens && around.Of(id).before);
  }
  return is_opened && !is_before;
}

// Whether the output writes bytes to a file that a step opens: no log.
bool IsSnapshot(const flow::Flow& flow, const Around& around, NodeId output) {
  const flow::Node& node = flow.nodes[output];
  const auto& data = std::get<rir::OutputOp>(node.op->data);
  const flow::ObjectId file = FileOf(flow, data.handle, node.instance);
  return data.bytes && file != kNone && IsOpenedInStep(flow, around, file);
}

// A file that no load reads is a save where it holds numbers that training computes with, or the bytes of some, which
// each time are written anew. Sums and averages in a text are a log.
bool HoldsNumbers(const flow::Flow& flow, const Leaves& leaves, const Around& around, const FileUse& file) {
  return std::ranges::any_of(file.written, [&](const Transfer& transfer) {
    const Leaf& leaf = leaves.all[transfer.leaf];
    const bool is_log = leaf.is_measured && !IsSnapshot(flow, around, transfer.op);
    return !is_log && !leaf.is_pointer && !leaf.is_frozen && flow.nodes[leaf.node].kind == NodeKind::Cell;
  });
}

}  // namespace

FileCode FileCodeOf(const flow::Flow& flow, const Leaves& leaves, const Around& around) {
  Files files;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    if (node.op == nullptr || (node.kind != NodeKind::Effect && node.kind != NodeKind::Value))
      continue;
    if (node.kind == NodeKind::Effect && std::holds_alternative<rir::OutputOp>(node.op->data))
      AddOutput(flow, leaves, around, id, files);
    if (node.kind == NodeKind::Value && std::holds_alternative<rir::InputOp>(node.op->data))
      AddInput(flow, leaves, around, id, files);
  }
  FileCode code;
  std::set<flow::ObjectId> saves, loads;
  for (const auto& [save, out] : files)
    for (const auto& [load, in] : files)
      if (Meets(out, in)) {
        saves.insert(save);
        loads.insert(load);
      }
  code.is_paired = !saves.empty();
  for (auto& [object, file] : files)
    if (saves.contains(object) || loads.contains(object) ||
        (!code.is_paired && HoldsNumbers(flow, leaves, around, file))) {
      if (loads.contains(object))
        code.loads.push_back(file);
      if (!loads.contains(object) || saves.contains(object))
        code.saves.push_back(std::move(file));
    }
  return code;
}

std::vector<bool> ReachedBefore(const flow::Flow& flow, const Around& around, std::vector<NodeId> open,
                                bool through_rounds) {
  std::vector<bool> seen(flow.nodes.size(), false);
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (seen[at])
      continue;
    seen[at] = true;
    flow.ForEdges(at, [&](const flow::Edge& edge) {
      const flow::Node& to = flow.nodes[edge.to];
      const bool runs_before =
          to.kind == NodeKind::Cell || (through_rounds && to.kind == NodeKind::Round) || around.Of(edge.to).before;
      if (edge.kind <= EdgeKind::Data && runs_before)
        open.push_back(edge.to);
    });
  }
  return seen;
}

std::vector<bool> DependOn(const flow::Flow& flow, const Around& around, const std::vector<NodeId>& inputs) {
  return ReachedBefore(flow, around, inputs, true);
}

}  // namespace detrain::audit
