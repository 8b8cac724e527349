// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <set>

#include "analyzer/check/mend.h"
#include "analyzer/check/statement_text.h"

namespace detrain::check {

namespace {

constexpr std::string_view kBarrier = "__syncthreads();";

// The white space in front of a statement that is the first of its line; npos: it is not.
std::size_t IndentOf(std::string_view text, std::size_t statement) {
  const std::size_t line = text.rfind('\n', statement == 0 ? 0 : statement - 1);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  const std::string_view before = text.substr(begin, statement - begin);
  return before.find_first_not_of(" \t") == std::string_view::npos ? before.size() : std::string_view::npos;
}

bool AddEdits(std::string_view text, const Location& at, std::set<diag::FixEdit>& edits) {
  const std::optional<StatementPlace> place = PlaceBefore(text, OffsetOf(text, at));
  if (!place)
    return false;
  const auto begin = static_cast<std::uint32_t>(place->begin);
  if (place->end) {
    edits.insert({at.file, begin, 0, "{ " + std::string(kBarrier) + " "});
    edits.insert({at.file, static_cast<std::uint32_t>(*place->end), 0, " }"});
    return true;
  }
  const std::size_t indent = IndentOf(text, place->begin);
  const std::string behind =
      indent == std::string_view::npos ? " " : "\n" + std::string(text.substr(place->begin - indent, indent));
  edits.insert({at.file, begin, 0, std::string(kBarrier) + behind});
  return true;
}

}  // namespace

std::vector<diag::FixEdit> WithBarriers(const Context& context, const std::vector<const races::Conflict*>& races) {
  std::set<diag::FixEdit> edits;
  for (const races::Conflict* race : races) {
    if (race->barriers.empty())
      return {};
    for (const races::BarrierPlace& barrier : race->barriers) {
      const Location at = context.reacher.LocationOf(barrier.before);
      const std::string* text = at.IsKnown() ? TextOf(context, at.file) : nullptr;
      if (text == nullptr || !AddEdits(*text, at, edits))
        return {};
    }
  }
  return {edits.begin(), edits.end()};
}

}  // namespace detrain::check
