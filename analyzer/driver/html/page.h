// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports as one file for a browser, which needs no other and runs no code.
#ifndef DETRAIN_ANALYZER_DRIVER_HTML_PAGE_H
#define DETRAIN_ANALYZER_DRIVER_HTML_PAGE_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace detrain::driver::html {

std::string Escaped(std::string_view text);

// A whole page around what stands between <body> and </body>.
std::string Page(std::string_view title, std::string_view body);

// A table; cells are HTML.
std::string Table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

// Rows of dots above one common axis, as SVG: one row for each kind of run. Values that are no numbers are left out.
struct DotRow {
  std::string label;
  std::vector<double> values;
};
std::string DotPlot(std::string_view title, const std::vector<DotRow>& rows);

// One cell for each step, as SVG: equal, different, or seen by one side only.
enum class Mark { Equal, Different, Missing };
struct MarkRow {
  std::string label;
  std::vector<Mark> marks;
};
std::string MarkPlot(std::string_view title, const std::vector<std::string>& columns, const std::vector<MarkRow>& rows);

}  // namespace detrain::driver::html

#endif
