// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/variance/print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "analyzer/driver/html/page.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::variance {
namespace {

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

bool HasOriginal(const Findings& findings) {
  return !findings.original.empty();
}

// Of the program as it is, where that ran.
std::vector<std::string> Row(const Findings& findings, const MetricSpread& metric, bool has_shares) {
  const Spread& all = metric.Of(HasOriginal(findings) ? Kind::AsItIs : Kind::Deterministic);
  std::vector<std::string> row = {metric.name,      std::to_string(all.values.size()),
                                  Number(all.mean), Number(all.sd),
                                  Number(all.min),  Number(all.max)};
  if (HasOriginal(findings)) {
    const bool varies = has_shares && (metric.SeedShare() > 0 || metric.ImplementationShare() > 0);
    row.emplace_back(varies ? Percent(metric.SeedShare()) : "-");
    row.emplace_back(varies ? Percent(metric.ImplementationShare()) : "-");
  }
  row.emplace_back(!has_shares || metric.Of(Kind::Deterministic).values.empty() ? "-"
                   : metric.IsDeterministic()                                   ? "0"
                                                                                : "varies");
  return row;
}

std::vector<std::string> Head(const Findings& findings) {
  std::vector<std::string> head = {"metric", "runs", "mean", "sd", "least", "most"};
  if (HasOriginal(findings))
    head.insert(head.end(), {"due to seeds", "implementation"});
  head.emplace_back("deterministic");
  return head;
}

std::vector<std::vector<std::string>> Rows(const Findings& findings) {
  std::vector<std::vector<std::string>> rows;
  for (const MetricSpread& metric : findings.metrics)
    rows.push_back(Row(findings, metric, true));
  rows.push_back(Row(findings, findings.seconds, false));
  return rows;
}

std::string TimeText(const Findings& findings) {
  const double as_it_is = findings.seconds.Of(Kind::AsItIs).mean, ours = findings.seconds.Of(Kind::Deterministic).mean;
  if (!HasOriginal(findings) || as_it_is <= 0)
    return "";
  return "the deterministic runs took " + Number(ours) + " s, the others " + Number(as_it_is) + " s";
}

std::string Verdict(const Findings& findings) {
  if (!findings.Passed())
    return "FAILED: " + findings.difference;
  return "PASSED: " + std::to_string(findings.runs) + " deterministic runs are equal in metrics, text and files";
}

OrderedJson JsonNumber(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

OrderedJson JsonOf(const Spread& spread) {
  OrderedJson values = OrderedJson::array();
  for (const double value : spread.values)
    values.push_back(JsonNumber(value));
  return {{"values", values},
          {"mean", JsonNumber(spread.mean)},
          {"sd", JsonNumber(spread.sd)},
          {"min", JsonNumber(spread.min)},
          {"max", JsonNumber(spread.max)}};
}

OrderedJson JsonOf(const Findings& findings, const MetricSpread& metric) {
  OrderedJson json = {{"name", metric.name}};
  if (HasOriginal(findings)) {
    json["original"] = JsonOf(metric.Of(Kind::AsItIs));
    json["same_seeds"] = JsonOf(metric.Of(Kind::SameSeeds));
  }
  json["deterministic"] = JsonOf(metric.Of(Kind::Deterministic));
  return json;
}

std::string Plot(const MetricSpread& metric) {
  std::vector<html::DotRow> rows;
  const char* labels[] = {"as it is", "same seeds", "deterministic"};
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    if (!metric.spread[kind].values.empty())
      rows.push_back({labels[kind], metric.spread[kind].values});
  return "<h2>" + html::Escaped(metric.name) + "</h2>\n" + html::DotPlot(metric.name, rows);
}

}  // namespace

std::string PrintText(const Findings& findings) {
  std::vector<std::vector<std::string>> rows = Rows(findings);
  rows.insert(rows.begin(), Head(findings));
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size() + 2);
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      text += Padded(row[i], widths[i]);
    text += row.back() + "\n";
  }
  text += "\n";
  for (const std::string& note : findings.notes)
    text += note + "\n";
  if (const std::string time = TimeText(findings); !time.empty())
    text += time + "\n";
  return text + Verdict(findings) + "\n";
}

std::string PrintJson(const Findings& findings) {
  OrderedJson json = {{"schema", "detrain-variance/1"},
                      {"program", findings.program},
                      {"original", HasOriginal(findings) ? OrderedJson(findings.original) : OrderedJson(nullptr)},
                      {"runs", findings.runs},
                      {"passed", findings.Passed()},
                      {"difference", findings.difference},
                      {"notes", findings.notes},
                      {"metrics", OrderedJson::array()}};
  for (const MetricSpread& metric : findings.metrics) {
    OrderedJson one = JsonOf(findings, metric);
    if (HasOriginal(findings))
      one["share"] = {{"seeds", metric.SeedShare()}, {"implementation", metric.ImplementationShare()}};
    one["deterministic_share"] = metric.IsDeterministic() ? OrderedJson(0) : OrderedJson(nullptr);
    json["metrics"].push_back(one);
  }
  json["seconds"] = JsonOf(findings, findings.seconds);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string PrintHtml(const Findings& findings) {
  std::string body = "<p class=\"" + std::string(findings.Passed() ? "good" : "bad") + "\">" +
                     html::Escaped(Verdict(findings)) + "</p>\n";
  std::vector<std::vector<std::string>> rows = Rows(findings);
  for (auto& row : rows)
    for (std::string& cell : row)
      cell = html::Escaped(cell);
  body += html::Table(Head(findings), rows);
  for (const std::string& note : findings.notes)
    body += "<p>" + html::Escaped(note) + "</p>\n";
  body += "<p class=\"quiet\">Mean, spread and range are of the program " +
          std::string(HasOriginal(findings) ? "as it is" : "made deterministic") +
          ". Due to the implementation is the part of its variance that is still there when all runs get one clock and "
          "one seed; the rest is due to seeds. " +
          html::Escaped(TimeText(findings)) + "</p>\n";
  for (const MetricSpread& metric : findings.metrics)
    body += Plot(metric);
  body += Plot(findings.seconds);
  return html::Page("Variance of " + findings.program, body);
}

}  // namespace detrain::driver::variance
