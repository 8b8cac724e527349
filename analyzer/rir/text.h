// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lexical rules of the text form that the printer and the lexer share.
#ifndef DETRAIN_ANALYZER_RIR_TEXT_H
#define DETRAIN_ANALYZER_RIR_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace detrain::rir {

// How many characters at the start of `text` form a bare name: letters, digits, `_ . /` and pairs of colons, not
// beginning with a digit or a slash, and without the start of a comment. 0: none.
std::size_t BareLength(std::string_view text);

// `text` in double quotes, with escapes for all but printable ASCII.
std::string Quote(std::string_view text);

// A name as it stands in the text: bare where that is possible, else quoted.
std::string NameText(std::string_view name);

// The exact value: hexadecimal, "inf", "-inf" or "nan".
std::string FloatText(double number);

}  // namespace detrain::rir

#endif
