// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/html/page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace detrain::driver::html {
namespace {

// Colours follow the reader's choice of a light or dark page, as in the page of `detrain plan`.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --line: light-dark(#d5d8dc, #3a3f45); --quiet: light-dark(#667, #99a);
  --mark: light-dark(#2b6cb0, #7fb3e6); --good: light-dark(#176f2c, #6fcf87); --bad: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 1.5rem 2rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; }
code, pre { font: 13px/1.55 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .35rem .8rem .35rem 0; vertical-align: top; text-align: left;
  font-variant-numeric: tabular-nums; }
th { font-weight: 600; } .quiet { color: var(--quiet); } .good { color: var(--good); } .bad { color: var(--bad); }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor; }
svg .dot { fill: var(--mark); fill-opacity: .6; } svg .axis { stroke: var(--line); }
svg .quiet { fill: var(--quiet); } svg .equal { fill: var(--good); fill-opacity: .55; }
svg .different { fill: var(--bad); } svg .missing { fill: var(--line); }
)";

constexpr double kLeft = 180, kWidth = 900, kRow = 26;

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string Text(double x, double y, std::string_view text, const char* more = "") {
  return "<text x=\"" + Number(x) + "\" y=\"" + Number(y) + "\" " + more + ">" + Escaped(text) + "</text>\n";
}

std::string Svg(double height, std::string_view title, const std::string& body) {
  return "<svg viewBox=\"0 0 " + Number(kWidth) + " " + Number(height) + "\" role=\"img\"><title>" + Escaped(title) +
         "</title>\n" + body + "</svg>\n";
}

struct Range {
  double low = 0, high = 0;
  bool is_empty = true;

  void Take(double value) {
    if (!std::isfinite(value))
      return;
    low = is_empty ? value : std::min(low, value);
    high = is_empty ? value : std::max(high, value);
    is_empty = false;
  }
  [[nodiscard]] double At(double value) const {
    const double width = high > low ? high - low : 1;
    return kLeft + 20 + (high > low ? (value - low) / width : 0.5) * (kWidth - kLeft - 60);
  }
};

}  // namespace

std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string Page(std::string_view title, std::string_view body) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>" +
      Escaped(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + Escaped(title) + "</h1>\n";
  return page.append(body).append("</body>\n</html>\n");
}

std::string Table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<table>\n<tr>";
  for (const std::string& cell : head)
    out += "<th>" + cell + "</th>";
  out += "</tr>\n";
  for (const std::vector<std::string>& row : rows) {
    out += "<tr>";
    for (const std::string& cell : row)
      out += "<td>" + cell + "</td>";
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string DotPlot(std::string_view title, const std::vector<DotRow>& rows) {
  Range range;
  for (const DotRow& row : rows)
    for (const double value : row.values)
      range.Take(value);
  if (range.is_empty)
    return "";
  std::string body;
  double y = kRow;
  for (const DotRow& row : rows) {
    body += Text(0, y + 4, row.label);
    for (const double value : row.values)
      if (std::isfinite(value))
        body += "<circle class=\"dot\" r=\"5\" cx=\"" + Number(range.At(value)) + "\" cy=\"" + Number(y) +
                "\"><title>" + Number(value) + "</title></circle>\n";
    y += kRow;
  }
  body += "<line class=\"axis\" x1=\"" + Number(kLeft) + "\" x2=\"" + Number(kWidth - 20) + "\" y1=\"" + Number(y) +
          "\" y2=\"" + Number(y) + "\"/>\n";
  body += Text(range.At(range.low), y + 18, Number(range.low), "class=\"quiet\" text-anchor=\"middle\"");
  if (range.high > range.low)
    body += Text(range.At(range.high), y + 18, Number(range.high), "class=\"quiet\" text-anchor=\"middle\"");
  return Svg(y + kRow, title, body);
}

std::string MarkPlot(std::string_view title, const std::vector<std::string>& columns,
                     const std::vector<MarkRow>& rows) {
  static constexpr const char* classes[] = {"equal", "different", "missing"};
  const double cell = (kWidth - kLeft - 20) / static_cast<double>(std::max<std::size_t>(columns.size(), 1));
  std::string body;
  double y = 4;
  for (const MarkRow& row : rows) {
    body += Text(0, y + 14, row.label);
    for (std::size_t i = 0; i < row.marks.size(); ++i)
      body += "<rect class=\"" + std::string(classes[static_cast<std::size_t>(row.marks[i])]) + "\" x=\"" +
              Number(kLeft + static_cast<double>(i) * cell) + "\" y=\"" + Number(y) + "\" width=\"" +
              Number(std::max(cell * 0.9, 0.5)) + "\" height=\"18\"><title>" + Escaped(columns[i]) +
              "</title></rect>\n";
    y += kRow;
  }
  if (!columns.empty()) {
    body += Text(kLeft, y + 12, columns.front(), "class=\"quiet\"");
    body += Text(kWidth - 20, y + 12, columns.back(), "class=\"quiet\" text-anchor=\"end\"");
  }
  return Svg(y + kRow, title, body);
}

}  // namespace detrain::driver::html
