// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program built with --trace=ops writes to DETRAIN_OPS: docs/diff.md.
#ifndef DETRAIN_ANALYZER_DRIVER_DIFF_OP_LOG_H
#define DETRAIN_ANALYZER_DRIVER_DIFF_OP_LOG_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace detrain::driver::diff {

struct OpEvent {
  std::uint32_t line = 0;  // twelve bits of the file, twenty of the line
  std::uint32_t hash = 0;
  std::uint32_t time = 0;  // by the count of the first thread
};

class OpLog {
 public:
  // Reads a folder; an empty log where there is none.
  static OpLog Read(const std::filesystem::path& folder);

  bool IsEmpty() const { return steps_.empty(); }
  std::set<std::uint64_t> Steps() const;
  // By thread: "t0" is the first one.
  const std::map<std::string, std::vector<OpEvent>>& At(std::uint64_t step) const;

  std::string FileOf(std::uint32_t line) const;  // as the compiler was given it
  static std::uint32_t NumberOf(std::uint32_t line) { return line & 0xfffffU; }

 private:
  std::map<std::uint64_t, std::map<std::string, std::vector<OpEvent>>> steps_;
  std::map<std::uint32_t, std::string> files_;
};

struct OpDifference {
  std::uint64_t step = 0;
  std::string thread = {};
  std::uint32_t line = 0;
  bool is_path = false;  // the two runs were at different lines: what went before decided so
  std::uint32_t time = 0;
};

// The first value of a step that differs, or the first line that one run came to and the other did not; of several
// threads' the earliest. Lines in `ignored` do not count.
std::optional<OpDifference> FirstOpDifference(const OpLog& a, const OpLog& b, std::uint64_t step,
                                              const std::set<std::uint32_t>& ignored);

// The lines that differ in a step whose regions do not: clocks that are only printed, and their like.
std::set<std::uint32_t> LinesThatDiffer(const OpLog& a, const OpLog& b, std::uint64_t step);

}  // namespace detrain::driver::diff

#endif
