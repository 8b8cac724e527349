// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/text_page.h"

#include <algorithm>

namespace detrain::plan {
namespace {

constexpr int least_width = 40;
constexpr std::size_t deepest = 24;  // a long place would leave no room for what is said of it

const char* CodeOf(Ink ink) {
  switch (ink) {
    case Ink::Plain:
      return "0";
    case Ink::Bold:
      return "1";
    case Ink::Good:
      return "32";
    case Ink::Careful:
      return "33";
    case Ink::Bad:
      return "31";
    case Ink::Saved:
      return "1;36";
    case Ink::Quiet:
      return "36";
  }
  return "0";
}

}  // namespace

std::string TextPage::Paint(Ink ink, const std::string& text) const {
  return style_.color && ink != Ink::Plain ? "\033[" + std::string(CodeOf(ink)) + "m" + text + "\033[0m" : text;
}

void TextPage::Paragraph(const std::string& head, std::string_view text) {
  const auto width = static_cast<std::size_t>(std::max(style_.width, least_width));
  std::string line = head;
  bool is_empty = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (!is_empty && line.size() + 1 + end > width) {
      Line(line);
      line.assign(std::min(head.size(), deepest), ' ');
      is_empty = true;
    }
    line.append(is_empty ? "" : " ").append(text.substr(0, end));
    is_empty = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Line(line);
}

std::string Column(std::string text, std::size_t width) {
  if (text.size() < width)
    text.append(width - text.size(), ' ');
  return text;
}

std::string At(const Place& place) {
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

std::string NumberOf(const CheckpointPlan& loop, const CheckpointPlan& first) {
  const std::string number = std::to_string(loop.loop_number + 1) + " of " + std::to_string(first.later.size() + 1);
  const bool is_one_loop = std::ranges::all_of(
      first.later, [&](const CheckpointPlan& later) { return later.step_loop.place == first.step_loop.place; });
  const bool is_row =
      std::ranges::all_of(first.later, [&](const CheckpointPlan& later) { return later.row_begin == first.row_begin; });
  if (is_one_loop)
    return "Way " + number + " to the step loop";
  return "Loop " + number + (is_row ? " in a row" : ", in branches of which one alone runs");
}

}  // namespace detrain::plan
