// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/inspect/against_plan.h"
#include "analyzer/driver/inspect/statistics.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

constexpr std::array<Option, 3> options = {{
    {"--format", "text|json", "a table, or detrain-inspect/1"},
    {"--against-plan", "", "hold it against the plan in the run's manifest.json; what it lacks is a finding"},
    {"--export", "FILE", "write all entries into one safetensors file, also those that lie in earlier steps"},
}};

constexpr Syntax syntax = {
    "inspect", "CHECKPOINT [OPTIONS]",
    "Reads a checkpoint (a step's folder, or a run's: its newest step), checks every byte, and lists what it holds.",
    options};

std::string ShapeOf(const StepEntry& entry) {
  std::string text;
  for (const std::uint64_t extent : entry.shape)
    text.append(text.empty() ? "" : ",").append(std::to_string(extent));
  return entry.dtype + "[" + text + "]";
}

// By entry.
using AllStatistics = std::vector<std::optional<Statistics>>;

std::string ComparisonText(const PlanComparison& comparison) {
  std::string text = "  against the plan: " + std::to_string(comparison.held) + " saved entries held, " +
                     std::to_string(comparison.absent.size()) + " absent, " +
                     std::to_string(comparison.missing.size()) + " missing\n";
  for (const AbsentEntry& entry : comparison.absent)
    text += "  absent: " + OneLine(entry.path) + ": " + OneLine(entry.why) + "\n";
  for (const std::string& path : comparison.missing)
    text += "  missing: " + OneLine(path) + "\n";
  return text;
}

OrderedJson JsonOf(const PlanComparison& comparison) {
  OrderedJson json = {{"held", comparison.held}, {"absent", OrderedJson::array()}, {"missing", comparison.missing}};
  for (const AbsentEntry& entry : comparison.absent)
    json["absent"].push_back({{"path", entry.path}, {"why", entry.why}});
  return json;
}

std::string Table(const StepFolder& folder, const AllStatistics& statistics) {
  std::string text = folder.path.string() + "\n  program " + TextAt(folder.meta, "program") + ", plan " +
                     TextAt(folder.meta, "plan") + ", step " + std::to_string(folder.step) + "\n\n";
  std::size_t width = 0;
  std::uint64_t bytes = 0;
  for (const StepEntry& entry : folder.entries)
    width = std::max(width, entry.name.size());
  for (std::size_t i = 0; i < folder.entries.size(); ++i) {
    const StepEntry& entry = folder.entries[i];
    text.append("  ").append(Padded(entry.name, width + 2)).append(Padded(ShapeOf(entry), 16)).append(" ");
    text.append(Padded(std::to_string(entry.length) + " bytes", 16))
        .append(" ")
        .append(Padded(entry.persistence, 9))
        .append(" ");
    text.append(entry.hash);
    text.append(statistics[i] ? "  " + Describe(*statistics[i]) : "").append("\n");
    bytes += entry.length;
  }
  for (const Json& cursor : ListAt(folder.meta, "cursors"))
    text += "  open: " + TextAt(cursor, "path") + " (" + TextAt(cursor, "mode") + ")\n";
  for (const Json& output : ListAt(folder.meta, "outputs"))
    text += "  output: " + TextAt(output, "path") + ", " + std::to_string(NumberAt(output, "length")) + " bytes\n";
  for (const AbsentEntry& entry : AbsentIn(folder))
    text += "  absent: " + OneLine(entry.path) + ": " + OneLine(entry.why) + "\n";
  return text + "\n  " + std::to_string(folder.entries.size()) + " entries, " + std::to_string(bytes) +
         " bytes, all intact\n";
}

OrderedJson JsonOf(const Statistics& statistics) {
  return {{"count", statistics.count}, {"nan", statistics.nans}, {"infinite", statistics.infinities},
          {"min", statistics.min},     {"max", statistics.max},  {"mean", statistics.mean}};
}

std::string AsJson(const StepFolder& folder, const AllStatistics& statistics,
                   const std::optional<PlanComparison>& comparison) {
  OrderedJson json = {{"schema", "detrain-inspect/1"}, {"checkpoint", folder.path.string()}, {"intact", true}};
  for (const auto& [name, value] : folder.meta.items())
    if (name != "schema")
      json[name] = value;
  OrderedJson& entries = json["entries"];
  for (std::size_t i = 0; i < statistics.size() && i < entries.size(); ++i)
    if (statistics[i])
      entries[i]["statistics"] = JsonOf(*statistics[i]);
  if (comparison)
    json["against_plan"] = JsonOf(*comparison);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

// safetensors: the header's length in 8 bytes, a JSON header padded with blanks, the data.
std::string Safetensors(const StepFolder& folder, const std::vector<std::string>& tensors) {
  OrderedJson header = OrderedJson::object();
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const StepEntry& entry = folder.entries[i];
    header[entry.name] = {
        {"dtype", entry.dtype}, {"shape", entry.shape}, {"data_offsets", {at, at + tensors[i].size()}}};
    at += tensors[i].size();
  }
  std::string text = header.dump();
  while (text.size() % 8 != 0)
    text += ' ';
  std::string file;
  for (unsigned byte = 0; byte < 8; ++byte)
    file += static_cast<char>((text.size() >> (8 * byte)) & 0xff);
  file += text;
  for (const std::string& tensor : tensors)
    file += tensor;
  return file;
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 2> formats = {"text", "json"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  if (arguments.positional().size() != 1)
    return diag::Fail<diag::Failure::BadUsage>({}, "inspect", "name one checkpoint");
  DETRAIN_TRY(const StepFolder folder, ReadStep(arguments.positional().front()));
  std::vector<std::string> tensors;
  AllStatistics statistics;
  for (const StepEntry& entry : folder.entries) {
    DETRAIN_TRY(std::string bytes, ReadEntryBytes(folder, entry));
    statistics.push_back(StatisticsOf(entry.dtype, bytes));
    tensors.push_back(arguments.Has("--export") ? std::move(bytes) : std::string());
  }
  if (const auto file = arguments.Value("--export"))
    DETRAIN_TRY_VOID(WriteFileAtomically(*file, Safetensors(folder, tensors)));
  std::optional<PlanComparison> comparison;
  if (arguments.Has("--against-plan")) {
    DETRAIN_TRY(comparison, AgainstPlan(folder));
  }
  const std::string text = format == "json"
                               ? AsJson(folder, statistics, comparison)
                               : Table(folder, statistics) + (comparison ? ComparisonText(*comparison) : "");
  std::fputs(text.c_str(), stdout);
  return comparison && !comparison->missing.empty() ? 1 : 0;
}

}  // namespace

int RunInspect(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
