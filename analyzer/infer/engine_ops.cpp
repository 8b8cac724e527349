// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's single operations.
#include <algorithm>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

using rir::Opcode;

namespace {

constexpr std::uint64_t kDescriptorBits = 7;  // what AtomOp::Bits of a file descriptor begins with

Value Number(ExprId e) {
  Value v;
  v.kind = Value::Kind::Int;
  v.number = e;
  return v;
}

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

Value Engine::ShiftPointer(const Value& base, ExprId bytes, const State&,
                           std::optional<std::pair<ExprId, ExprId>> window) {
  Value out = base;
  for (Alternative& a : out.alternatives) {
    if (a.is_null)
      continue;
    if (window) {
      a.target.low = pool.Add(a.target.offset, window->first);
      a.target.high = pool.Add(a.target.offset, window->second);
    }
    a.target.offset = pool.Add(a.target.offset, bytes);
  }
  return out;
}

// Two pointers into one block compare as their offsets do.
std::optional<std::pair<Value, Value>> Engine::OffsetsInOne(const Value& a, const Value& b) const {
  const auto is_plain = [](const Value& v) {
    return v.kind == Value::Kind::Pointer && v.alternatives.size() == 1 && !v.alternatives[0].is_null;
  };
  if (!is_plain(a) || !is_plain(b))
    return std::nullopt;
  const Target &x = a.alternatives[0].target, &y = b.alternatives[0].target;
  if (x.object != y.object || objects[x.object].many || objects[x.object].stands_for_many)
    return std::nullopt;
  return std::pair{Number(x.offset), Number(y.offset)};
}

Value Engine::Compare(Opcode opcode, const Value& a, const Value& b, const State& state) {
  auto number = [&]() -> ExprId {
    if (a.kind == Value::Kind::Int && b.kind == Value::Kind::Int && a.number != kNoExpr && b.number != kNoExpr) {
      const ExprId d = pool.Sub(a.number, b.number);  // a - b
      const ExprId minus = pool.Scale(d, -1);
      ExprId truth = kNoExpr;
      switch (opcode) {
        case Opcode::Eq:
          truth = pool.Eq0(d);
          break;
        case Opcode::Ne:
          truth = pool.Not(pool.Eq0(d));
          break;
        case Opcode::Lt:
          truth = pool.Ge0(pool.Sub(minus, pool.One()));
          break;
        case Opcode::Le:
          truth = pool.Ge0(minus);
          break;
        case Opcode::Gt:
          truth = pool.Ge0(pool.Sub(d, pool.One()));
          break;
        default:
          truth = pool.Ge0(d);
          break;
      }
      // A truth value compared with 0 is itself or its negation.
      if (opcode == Opcode::Eq || opcode == Opcode::Ne) {
        auto atom = pool.AsAtom(d);
        if (atom && pool.At(*atom).op >= AtomOp::Ge0 && pool.At(*atom).op <= AtomOp::Or)
          truth = opcode == Opcode::Ne ? d : pool.Not(d);
      }
      Prover prover(pool, state.facts);
      if (prover.Holds(truth))
        return pool.One();
      if (prover.Holds(pool.Not(truth)))
        return pool.Zero();
      return truth;
    }
    if (a.kind == Value::Kind::Pointer && b.kind == Value::Kind::Pointer &&
        (opcode == Opcode::Eq || opcode == Opcode::Ne)) {
      auto null_only = [](const Value& v) { return v.alternatives.size() == 1 && v.alternatives[0].is_null; };
      const Value* tested = null_only(b) ? &a : null_only(a) ? &b : nullptr;
      if (tested != nullptr && !tested->alternatives.empty()) {
        // Null exactly where a null alternative's guards hold.
        ExprId is_null = pool.Zero();
        bool vague = false;
        for (const Alternative& x : tested->alternatives) {
          if (!x.is_null) {
            vague = vague || objects[x.target.object].kind == ObjectKind::External ||
                    objects[x.target.object].kind == ObjectKind::Unknown;
            continue;
          }
          ExprId all = pool.One();
          for (ExprId g : x.guards)
            all = pool.And(all, g);
          if (x.guards.empty() && tested->alternatives.size() > 1)
            all = pool.Fresh("null");
          is_null = pool.Or(is_null, all);
        }
        if (vague) {
          ExprId key = pool.Zero();
          for (const Alternative& x : tested->alternatives)
            if (!x.is_null && objects[x.target.object].stands_for_many)
              key = pool.Add(key, pool.Fresh("null"));
            else if (!x.is_null)
              key = pool.Add(key, pool.Apply(AtomOp::Bits, {x.target.offset}, {1, x.target.object}));
          is_null = pool.Or(is_null, pool.Eq0(key));
        }
        return opcode == Opcode::Eq ? is_null : pool.Not(is_null);
      }
    }
    if (const auto offsets = OffsetsInOne(a, b))
      return Compare(opcode, offsets->first, offsets->second, state).number;
    return pool.Not(pool.Not(pool.Eq0(pool.Fresh("compare"))));
  };
  Value v = Number(number());
  return v;
}

Value Engine::ComputeNumbers(Opcode opcode, const Value& a, const Value& b, const rir::Op& op, State& state) {
  const bool is_unsigned = op.type != rir::kNone && IsInt(op.type) && !TypeAt(op.type).is_signed;
  const ExprId x = a.number, y = b.number;
  auto cy = pool.AsConstant(y);
  auto bits = [&](std::uint64_t which) {
    return Number(pool.Apply(AtomOp::Bits, {x, y}, {2, which, SizeOf(op.type)}));
  };
  switch (opcode) {
    case Opcode::Add:
      return Number(pool.Add(x, y));
    case Opcode::Sub:
      return Number(pool.Sub(x, y));
    case Opcode::Mul:
      return Number(pool.Mul(x, y));
    case Opcode::Div: {
      if (cy && *cy == 0)
        return Number(pool.Fresh("div0"));
      const ExprId quotient = pool.Div(x, y);
      if (!cy)  // what the quotient's own bounds do not tell: how large the dividend must be
        state.facts.Assume(pool, pool.Ge0(pool.Sub(x, pool.Mul(quotient, y))));
      return Number(quotient);
    }
    case Opcode::Rem: {
      if (cy && *cy == 0)
        return Number(pool.Fresh("rem0"));
      Prover prover(pool, state.facts);
      return Number(pool.Rem(x, y, is_unsigned || prover.AtLeastZero(x)));
    }
    case Opcode::Shl:
      if (cy && *cy >= 0 && *cy < 40)
        return Number(pool.Scale(x, std::int64_t{1} << *cy));
      return bits(0);
    case Opcode::Shr:
      if (cy && *cy >= 0 && *cy < 40) {
        if (auto cx = pool.AsConstant(x); cx && *cx >= 0)
          return Number(pool.Constant(*cx >> *cy));
        return Number(pool.Apply(AtomOp::Div, {x, pool.Constant(std::int64_t{1} << *cy)}));
      }
      return bits(1);
    case Opcode::And: {
      auto cx = pool.AsConstant(x);
      if (cx && cy)
        return Number(pool.Constant(*cx & *cy));
      Value v = bits(2);
      auto limit = cy ? cy : cx;
      if (limit && *limit >= 0)
        if (auto atom = pool.AsAtom(v.number); atom && pool.At(*atom).upper.empty()) {
          pool.SetLower(*atom, pool.Zero());
          pool.SetUpper(*atom, pool.Constant(*limit));
        }
      return v;
    }
    case Opcode::Or:
      return bits(3);
    case Opcode::Xor:
      return bits(4);
    default:
      return Number(pool.Fresh("value"));
  }
}

ExprId Engine::Truth(const Value& v, State& state) {
  if (v.kind == Value::Kind::Int && v.number != kNoExpr) {
    if (auto atom = pool.AsAtom(v.number); atom && pool.At(*atom).op >= AtomOp::Ge0 && pool.At(*atom).op <= AtomOp::Or)
      return v.number;
    Value zero = Number(pool.Zero());
    return Compare(Opcode::Ne, v, zero, state).number;
  }
  if (v.kind == Value::Kind::Pointer) {
    Value null;
    null.kind = Value::Kind::Pointer;
    null.alternatives.push_back({{}, true, {}});
    return Compare(Opcode::Ne, v, null, state).number;
  }
  if (v.kind == Value::Kind::Function)
    return pool.One();
  return pool.Not(pool.Eq0(pool.Fresh("truth")));
}

Value Engine::Compute(const rir::Op& op, const rir::ComputeOp& data, State& state) {
  std::vector<Value> args;
  for (const auto& a : data.args)
    args.push_back(Operand(a, state));
  Value out;
  out.kind = IsPointer(op.type) ? Value::Kind::Pointer : IsInt(op.type) ? Value::Kind::Int : Value::Kind::Other;
  switch (data.opcode) {
    case Opcode::Field: {
      const rir::Field& f = TypeAt(data.pointee).fields[data.member];
      const ExprId at = pool.Constant(static_cast<std::int64_t>(f.offset));
      const rir::Type& type = TypeAt(f.type);
      std::optional<std::pair<ExprId, ExprId>> window;
      const bool scalar = type.kind != rir::TypeKind::Array && type.kind != rir::TypeKind::Record;
      (void)scalar;
      if (!TypeAt(data.pointee).is_union && type.size != 0)
        window = {{at, pool.Add(at, pool.Constant(static_cast<std::int64_t>(type.size)))}};
      out = ShiftPointer(args[0], at, state, window);
      break;
    }
    case Opcode::Index: {
      const ExprId size = pool.Constant(static_cast<std::int64_t>(SizeOf(data.pointee)));
      const ExprId index =
          args[1].kind == Value::Kind::Int && args[1].number != kNoExpr ? args[1].number : pool.Fresh("index");
      std::optional<std::pair<ExprId, ExprId>> window;
      if (data.bound)
        window = {{pool.Zero(), pool.Scale(size, static_cast<std::int64_t>(*data.bound))}};
      out = ShiftPointer(args[0], pool.Mul(index, size), state, window);
      break;
    }
    case Opcode::PtrDiff: {
      out.kind = Value::Kind::Int;
      out.number = pool.Fresh("distance");
      if (args[0].alternatives.size() == 1 && args[1].alternatives.size() == 1 && !args[0].alternatives[0].is_null &&
          !args[1].alternatives[0].is_null &&
          args[0].alternatives[0].target.object == args[1].alternatives[0].target.object &&
          !objects[args[0].alternatives[0].target.object].stands_for_many)
        out.number =
            pool.Div(pool.Sub(args[0].alternatives[0].target.offset, args[1].alternatives[0].target.offset),
                     pool.Constant(std::max<std::int64_t>(1, static_cast<std::int64_t>(SizeOf(data.pointee)))));
      break;
    }
    case Opcode::Cast: {
      const Value& a = args[0];
      if (a.kind == Value::Kind::Int && out.kind == Value::Kind::Int && a.number != kNoExpr) {
        const auto size = SizeOf(op.type);
        auto c = pool.AsConstant(a.number);
        out.number = a.number;
        if (size < 4 && !c) {  // cut to 8 or 16 bits
          out.number = pool.Apply(AtomOp::Bits, {a.number}, {3, size, TypeAt(op.type).is_signed ? 1U : 0U});
          if (auto atom = pool.AsAtom(out.number); atom && pool.At(*atom).upper.empty() && !TypeAt(op.type).is_signed) {
            pool.SetLower(*atom, pool.Zero());
            pool.SetUpper(*atom, pool.Constant((std::int64_t{1} << (8 * size)) - 1));
          }
        } else if (c && size < 8) {
          const int shift = 64 - 8 * static_cast<int>(size);
          const auto wide = static_cast<std::uint64_t>(*c) << shift;
          out.number = pool.Constant(TypeAt(op.type).is_signed ? static_cast<std::int64_t>(wide) >> shift
                                                               : static_cast<std::int64_t>(wide >> shift));
        }
      } else if (a.kind == Value::Kind::Pointer && out.kind == Value::Kind::Pointer) {
        out = a;
      } else if (a.kind == Value::Kind::Function) {
        out = a;
      } else if (a.kind == Value::Kind::Pointer && out.kind == Value::Kind::Int) {
        out.number = pool.Fresh("address");
        out.deps.insert(SourceOf({SourceKind::Environment, 0, 0, "address", op.location}));
      } else if (out.kind == Value::Kind::Pointer) {
        if (a.kind == Value::Kind::Int && a.number != kNoExpr && pool.IsZero(a.number))
          out.alternatives.push_back({{}, true, {}});
        else
          out.alternatives.push_back(
              {{},
               false,
               {ExternalOf(pool.Fresh("cast"), TypeAt(op.type).element, "cast"), pool.Zero(), kNoExpr, kNoExpr}});
      } else if (out.kind == Value::Kind::Int) {
        out.number = pool.Fresh("rounded");
      }
      break;
    }
    case Opcode::LNot:
      out = Number(pool.Not(Truth(args[0], state)));
      break;
    case Opcode::LAnd:
      out = Number(pool.And(Truth(args[0], state), Truth(args[1], state)));
      break;
    case Opcode::LOr:
      out = Number(pool.Or(Truth(args[0], state), Truth(args[1], state)));
      break;
    case Opcode::Select: {
      const ExprId c = Truth(args[0], state);
      Prover prover(pool, state.facts);
      if (prover.Holds(c))
        out = args[1];
      else if (prover.Holds(pool.Not(c)))
        out = args[2];
      else
        out = JoinValues(args[1], args[2], c);
      if (IsPointer(op.type))
        out.kind = Value::Kind::Pointer;
      break;
    }
    case Opcode::Neg:
      if (args[0].kind == Value::Kind::Int && out.kind == Value::Kind::Int && args[0].number != kNoExpr)
        out = Number(pool.Scale(args[0].number, -1));
      else if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("neg");
      break;
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
      out = Compare(data.opcode, args[0], args[1], state);
      break;
    case Opcode::Not:
    case Opcode::Math:
      if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("math");
      break;
    default:
      if (args.size() == 2 && args[0].kind == Value::Kind::Int && args[1].kind == Value::Kind::Int &&
          args[0].number != kNoExpr && args[1].number != kNoExpr && out.kind == Value::Kind::Int)
        out = ComputeNumbers(data.opcode, args[0], args[1], op, state);
      else if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("computed");
      else if (out.kind == Value::Kind::Pointer)
        out.alternatives.push_back(
            {{}, false, {ExternalOf(pool.Fresh("pointer"), rir::kNone, "computed"), pool.Zero(), kNoExpr, kNoExpr}});
  }
  for (const Value& a : args)
    Merge(out.deps, a.deps);
  return out;
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
