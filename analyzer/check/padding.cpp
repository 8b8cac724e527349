// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized, of what lies between the members of a record: a file gets it, or a loop over bytes, and no
// member's store sets it.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/types/ranges.h"

namespace detrain::check {

namespace {

using types::NodeId;

struct Bytes {
  std::uint64_t begin = 0, end = 0;
};

void AddMembers(const rir::Module& module, rir::TypeId id, std::uint64_t offset, std::vector<Bytes>& members) {
  const rir::Type& type = module.types[id];
  if (type.kind != rir::TypeKind::Record)
    return members.push_back({offset, offset + type.size});
  for (const rir::Field& field : type.fields)
    AddMembers(module, field.type, offset + field.offset, members);
}

// The first bytes of the record that are no member's.
std::optional<Bytes> GapIn(const rir::Module& module, rir::TypeId record) {
  std::vector<Bytes> members;
  AddMembers(module, record, 0, members);
  std::ranges::sort(members, {}, &Bytes::begin);
  std::uint64_t end = 0;
  for (const Bytes& member : members) {
    if (member.begin > end)
      return Bytes{end, member.begin};
    end = std::max(end, member.end);
  }
  const std::uint64_t size = module.types[record].size;
  return end < size ? std::optional(Bytes{end, size}) : std::nullopt;
}

// The record that memory with nothing in it is made for.
rir::TypeId RecordIn(const rir::Module& module, const types::Object& object) {
  rir::TypeId id = rir::kNone;
  if (object.kind == types::ObjectKind::Block) {
    id = IsFreshBlock(object) && object.op->type != rir::kNone ? module.types[object.op->type].element : rir::kNone;
  } else if (object.kind == types::ObjectKind::Region && object.instance != types::kNone &&
             module.regions[object.id].kind == rir::RegionKind::Local) {
    id = module.regions[object.id].type;
  }
  while (id != rir::kNone && module.types[id].kind == rir::TypeKind::Array)
    id = module.types[id].element;
  return id != rir::kNone && module.types[id].kind == rir::TypeKind::Record ? id : rir::kNone;
}

// Whether anything but stores to members may write the gap: fills and copies that reach into it, inputs, calls.
class Filled {
 public:
  explicit Filled(const Context& context) : module_(context.module), flow_(context.flow) {}

  // What a record is copied from, or returned from, may be as empty there.
  bool MayBe(types::ObjectId id, const Bytes& gap) {
    if (!asked_.insert(id).second)
      return false;
    bool is_filled = false;
    for (const NodeId cell : flow_.objects[id].cells)
      flow_.ForStored(cell, [&](NodeId from) {
        const types::Node& node = flow_.nodes[from];
        if (node.kind == types::NodeKind::Cell)
          is_filled = is_filled || MayCopy(id, node.object, gap);
        else
          is_filled = is_filled || (node.op != nullptr && node.op->Kind() != rir::OpKind::Store &&
                                    node.op->Kind() != rir::OpKind::Fill && node.op->Kind() != rir::OpKind::Copy);
      });
    for (const types::Access& access : flow_.accesses)
      is_filled = is_filled || MayFill(access, id, gap);
    return is_filled;
  }

 private:
  bool MayCopy(types::ObjectId to, types::ObjectId from, const Bytes& gap) {
    const rir::TypeId record = RecordIn(module_, flow_.objects[from]);
    return record == rir::kNone || record != RecordIn(module_, flow_.objects[to]) || MayBe(from, gap);
  }

  bool MayFill(const types::Access& access, types::ObjectId id, const Bytes& gap) {
    const rir::Op& op = *flow_.nodes[access.node].op;
    const auto* fill = std::get_if<rir::FillOp>(&op.data);
    const bool copies = std::holds_alternative<rir::CopyOp>(op.data);
    if (fill == nullptr && !copies)
      return false;
    return std::ranges::any_of(flow_.PointsTo(access.address), [&](NodeId cell) {
      const std::uint64_t begin = flow_.nodes[cell].offset;
      if (flow_.nodes[cell].object != id || begin >= gap.end)
        return false;
      if (fill != nullptr)
        return fill->bytes.kind != rir::OperandKind::Int ||
               begin + static_cast<std::uint64_t>(fill->bytes.integer) > gap.begin;
      return flow_.PointsTo(access.value).empty() ||
             std::ranges::any_of(flow_.PointsTo(access.value), [&](NodeId source) {
               return flow_.nodes[source].offset != begin || MayCopy(id, flow_.nodes[source].object, gap);
             });
    });
  }

