// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's single operations.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr std::uint64_t kDescriptorBits = 7;  // what AtomOp::Bits of a file descriptor begins with

const char* SourceName(rir::Source s) {
  switch (s) {
    case rir::Source::Clock:
      return "clock";
    case rir::Source::Pid:
      return "pid";
    case rir::Source::Entropy:
      return "entropy";
    case rir::Source::Address:
      return "address";
    case rir::Source::Host:
      return "host";
    case rir::Source::Interactive:
      return "input";
    case rir::Source::Directory:
      return "directory";
    case rir::Source::File:
    case rir::Source::Arguments:
      break;
  }
  return nullptr;
}

}  // namespace

Value Engine::Operand(const rir::Operand& o, State& state) {
  (void)state;
  switch (o.kind) {
    case rir::OperandKind::Value:
      return stack_.back().values[o.id];
    case rir::OperandKind::Int:
      return Number(pool.Constant(o.integer));
    case rir::OperandKind::Region:
      return Pointer(VariableOf(o.id));
    case rir::OperandKind::Null: {
      Value v;
      v.kind = Value::Kind::Pointer;
      v.alternatives.push_back({{}, true, {}});
      return v;
    }
    case rir::OperandKind::Function: {
      Value v;
      v.kind = Value::Kind::Function;
      v.functions.insert(o.id);
      return v;
    }
    case rir::OperandKind::String: {
      auto [it, fresh] = texts_.try_emplace(o.id, 0);
      if (fresh) {
        Object text;
        text.kind = ObjectKind::Text;
        text.extent = pool.Constant(static_cast<std::int64_t>(module_.strings[o.id].size()) + 1);
        it->second = NewObject(std::move(text));
      }
      return Pointer(it->second);
    }
    case rir::OperandKind::Float:
    case rir::OperandKind::None:
      break;
  }
  Value v;
  v.kind = Value::Kind::Other;
  return v;
}

void Engine::SetResult(const rir::Op& op, Value v) {
  if (op.result == rir::kNone)
    return;
  auto& values = stack_.back().values;
  if (values.size() <= op.result)
    values.resize(op.result + 1);
  values[op.result] = std::move(v);
}

std::optional<ObjectId> Engine::HandleOf(const Value& descriptor) const {
  const auto atom = descriptor.kind == Value::Kind::Int && descriptor.number != kNoExpr ? pool.AsAtom(descriptor.number)
                                                                                        : std::nullopt;
  if (!atom || pool.At(*atom).op != AtomOp::Bits || pool.At(*atom).detail.size() != 2 ||
      pool.At(*atom).detail[0] != kDescriptorBits)
    return std::nullopt;
  return static_cast<ObjectId>(pool.At(*atom).detail[1]);
}

