// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic: what a `compute` op yields, comparisons, truth.
#include <algorithm>
#include <array>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

using rir::Opcode;

Value Engine::ShiftPointer(const Value& base, ExprId bytes, std::optional<std::pair<ExprId, ExprId>> window) {
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
  struct Argument {
    Value made;
    const Value* value = nullptr;
  };
  static constexpr std::size_t kMaxArguments = 3;  // no opcode has more
  std::array<Argument, kMaxArguments> held;
  const std::size_t count = std::min(data.args.size(), kMaxArguments);
  for (std::size_t i = 0; i < count; ++i)
    held[i].value = &Operand(data.args[i], held[i].made);
  const auto args = [&](std::size_t i) -> const Value& { return *held[i].value; };
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
      out = ShiftPointer(args(0), at, window);
      break;
    }
    case Opcode::Index: {
      const ExprId size = pool.Constant(static_cast<std::int64_t>(SizeOf(data.pointee)));
      const ExprId index =
          args(1).kind == Value::Kind::Int && args(1).number != kNoExpr ? args(1).number : pool.Fresh("index");
      std::optional<std::pair<ExprId, ExprId>> window;
      if (data.bound)
        window = {{pool.Zero(), pool.Scale(size, static_cast<std::int64_t>(*data.bound))}};
      out = ShiftPointer(args(0), pool.Mul(index, size), window);
      break;
    }
    case Opcode::PtrDiff: {
      out.kind = Value::Kind::Int;
      out.number = pool.Fresh("distance");
      if (args(0).alternatives.size() == 1 && args(1).alternatives.size() == 1 && !args(0).alternatives[0].is_null &&
          !args(1).alternatives[0].is_null &&
          args(0).alternatives[0].target.object == args(1).alternatives[0].target.object &&
          !objects[args(0).alternatives[0].target.object].stands_for_many)
        out.number =
            pool.Div(pool.Sub(args(0).alternatives[0].target.offset, args(1).alternatives[0].target.offset),
                     pool.Constant(std::max<std::int64_t>(1, static_cast<std::int64_t>(SizeOf(data.pointee)))));
      break;
    }
    case Opcode::Cast: {
      const Value& a = args(0);
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
      out = Number(pool.Not(Truth(args(0), state)));
      break;
    case Opcode::LAnd:
      out = Number(pool.And(Truth(args(0), state), Truth(args(1), state)));
      break;
    case Opcode::LOr:
      out = Number(pool.Or(Truth(args(0), state), Truth(args(1), state)));
      break;
    case Opcode::Select: {
      const ExprId c = Truth(args(0), state);
      Prover prover(pool, state.facts);
      if (prover.Holds(c))
        out = args(1);
      else if (prover.Holds(pool.Not(c)))
        out = args(2);
      else
        out = JoinValues(args(1), args(2), c);
      if (IsPointer(op.type))
        out.kind = Value::Kind::Pointer;
      break;
    }
    case Opcode::Neg:
      if (args(0).kind == Value::Kind::Int && out.kind == Value::Kind::Int && args(0).number != kNoExpr)
        out = Number(pool.Scale(args(0).number, -1));
      else if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("neg");
      break;
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
      out = Compare(data.opcode, args(0), args(1), state);
      break;
    case Opcode::Not:
    case Opcode::Math:
      if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("math");
      break;
    default:
      if (count == 2 && args(0).kind == Value::Kind::Int && args(1).kind == Value::Kind::Int &&
          args(0).number != kNoExpr && args(1).number != kNoExpr && out.kind == Value::Kind::Int)
        out = ComputeNumbers(data.opcode, args(0), args(1), op, state);
      else if (out.kind == Value::Kind::Int)
        out.number = pool.Fresh("computed");
      else if (out.kind == Value::Kind::Pointer)
        out.alternatives.push_back(
            {{}, false, {ExternalOf(pool.Fresh("pointer"), rir::kNone, "computed"), pool.Zero(), kNoExpr, kNoExpr}});
  }
  for (std::size_t i = 0; i < count; ++i)
    Merge(out.deps, args(i).deps);
  return out;
}

}  // namespace detrain::infer
