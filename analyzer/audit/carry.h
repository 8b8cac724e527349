// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops hand a number on, so that what comes out tells what went in: copies, conversions, sums with a constant.
#ifndef DETRAIN_ANALYZER_AUDIT_CARRY_H
#define DETRAIN_ANALYZER_AUDIT_CARRY_H

#include <string>
#include <string_view>

#include "analyzer/flow/flow.h"

namespace detrain::audit {

// Whether a number goes on over this edge, from one node to another.
bool CarriesOn(const flow::Flow& flow, flow::NodeId from, flow::NodeId to, flow::EdgeKind kind);

// A conversion of printf in a format.
struct Conversion {
  char kind = 0;       // 'd', 'f', 'a', ...
  int precision = -1;  // -1: none is given; -2: an argument says
  std::string text;    // "%.3f"
};
// Of the argument number `argument`, counted from 0 behind the format; kind 0: there is none.
Conversion ConversionOf(std::string_view format, std::size_t argument);

// Whether text of that form gives a binary float of so many bytes back.
bool KeepsFloat(const Conversion& conversion, std::uint64_t bytes);

}  // namespace detrain::audit

#endif