bool Engine::ExecSimple(const rir::Op& op, State& state) {
  ++steps;
  auto length_of = [&](const rir::Operand& o) -> ExprId {
    if (!o)
      return kNoExpr;
    Value v = Operand(o, state);
    return v.kind == Value::Kind::Int ? v.number : kNoExpr;
  };
  auto read_all = [&](const Value& v, ExprId length) {
    for (const Alternative& a : v.alternatives)
      if (!a.is_null)
        NoteRead(a.target, length, a.guards, state, op.location, Use::Value);
  };
  auto content_deps = [&](const Value& v, Deps& deps) {
    for (const Alternative& a : v.alternatives) {
      if (a.is_null || objects[a.target.object].kind == ObjectKind::Text)
        continue;
      Merge(deps, state.Of(a.target.object).deps);
      deps.insert(SourceOf(
          {SourceKind::Cell, a.target.object, LeafAt(a.target.object, a.target.offset, a.target.low), "", {}}));
    }
  };
  auto handle_state = [&](Value h, bool write) {
    if (const auto file = HandleOf(h))
      h.alternatives = Pointer(*file).alternatives;
    if (h.alternatives.empty() && recording_)
      opaque.push_back(
          {"file", op.location, "opaque", "which open file this is, is not known; its position is not saved"});
    for (const Alternative& a : h.alternatives) {
      if (a.is_null)
        continue;
      NoteRead(a.target, pool.Constant(8), a.guards, state, op.location, Use::Handle);
      if (write)
        NoteWrite(a.target, pool.Constant(8), a.guards, false, state, op.location, state.control);
    }
  };
  auto result = [&](Deps deps) {
    if (op.result == rir::kNone)
      return;
    Value v;
    v.kind = IsPointer(op.type) ? Value::Kind::Pointer : IsInt(op.type) ? Value::Kind::Int : Value::Kind::Other;
    if (v.kind == Value::Kind::Int)
      v.number = pool.Fresh("result");
    if (v.kind == Value::Kind::Pointer)
      v.alternatives.push_back(
          {{},
           false,
           {ExternalOf(pool.Fresh("library"), TypeAt(op.type).element, "library"), pool.Zero(), kNoExpr, kNoExpr}});
    v.deps = std::move(deps);
    SetResult(op, std::move(v));
  };
  switch (op.Kind()) {
    case rir::OpKind::Declare: {
      const ObjectId id = VariableOf(std::get<rir::DeclareOp>(op.data).region);
      Contents& c = state.Change(id);
      auto written = std::move(c.written);
      c = Contents{};
      c.version = next_version_++;
      c.written = std::move(written);
      if (IsNoted(id))
        AddPiece(pool, c.written, {pool.Zero(), objects[id].extent, {}, {}});
      return true;
    }
    case rir::OpKind::Load: {
      const auto& data = std::get<rir::LoadOp>(op.data);
      SetResult(op, Load(Operand(data.address, state), op.type, state, op.location));
      return true;
    }
    case rir::OpKind::Store: {
      const auto& data = std::get<rir::StoreOp>(op.data);
      Store(Operand(data.address, state), Operand(data.value, state), op.type, state, op.location);
      return true;
    }
    case rir::OpKind::Compute:
      SetResult(op, Compute(op, std::get<rir::ComputeOp>(op.data), state));
      return true;
    case rir::OpKind::Alloc: {
      const auto& data = std::get<rir::AllocOp>(op.data);
      const ObjectId id = AllocatedAt(op, ObjectKind::Heap, data.callee, data.element);
      Object& o = objects[id];
      const ExprId bytes = length_of(data.bytes);
      const bool live = state.memory.contains(id) && IsReferred(id, state);
      if (live && o.extent != kNoExpr) {  // an earlier block of this site lives on
        o.many = true;
        if (o.extent != bytes)
          o.extent = kNoExpr;
      } else {
        o.extent = bytes;
      }
      o.zeroed = data.zeroed;
      o.uninitialized = !data.zeroed && !data.old;
      Value old;
      if (data.old) {
        old = Operand(data.old, state);
        read_all(old, kNoExpr);
      }
      Contents& c = state.Change(id);
      if (!o.many) {
        auto deps = c.deps;
        c = Contents{};
        c.zeroed = data.zeroed;
        c.version = next_version_++;
        if (!data.old && bytes != kNoExpr && noting_)
          AddPiece(pool, c.written, {pool.Zero(), bytes, {}, {}});
      }
      if (data.old) {
        Deps deps;
        content_deps(old, deps);
        Merge(state.Change(id).deps, deps);
        for (const Alternative& a : old.alternatives)
          if (!a.is_null) {
            auto any = state.Of(a.target.object).any;
            for (const Cell& cell : state.Of(a.target.object).cells)
              if (cell.value.kind == Value::Kind::Pointer)
                any.try_emplace(0, cell.value);
            auto& target = state.Change(id).any;
            target.insert(any.begin(), any.end());
          }
      }
      if (data.content) {
        Value text = Operand(data.content, state);
        read_all(text, kNoExpr);
        content_deps(text, state.Change(id).deps);
      }
      if (noting_)
        levels_.back().writes.push_back(
            {id, pool.Zero(), kNoExpr, kNoExpr, kNoExpr, op.location, state.control, WriteKind::Other});
      Value v = Pointer(id);
      if (data.can_fail) {
        Alternative null;
        null.is_null = true;
        // A failed allocation ends real programs; it is a path of its own only where the program goes on with it.
        (void)null;
      }
      SetResult(op, std::move(v));
      return true;
    }
    case rir::OpKind::Free: {
      Value v = Operand(std::get<rir::FreeOp>(op.data).address, state);
      bool single = v.alternatives.size() == 1;
      for (const Alternative& a : v.alternatives) {
        if (a.is_null || objects[a.target.object].kind != ObjectKind::Heap)
          continue;
        if (v.origin != ~ObjectId{0})
          released[a.target.object].emplace_back(v.origin, v.origin_offset);
        if (single && !objects[a.target.object].many)
          state.memory.erase(a.target.object);
      }
      return true;
    }
    case rir::OpKind::Copy: {
      const auto& data = std::get<rir::CopyOp>(op.data);
      CopyBytes(Operand(data.target, state), Operand(data.source, state), length_of(data.bytes), state, op.location);
      if (op.result != rir::kNone)
        SetResult(op, Operand(data.target, state));
      return true;
    }
    case rir::OpKind::Fill: {
      const auto& data = std::get<rir::FillOp>(op.data);
      Value to = Operand(data.target, state);
      Value byte = Operand(data.byte, state);
      const ExprId bytes = length_of(data.bytes);
      std::size_t real = 0;
      for (const Alternative& a : to.alternatives)
        real += a.is_null ? 0 : 1;
      Deps deps = byte.deps;
      Merge(deps, state.control);
      for (const Alternative& a : to.alternatives) {
        if (a.is_null)
          continue;
        NoteWrite(a.target, bytes, real == 1 ? std::vector<ExprId>{} : a.guards, real == 1 || !a.guards.empty(), state,
                  op.location, deps);
        const bool whole = real == 1 && pool.IsZero(a.target.offset) && bytes != kNoExpr &&
                           bytes == objects[a.target.object].extent && !objects[a.target.object].many;
        Clobber(a.target, bytes, state, deps);
        if (whole && byte.kind == Value::Kind::Int && byte.number != kNoExpr && pool.IsZero(byte.number)) {
          Contents& c = state.Change(a.target.object);
          c.cells.clear();
          c.clobbers.clear();
          c.any.clear();
          c.zeroed = true;
          c.deps = deps;
        }
      }
      if (op.result != rir::kNone)
        SetResult(op, to);
      return true;
    }
    case rir::OpKind::Draw: {
      const auto& data = std::get<rir::DrawOp>(op.data);
      Value stream = Operand(data.stream, state);
      Deps deps = stream.deps;
      for (const Alternative& a : stream.alternatives) {
        if (a.is_null)
          continue;
        NoteRead(a.target, pool.Constant(1), a.guards, state, op.location, Use::Value);
        NoteWrite(a.target, pool.Constant(1), a.guards, false, state, op.location, state.control);
        Merge(deps, state.Of(a.target.object).deps);
        deps.insert(SourceOf({SourceKind::Cell, a.target.object, 0, "", {}}));
        Clobber(a.target, kNoExpr, state, {});
      }
      for (const auto& x : data.args)
        Merge(deps, Operand(x, state).deps);
      result(std::move(deps));
      if (op.result != rir::kNone && IsInt(op.type)) {
        auto atom = pool.AsAtom(stack_.back().values[op.result].number);
        if (atom)
          pool.SetLower(*atom, pool.Zero());
      }
      return true;
    }
    case rir::OpKind::Seed: {
      const auto& data = std::get<rir::SeedOp>(op.data);
      Value stream = Operand(data.stream, state);
      Deps deps = state.control;
      for (const auto& x : data.values)
        Merge(deps, Operand(x, state).deps);
      for (const Alternative& a : stream.alternatives) {
        if (a.is_null)
          continue;
        const ExprId extent = objects[a.target.object].extent;
        NoteWrite(a.target, extent, {}, stream.alternatives.size() == 1, state, op.location, deps);
        Contents& c = state.Change(a.target.object);
        c.version = next_version_++;
        c.deps = deps;
      }
      return true;
    }
    case rir::OpKind::Open: {
      const auto& data = std::get<rir::OpenOp>(op.data);
      read_all(Operand(data.path, state), kNoExpr);
      const ObjectId id = AllocatedAt(op, ObjectKind::Handle, data.callee, rir::kNone);
      objects[id].extent = pool.Constant(8);
      Contents& c = state.Change(id);
      c = Contents{};
      c.version = next_version_++;
      AddPiece(pool, c.written, {pool.Zero(), pool.Constant(8), {}, {}});
      Deps deps = state.control;
      content_deps(Operand(data.path, state), deps);
      if (noting_)
        levels_.back().writes.push_back(
            {id, pool.Zero(), kNoExpr, kNoExpr, kNoExpr, op.location, deps, WriteKind::Other});
      if (data.is_descriptor) {
        Value v = Number(pool.Apply(AtomOp::Bits, {pool.Zero()}, {kDescriptorBits, id}));
        v.deps = std::move(deps);
        SetResult(op, std::move(v));
        return true;
      }
      Value v = Pointer(id);
      // Whether a file opens is told by the program's own test of the result.
      const ExprId fails = pool.Eq0(pool.Fresh("opened"));
      Alternative null;
      null.is_null = true;
      null.guards = {fails};
      v.alternatives[0].guards = {pool.Not(fails)};
      v.alternatives.push_back(null);
      v.deps = std::move(deps);
      SetResult(op, std::move(v));
      return true;
    }
    case rir::OpKind::Close: {
      result({});
      return true;
    }
    case rir::OpKind::Seek: {
      const auto& data = std::get<rir::SeekOp>(op.data);
      Value h = Operand(data.handle, state);
      if (const auto file = HandleOf(h))
        h.alternatives = Pointer(*file).alternatives;
      Value whence = data.whence ? Operand(data.whence, state) : Number(pool.Zero());
      auto mode =
          whence.kind == Value::Kind::Int && whence.number != kNoExpr ? pool.AsConstant(whence.number) : std::nullopt;
      const bool absolute = mode && *mode != 1;
      Deps deps = data.offset ? Operand(data.offset, state).deps : Deps{};
      for (const Alternative& a : h.alternatives) {
        if (a.is_null)
          continue;
        if (!absolute)
          NoteRead(a.target, pool.Constant(8), a.guards, state, op.location, Use::Handle);
        NoteWrite(a.target, pool.Constant(8), h.alternatives.size() == 1 ? std::vector<ExprId>{} : a.guards, absolute,
                  state, op.location, deps);
      }
      result(deps);
      return true;
    }
    case rir::OpKind::Input: {
      const auto& data = std::get<rir::InputOp>(op.data);
      Deps deps = state.control;
      if (const char* env = SourceName(data.source))
        deps.insert(SourceOf({SourceKind::Environment, 0, 0, env, op.location}));
      if (data.handle) {
        Value h = Operand(data.handle, state);
        handle_state(h, true);
        Merge(deps, h.deps);
        content_deps(h, deps);
      }
      std::vector<Value> targets;
      std::vector<ExprId> lengths;
      for (const auto& t : data.targets) {
        targets.push_back(Operand(t.address, state));
        lengths.push_back(length_of(t.bytes));
      }
      result(deps);
      ExprId got = kNoExpr;
      if (data.unit && data.checks_result && op.result != rir::kNone) {
        const Value& count = stack_.back().values[op.result];
        got = pool.Mul(count.number, length_of(data.unit));
        if (auto atom = pool.AsAtom(count.number))
          pool.SetLower(*atom, pool.Zero());
      }
      for (std::size_t i = 0; i < targets.size(); ++i) {
        const bool single = targets[i].alternatives.size() == 1;
        for (const Alternative& a : targets[i].alternatives) {
          if (a.is_null)
            continue;
          NoteWrite(a.target, got != kNoExpr ? got : lengths[i], single ? std::vector<ExprId>{} : a.guards,
                    single || !a.guards.empty(), state, op.location, deps);
          Clobber(a.target, lengths[i], state, deps);
        }
      }
      if (data.unit && !data.checks_result && recording_)
        opaque.push_back(
            {data.callee, op.location, "catalog", "reads as much as it is asked for (its result is not checked)"});
      return true;
    }
    case rir::OpKind::Output: {
      const auto& data = std::get<rir::OutputOp>(op.data);
      const ExprId bytes = length_of(data.bytes);
      Deps all;
      for (std::size_t i = 0; i < data.args.size(); ++i) {
        Value v = Operand(data.args[i], state);
        Deps deps = v.deps;
        read_all(v, data.target ? kNoExpr : bytes);
        content_deps(v, deps);
        if (recording_)
          outputs.push_back({op.location, data.first_argument + static_cast<std::uint32_t>(i), deps, state.control,
                             data.sink != rir::Sink::Text});
        Merge(all, deps);
      }
      if (data.handle && data.sink == rir::Sink::File)
        handle_state(Operand(data.handle, state), true);
      if (data.target) {
        Merge(all, state.control);
        Value to = Operand(data.target, state);
        for (const Alternative& a : to.alternatives) {
          if (a.is_null)
            continue;
          // The text and its end: at least one byte; what follows the end is not read as text.
          NoteWrite(a.target, objects[a.target.object].extent, a.guards,
                    to.alternatives.size() == 1 && pool.IsZero(a.target.offset), state, op.location, all);
          Clobber(a.target, kNoExpr, state, all);
        }
      }
      result(all);
      return true;
    }
    case rir::OpKind::Atomic: {
      const auto& data = std::get<rir::AtomicOp>(op.data);
      Value address = Operand(data.address, state);
      rir::TypeId type = op.type;
      Value old = type == rir::kNone ? Value{} : Load(address, type, state, op.location);
      Value v = Operand(data.value, state);
      Merge(v.deps, old.deps);
      v.kind = IsInt(type) ? Value::Kind::Int : Value::Kind::Other;
      if (v.kind == Value::Kind::Int)
        v.number = pool.Fresh("atomic");
      Store(address, v, type, state, op.location);
      if (op.result != rir::kNone)
        SetResult(op, old);
      return true;
    }
    case rir::OpKind::Sync:
      return true;
    case rir::OpKind::Stop:
      return false;
    case rir::OpKind::Opaque: {
      const auto& data = std::get<rir::OpaqueOp>(op.data);
      std::vector<Value> args;
      Deps deps;
      for (const auto& a : data.args) {
        args.push_back(Operand(a, state));
        Merge(deps, args.back().deps);
      }
      Worst(args, state, op.location);
      if (recording_ || !options_.step_loop)
        opaque.push_back(
            {data.reason, op.location, "opaque", "reads and writes all that its arguments reach, and all globals"});
      result(std::move(deps));
      return true;
    }
    default:
      return true;
  }
}

}  // namespace detrain::infer