  const rir::Module& module_;
  const types::Flow& flow_;
  std::set<types::ObjectId> asked_;  // on the way
};

// What reads memory byte by byte, or writes it to a file: these bytes of it.
struct Reading {
  NodeId address = types::kNone;
  std::uint64_t begin = 0, end = 0;
};

constexpr std::uint64_t kAll = std::numeric_limits<std::uint32_t>::max();  // how many they are is not known

// A load of one byte among others that a counter chooses: a hash of the whole record, say.
bool IsOfBytes(const rir::Module& module, const types::Flow& flow, NodeId load, NodeId address) {
  const rir::Type& type = module.types[flow.nodes[load].op->type];
  const rir::ComputeOp* index = types::ComputeOf(flow, address);
  return type.kind == rir::TypeKind::Int && type.size == 1 && index != nullptr && index->opcode == rir::Opcode::Index &&
         index->args[1].kind != rir::OperandKind::Int;
}

std::optional<Reading> ReadingAt(const Context& context, NodeId id) {
  const types::Flow& flow = context.flow;
  const types::Node& node = flow.nodes[id];
  if (node.op == nullptr || node.instance == types::kNone)
    return std::nullopt;
  if (const auto* output = std::get_if<rir::OutputOp>(&node.op->data); node.kind == types::NodeKind::Effect) {
    if (output == nullptr || output->target || !output->bytes || output->args.empty())
      return std::nullopt;
    const bool is_known = output->bytes.kind == rir::OperandKind::Int;
    return Reading{flow.NodeOf(output->args.front(), node.instance), 0,
                   is_known ? static_cast<std::uint64_t>(output->bytes.integer) : kAll};
  }
  const auto* load = node.kind == types::NodeKind::Value ? std::get_if<rir::LoadOp>(&node.op->data) : nullptr;
  const NodeId address = load == nullptr ? types::kNone : flow.NodeOf(load->address, node.instance);
  if (address == types::kNone || !IsOfBytes(context.module, flow, id, address))
    return std::nullopt;
  const std::optional<types::Range> bytes = types::ElementsOf(flow, address);
  if (!bytes || bytes->symbol != types::kNone || bytes->low < 0 || bytes->end <= bytes->low)
    return std::nullopt;
  const rir::ComputeOp& index = *types::ComputeOf(flow, address);
  return Reading{flow.NodeOf(index.args[0], node.instance), static_cast<std::uint64_t>(bytes->low),
                 static_cast<std::uint64_t>(bytes->end)};
}

void Judge(const Context& context, NodeId id, const Reading& reading, const Location& at, Findings& out) {
  const types::Flow& flow = context.flow;
  for (const NodeId cell : flow.PointsTo(reading.address)) {
    const types::ObjectId object = flow.nodes[cell].object;
    const rir::TypeId record = RecordIn(context.module, flow.objects[object]);
    const std::optional<Bytes> gap = record == rir::kNone ? std::nullopt : GapIn(context.module, record);
    const std::uint64_t offset = flow.nodes[cell].offset;
    const bool is_read = gap && offset + reading.begin < gap->end && gap->begin < offset + reading.end;
    if (!is_read || Filled(context).MayBe(object, *gap))
      continue;
    const std::array<NodeId, 1> source = {id};
    const Reached reached = context.reacher.From(source, Reacher::Spared::None);
    const std::string name = "padding of " + context.module.types[record].name;
    Keep(context,
         diag::Find<diag::Finding::Uninitialized>(at, reached.reach, reached.certainty, name,
                                                  context.reacher.Clause(reached)),
         reached, "'" + name + "' is read", id, out);
    return;
  }
}

}  // namespace

void Padding(const Context& context, Findings& out) {
  if (context.flow.is_truncated)
    return;  // what was not seen to be stored may have been
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id)
    if (const std::optional<Reading> reading = ReadingAt(context, id))
      if (const Location at = context.reacher.LocationOf(context.flow.PlaceOf(id)); at.IsKnown())
        Judge(context, id, *reading, at, out);
}

}  // namespace detrain::check
