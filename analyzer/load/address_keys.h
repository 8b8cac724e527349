// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the C++ library orders or hashes addresses for containers: std::less<T*> and std::hash<T*>. A rewritten program
// has its own of them, by numbers of blocks that are the same in every run, where a header that is read before all of
// the program's text can say so: where it can name T there.
#ifndef DETRAIN_ANALYZER_LOAD_ADDRESS_KEYS_H
#define DETRAIN_ANALYZER_LOAD_ADDRESS_KEYS_H

#include <optional>

namespace clang {
class ClassTemplateSpecializationDecl;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace detrain::load {

enum class AddressUse { Order, Hash };

// What a call of `function`, or of the class's operator(), does with the addresses that it is given. Nothing: it is
// none of the two, or T cannot be named before the text.
std::optional<AddressUse> AddressUseOf(const clang::FunctionDecl& function);
std::optional<AddressUse> AddressUseOf(const clang::ClassTemplateSpecializationDecl& functor);

// The T of such a class.
clang::QualType PointeeOf(const clang::ClassTemplateSpecializationDecl& functor);

}  // namespace detrain::load

#endif
