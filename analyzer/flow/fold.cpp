// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/fold.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

namespace detrain::flow {

namespace {

// As the library, its headers and compilers call it: isnan, isnanf, __isnan, __builtin_isnan.
bool Is(std::string_view callee, std::string_view name) {
  for (const std::string_view prefix : {"__builtin_", "__"})
    if (callee.starts_with(prefix))
      callee.remove_prefix(prefix.size());
  if (!callee.starts_with(name))
    return false;
  callee.remove_prefix(name.size());
  return callee.empty() || callee == "f" || callee == "l";
}

Known MathOf(std::string_view callee, std::span<const Known> args) {
  if (Is(callee, "nan"))
    return std::numeric_limits<double>::quiet_NaN();
  if (args.size() != 1 || !args[0])
    return std::nullopt;
  if (Is(callee, "isfinite") || Is(callee, "finite"))
    return std::isfinite(*args[0]) ? 1 : 0;
  if (Is(callee, "isnan"))
    return std::isnan(*args[0]) ? 1 : 0;
  return std::nullopt;
}

// Whether a float of that many bytes can be the number; of two bytes there are two kinds, which share small integers.
bool Holds(std::uint64_t bytes, double number) {
  if (std::isnan(number) || bytes >= sizeof(double))
    return true;
  if (bytes == sizeof(float))
    return static_cast<double>(static_cast<float>(number)) == number;
  return std::abs(number) <= 256 && std::trunc(number) == number;
}

Known Cast(const rir::Type& to, double number) {
  if (to.kind == rir::TypeKind::Float)
    return Holds(to.size, number) ? Known(number) : std::nullopt;
  if (to.name == "bool")
    return number != 0 ? 1 : 0;
  if (to.kind != rir::TypeKind::Int)
    return number;
  const double most = std::ldexp(1, static_cast<int>(8 * to.size) - (to.is_signed ? 1 : 0));
  const double whole = std::trunc(number);
  return whole < most && whole >= (to.is_signed ? -most : 0) ? Known(whole) : std::nullopt;
}

// Of `&&` where `decides` is 0, of `||` where it is not.
Known Logic(const Known& a, const Known& b, bool decides) {
  const auto is = [](const Known& x, bool what) { return x && (*x != 0) == what; };
  if (is(a, decides) || is(b, decides))
    return decides ? 1 : 0;
  return a && b ? Known(decides ? 0 : 1) : std::nullopt;
}

Known Compared(rir::Opcode opcode, double a, double b) {
  switch (opcode) {
    case rir::Opcode::Eq:
      return a == b ? 1 : 0;
    case rir::Opcode::Ne:
      return a != b ? 1 : 0;
    case rir::Opcode::Lt:
      return a < b ? 1 : 0;
    case rir::Opcode::Le:
      return a <= b ? 1 : 0;
    case rir::Opcode::Gt:
      return a > b ? 1 : 0;
    case rir::Opcode::Ge:
      return a >= b ? 1 : 0;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool AreSame(const Known& a, const Known& b) {
  return a && b && (*a == *b || (std::isnan(*a) && std::isnan(*b)));
}

Known Folded(const rir::Module& module, const rir::Op& op, std::span<const Known> args) {
  const auto& compute = std::get<rir::ComputeOp>(op.data);
  switch (compute.opcode) {
    case rir::Opcode::Math:
      return MathOf(compute.callee, args);
    case rir::Opcode::Cast:
      return args[0] && op.type != rir::kNone ? Cast(module.types[op.type], *args[0]) : std::nullopt;
    case rir::Opcode::LNot:
      return args[0] ? Known(*args[0] == 0 ? 1 : 0) : std::nullopt;
    case rir::Opcode::LAnd:
      return Logic(args[0], args[1], false);
    case rir::Opcode::LOr:
      return Logic(args[0], args[1], true);
    case rir::Opcode::Select:
      return args[0] ? args[*args[0] != 0 ? 1 : 2] : std::nullopt;
    default:
      return args.size() == 2 && args[0] && args[1] ? Compared(compute.opcode, *args[0], *args[1]) : std::nullopt;
  }
}

}  // namespace detrain::flow
