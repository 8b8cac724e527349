// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How types are spelled in the text form, and what a spelling implies.
#ifndef DETRAIN_ANALYZER_RIR_TYPES_H
#define DETRAIN_ANALYZER_RIR_TYPES_H

#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// The scalar types that have a name of their own, with size, alignment and sign on x86-64; nullopt for other names.
std::optional<Type> FindScalar(std::string_view name);

// Words that begin the spelling of a type, so that a record of this name must be quoted.
bool IsReservedTypeWord(std::string_view word);

// What the spelling of a type alone says of it: of `i32` everything, of `int<i48>` the kind and the name, of a record
// its name and whether it is a union. The declaration of a type in the text form lists what differs from this.
Type Implied(const Type& type);

// Gives the members of `record` their offsets, and the record its size and alignment, by the C ABI of x86-64. Not for
// bit-fields.
void LayOut(const std::vector<Type>& types, Type& record);

// What a vector or a complex number is made of: it is a record with one member, an array without a name. Of any other
// type, the type itself.
TypeId OfVector(const std::vector<Type>& types, TypeId type);

}  // namespace detrain::rir

#endif
