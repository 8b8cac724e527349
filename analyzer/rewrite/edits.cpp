// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/edits.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace detrain::rewrite {

void EditList::Insert(const Spot& at, Rank rank, std::string text, const std::string& cause) {
  items_.push_back({{at.file, at.offset, 0, std::move(text), cause}, rank});
}

void EditList::InsertOnce(const Spot& at, Rank rank, const std::string& text, const std::string& cause) {
  const Edit edit{at.file, at.offset, 0, text, cause};
  if (std::ranges::none_of(items_, [&](const Item& item) { return item.edit == edit && item.rank == rank; }))
    Insert(at, rank, text, cause);
}

void EditList::Remove(const Spot& at, unsigned length, const std::string& cause) {
  items_.push_back({{at.file, at.offset, length, "", cause}, Rank::Remove});
}

void EditList::Replace(const Spot& at, unsigned length, std::string text, const std::string& cause) {
  items_.push_back({{at.file, at.offset, length, std::move(text), cause}, Rank::Remove});
}

Result<std::vector<Edit>> EditList::Finish() {
  const auto key = [](const Item& item) { return std::tie(item.edit.file, item.edit.offset, item.rank); };
  std::stable_sort(items_.begin(), items_.end(), [&](const Item& a, const Item& b) { return key(a) < key(b); });
  std::vector<Edit> edits;
  for (Item& item : items_) {
    Edit& edit = item.edit;
    // Two variables of one declaration drop one word.
    if (edit.length > 0 && !edits.empty() && edits.back() == edit)
      continue;
    if (!edits.empty() && edits.back().file == edit.file && edits.back().offset + edits.back().length > edit.offset)
      return Error{ErrorKind::Coverage,
                   "two changes meet in one place (" + edits.back().cause + ", " + edit.cause + ")",
                   {edit.file, 0, 0}};
    edits.push_back(std::move(edit));
  }
  return edits;
}

}  // namespace detrain::rewrite
