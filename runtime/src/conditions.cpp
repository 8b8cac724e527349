// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

#include "bindings.h"
#include "walk.h"

namespace detrain::runtime {
namespace {

using Number = std::optional<std::int64_t>;

struct State {
  std::set<std::uint32_t> decided;  // leaves
  std::vector<std::string> failed;
};

State& S() {
  static auto* state = new State;
  return *state;
}

std::uint32_t RegionOf(std::uint32_t leaf) {
  std::uint32_t region = 0;
  while (leaf >= RegionAt(region).first_leaf + RegionAt(region).leaf_count)
    ++region;
  return region;
}

template <typename Value>
Number ReadAs(const char* at) {
  Value value{};
  std::memcpy(&value, at, sizeof value);
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): a small number, not a character
  const auto wide = static_cast<std::int64_t>(value);
  // An unsigned number that no signed one can be.
  return sizeof value == sizeof wide && Value(-1) > Value(0) && wide < 0 ? std::nullopt : Number(wide);
}

Number ReadInteger(std::uint8_t dtype, const char* at) {
  switch (dtype) {
    case DETRAIN_BOOL:
    case DETRAIN_U8:
      return ReadAs<std::uint8_t>(at);
    case DETRAIN_I8:
      return ReadAs<std::int8_t>(at);
    case DETRAIN_I16:
      return ReadAs<std::int16_t>(at);
    case DETRAIN_U16:
      return ReadAs<std::uint16_t>(at);
    case DETRAIN_I32:
      return ReadAs<std::int32_t>(at);
    case DETRAIN_U32:
      return ReadAs<std::uint32_t>(at);
    case DETRAIN_I64:
      return ReadAs<std::int64_t>(at);
    case DETRAIN_U64:
      return ReadAs<std::uint64_t>(at);
    default:
      return std::nullopt;
  }
}

// What a leaf of the one object of its region holds.
Number ValueOf(const Walk& walk, std::uint32_t index) {
  const detrain_leaf& leaf = LeafAt(index);
  const std::uint32_t region = RegionOf(index);
  const Object* found = nullptr;
  for (const auto& [number, object] : walk.objects()) {
    if (object.region != region)
      continue;
    if (found != nullptr)
      return std::nullopt;
    found = &object;
  }
  if (found == nullptr)
    return std::nullopt;
  const Layout layout = LayoutOf(RegionAt(region), leaf, found->size);
  return layout.Scalars() == 1 ? ReadInteger(leaf.dtype, found->address + leaf.offset) : std::nullopt;
}

Number Apply(std::uint8_t op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  switch (op) {
    case DETRAIN_ADD:
      return __builtin_add_overflow(a, b, &out) ? std::nullopt : Number(out);
    case DETRAIN_MULTIPLY:
      return __builtin_mul_overflow(a, b, &out) ? std::nullopt : Number(out);
    case DETRAIN_DIVIDE:
      return a < 0 || b <= 0 ? std::nullopt : Number(a / b);
    default:
      return std::nullopt;
  }
}

// nullopt: it cannot be computed, or not yet.
Number Compute(const Walk& walk, const detrain_condition& condition) {
  std::vector<std::int64_t> stack;
  for (std::uint32_t i = 0; i < condition.code_count; ++i) {
    const detrain_code& code = Plan()->code[condition.first_code + i];
    Number result;
    if (code.op == DETRAIN_NUMBER) {
      result = code.operand;
    } else if (code.op == DETRAIN_VALUE) {
      result = ValueOf(walk, static_cast<std::uint32_t>(code.operand));
    } else if (stack.size() > 1) {
      const std::int64_t b = stack.back();
      stack.pop_back();
      result = Apply(code.op, stack.back(), b);
      stack.pop_back();
    }
    if (!result)
      return std::nullopt;
    stack.push_back(*result);
  }
  return stack.size() == 1 ? Number(stack.back()) : std::nullopt;
}

void Decide(const Walk& walk, std::uint32_t leaf, bool last) {
  const detrain_plan& plan = *Plan();
  std::vector<std::string> failed;
  for (std::uint32_t i = 0; i < plan.condition_count; ++i) {
    const detrain_condition& condition = plan.conditions[i];
    if (condition.leaf != leaf)
      continue;
    const Number result = Compute(walk, condition);
    if (!result && !last)
      return;
    if (!result || *result < 0)
      failed.emplace_back(condition.text);
  }
  S().decided.insert(leaf);
  if (failed.empty())
    SettlePersistence(leaf, DETRAIN_DEAD);
  for (std::string& text : failed)
    if (std::find(S().failed.begin(), S().failed.end(), text) == S().failed.end())
      S().failed.push_back(std::move(text));
}

}  // namespace

void DecideConditions(bool last) {
  const detrain_plan& plan = *Plan();
  if (plan.condition_count == 0)
    return;
  const Walk walk(Walk::Mode::Lenient);
  for (std::uint32_t i = 0; i < plan.condition_count; ++i)
    if (S().decided.count(plan.conditions[i].leaf) == 0)
      Decide(walk, plan.conditions[i].leaf, last);
}

const std::vector<std::string>& FailedConditions() {
  return S().failed;
}

}  // namespace detrain::runtime
