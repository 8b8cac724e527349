// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-uninitialized, of what lies between the members of a record, and of elements of an array in it that no store
// names: a file gets it, or a loop over bytes.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "analyzer/check/rules.h"
#include "analyzer/flow/constants.h"
#include "analyzer/flow/ranges.h"

namespace detrain::check {

namespace {

using flow::NodeId;

struct Bytes {
  std::uint64_t begin = 0, end = 0;
};

// Bytes of a record that may hold nothing.
struct Gap {
  Bytes bytes;
  std::string name;
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
rir::TypeId RecordIn(const rir::Module& module, const flow::Object& object) {
  rir::TypeId id = rir::kNone;
  if (object.kind == flow::ObjectKind::Block) {
    id = IsFreshBlock(object) && object.op->type != rir::kNone ? module.types[object.op->type].element : rir::kNone;
  } else if (object.kind == flow::ObjectKind::Region && object.instance != flow::kNone &&
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
  bool MayBe(flow::ObjectId id, const Bytes& gap) {
    if (!asked_.insert(id).second)
      return false;
    bool is_filled = false;
    for (const NodeId cell : flow_.objects[id].cells)
      flow_.ForStored(cell, [&](NodeId from) {
        const flow::Node& node = flow_.nodes[from];
        if (node.kind == flow::NodeKind::Cell)
          is_filled = is_filled || MayCopy(id, node.object, gap);
        else
          is_filled = is_filled || (node.op != nullptr && IsUnknown(*node.op));
      });
    for (const flow::Access& access : flow_.accesses)
      is_filled = is_filled || MayFill(access, id, gap);
    return is_filled;
  }

 private:
  // How much of a record it sets is judged by its access, where it has one.
  static bool IsUnknown(const rir::Op& op) {
    const rir::OpKind kind = op.Kind();
    return kind != rir::OpKind::Store && kind != rir::OpKind::Copy && BytesSetBy(op) == nullptr;
  }

  // Of a fill, or of an input into one place.
  static const rir::Operand* BytesSetBy(const rir::Op& op) {
    if (const auto* fill = std::get_if<rir::FillOp>(&op.data))
      return &fill->bytes;
    const auto* input = std::get_if<rir::InputOp>(&op.data);
    return input == nullptr || input->targets.size() != 1 ? nullptr : &input->targets.front().bytes;
  }

  bool MayCopy(flow::ObjectId to, flow::ObjectId from, const Bytes& gap) {
    const rir::TypeId record = RecordIn(module_, flow_.objects[from]);
    return record == rir::kNone || record != RecordIn(module_, flow_.objects[to]) || MayBe(from, gap);
  }

  bool MayFill(const flow::Access& access, flow::ObjectId id, const Bytes& gap) {
    const rir::Op& op = *flow_.nodes[access.node].op;
    const rir::Operand* bytes = BytesSetBy(op);
    if (bytes == nullptr && !std::holds_alternative<rir::CopyOp>(op.data))
      return false;
    return std::ranges::any_of(flow_.PointsTo(access.address), [&](NodeId cell) {
      const std::uint64_t begin = flow_.nodes[cell].offset;
      if (flow_.nodes[cell].object != id || begin >= gap.end)
        return false;
      if (bytes != nullptr)
        return bytes->kind != rir::OperandKind::Int || begin + static_cast<std::uint64_t>(bytes->integer) > gap.begin;
      return flow_.PointsTo(access.value).empty() ||
             std::ranges::any_of(flow_.PointsTo(access.value), [&](NodeId source) {
               return flow_.nodes[source].offset != begin || MayCopy(id, flow_.nodes[source].object, gap);
             });
    });
  }

  const rir::Module& module_;
  const flow::Flow& flow_;
  std::set<flow::ObjectId> asked_;  // on the way
};

// The number of the element that a store names: 0 of an array itself; nullopt: it is chosen when the program runs.
std::optional<std::int64_t> ElementNamed(const flow::Flow& flow, NodeId address) {
  const rir::ComputeOp* place = flow::ComputeOf(flow, address);
  if (place == nullptr)
    return std::nullopt;
  if (place->opcode != rir::Opcode::Index)
    return place->opcode == rir::Opcode::Field ? std::optional<std::int64_t>(0) : std::nullopt;
  return place->args[1].kind == rir::OperandKind::Int ? std::optional(place->args[1].integer) : std::nullopt;
}

// The numbers of the elements of the array at the offset that stores name; nullopt: not all are known.
std::optional<std::set<std::int64_t>> NamedElements(const flow::Flow& flow, flow::ObjectId object,
                                                    std::uint64_t offset) {
  std::set<std::int64_t> named;
  for (const flow::Access& access : flow.accesses) {
    const bool is_there = access.writes && std::ranges::any_of(flow.PointsTo(access.address), [&](NodeId cell) {
                            return flow.nodes[cell].object == object && flow.nodes[cell].offset == offset;
                          });
    if (!is_there || !std::holds_alternative<rir::StoreOp>(flow.nodes[access.node].op->data))
      continue;
    const std::optional<std::int64_t> element = ElementNamed(flow, access.address);
    if (!element)
      return std::nullopt;
    named.insert(*element);
  }
  return named;
}

// Of each array of numbers in the record the first element that no store names, where all stores name one.
void AddUnnamed(const Context& context, flow::ObjectId object, const rir::Type& record, std::vector<Gap>& gaps) {
  for (const rir::Field& field : record.fields) {
    const rir::Type& array = context.module.types[field.type];
    const bool is_of_numbers = array.kind == rir::TypeKind::Array && array.count && !record.is_union &&
                               context.module.types[array.element].kind <= rir::TypeKind::Float;
    const auto named =
        is_of_numbers ? NamedElements(context.flow, object, field.offset) : std::optional<std::set<std::int64_t>>();
    if (!named || named->empty() || named->size() >= *array.count)
      continue;
    std::int64_t first = 0;
    while (named->contains(first))
      ++first;
    const std::uint64_t size = context.module.types[array.element].size;
    const std::uint64_t begin = field.offset + static_cast<std::uint64_t>(first) * size;
    gaps.push_back({{begin, begin + size}, "elements of " + record.name + "::" + field.name});
  }
}

std::vector<Gap> GapsIn(const Context& context, flow::ObjectId object, rir::TypeId id) {
  const rir::Type& record = context.module.types[id];
  std::vector<Gap> gaps;
  if (const std::optional<Bytes> padding = GapIn(context.module, id))
    gaps.push_back({*padding, "padding of " + record.name});
  AddUnnamed(context, object, record, gaps);
  return gaps;
}

// What reads memory byte by byte, or writes it to a file: these bytes of it.
struct Reading {
  NodeId address = flow::kNone;
  std::uint64_t begin = 0, end = 0;
};

constexpr std::uint64_t kAll = std::numeric_limits<std::uint32_t>::max();  // how many they are is not known

bool IsByte(const rir::Module& module, rir::TypeId id) {
  return module.types[id].kind == rir::TypeKind::Int && module.types[id].size == 1;
}

// A load of one byte among others that a counter chooses: a hash of the whole record, say.
bool IsOfBytes(const rir::Module& module, const flow::Flow& flow, NodeId load, NodeId address) {
  const rir::ComputeOp* index = flow::ComputeOf(flow, address);
  return IsByte(module, flow.nodes[load].op->type) && index != nullptr && index->opcode == rir::Opcode::Index &&
         index->args[1].kind != rir::OperandKind::Int;
}

// The variable of a loop that the value is a copy of; kNone: of none.
NodeId RoundOf(const flow::Flow& flow, NodeId value) {
  constexpr unsigned kMostCopies = 16;
  for (unsigned depth = 0; depth < kMostCopies && value != flow::kNone; ++depth) {
    if (flow.nodes[value].kind == flow::NodeKind::Round)
      return value;
    value = OnlyCopied(flow, value);
  }
  return flow::kNone;
}

// How many rounds a loop has that counts down a parameter: `while (size-- > 0)`.
std::optional<std::int64_t> CountedDown(const flow::Flow& flow, const flow::Node& round) {
  const auto* loop = round.op == nullptr ? nullptr : std::get_if<rir::LoopOp>(&round.op->data);
  const NodeId condition = loop == nullptr ? flow::kNone : flow.NodeOf(loop->condition, round.instance);
  const rir::ComputeOp* test = condition == flow::kNone ? nullptr : flow::ComputeOf(flow, condition);
  const bool asks = test != nullptr && (test->opcode == rir::Opcode::Gt || test->opcode == rir::Opcode::Ne) &&
                    test->args[1] == rir::Operand::Int(0);
  const NodeId counter = asks ? RoundOf(flow, flow.NodeOf(test->args[0], round.instance)) : flow::kNone;
  if (counter == flow::kNone)
    return std::nullopt;
  std::optional<std::int64_t> count;
  flow.ForBefore(counter, [&](NodeId from, flow::EdgeKind kind) {
    if (kind != flow::EdgeKind::Copy || from > counter || flow.nodes[from].kind != flow::NodeKind::Parameter)
      return;
    const rir::Operand* handed = flow::HandedTo(flow, from);
    const auto range = handed == nullptr
                           ? std::nullopt
                           : flow::RangeOf(flow, *handed, flow.instances[flow.nodes[from].instance].caller);
    if (range && range->symbol == flow::kNone && range->end == range->low + 1)
      count = range->low;
  });
  return count;
}

// Of a load of one byte: those that a pointer comes to which a loop moves on.
std::optional<Reading> ReadingByPointer(const flow::Flow& flow, NodeId address) {
  const NodeId round = RoundOf(flow, address);
  const NodeId begin = round == flow::kNone ? flow::kNone : flow::BeginOf(flow, round);
  const auto count = begin == flow::kNone ? std::nullopt : CountedDown(flow, flow.nodes[round]);
  return count && *count > 0 ? std::optional(Reading{begin, 0, static_cast<std::uint64_t>(*count)}) : std::nullopt;
}

std::optional<Reading> ReadingAt(const Context& context, NodeId id) {
  const flow::Flow& flow = context.flow;
  const flow::Node& node = flow.nodes[id];
  if (node.op == nullptr || node.instance == flow::kNone)
    return std::nullopt;
  if (const auto* output = std::get_if<rir::OutputOp>(&node.op->data); node.kind == flow::NodeKind::Effect) {
    if (output == nullptr || output->target || !output->bytes || output->args.empty())
      return std::nullopt;
    const bool is_known = output->bytes.kind == rir::OperandKind::Int;
    return Reading{flow.NodeOf(output->args.front(), node.instance), 0,
                   is_known ? static_cast<std::uint64_t>(output->bytes.integer) : kAll};
  }
  const auto* load = node.kind == flow::NodeKind::Value ? std::get_if<rir::LoadOp>(&node.op->data) : nullptr;
  const NodeId address = load == nullptr ? flow::kNone : flow.NodeOf(load->address, node.instance);
  if (address == flow::kNone)
    return std::nullopt;
  if (!IsOfBytes(context.module, flow, id, address))
    return IsByte(context.module, node.op->type) ? ReadingByPointer(flow, address) : std::nullopt;
  const std::optional<flow::Range> bytes = flow::ElementsOf(flow, address);
  if (!bytes || bytes->symbol != flow::kNone || bytes->low < 0 || bytes->end <= bytes->low)
    return std::nullopt;
  const rir::ComputeOp& index = *flow::ComputeOf(flow, address);
  return Reading{flow.NodeOf(index.args[0], node.instance), static_cast<std::uint64_t>(bytes->low),
                 static_cast<std::uint64_t>(bytes->end)};
}

void Report(const Context& context, NodeId id, const std::string& name, const Location& at, Findings& out) {
  const std::array<NodeId, 1> source = {id};
  const Reached reached = context.reacher.From(source, Reacher::Spared::None);
  Keep(context,
       diag::Find<diag::Finding::Uninitialized>(at, reached.reach, reached.certainty, name,
                                                context.reacher.Clause(reached)),
       reached, "'" + name + "' is read", id, out);
}

void Judge(const Context& context, NodeId id, const Reading& reading, const Location& at, Findings& out) {
  const flow::Flow& flow = context.flow;
  for (const NodeId cell : flow.PointsTo(reading.address)) {
    const flow::ObjectId object = flow.nodes[cell].object;
    const rir::TypeId record = RecordIn(context.module, flow.objects[object]);
    const std::uint64_t offset = flow.nodes[cell].offset;
    if (record == rir::kNone)
      continue;
    for (const Gap& gap : GapsIn(context, object, record)) {
      const Bytes& bytes = gap.bytes;
      const bool is_read = offset + reading.begin < bytes.end && bytes.begin < offset + reading.end;
      if (is_read && !Filled(context).MayBe(object, bytes))
        return Report(context, id, gap.name, at, out);
    }
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
