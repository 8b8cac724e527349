// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formula.h"

#include <cstring>
#include <vector>

#include "bindings.h"

namespace detrain::runtime {
namespace {

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
  return layout.Scalars() == 1 ? ReadInteger(leaf.dtype, found->View() + leaf.offset) : std::nullopt;
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

}  // namespace

std::uint32_t RegionOf(std::uint32_t leaf) {
  std::uint32_t region = 0;
  while (leaf >= RegionAt(region).first_leaf + RegionAt(region).leaf_count)
    ++region;
  return region;
}

Number Compute(const Walk& walk, std::uint32_t first_code, std::uint32_t code_count) {
  std::vector<std::int64_t> stack;
  for (std::uint32_t i = 0; i < code_count; ++i) {
    const detrain_code& code = Plan()->code[first_code + i];
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

}  // namespace detrain::runtime
