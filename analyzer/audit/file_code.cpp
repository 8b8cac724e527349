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

namespace detrain::audit {

using types::EdgeKind;
using types::kNone;
using types::NodeId;
using types::NodeKind;

namespace {

// Goes back from an output to the state that it writes.
class Writing {
 public:
  Writing(const types::Flow& flow, const Leaves& leaves) : flow_(flow), leaves_(leaves) {}

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
    const types::Node& node = flow_.nodes[step.node];
    Step next = step;
    if (node.op != nullptr && node.op->type != rir::kNone)
      if (const rir::Type& type = flow_.module->types[node.op->type]; type.kind == rir::TypeKind::Float)
        next.bytes = type.size;
    if (const auto leaf = leaves_.of.find(step.node); leaf != leaves_.of.end())
      return Record(leaf->second, next);
    if (node.kind == NodeKind::Effect && std::holds_alternative<rir::OutputOp>(node.op->data))
      return Arguments(step.node, step.loss);
    if (step.loss.at == kNone && IsNarrowing(flow_, step.node))
      next.loss.at = step.node;
    flow_.ForBefore(step.node, [&](NodeId from, EdgeKind kind) {
      next.node = from;
      if (CarriesOn(flow_, from, step.node, kind))
        Push(next);
    });
  }

  void Arguments(NodeId effect, const Loss& loss) {
    const types::Node& node = flow_.nodes[effect];
    const auto& data = std::get<rir::OutputOp>(node.op->data);
    const std::string* format =
        data.format.kind == rir::OperandKind::String ? &flow_.module->strings[data.format.id] : nullptr;
    const std::optional<int> digits = StreamDigits(flow_, effect);
    const std::size_t count = data.callee == "<<" ? std::min<std::size_t>(1, data.args.size()) : data.args.size();
    for (std::size_t i = 0; i < count; ++i) {
      Step step{flow_.NodeOf(data.args[i], node.instance), loss, {}, 0, kNone};
      if (step.node == kNone || !flow_.PointsTo(step.node).empty())
        continue;  // memory comes over the edges from its cells
      if (format != nullptr)
        step.conversion = ConversionOf(*format, i);
      else if (digits)
        step.conversion = {'g', *digits, "%." + std::to_string(*digits) + "g"};
      if (step.conversion.kind != 0 && step.loss.at == kNone)
        step.loss.form = "'" + step.conversion.text + "'";
      step.text = effect;
      Push(step);
    }
    flow_.ForBefore(effect, [&](NodeId from, EdgeKind kind) {
      if (kind == EdgeKind::Copy)
        Push({from, loss, {}, 0, kNone});
    });
  }

  void Record(LeafId leaf, const Step& step) {
    Loss loss = step.loss;
    if (loss.at == kNone && step.conversion.kind != 0 && step.bytes != 0 && !KeepsFloat(step.conversion, step.bytes))
      loss.at = step.text;
    if (loss.at == kNone)
      loss.form.clear();
    found_.push_back({leaf, output_, loss});
  }

  const types::Flow& flow_;
  const Leaves& leaves_;
  NodeId output_ = kNone;
  std::deque<Step> open_;
  std::set<NodeId> seen_;
  std::vector<Transfer> found_;
};

// Goes on from an input to the state that it restores.
std::vector<Transfer> Reading(const types::Flow& flow, const Leaves& leaves, const Around& around, NodeId input) {
  std::vector<Transfer> found;
  std::vector<NodeId> open = {input};
  std::set<NodeId> seen = {input};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    flow.ForEdges(at, [&](const types::Edge& edge) {
      const types::Node& to = flow.nodes[edge.to];
      const auto leaf = leaves.of.find(edge.to);
      const bool is_there =
          leaf != leaves.of.end() || to.kind == NodeKind::Cell || to.scope == kNone || around.Of(edge.to).before;
      if (!is_there || !CarriesOn(flow, at, edge.to, edge.kind) || !seen.insert(edge.to).second)
        return;
      if (leaf != leaves.of.end())
        found.push_back({leaf->second, input, {}});
      else
        open.push_back(edge.to);
    });
  }
  return found;
}

