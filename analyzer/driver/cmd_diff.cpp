// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/diff/refine.h"
#include "analyzer/driver/html/page.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/step_folder.h"
#include "analyzer/driver/trace.h"

namespace detrain::driver {
namespace {

constexpr std::array<Option, 3> options = {{
    {"--format", "text|json|html", "lines, detrain-diff/1, or a page"},
    {"--output", "FILE", "where to write it; standard output without"},
    {"--no-rerun", "", "compare what is there; run nothing again to name the operation"},
}};

constexpr Syntax syntax = {
    "diff", "RUN_A RUN_B [OPTIONS]",
    "Names the first step and region in which two runs differ. A RUN is a file that DETRAIN_TRACE named, or a "
    "DETRAIN_DIR with its checkpoints; of two such, built with detrain cc --trace=ops, the first operation is named, "
    "too.",
    options};

Result<Trace> TraceOf(const std::string& run) {
  std::error_code error;
  if (std::filesystem::is_directory(run, error))
    return TraceOfRun(run);
  return Trace::Read(run);
}

struct Comparison {
  std::uint64_t steps = 0;  // compared
  std::uint64_t bytes = 0;
  std::optional<RegionDifference> difference;
  std::optional<diff::Refinement> refinement;
};

Comparison Compare(const Trace& a, const Trace& b) {
  Comparison comparison;
  for (const auto& [step, boundary] : b.boundaries()) {
    const Boundary* other = a.Find(step);
    if (!other || comparison.difference)
      continue;
    ++comparison.steps;
    comparison.difference = FirstDifference(step, *other, boundary, comparison.bytes);
  }
  return comparison;
}

std::string AsJson(const Comparison& comparison) {
  OrderedJson json = {{"schema", "detrain-diff/1"},
                      {"equal", !comparison.difference},
                      {"steps_compared", comparison.steps},
                      {"bytes_compared", comparison.bytes}};
  if (comparison.difference) {
    json["step"] = comparison.difference->step;
    json["path"] = comparison.difference->path;
    json["message"] = comparison.difference->message;
  }
  if (comparison.refinement && comparison.refinement->operation) {
    const diff::Operation& operation = *comparison.refinement->operation;
    json["operation"] = {{"file", operation.file},     {"line", operation.line}, {"step", operation.step},
                         {"thread", operation.thread}, {"text", operation.text}, {"message", operation.message}};
  }
  if (comparison.refinement && !comparison.refinement->operation)
    json["no_operation"] = comparison.refinement->why_not;
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string OperationText(const Comparison& comparison) {
  if (!comparison.refinement)
    return "";
  if (!comparison.refinement->operation)
    return "  " + comparison.refinement->why_not + "\n";
  const diff::Operation& operation = *comparison.refinement->operation;
  return "first operation that differs: " + operation.file + ":" + std::to_string(operation.line) + " in step " +
         std::to_string(operation.step) + (operation.text.empty() ? "" : ": " + operation.text) + "\n  " +
         operation.message + "\n";
}

std::string AsText(const Comparison& comparison) {
  if (!comparison.difference)
    return "equal in " + std::to_string(comparison.steps) + " steps, " + std::to_string(comparison.bytes) + " bytes\n";
  return "first difference at step " + std::to_string(comparison.difference->step) + ": " +
         comparison.difference->path + " " + comparison.difference->message + "\n" + OperationText(comparison);
}

// The steps that both have, and the regions that differ in any of them.
std::string Matrix(const Trace& a, const Trace& b) {
  std::vector<std::string> columns;
  std::map<std::string, html::MarkRow> rows;
  for (const auto& [step, boundary] : b.boundaries())
    if (a.Find(step)) {
      columns.push_back("step " + std::to_string(step));
      for (const auto& [path, region] : boundary)
        rows[path];
    }
  for (const auto& [step, boundary] : b.boundaries()) {
    const Boundary* other = a.Find(step);
    for (auto& [path, row] : rows) {
      if (!other)
        continue;
      const auto ours = other->find(path), theirs = boundary.find(path);
      const bool is_known = ours != other->end() && theirs != boundary.end();
      const bool is_equal = is_known && ours->second.hash == theirs->second.hash;
      row.marks.push_back(!is_known ? html::Mark::Missing : is_equal ? html::Mark::Equal : html::Mark::Different);
    }
  }
  std::vector<html::MarkRow> shown;
  for (auto& [path, row] : rows) {
    row.label = path;
    if (std::ranges::count(row.marks, html::Mark::Equal) < std::ssize(row.marks) && shown.size() < 60)
      shown.push_back(row);
  }
  return shown.empty() ? "" : html::MarkPlot("regions that differ, by step", columns, shown);
}

std::string AsHtml(const Comparison& comparison, const Trace& a, const Trace& b, const std::string& title) {
  std::string body = "<p class=\"" + std::string(comparison.difference ? "bad" : "good") + "\">" +
                     html::Escaped(AsText(comparison)) + "</p>\n";
  if (comparison.refinement && comparison.refinement->operation)
    body += "<h2>The operation</h2>\n<pre>" + html::Escaped(comparison.refinement->operation->text) + "</pre>\n";
  const std::string matrix = Matrix(a, b);
  return html::Page(title, body + (matrix.empty() ? "" : "<h2>Regions that differ, by step</h2>\n" + matrix));
}

// Only folders can be run again. What stands in the way is told, and changes nothing else.
diff::Refinement Refined(const std::string& first, const std::string& second, const Trace& a, const Trace& b,
                         std::uint64_t step) {
  Result<diff::Refinement> refinement = diff::Refine(first, second, a, b, step);
  return refinement ? std::move(*refinement) : diff::Refinement{std::nullopt, refinement.error().message};
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 3> formats = {"text", "json", "html"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  if (arguments.positional().size() != 2)
    return diag::Fail<diag::Failure::BadUsage>({}, "diff", "name two runs");
  const std::string& first = arguments.positional()[0];
  const std::string& second = arguments.positional()[1];
  DETRAIN_TRY(const Trace a, TraceOf(first));
  DETRAIN_TRY(const Trace b, TraceOf(second));
  Comparison comparison = Compare(a, b);
  if (comparison.steps == 0)
    return diag::Fail<diag::Failure::NothingInCommon>({}, first, second);
  std::error_code error;
  const bool are_folders = std::filesystem::is_directory(first, error) && std::filesystem::is_directory(second, error);
  if (comparison.difference && are_folders && !arguments.Has("--no-rerun")) {
    WatchInterrupts();
    comparison.refinement = Refined(first, second, a, b, comparison.difference->step);
  }
  const std::string text = format == "json"   ? AsJson(comparison)
                           : format == "html" ? AsHtml(comparison, a, b, first + " and " + second)
                                              : AsText(comparison);
  if (const auto file = arguments.Value("--output")) {
    DETRAIN_TRY_VOID(WriteFileAtomically(*file, text));
  } else {
    std::fputs(text.c_str(), stdout);
  }
  return comparison.difference ? 1 : 0;
}

}  // namespace

int RunDiff(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
