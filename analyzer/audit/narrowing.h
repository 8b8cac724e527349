// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions and transfers that keep fewer bits of a number than it has.
#ifndef DETRAIN_ANALYZER_AUDIT_NARROWING_H
#define DETRAIN_ANALYZER_AUDIT_NARROWING_H

#include <cstdint>
#include <optional>

#include "analyzer/audit/around.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

struct Number {
  bool is_float = false, is_signed = false;
  std::uint64_t bytes = 0;
};

// What kind of number is at the node: of a cell, as it is read most widely; nothing: it is none, or not known.
std::optional<Number> NumberAt(const flow::Flow& flow, flow::NodeId node);

// A conversion, from and to numbers; nothing: the node is none.
struct Cast {
  Number from, to;
};
std::optional<Cast> CastAt(const flow::Flow& flow, flow::NodeId node);

// Whether it keeps less of some numbers than it is given.
bool IsNarrowing(const Cast& cast);

// Whether no bits are lost all the same of the integer at a leaf: steps store nothing there but small constants, or the
// loop goes on only while the number is below a constant.
bool Fits(const flow::Flow& flow, const Around& around, flow::NodeId leaf, const Number& into);

// Whether the op takes a part of an integer's bits, as code does that writes one byte after the other.
bool TakesPart(const flow::Flow& flow, flow::NodeId node);

}  // namespace detrain::audit

#endif
