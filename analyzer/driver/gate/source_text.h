// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's sources as text, for what shows or reads lines: carets, fingerprints, suppressions, fixes.
#ifndef DETRAIN_ANALYZER_DRIVER_GATE_SOURCE_TEXT_H
#define DETRAIN_ANALYZER_DRIVER_GATE_SOURCE_TEXT_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace detrain::driver::gate {

class SourceText {
 public:
  explicit SourceText(std::string text);

  std::string_view text() const { return text_; }
  std::uint32_t LineCount() const { return static_cast<std::uint32_t>(starts_.size()); }
  // Without its end; empty for a line that is not there. Lines count from 1.
  std::string_view Line(std::uint32_t line) const;
  // Where the line begins, in bytes; the text's end for a line that is not there.
  std::size_t OffsetOf(std::uint32_t line) const;
  // The line that holds this byte.
  std::uint32_t LineAt(std::size_t offset) const;

 private:
  std::string text_;
  std::vector<std::size_t> starts_;
};

// The files that findings name. Names are relative to the working directory, or absolute.
class Sources {
 public:
  explicit Sources(std::filesystem::path root) : root_(std::move(root)) {}

  // Read once; null where that is not possible.
  const SourceText* Find(const std::string& file) const;
  // What an editor holds instead of the file's bytes.
  void Replace(const std::string& file, std::string text);

  // As code hosts name it: relative to the repository, with slashes; absolute where it lies outside.
  std::string PathInRepository(const std::string& file) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  mutable std::map<std::string, std::unique_ptr<SourceText>> texts_;
};

// The nearest folder at `folder` or above it that holds `.git`; `folder` where there is none.
std::filesystem::path RepositoryOf(const std::filesystem::path& folder);

// UTF-16 code units before byte `column` (from 1) of the line, plus 1: columns of SARIF and of editors.
std::uint32_t Utf16Column(std::string_view line, std::uint32_t column);
// Its inverse: the byte, from 1, where UTF-16 unit `column` (from 1) begins.
std::uint32_t ByteColumn(std::string_view line, std::uint32_t column);

// How many bytes the word, number or sign at byte `column` (from 1) has; at least 1.
std::uint32_t TokenLength(std::string_view line, std::uint32_t column);

}  // namespace detrain::driver::gate

#endif
