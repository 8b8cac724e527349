// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that compute, touch memory or meet the outside.
#include <algorithm>
#include <utility>

#include "analyzer/flow/walk.h"
#include "analyzer/rir/visit.h"

namespace detrain::flow {

bool Walker::IsPointer(rir::TypeId type) const {
  return type != rir::kNone && module_.types[type].kind == rir::TypeKind::Pointer;
}

std::uint32_t Walker::SizeOf(rir::TypeId type) const {
  const std::uint64_t size = type == rir::kNone ? 0 : module_.types[type].size;
  return size == 0 || size > 0xffffff ? kNone : static_cast<std::uint32_t>(size);
}

std::uint32_t Walker::BytesOf(const rir::Operand& bytes) {
  const bool is_known = bytes.kind == rir::OperandKind::Int && bytes.integer > 0 && bytes.integer < 0xffffff;
  return is_known ? static_cast<std::uint32_t>(bytes.integer) : kNone;
}

ObjectId Walker::ParamObject(InstanceId instance, rir::RegionId region) {
  const auto [place, is_new] = regions_.try_emplace({instance, region}, 0);
  if (is_new) {
    Object object;
    object.id = region;
    object.instance = instance;
    object.scope = instance == kNone ? kNone : flow().instances[instance].scope;
    place->second = graph_.Add(std::move(object));
  }
  return place->second;
}

ObjectId Walker::ObjectOf(rir::RegionId region) {
  const rir::RegionKind kind = module_.regions[region].kind;
  const bool is_own = kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  if (!is_own)
    return ParamObject(kNone, region);
  const auto known = regions_.find({frame_->instance, region});
  if (known != regions_.end())
    return known->second;
  const ObjectId made = ParamObject(frame_->instance, region);
  flow().objects[made].scope = frame_->scope;  // where it is declared, or first used
  return made;
}

NodeId Walker::AddressOf(ObjectId object) {
  const auto [place, is_new] = addresses_.try_emplace(object, kNone);
  if (is_new) {
    Node node;
    node.object = object;
    const NodeId made = graph_.Add(node);
    graph_.Means(made, graph_.Cell(object, 0));
    addresses_[object] = made;
    if (flow().objects[object].kind == ObjectKind::Region)
      flow().addresses[{flow().objects[object].instance, flow().objects[object].id}] = made;
    return made;
  }
  return place->second;
}

NodeId Walker::Of(const rir::Operand& operand) {
  switch (operand.kind) {
    case rir::OperandKind::Value:
      return frame_->values[operand.id];
    case rir::OperandKind::Region:
      return AddressOf(ObjectOf(operand.id));
    case rir::OperandKind::Function: {
      const auto [place, is_new] = functions_.try_emplace(operand.id, 0);
      if (is_new) {
        Object object;
        object.kind = ObjectKind::Function;
        object.id = operand.id;
        place->second = graph_.Add(std::move(object));
      }
      return AddressOf(place->second);
    }
    default:
      return kNone;
  }
}

std::optional<std::uint32_t> Walker::VariableOf(const rir::Operand& address) const {
  if (address.kind != rir::OperandKind::Region)
    return std::nullopt;
  const auto found = frame_->info->variables.find(address.id);
  return found == frame_->info->variables.end() ? std::nullopt : std::optional(found->second);
}

NodeId Walker::Result(const rir::Op& op) {
  Node node;
  node.instance = frame_->instance;
  node.scope = frame_->scope;
  node.op = &op;
  const NodeId made = graph_.Add(node);
  if (op.result != rir::kNone)
    frame_->values[op.result] = made;
  return made;
}

NodeId Walker::Effect(const rir::Op& op) {
  Node node;
  node.kind = NodeKind::Effect;
  node.instance = frame_->instance;
  node.scope = frame_->scope;
  node.op = &op;
  const NodeId made = graph_.Add(node);
  graph_.Connect(frame_->control, made, EdgeKind::Control);
  return made;
}

void Walker::AddAccess(Access access) {
  if (!locks_.empty()) {
    const auto [place, is_new] = lock_sets_.try_emplace(locks_, static_cast<std::uint32_t>(flow().locks.size()));
    if (is_new)
      flow().locks.push_back(locks_);
    access.locks = place->second;
  }
  flow().access_of.resize(std::max<std::size_t>(flow().access_of.size(), access.node + 1), kNone);
  flow().access_of[access.node] = static_cast<std::uint32_t>(flow().accesses.size());
  flow().accesses.push_back(access);
  flow().scopes[frame_->scope].events.push_back({access.node, kNone});
}

void Walker::Memory(const rir::Op& op) {
  rir::VisitOp(
      op,
      [&](const rir::DeclareOp& data) {
        if (const auto variable = VariableOf(rir::Operand::Region(data.region)))
          frame_->variables[*variable] = Undefined(data.region);
        else
          ObjectOf(data.region);
      },
      [&](const rir::LoadOp& data) { LoadOf(op, data); }, [&](const rir::StoreOp& data) { StoreOf(op, data); },
      [&](const rir::ComputeOp& data) { Compute(op, data); }, [&](const rir::AllocOp& data) { Alloc(op, data); },
      [&](const rir::CopyOp& data) { Copy(op, data); },
      [&](const rir::FillOp& data) {
        const NodeId address = Of(data.target);
        const NodeId effect = Effect(op);
        graph_.Connect(Of(data.byte), effect, EdgeKind::Data);
        graph_.Connect(address, effect, EdgeKind::Address);
        graph_.StoreRange(address, effect, BytesOf(data.bytes));
        AddAccess({effect, address, Of(data.byte), false, true});
      },
      [&](const rir::CallOp& data) { CallOf(op, data); },
      [&](const rir::AtomicOp& data) {
        const NodeId address = Of(data.address);
        const NodeId effect = Effect(op);
        graph_.Connect(Of(data.value), effect, EdgeKind::Data);
        graph_.Connect(address, effect, EdgeKind::Address);
        graph_.Load(address, effect, false);
        graph_.Store(address, effect);
        if (spinning_ > 0)
          spun_on_ = address;
        else
          AddAccess({effect, address, Of(data.value), true, true, true, 0});
        if (spinning_ == 0 && data.op == "=")
          ReleaseAt(op, data.address);
        if (op.result != rir::kNone)
          frame_->values[op.result] = effect;
      },
      [&](const rir::SyncOp& data) { rir::IsOfStreams(data.kind) ? OfStreams(op) : Sync(data); },
      [&](const rir::OpaqueOp& data) { ReadsVolatile(op) ? VolatileRead(op, data) : Unknown(op, data.args, kNone); },
      [&](const auto&) { Outside(op); });
}

void Walker::Sync(const rir::SyncOp& data) {
  const NodeId object = Of(data.object);
  if (data.kind == rir::SyncKind::Lock) {
    locks_.push_back(object);
  } else if (data.kind == rir::SyncKind::Unlock) {
    const auto held = std::ranges::find_if(locks_, [&](NodeId lock) {
      return lock == object ||
             std::ranges::find_first_of(flow().PointsTo(lock), flow().PointsTo(object)) != flow().PointsTo(lock).end();
    });
    if (held != locks_.end())
      locks_.erase(held);
    else if (!locks_.empty())
      locks_.pop_back();
  } else if (data.kind == rir::SyncKind::Barrier) {
    flow().scopes[frame_->scope].events.push_back({kNone, kNone, IsOfGrid(data)});
  }
}

void Walker::OfStreams(const rir::Op& op) {
  flow().stream_events[frame_->scope].push_back(
      {flow().scopes[frame_->scope].events.size(), &op, static_cast<NodeId>(flow().nodes.size())});
}

// The object of a barrier of the whole grid is the memory that lift calls so.
bool Walker::IsOfGrid(const rir::SyncOp& data) const {
  return data.object.kind == rir::OperandKind::Region && module_.regions[data.object.id].name == "cuda::grid";
}

Known Walker::HandedNumber(NodeId parameter) const {
  const std::vector<NodeId>& params = params_[frame_->instance];
  const std::vector<Known>& numbers = handed_.at(frame_->instance);
  const auto place = static_cast<std::size_t>(std::ranges::find(params, parameter) - params.begin());
  return place < std::min(params.size(), numbers.size()) ? numbers[place] : std::nullopt;
}

void Walker::LoadOf(const rir::Op& op, const rir::LoadOp& data) {
  if (const auto variable = VariableOf(data.address)) {
    const NodeId value = Result(op);
    const NodeId held = frame_->variables[*variable];
    graph_.Connect(held, value, EdgeKind::Copy);
    if (!frame_->numbers.empty() && held != kNone && flow().nodes[held].kind == NodeKind::Parameter)
      frame_->numbers[op.result] = HandedNumber(held);
    return;
  }
  const NodeId address = Of(data.address);
  const NodeId value = Result(op);
  graph_.Connect(address, value, EdgeKind::Address);
  graph_.Load(address, value, IsPointer(op.type));
  if (spinning_ == 0)
    AddAccess({value, address, kNone, true, false});
}

// What is there may change on its own, which is how programs without atomics say that other threads change it.
void Walker::VolatileRead(const rir::Op& op, const rir::OpaqueOp& data) {
  const NodeId address = Of(data.args.front());
  const NodeId value = Result(op);
  graph_.Connect(address, value, EdgeKind::Address);
  graph_.Load(address, value, IsPointer(op.type));
  AddAccess({value, address, kNone, true, false, true});
}

void Walker::StoreOf(const rir::Op& op, const rir::StoreOp& data) {
  const NodeId stored = Of(data.value);
  const NodeId effect = Effect(op);
  graph_.Connect(stored, effect, EdgeKind::Copy);
  if (const auto variable = VariableOf(data.address)) {
    flow().nodes[effect].object = data.address.id;
    frame_->variables[*variable] = effect;
    return;
  }
  const NodeId address = Of(data.address);
  graph_.Connect(address, effect, EdgeKind::Address);
  if (is_base_[frame_->instance] && base_tables_.StoresAtBeginning(*frame_->function, data))
    return;
  IsTextPointer(address) ? graph_.StoreText(address, effect) : graph_.Store(address, effect);
  AddAccess({effect, address, stored, false, true});
  ReleaseAt(op, data.address);
}

// A store to the flag of a lock by hand that is held lets the next thread in.
void Walker::ReleaseAt(const rir::Op& op, const rir::Operand& address) {
  if (held_spin_locks_.empty())
    return;
  const PlaceInText place = spin_locks_.PlaceOf(*frame_->function, address, op.type);
  const auto held = std::ranges::find(held_spin_locks_, place, &SpinLock::place);
  if (held == held_spin_locks_.end())
    return;
  std::erase(locks_, held->address);
  held_spin_locks_.erase(held);
}

// Where a std::string keeps the address of its text.
bool Walker::IsTextPointer(NodeId address) {
  const rir::Op* op = address == kNone ? nullptr : flow().nodes[address].op;
  const auto* field = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  return field != nullptr && field->opcode == rir::Opcode::Field &&
         module_.types[field->pointee].name.ends_with("::_Alloc_hider");
}

namespace {

bool MayBeAddress(rir::Opcode opcode) {
  switch (opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub:
    case rir::Opcode::And:
    case rir::Opcode::Or:
    case rir::Opcode::Select:
    case rir::Opcode::Cast:
    case rir::Opcode::Index:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Walker::Compute(const rir::Op& op, const rir::ComputeOp& data) {
  const NodeId value = Result(op);
  const bool is_address = data.opcode == rir::Opcode::Field || data.opcode == rir::Opcode::Index;
  if (!frame_->numbers.empty() && op.result != rir::kNone && !is_address) {
    std::vector<Known> numbers;
    for (const rir::Operand& arg : data.args)
      numbers.push_back(NumberOf(arg));
    frame_->numbers[op.result] = Folded(module_, op, numbers);
  }
  const NodeId first = data.args.empty() ? kNone : Of(data.args[0]);
  if (data.opcode == rir::Opcode::Field) {
    const rir::Type& record = module_.types[data.pointee];
    graph_.Connect(first, value, EdgeKind::Data);
    if (record.fields[data.member].name == "_M_local_buf")
      graph_.OwnText(first, value);
    else
      graph_.Offset(first, value, static_cast<std::int64_t>(record.fields[data.member].offset));
    return;
  }
  if (data.opcode == rir::Opcode::Index) {
    const bool is_fixed = data.args[1].kind == rir::OperandKind::Int;
    const std::int64_t by = is_fixed ? data.args[1].integer : 0;
    const rir::Type& element = module_.types[data.pointee];
    const bool moves_bytes = element.size == 1 && by < 0;  // from a base to what it is part of
    const bool is_of_functions = element.kind == rir::TypeKind::Pointer && element.element != rir::kNone &&
                                 module_.types[element.element].kind == rir::TypeKind::Function;
    const bool is_constant = data.args[0].kind == rir::OperandKind::Region && module_.regions[data.args[0].id].is_const;
    const bool is_table = is_fixed && is_of_functions && (is_constant || !data.bound);
    graph_.Connect(Of(data.args[1]), value, EdgeKind::Data);
    if (moves_bytes || is_table) {
      graph_.Connect(first, value, EdgeKind::Data);
      graph_.Offset(first, value, moves_bytes ? by : by * static_cast<std::int64_t>(element.size));
    } else {
      graph_.Connect(first, value, EdgeKind::Copy);
    }
    return;
  }
  const EdgeKind kind = MayBeAddress(data.opcode) ? EdgeKind::Copy : EdgeKind::Data;
  for (const rir::Operand& arg : data.args)
    graph_.Connect(Of(arg), value, kind);
}

void Walker::Alloc(const rir::Op& op, const rir::AllocOp& data) {
  const NodeId value = Result(op);
  Object object;
  object.kind = ObjectKind::Block;
  object.instance = frame_->instance;
  object.scope = frame_->scope;
  object.op = &op;
  graph_.Means(value, graph_.Cell(graph_.Add(std::move(object)), 0));
  graph_.Copy(value, Of(data.old), kNone);
  graph_.Copy(value, Of(data.content), kNone);
}

void Walker::Copy(const rir::Op& op, const rir::CopyOp& data) {
  const NodeId target = Of(data.target);
  const NodeId source = Of(data.source);
  const NodeId effect = Effect(op);
  graph_.Connect(target, effect, EdgeKind::Address);
  graph_.Connect(source, effect, EdgeKind::Address);
  graph_.StoreRange(target, effect, BytesOf(data.bytes));
  const rir::FunctionId function = flow().instances[frame_->instance].function;
  const bool is_text = function != kNone && module_.functions[function].name.starts_with("std::char_traits<");
  graph_.Copy(target, source, BytesOf(data.bytes), is_text ? EdgeKind::Data : EdgeKind::Copy);
  AddAccess({effect, target, source, false, true});
}

void Walker::Outside(const rir::Op& op) {
  rir::VisitOp(
      op,
      [&](const rir::DrawOp& data) {
        const NodeId stream = Of(data.stream);
        const NodeId value = Result(op);
        graph_.Connect(frame_->control, value, EdgeKind::Control);
        graph_.Connect(stream, value, EdgeKind::Address);
        graph_.Load(stream, value, false);
        graph_.Store(stream, value);
        for (const rir::Operand& arg : data.args)
          graph_.Connect(Of(arg), value, EdgeKind::Data);
        AddAccess({value, stream, kNone, true, true});
      },
      [&](const rir::SeedOp& data) {
        const NodeId stream = Of(data.stream);
        const NodeId effect = Effect(op);
        for (const rir::Operand& seed : data.values)
          graph_.Connect(Of(seed), effect, EdgeKind::Data);
        graph_.Store(stream, effect);
        AddAccess({effect, stream, kNone, false, true});
      },
      [&](const rir::OpenOp& data) {
        const NodeId value = Result(op);
        graph_.Connect(Of(data.path), value, EdgeKind::Data);
        graph_.Means(value, graph_.Cell(FileOf(op, data), 0));
      },
      [&](const rir::InputOp& data) { Input(op, data); }, [&](const rir::OutputOp& data) { Output(op, data); },
      [](const auto&) {});
}

// A path that is written in the program means one file.
ObjectId Walker::FileOf(const rir::Op& op, const rir::OpenOp& data) {
  const bool is_known = data.path.kind == rir::OperandKind::String;
  const auto known = is_known ? files_.find(data.path.id) : files_.end();
  if (known != files_.end())
    return known->second;
  Object object;
  object.kind = ObjectKind::File;
  object.instance = frame_->instance;
  object.op = &op;
  const ObjectId made = graph_.Add(std::move(object));
  if (is_known)
    files_[data.path.id] = made;
  return made;
}

void Walker::Input(const rir::Op& op, const rir::InputOp& data) {
  const NodeId value = Result(op);
  graph_.Connect(frame_->control, value, EdgeKind::Control);
  graph_.Connect(Of(data.offset), value, EdgeKind::Data);
  if (data.source == rir::Source::File)
    graph_.Load(Of(data.handle), value, false);
  for (const rir::InputTarget& target : data.targets) {
    const NodeId address = Of(target.address);
    const NodeId effect = Effect(op);
    graph_.Connect(address, effect, EdgeKind::Address);
    graph_.Connect(value, effect, EdgeKind::Data);
    graph_.StoreRange(address, effect, BytesOf(target.bytes));
    AddAccess({effect, address, value, false, true});
  }
}

void Walker::Output(const rir::Op& op, const rir::OutputOp& data) {
  const NodeId effect = Effect(op);
  if (op.result != rir::kNone)
    Result(op);  // how much was written: nothing of what
  for (const rir::Operand& arg : data.args) {
    const NodeId value = Of(arg);
    graph_.Connect(value, effect, EdgeKind::Data);
    graph_.LoadRange(value, effect, BytesOf(data.bytes));
  }
  if (data.sink == rir::Sink::File && !data.target)
    graph_.Store(Of(data.handle), effect);
  if (data.target) {
    const NodeId address = Of(data.target);
    graph_.Connect(address, effect, EdgeKind::Address);
    graph_.StoreRange(address, effect, kNone);
    AddAccess({effect, address, kNone, false, true});
  }
}

void Walker::CallOf(const rir::Op& op, const rir::CallOp& data) {
  const bool is_direct = data.callee.kind == rir::OperandKind::Function;
  if (is_direct && !module_.functions[data.callee.id].is_defined)
    return Unknown(op, data.args, Of(data.into));
  Call call{&op, frame_->instance, frame_->scope, frame_->control, kNone, Of(data.into), {}, {}};
  for (const rir::Operand& arg : data.args) {
    call.args.push_back(Of(arg));
    call.numbers.push_back(NumberOf(arg));
  }
  call.result = Result(op);
  if (is_direct) {
    Enter(data.callee.id, call);
    return;
  }
  call.scope = AddScope(ScopeKind::Branch, &op);
  calls_.push_back(call);
  const NodeId callee = Of(data.callee);
  graph_.Connect(callee, call.result, EdgeKind::Address);
  graph_.Call(callee, static_cast<std::uint32_t>(calls_.size() - 1));
}

// Reads and writes what its arguments lead to. A pointer that it returns leads there, or to memory of the outside.
void Walker::Unknown(const rir::Op& op, const std::vector<rir::Operand>& args, NodeId into) {
  const NodeId effect = Effect(op);
  if (op.result != rir::kNone)
    frame_->values[op.result] = effect;
  if (op.result != rir::kNone && IsPointer(op.type))
    graph_.MakeUnknown(effect, frame_->scope);
  Node read;  // by pointers to pointers it goes on
  read.kind = NodeKind::Value;
  read.instance = frame_->instance;
  read.scope = frame_->scope;
  const NodeId behind = graph_.Add(read);
  const auto* opaque = std::get_if<rir::OpaqueOp>(&op.data);
  if (opaque != nullptr && opaque->reason == "AtomicExpr" && !args.empty())
    AddAccess({effect, Of(args[0]), kNone, true, true, true, 0});
  for (const rir::Operand& arg : args) {
    const NodeId value = Of(arg);
    graph_.Connect(value, effect, EdgeKind::Data);
    const rir::Op* made = value == kNone ? nullptr : flow().nodes[value].op;
    const bool is_atomic =
        opaque != nullptr && opaque->reason == "AtomicExpr" && made != nullptr && IsPointer(made->type);
    const std::uint32_t bytes = is_atomic ? SizeOf(module_.types[made->type].element) : kNone;
    graph_.LoadRange(value, effect, bytes);
    graph_.StoreRange(value, effect, bytes);
    if (!is_atomic)
      graph_.LoadRange(value, behind, kNone);
    if (value != kNone) {
      calls_.push_back({&op, frame_->instance, frame_->scope, frame_->control, kNone, kNone, {}, {}});
      graph_.Call(value, static_cast<std::uint32_t>(calls_.size() - 1));
    }
  }
  graph_.Connect(behind, effect, EdgeKind::Data);
  graph_.LoadRange(behind, behind, kNone);
  graph_.StoreRange(behind, effect, kNone);
  if (into != kNone)
    graph_.StoreRange(into, effect, kNone);
  if (flow().AccessOf(effect) == nullptr)
    AddAccess({effect, kNone, kNone, true, true});
}

}  // namespace detrain::flow
