// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of which class a C++ object is, where a pointer may lead to several.
#ifndef DETRAIN_RUNTIME_SRC_CLASSES_H
#define DETRAIN_RUNTIME_SRC_CLASSES_H

#include <cstddef>
#include <cstdint>

namespace detrain::runtime {

// The region of the object that a pointer to `region` leads to: `region` itself, or that of the object's class. -1: it
// is of a class that the plan does not have there, or of none.
std::int32_t RegionOfObject(std::uint32_t region, const char* object, std::size_t size);

}  // namespace detrain::runtime

#endif
