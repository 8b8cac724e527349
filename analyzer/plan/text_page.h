// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of a page for a person: titles, colours, paragraphs that end before the page's edge.
#ifndef DETRAIN_ANALYZER_PLAN_TEXT_PAGE_H
#define DETRAIN_ANALYZER_PLAN_TEXT_PAGE_H

#include <string>
#include <string_view>

#include "analyzer/plan/print_text.h"

namespace detrain::plan {

enum class Ink { Plain, Bold, Good, Careful, Bad, Saved, Quiet };

class TextPage {
 public:
  explicit TextPage(const PageStyle& style) : style_(style) {}

  void Line(std::string_view line) { text_.append(line).append("\n"); }
  void Title(const std::string& title) { Line("\n" + Paint(Ink::Bold, title)); }
  // `head`, then the words of `text`; later lines begin where the text began.
  void Paragraph(const std::string& head, std::string_view text);

  // The text itself where the page has no colours.
  [[nodiscard]] std::string Paint(Ink ink, const std::string& text) const;
  [[nodiscard]] int width() const { return style_.width; }
  std::string Take() { return std::move(text_); }

 private:
  PageStyle style_;
  std::string text_;
};

// With blanks behind it, up to `width` columns.
std::string Column(std::string text, std::size_t width);

// "train.c:12"; the file alone where there is no line.
std::string At(const Place& place);
// "Loop 2 of 3 in a row", "Way 1 of 2 to the step loop": of one of several plans.
std::string NumberOf(const CheckpointPlan& loop, const CheckpointPlan& first);

}  // namespace detrain::plan

#endif
