// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits that mend findings: small, in the user's words, and only where the text is what the edit takes it for.
#ifndef DETRAIN_ANALYZER_CHECK_MEND_H
#define DETRAIN_ANALYZER_CHECK_MEND_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

// `float x;` becomes `float x = 0;`: of a local number or pointer that is declared without a value. `load` reads it.
std::optional<diag::FixEdit> WithInitialValue(const Context& context, flow::NodeId load);

// `srand(time(NULL))` becomes `srand(1)`, and `std::mt19937 g(device())` `std::mt19937 g(1)`, where all that is done
// with the number is seeding. Costs: every run draws the same numbers.
std::optional<diag::FixEdit> WithConstantSeed(const Context& context, const Location& at,
                                              const std::vector<flow::NodeId>& numbers);

// `std::sort(` becomes `std::stable_sort(`. Costs: a copy of the elements while they are sorted.
std::optional<diag::FixEdit> WithStableSort(const Context& context, const Location& at);

// `__syncthreads();` in front of the statements where a barrier parts the accesses of these races; none where one of
// them has no such place, or the text does not show it. Costs: a barrier.
std::vector<diag::FixEdit> WithBarriers(const Context& context, const std::vector<const races::Conflict*>& races);

// The text of a user's file; null: it was not read. And the byte of a place in it; the text's size where there is none.
const std::string* TextOf(const Context& context, const std::string& file);
std::size_t OffsetOf(std::string_view text, const Location& at);

}  // namespace detrain::check

#endif
