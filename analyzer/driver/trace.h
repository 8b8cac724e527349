// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a rewritten program writes to DETRAIN_TRACE: one hash per region per boundary.
#ifndef DETRAIN_ANALYZER_DRIVER_TRACE_H
#define DETRAIN_ANALYZER_DRIVER_TRACE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/base/result.h"

namespace detrain::driver {

struct TracedRegion {
  std::string hash;  // 16 hex digits
  std::uint64_t bytes = 0;
  std::string persistence;
  std::uint64_t loop = 0;  // of loops in a row
};
using Boundary = std::map<std::string, TracedRegion, std::less<>>;  // by path

class Trace {
 public:
  // "step<TAB>path<TAB>hash<TAB>bytes<TAB>persistence" per line, with "<TAB>loop" in later ones of a row; a last line
  // that a kill cut short is dropped. Error: another line is none.
  static Result<Trace> Parse(std::string_view text, const std::string& file);
  static Result<Trace> Read(const std::string& file);

  const std::map<std::uint64_t, Boundary>& boundaries() const { return boundaries_; }
  const Boundary* Find(std::uint64_t step) const;
  void Add(std::uint64_t step, std::string path, TracedRegion region);

 private:
  std::map<std::uint64_t, Boundary> boundaries_;
};

struct RegionDifference {
  std::uint64_t step = 0;
  std::string path;     // empty: the boundary itself is missing
  std::string message;  // "differs", "is missing", "is not expected"
};

// The first difference at one boundary, by path, cursors last; its message counts the others. `bytes` grows by what was
// equal. Invariants count where both traces hold some: they are not hashed at each boundary.
std::optional<RegionDifference> FirstDifference(std::uint64_t step, const Boundary& found, const Boundary& expected,
                                                std::uint64_t& bytes);

// The first invariant region whose hash at some boundary is not the one that `expected` had first.
std::optional<RegionDifference> FirstChangedInvariant(const Trace& found, const Trace& expected);

}  // namespace detrain::driver

#endif
