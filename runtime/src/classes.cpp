// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classes.h"

#include <cstring>

#include "bindings.h"
#include "image.h"

namespace detrain::runtime {
namespace {

// What `at` points to, where that is in the program or a library, as tables of virtual functions and what hangs on them
// are; null elsewhere.
const char* Constant(const char* at) {
  const char* pointer = nullptr;
  std::memcpy(&pointer, at, sizeof pointer);
  Image image;
  return FindImage(reinterpret_cast<std::uintptr_t>(pointer), image) ? pointer : nullptr;
}

// As the Itanium C++ ABI lays it out: an object of a class with virtual functions begins with the address of their
// table, in front of which stands that of the class's std::type_info, whose second word is the name. A `*` before it
// tells that other units may have a class of that name.
const char* ClassOf(const char* object, std::size_t size) {
  constexpr std::size_t kWord = sizeof(void*);
  const char* const table = size < kWord ? nullptr : Constant(object);
  const char* const information = table == nullptr ? nullptr : Constant(table - kWord);
  const char* const name = information == nullptr ? nullptr : Constant(information + kWord);
  return name != nullptr && *name == '*' ? name + 1 : name;
}

}  // namespace

std::int32_t RegionOfObject(std::uint32_t region, const char* object, std::size_t size) {
  const detrain_plan& plan = *Plan();
  bool is_several = false;
  for (std::uint32_t i = 0; i < plan.class_count; ++i) {
    const detrain_class& one = plan.classes[i];
    if (one.of != region)
      continue;
    is_several = true;
    const char* const name = ClassOf(object, size);
    if (name != nullptr && std::strcmp(name, one.name) == 0)
      return static_cast<std::int32_t>(one.region);
  }
  return is_several ? -1 : static_cast<std::int32_t>(region);
}

}  // namespace detrain::runtime
