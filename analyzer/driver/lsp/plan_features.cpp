// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cctype>

#include "analyzer/driver/lsp/features.h"

namespace detrain::driver::lsp {
namespace {

constexpr std::size_t kNamed = 6;  // entries that an inlay hint names

bool IsWord(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

// Where a member access that ends before `at` begins: behind "." or "->". npos: there is none.
std::size_t BeforeAccess(std::string_view line, std::size_t at) {
  if (at >= 1 && line[at - 1] == '.')
    return at - 1;
  if (at >= 2 && line.substr(at - 2, 2) == "->")
    return at - 2;
  return std::string_view::npos;
}

// Steps over "[...]" that ends before `at`; nothing to do where there is none.
std::size_t BeforeIndex(std::string_view line, std::size_t at) {
  while (at >= 1 && line[at - 1] == ']') {
    std::size_t depth = 0;
    std::size_t from = at;
    do {
      --from;
      depth += line[from] == ']' ? 1 : 0;
      depth -= line[from] == '[' ? 1 : 0;
    } while (from > 0 && depth > 0);
    if (depth != 0)
      return at;
    at = from;
  }
  return at;
}

std::size_t BeforeWord(std::string_view line, std::size_t at) {
  while (at >= 1 && IsWord(line[at - 1]))
    --at;
  return at;
}

// "layers[i + 1].w" is "layers[].w" in a plan.
std::string WithoutIndices(std::string_view text) {
  std::string path;
  int depth = 0;
  for (const char byte : text) {
    depth -= byte == ']' ? 1 : 0;
    if (depth == 0)
      path += byte;
    depth += byte == '[' ? 1 : 0;
  }
  return path;
}

bool IsIn(const std::string& holder, const std::string& path) {
  return path.size() > holder.size() && path.starts_with(holder) &&
         std::string_view(".[-").find(path[holder.size()]) != std::string_view::npos;
}

// "file.c::name" and "::name" are `name` to who looks at the code.
std::string Unqualified(const std::string& path) {
  const std::size_t colon = path.rfind("::");
  return colon == std::string::npos ? path : path.substr(colon + 2);
}

std::string Code(const std::string& text) {
  std::string code(1, '`');
  return code.append(text).append(1, '`');
}

std::string Described(const plan::Entry& entry) {
  std::string text("**");
  text.append(entry.path).append("** ").append(Code(entry.type));
  if (!entry.extent.empty())
    text.append(" of ").append(Code(entry.extent));
  text.append(": *").append(plan::Text(entry.persistence)).append("*, ");
  text.append(entry.saved ? "saved in a checkpoint\n" : "not saved\n");
  for (const plan::Reason& reason : entry.why) {
    const Location place{reason.place.file, reason.place.line, 0};
    text.append("- ").append(ToString(place)).append(place.IsKnown() ? ": " : "").append(reason.message).append("\n");
  }
  return text;
}

std::string SavedNames(const plan::CheckpointPlan& plan, std::size_t most) {
  std::string text;
  std::size_t count = 0;
  for (const plan::Entry& entry : plan.entries) {
    if (!entry.saved)
      continue;
    if (count++ < most)
      text += (text.empty() ? "" : ", ") + entry.path;
  }
  if (count > most)
    text += " and " + std::to_string(count - most) + " more";
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string PathAt(std::string_view line, std::uint32_t column) {
  std::size_t end = std::min<std::size_t>(column == 0 ? 0 : column - 1, line.size());
  while (end < line.size() && IsWord(line[end]))
    ++end;
  std::size_t begin = BeforeWord(line, end);
  if (begin == end)
    return {};
  for (std::size_t before = BeforeAccess(line, begin); before != std::string_view::npos;
       before = BeforeAccess(line, begin)) {
    const std::size_t word_end = BeforeIndex(line, before);
    const std::size_t word = BeforeWord(line, word_end);
    if (word == word_end)
      break;
    begin = word;
  }
  return WithoutIndices(line.substr(begin, end - begin));
}

std::vector<const plan::Entry*> EntriesFor(const plan::CheckpointPlan& plan, const std::string& path) {
  std::vector<const plan::Entry*> exact, inside;
  for (const plan::Entry& entry : plan.entries) {
    const std::string name = Unqualified(entry.path);
    if (entry.path == path || name == path)
      exact.push_back(&entry);
    else if (IsIn(path, entry.path) || IsIn(path, name))
      inside.push_back(&entry);
  }
  exact.insert(exact.end(), inside.begin(), inside.end());
  return exact;
}

Json HoverAt(const Snapshot& snapshot, std::uint64_t line, std::uint64_t character) {
  const gate::SourceText* source = snapshot.sources->Find(snapshot.name);
  if (source == nullptr || !snapshot.plan)
    return nullptr;
  const std::string_view text = source->Line(static_cast<std::uint32_t>(line) + 1);
  const std::uint32_t column = gate::ByteColumn(text, static_cast<std::uint32_t>(character) + 1);
  const std::string path = PathAt(text, column);
  if (path.empty())
    return nullptr;
  std::string described;
  for (const plan::Entry* entry : EntriesFor(*snapshot.plan, path))
    described.append(described.empty() ? "" : "\n").append(Described(*entry));
  if (described.empty())
    return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", described}}}};
}

Json InlayHints(const Snapshot& snapshot, std::uint64_t first, std::uint64_t last) {
  Json hints = Json::array();
  const gate::SourceText* source = snapshot.sources->Find(snapshot.name);
  if (!snapshot.plan || source == nullptr)
    return hints;
  plan::ForEachLoop(*snapshot.plan, [&](const plan::CheckpointPlan& plan) {
    const plan::Place& loop = plan.step_loop.place;
    if (loop.file != snapshot.name || loop.line < first + 1 || loop.line > last + 1)
      return;
    const std::string_view line = source->Line(loop.line);
    const std::uint32_t end = gate::Utf16Column(line, static_cast<std::uint32_t>(line.size()) + 1) - 1;
    hints.push_back({{"position", {{"line", loop.line - 1}, {"character", end}}},
                     {"label", "checkpoint: " + SavedNames(plan, kNamed)},
                     {"paddingLeft", true},
                     {"tooltip", "A checkpoint at this loop holds " + SavedNames(plan, SIZE_MAX)}});
  });
  return hints;
}

}  // namespace detrain::driver::lsp
