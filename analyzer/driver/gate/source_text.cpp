// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/source_text.h"

#include <algorithm>
#include <cctype>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"

namespace detrain::driver::gate {
namespace {

namespace fs = std::filesystem;

bool IsContinuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// A character outside the basic plane has four bytes in UTF-8 and two units in UTF-16.
std::uint32_t UnitsOf(char first_byte) {
  if (IsContinuation(first_byte))
    return 0;
  return static_cast<unsigned char>(first_byte) >= 0xF0U ? 2 : 1;
}

bool IsWord(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

}  // namespace

SourceText::SourceText(std::string text) : text_(std::move(text)) {
  starts_.push_back(0);
  for (std::size_t at = 0; at < text_.size(); ++at)
    if (text_[at] == '\n')
      starts_.push_back(at + 1);
}

std::size_t SourceText::OffsetOf(std::uint32_t line) const {
  return line == 0 || line > starts_.size() ? text_.size() : starts_[line - 1];
}

std::string_view SourceText::Line(std::uint32_t line) const {
  if (line == 0 || line > starts_.size())
    return {};
  const std::size_t end = line < starts_.size() ? starts_[line] - 1 : text_.size();
  std::string_view whole = std::string_view(text_).substr(starts_[line - 1], end - starts_[line - 1]);
  if (whole.ends_with('\r'))
    whole.remove_suffix(1);
  return whole;
}

std::uint32_t SourceText::LineAt(std::size_t offset) const {
  return static_cast<std::uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
}

const SourceText* Sources::Find(const std::string& file) const {
  const auto [slot, is_new] = texts_.try_emplace(file);
  if (is_new)
    if (Result<std::string> text = ReadFile(file))
      slot->second = std::make_unique<SourceText>(*std::move(text));
  return slot->second.get();
}

void Sources::Replace(const std::string& file, std::string text) {
  texts_[file] = std::make_unique<SourceText>(std::move(text));
}

std::string Sources::PathInRepository(const std::string& file) const {
  const fs::path path = fs::absolute(file).lexically_normal();
  const fs::path relative = path.lexically_relative(root_);
  const bool is_inside = !relative.empty() && *relative.begin() != "..";
  return is_inside ? relative.generic_string() : path.generic_string();
}

fs::path RepositoryOf(const fs::path& folder) {
  std::error_code error;
  const fs::path start = fs::absolute(folder).lexically_normal();
  for (fs::path at = start; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error))
      return at;
    if (at == at.root_path())
      break;
  }
  return start;
}

std::uint32_t Utf16Column(std::string_view line, std::uint32_t column) {
  std::uint32_t units = 0;
  for (std::size_t at = 0; at + 1 < column && at < line.size(); ++at)
    units += UnitsOf(line[at]);
  return units + 1;
}

std::uint32_t ByteColumn(std::string_view line, std::uint32_t column) {
  std::uint32_t units = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (units + 1 >= column && !IsContinuation(line[at]))
      return static_cast<std::uint32_t>(at + 1);
    units += UnitsOf(line[at]);
  }
  return static_cast<std::uint32_t>(line.size() + 1);
}

std::uint32_t TokenLength(std::string_view line, std::uint32_t column) {
  if (column == 0 || column > line.size())
    return 1;
  std::size_t end = column - 1;
  while (end < line.size() && IsWord(line[end]))
    ++end;
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(end) - (column - 1));
}

}  // namespace detrain::driver::gate
