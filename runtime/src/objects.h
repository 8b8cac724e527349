// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of a library that only the library looks into, by the functions that the program's plan has for their kind.
#ifndef DETRAIN_RUNTIME_SRC_OBJECTS_H
#define DETRAIN_RUNTIME_SRC_OBJECTS_H

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "detrain/detrain.h"

namespace detrain::runtime {

struct Part {
  std::string name;
  std::uint8_t dtype = DETRAIN_U8;
  std::vector<std::uint64_t> shape;
  std::vector<char> bytes;
};

// What the object holds. Where it cannot be taken out, nothing; or, if it must, the process ends with a line that says
// why.
// `shared`: memory that objects before this one have given.
std::vector<Part> TakeOut(const detrain_leaf& leaf, void* object, bool must, std::set<const void*>& shared);
// Null, or why it could not be done.
const char* PutBack(const detrain_leaf& leaf, void* object, const std::vector<Part>& parts);

// Of the type that a checkpoint names.
std::uint8_t DtypeOf(const std::string& name);

}  // namespace detrain::runtime

#endif
