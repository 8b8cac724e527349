// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch on the kind of an op in which a kind without a handler does not compile.
#ifndef DETRAIN_ANALYZER_RIR_VISIT_H
#define DETRAIN_ANALYZER_RIR_VISIT_H

#include <type_traits>
#include <utility>
#include <variant>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

// Calls the one of `handlers` that takes the op's struct (LoadOp, StoreOp, ...). Every kind must have one,
// std::monostate too; a handler of `const auto&` stands for all the kinds that have none of their own. `op` may be
// const, and then so is what the handlers get.
template <typename O, typename... F>
  requires std::is_same_v<std::remove_const_t<O>, Op>
decltype(auto) VisitOp(O& op, F&&... handlers) {
  return std::visit(Overloaded{std::forward<F>(handlers)...}, op.data);
}

// The kind that belongs to a struct: kKindOf<LoadOp> == OpKind::Load.
template <typename T>
inline constexpr OpKind kKindOf = OpKind::None;
#define DETRAIN_OP(Name, Text) \
  template <>                  \
  inline constexpr OpKind kKindOf<Name##Op> = OpKind::Name;
#include "analyzer/rir/op.def"

// A kind is the index of its struct in the variant, which Op::Kind relies on.
#define DETRAIN_OP(Name, Text) \
  static_assert(std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(OpKind::Name), OpData>, Name##Op>);
#include "analyzer/rir/op.def"

}  // namespace detrain::rir

#endif
