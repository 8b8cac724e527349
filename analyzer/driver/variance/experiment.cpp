// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/variance/experiment.h"

#include <algorithm>
#include <set>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/terminal.h"
#include "analyzer/driver/verify/report_lines.h"

namespace detrain::driver::variance {
namespace {

using diag::Failure;
using verify::Lab;
using verify::Place;
using verify::Record;

std::string KindName(Kind kind) {
  switch (kind) {
    case Kind::AsItIs:
      return "as it is";
    case Kind::SameSeeds:
      return "same seeds";
    default:
      return "deterministic";
  }
}

// `{i}` in an argument is the number of the run: a seed on the command line varies as one from the clock does.
std::vector<std::string> WithNumber(std::vector<std::string> words, std::size_t number) {
  for (std::string& word : words)
    for (std::size_t at = word.find("{i}"); at != std::string::npos; at = word.find("{i}", at))
      word.replace(at, 3, std::to_string(number));
  return words;
}

// What the two texts have first that is not the same, as a line's number.
std::string FirstLineThatDiffers(const std::string& a, const std::string& b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  return "line " + std::to_string(1 + std::count(a.begin(), at, '\n')) + " of its text differs";
}

}  // namespace

Result<Record> Experiment::Execute(Lab& lab, const Place& place, Kind kind, std::size_t number) {
  settings_.program = WithNumber(words_, kind == Kind::AsItIs ? number : 1);
  verify::Request request{.name = KindName(kind) + " " + std::to_string(number),
                          .is_original = kind != Kind::Deterministic};
  if (kind == Kind::SameSeeds)
    request.variables = same_seeds_;
  if (kind == Kind::Deterministic) {
    // Nothing is measured but the program: no trace, no report, no saves.
    for (const char* name : {"DETRAIN_TRACE", "DETRAIN_REPORT", "DETRAIN_HASH"})
      request.variables[name] = "";
    request.variables["DETRAIN_EVERY"] = "0";
    request.variables["DETRAIN_REPLAY"] = manifest_;
  }
  DETRAIN_TRY(Record record, lab.Execute(place, request));
  if (interrupted)
    return diag::Fail<Failure::Interrupted>({});
  if (!record.outcome.Succeeded())
    return diag::Fail<Failure::RunFailed>(
        {}, record.name, record.outcome.Describe() + (record.errors.empty() ? "" : "; ") + record.FirstErrorLine());
  const auto at = static_cast<std::size_t>(kind);
  values_[at].push_back(pattern_.In(record.text));
  seconds_[at].push_back(record.outcome.seconds);
  return record;
}

void Experiment::CompareWithReference(const Record& record, std::size_t number) {
  if (!difference_.empty())
    return;
  const std::string who = "deterministic run " + std::to_string(number) + ": ";
  const std::vector<std::string> files = Differences(record.files, written_);
  if (record.text != reference_.text)
    difference_ = who + FirstLineThatDiffers(record.text, reference_.text);
  else if (!files.empty())
    difference_ = who + files.front();
}

// The first deterministic run records clock and seeds; all that follow, and the original's runs with the same seeds,
// get them again.
Result<void> Experiment::RunReference(Lab& lab) {
  DETRAIN_TRY(const Place place, lab.MakeReferencePlace());
  DETRAIN_TRY(reference_, Execute(lab, place, Kind::Deterministic, 1));
  lab.working_copy().NoteReferenceEnd();
  written_ = lab.working_copy().written();
  manifest_ = place.manifest().string();
  const Result<std::string> manifest = ReadFile(manifest_);
  if (!manifest)
    return diag::Fail<Failure::RunFailed>({}, settings_.program.front(),
                                          "it never came to its step loop; is it a rewritten program?");
  if (settings_.original.empty())
    return {};
  const Result<std::string> in_loop = ReadFile((place.checkpoints() / "inputs.log").string());
  const std::string inputs = (lab.folder() / "inputs").string();
  DETRAIN_TRY_VOID(WriteFileAtomically(inputs, verify::ReplayList(*manifest, in_loop ? *in_loop : "")));
  DETRAIN_TRY(same_seeds_["LD_PRELOAD"], PreloadLibrary());
  same_seeds_["DETRAIN_REPLAY_LIST"] = inputs;
  return {};
}

Result<void> Experiment::RunKind(Lab& lab, Kind kind) {
  Progress progress;
  progress.Begin(KindName(kind), runs_);
  for (std::size_t number = kind == Kind::Deterministic ? 2 : 1; number <= runs_; ++number) {
    DETRAIN_TRY(const Place place, lab.MakePlace("run"));
    DETRAIN_TRY(const Record record, Execute(lab, place, kind, number));
    if (kind == Kind::Deterministic)
      CompareWithReference(record, number);
    lab.Discard(place);
    progress.Advance();
  }
  return {};
}

Findings Experiment::Conclude() const {
  Findings findings{.runs = runs_, .program = settings_.executable, .original = settings_.original};
  std::set<std::string> names;
  for (const std::vector<Values>& kind : values_)
    for (const Values& values : kind)
      for (const auto& [name, value] : values)
        names.insert(name);
  for (const std::string& name : names) {
    MetricSpread metric;
    metric.name = name;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      std::vector<double> found;
      for (const Values& values : values_[kind])
        if (const auto at = values.find(name); at != values.end())
          found.push_back(at->second);
      metric.spread[kind] = SpreadOf(std::move(found));
    }
    findings.metrics.push_back(std::move(metric));
  }
  findings.seconds.name = "running time, s";
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    findings.seconds.spread[kind] = SpreadOf(seconds_[kind]);
  findings.difference = difference_;
  findings.notes = notes_;
  for (const MetricSpread& metric : findings.metrics)
    if (findings.difference.empty() && !metric.IsDeterministic())
      findings.difference = metric.name + " differs between deterministic runs";
  return findings;
}

Result<Findings> Experiment::Run() {
  words_ = settings_.program;
  DETRAIN_TRY(Lab lab, Lab::Open(settings_));
  DETRAIN_TRY_VOID(RunReference(lab));
  DETRAIN_TRY_VOID(RunKind(lab, Kind::Deterministic));
  if (settings_.original.empty()) {
    notes_.emplace_back("there is no unmodified program (--original), so only the deterministic runs were made");
    return Conclude();
  }
  DETRAIN_TRY_VOID(RunKind(lab, Kind::AsItIs));
  DETRAIN_TRY_VOID(RunKind(lab, Kind::SameSeeds));
  return Conclude();
}

}  // namespace detrain::driver::variance
