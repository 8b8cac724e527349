// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "derived.h"

#include <cstring>

#include "bindings.h"
#include "fail.h"
#include "formula.h"

namespace detrain::runtime {
namespace {

// The low bytes of the number, as the program itself would store it.
bool Place(const detrain_formula& formula, std::int64_t value) {
  const Binding& binding = BindingOf(RegionOf(formula.leaf));
  const detrain_leaf& leaf = LeafAt(formula.leaf);
  if (binding.address == nullptr)
    return false;
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  std::memcpy(binding.address + leaf.offset, &value, ScalarSize(leaf.dtype));
  return true;
}

}  // namespace

void ComputeDerived(bool last) {
  const detrain_plan& plan = *Plan();
  if (plan.formula_count == 0)
    return;
  const Walk walk(Walk::Mode::Lenient);
  for (std::uint32_t i = 0; i < plan.formula_count; ++i) {
    const detrain_formula& formula = plan.formulas[i];
    const Number value = Compute(walk, formula.first_code, formula.code_count);
    if ((!value || !Place(formula, *value)) && last)
      Refuse(std::string("entry ") + LeafAt(formula.leaf).path + ": cannot be computed from what was restored");
  }
}

}  // namespace detrain::runtime
