// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"

#include "bindings.h"
#include "fail.h"
#include "tensors.h"

namespace detrain::runtime {
namespace {

const detrain_object_kind& KindOf(const detrain_leaf& leaf) {
  const detrain_plan& plan = *Plan();
  if (leaf.target < 0 || static_cast<std::uint32_t>(leaf.target) >= plan.kind_count)
    Fail(std::string(leaf.path) + ": the plan has no functions for such objects");
  return *plan.kinds[leaf.target];
}

struct Taking {
  std::vector<Part> parts;
  std::set<const void*>& shared;
};

int Take(void* context, const detrain_part* part) {
  auto& taking = *static_cast<Taking*>(context);
  if (part->memory != nullptr && part->size > 0 && !taking.shared.insert(part->memory).second)
    return 0;
  const char* bytes = static_cast<const char*>(part->bytes);
  taking.parts.push_back(
      {part->name, part->dtype, {part->shape, part->shape + part->dims}, {bytes, bytes + part->size}});
  return 1;
}

}  // namespace

std::vector<Part> TakeOut(const detrain_leaf& leaf, void* object, bool must, std::set<const void*>& shared) {
  Taking taking{{}, shared};
  const char* why = KindOf(leaf).take_out(object, Take, &taking);
  if (why != nullptr && must)
    Fail(std::string(leaf.path) + ": " + why);
  return why == nullptr ? std::move(taking.parts) : std::vector<Part>();
}

const char* PutBack(const detrain_leaf& leaf, void* object, const std::vector<Part>& parts) {
  std::vector<detrain_part> views;
  views.reserve(parts.size());
  for (const Part& part : parts)
    views.push_back({part.name.c_str(), part.dtype, static_cast<std::uint32_t>(part.shape.size()), part.shape.data(),
                     part.bytes.data(), part.bytes.size(), nullptr});
  return KindOf(leaf).put_back(object, views.data(), views.size());
}

std::uint8_t DtypeOf(const std::string& name) {
  for (std::uint8_t dtype = DETRAIN_BOOL; dtype <= DETRAIN_F64; ++dtype) {
    if (name == DtypeName(dtype))
      return dtype;
  }
  return DETRAIN_U8;
}

}  // namespace detrain::runtime
