// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analyzer/base/text.h"
#include "analyzer/driver/options.h"

namespace detrain::driver::verify {
namespace {

using nlohmann::ordered_json;

struct Paint {
  const char* good = "";
  const char* bad = "";
  const char* bold = "";
  const char* off = "";
};

Paint PaintFor(bool color) {
  return color ? Paint{"\033[32m", "\033[31m", "\033[1m", "\033[0m"} : Paint{};
}

std::string Decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string Quantity(std::uint64_t bytes) {
  const char* unit = bytes >= 1U << 20U ? " MiB" : bytes >= 1U << 10U ? " KiB" : " bytes";
  const double divisor = bytes >= 1U << 20U ? 1U << 20U : 1U << 10U;
  return bytes < 1U << 10U ? std::to_string(bytes) + unit : Decimal(static_cast<double>(bytes) / divisor) + unit;
}

std::string FailureLine(const Failure& failure) {
  std::string line = failure.run + ": ";
  if (failure.step)
    line += "step " + std::to_string(*failure.step) + ": ";
  return line + (failure.path.empty() ? "" : failure.path + " ") + failure.message;
}

std::string Table(const Summary& summary, const Paint& paint) {
  std::string text = "  " + Padded("check", 22) + Padded("runs", 7) + Padded("result", 12) + "\n";
  for (const Group& group : summary.groups) {
    const bool good = group.failed == 0;
    const std::string result = good ? group.good : std::to_string(group.failed) + " failed";
    text += "  " + Padded(group.name, 22) + Padded(std::to_string(group.runs), 7) + (good ? paint.good : paint.bad) +
            Padded(result, 12) + paint.off + group.detail + "\n";
  }
  return text;
}

std::string Needless(const Summary& summary) {
  std::string text;
  for (const Ablation& ablation : summary.ablations)
    if (!ablation.is_necessary)
      text += "  " + ablation.path + ": " + ablation.evidence +
              "; to accept that as an assumption, write in .detrain:\n" + "    state: {ignore: [{path: \"" +
              ablation.path + "\", reason: \"...\"}]}\n";
  return text.empty() ? "" : "\nNot shown necessary:\n" + text;
}

// The first failures say it all; the rest is usually the same one seen from other steps.
std::string Failures(const Summary& summary, const Paint& paint) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, summary.failures.size()); ++i)
    text += "  " + (paint.bad + FailureLine(summary.failures[i])) + paint.off + "\n";
  if (summary.failures.size() > shown)
    text += "  and " + std::to_string(summary.failures.size() - shown) + " more (--format=json lists all)\n";
  return text.empty() ? "" : "\n" + text;
}

ordered_json GroupsJson(const Summary& summary) {
  ordered_json groups = ordered_json::array();
  for (const Group& group : summary.groups)
    groups.push_back({{"name", group.name}, {"runs", group.runs}, {"failed", group.failed}, {"detail", group.detail}});
  return groups;
}

ordered_json FailuresJson(const Summary& summary) {
  ordered_json failures = ordered_json::array();
  for (const Failure& failure : summary.failures) {
    ordered_json row = {{"run", failure.run}};
    if (failure.step)
      row["step"] = *failure.step;
    if (!failure.path.empty())
      row["path"] = failure.path;
    row["message"] = failure.message;
    failures.push_back(row);
  }
  return failures;
}

ordered_json AblationsJson(const Summary& summary) {
  ordered_json rows = ordered_json::array();
  for (const Ablation& ablation : summary.ablations)
    rows.push_back({{"path", ablation.path}, {"necessary", ablation.is_necessary}, {"evidence", ablation.evidence}});
  return rows;
}

}  // namespace

std::uint64_t Summary::BytesPoisoned() const {
  std::uint64_t bytes = 0;
  for (const auto& [path, count] : poisoned)
    bytes += count;
  return bytes;
}

std::string PrintText(const Summary& summary, const Settings& settings, bool color) {
  const Paint paint = PaintFor(color);
  std::string text = std::string(paint.bold) + "detrain verify " + Join(settings.program, " ") + paint.off + "\n\n";
  text += "  " + std::to_string(summary.boundaries) + " boundaries, " + std::to_string(summary.saved_regions) +
          " saved regions (" + Quantity(summary.saved_bytes) + "), " + std::to_string(summary.invariant_regions) +
          " invariant ones, " + std::to_string(summary.written_files) + " written files, " +
          Quantity(summary.text_bytes) + " of text\n\n";
  text += Table(summary, paint);
  text += "\n  compared " + Quantity(summary.bytes_compared);
  if (settings.poison)
    text += ", poisoned " + Quantity(summary.BytesPoisoned()) + " in " + std::to_string(summary.poisoned.size()) +
            " entries";
  text += "\n";
  for (const std::string& note : summary.notes)
    text += "  " + note + "\n";
  text += Needless(summary) + Failures(summary, paint);
  text += std::string("\n") + (summary.Passed() ? paint.good : paint.bad) + paint.bold +
          (summary.Passed() ? "PASSED" : "FAILED") + paint.off + " in " + Decimal(summary.seconds) + " s\n";
  return text;
}

std::string PrintJson(const Summary& summary, const Settings& settings) {
  ordered_json poisoned = ordered_json::object();
  for (const auto& [path, bytes] : summary.poisoned)
    poisoned[path] = bytes;
  const ordered_json json = {{"schema", "detrain-verify/1"},
                             {"program", settings.program},
                             {"result", summary.Passed() ? "passed" : "failed"},
                             {"boundaries", summary.boundaries},
                             {"saved", {{"regions", summary.saved_regions}, {"bytes", summary.saved_bytes}}},
                             {"invariant_regions", summary.invariant_regions},
                             {"bytes_compared", summary.bytes_compared},
                             {"bytes_poisoned", summary.BytesPoisoned()},
                             {"poisoned", poisoned},
                             {"checks", GroupsJson(summary)},
                             {"ablations", AblationsJson(summary)},
                             {"notes", summary.notes},
                             {"failures", FailuresJson(summary)},
                             {"seconds", summary.seconds}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace detrain::driver::verify