// What stands for the file: what was opened, or the stream object.
types::ObjectId FileOf(const types::Flow& flow, const rir::Operand& handle, types::InstanceId instance) {
  types::ObjectId object = kNone;
  const NodeId node = flow.NodeOf(handle, instance);
  if (node == kNone)
    return object;
  for (const NodeId cell : flow.PointsTo(node))
    if (object == kNone || flow.objects[flow.nodes[cell].object].kind == types::ObjectKind::File)
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

using Files = std::map<types::ObjectId, FileUse>;

void AddOutput(const types::Flow& flow, const Leaves& leaves, const Around& around, NodeId id, Files& files) {
  const types::Node& node = flow.nodes[id];
  const auto& data = std::get<rir::OutputOp>(node.op->data);
  const When when = around.Of(id);
  if (data.sink != rir::Sink::File || data.target || (!when.inside && !when.after))
    return;
  const types::ObjectId object = FileOf(flow, data.handle, node.instance);
  if (object != kNone && flow.IsConsole(flow.objects[object]))
    return;
  FileUse& file = files[object];
  file.outputs.push_back(id);
  for (Transfer& transfer : Writing(flow, leaves).Of(id))
    file.written.push_back(std::move(transfer));
}

void AddInput(const types::Flow& flow, const Leaves& leaves, const Around& around, NodeId id, Files& files) {
  const types::Node& node = flow.nodes[id];
  const auto& data = std::get<rir::InputOp>(node.op->data);
  if (data.source != rir::Source::File || !around.Of(id).before)
    return;
  FileUse& file = files[FileOf(flow, data.handle, node.instance)];
  file.inputs.push_back(id);
  for (Transfer& transfer : Reading(flow, leaves, around, id))
    file.read.push_back(std::move(transfer));
}

// A file that no load reads is a save where it holds numbers that training computes with.
bool HoldsNumbers(const types::Flow& flow, const Leaves& leaves, const FileUse& file) {
  return std::ranges::any_of(file.written, [&](const Transfer& transfer) {
    const Leaf& leaf = leaves.all[transfer.leaf];
    return !leaf.is_measured && !leaf.is_pointer && !leaf.is_frozen && flow.nodes[leaf.node].kind == NodeKind::Cell;
  });
}

}  // namespace

FileCode FileCodeOf(const types::Flow& flow, const Leaves& leaves, const Around& around) {
  Files files;
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const types::Node& node = flow.nodes[id];
    if (node.op == nullptr || (node.kind != NodeKind::Effect && node.kind != NodeKind::Value))
      continue;
    if (node.kind == NodeKind::Effect && std::holds_alternative<rir::OutputOp>(node.op->data))
      AddOutput(flow, leaves, around, id, files);
    if (node.kind == NodeKind::Value && std::holds_alternative<rir::InputOp>(node.op->data))
      AddInput(flow, leaves, around, id, files);
  }
  FileCode code;
  std::set<types::ObjectId> saves, loads;
  for (const auto& [save, out] : files)
    for (const auto& [load, in] : files)
      if (Meets(out, in)) {
        saves.insert(save);
        loads.insert(load);
      }
  code.is_paired = !saves.empty();
  for (auto& [object, file] : files)
    if (saves.contains(object) || loads.contains(object) || (!code.is_paired && HoldsNumbers(flow, leaves, file))) {
      if (loads.contains(object))
        code.loads.push_back(file);
      if (!loads.contains(object) || saves.contains(object))
        code.saves.push_back(std::move(file));
    }
  return code;
}

std::vector<bool> ReachedBefore(const types::Flow& flow, const Around& around, std::vector<NodeId> open,
                                bool through_rounds) {
  std::vector<bool> seen(flow.nodes.size(), false);
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (seen[at])
      continue;
    seen[at] = true;
    flow.ForEdges(at, [&](const types::Edge& edge) {
      const types::Node& to = flow.nodes[edge.to];
      const bool runs_before =
          to.kind == NodeKind::Cell || (through_rounds && to.kind == NodeKind::Round) || around.Of(edge.to).before;
      if (edge.kind <= EdgeKind::Data && runs_before)
        open.push_back(edge.to);
    });
  }
  return seen;
}

std::vector<bool> DependOn(const types::Flow& flow, const Around& around, const std::vector<NodeId>& inputs) {
  return ReachedBefore(flow, around, inputs, true);
}

}  // namespace detrain::audit
