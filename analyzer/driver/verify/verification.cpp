// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/verification.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/diag/message.h"

namespace detrain::driver::verify {
namespace {

namespace fs = std::filesystem;
using diag::Failure::Interrupted;

// No boundary is a multiple of it, so nothing is saved but where a stop asks for it.
constexpr const char* never = "1000000000";

bool IsSaved(const std::string& persistence) {
  return persistence == "carried" || persistence == "stream" || persistence == "cursor" || persistence == "counter" ||
         persistence == "image";
}

bool IsCommitted(const Place& place, std::uint64_t step) {
  char name[32];
  std::snprintf(name, sizeof name, "step_%08llu", static_cast<unsigned long long>(step));
  std::error_code error;
  return fs::exists(place.checkpoints() / name / "COMMITTED", error);
}

std::string NameOf(const Trial& trial) {
  const char* how = trial.how == How::Kill ? "kill" : trial.how == How::Stop ? "stop" : "watch";
  return std::string(how) + " at step " + std::to_string(trial.step);
}

}  // namespace

void SeenBoard::Publish(std::uint64_t step, std::optional<Seen> seen) {
  const std::lock_guard lock(mutex_);
  seen_[step] = std::move(seen);
  changed_.notify_all();
}

std::optional<Seen> SeenBoard::Wait(std::uint64_t step) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return seen_.contains(step); });
  return seen_[step];
}

Result<Summary> Verification::Run() {
  const auto start = std::chrono::steady_clock::now();
  DETRAIN_TRY_VOID(RunReference());
  if (summary_.boundaries > 0 && summary_.Passed()) {
    DETRAIN_TRY_VOID(RunTrials());
    DETRAIN_TRY_VOID(RunWitnesses());
    if (settings_.ablate) {
      DETRAIN_TRY_VOID(RunAblations());
    }
    RefuseZeros();
  }
  for (const std::string& name : lab_.working_copy().DamagedInputs())
    summary_.failures.push_back(
        {"all runs", std::nullopt, "(file)", name + ": a run wrote this input, the reference run does not"});
  summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(summary_);
}

Result<void> Verification::RunReference() {
  DETRAIN_TRY(reference_place_, lab_.MakeReferencePlace());
  progress_.Begin("reference run", 1);
  // It takes what a pipe of ours gives; the others are given that again.
  Request request{.name = "reference run", .input = ""};
  request.variables["DETRAIN_EVERY"] = never;
  if (settings_.steps)
    request.variables["DETRAIN_STEPS"] = std::to_string(*settings_.steps);
  DETRAIN_TRY(reference_, lab_.Execute(reference_place_, request));
  if (interrupted)
    return diag::Fail<Interrupted>({});
  lab_.working_copy().NoteReferenceEnd();
  // The reference run saves nothing; others save each step, which a busy disk makes take long.
  if (settings_.timeout == 0)
    lab_.set_timeout(120 + 20 * reference_.outcome.seconds);
  end_ = {reference_.text, lab_.working_copy().written(), reference_.outcome};
  Describe();
  // A run that saves every step keeps them all.
  return lab_.MakeRoomFor(summary_.saved_bytes * (summary_.boundaries + 2) * settings_.jobs);
}

void Verification::Describe() {
  summary_.boundaries = reference_.trace.boundaries().size();
  summary_.written_files = end_.files.size();
  summary_.text_bytes = end_.text.size();
  if (summary_.boundaries == 0) {
    std::string message =
        "no boundary was reached (" + reference_.outcome.Describe() + "); is it a program that detrain rewrote?";
    if (!reference_.errors.empty())
      message += " " + reference_.FirstErrorLine();
    summary_.failures.push_back({reference_.name, std::nullopt, "", message});
    return;
  }
  for (const auto& [path, region] : reference_.trace.boundaries().rbegin()->second) {
    summary_.saved_regions += IsSaved(region.persistence) ? 1 : 0;
    summary_.saved_bytes += IsSaved(region.persistence) ? region.bytes : 0;
    summary_.invariant_regions += region.persistence == "invariant" ? 1 : 0;
  }
  // Nothing is shown of a program that saves by a run which ended before the program did.
  if (const std::string why = reference_.LastWordOfRuntime(); !why.empty())
    summary_.failures.push_back({reference_.name, last(), "", reference_.outcome.Describe() + ": " + why});
  if (const auto changed = FirstChangedInvariant(reference_.trace, reference_.trace))
    summary_.failures.push_back({reference_.name, changed->step, changed->path, changed->message});
  summary_.groups.push_back({"reference run", 1, summary_.failures.size(), reference_.outcome.Describe()});
}

bool Verification::Note(const std::optional<Failure>& failure, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  summary_.bytes_compared += bytes;
  if (!failure)
    return true;
  summary_.failures.push_back(*failure);
  return false;
}

void Verification::AddPoisoned(const Record& record) {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, bytes] : record.poisoned)
    summary_.poisoned[path] += bytes;
  if (record.may_be_poisoned)
    summary_.has_unsaved = *record.may_be_poisoned != 0;
}

Result<void> Verification::RunTrials() {
  DETRAIN_TRY(const std::vector<std::uint64_t> steps, ChooseSteps(settings_, last()));
  const std::vector<Trial> trials = MakeTrials(steps, last());
  std::vector<std::optional<Result<bool>>> results(trials.size());
  progress_.Begin("stops and kills", trials.size());
  ParallelFor(settings_.jobs, trials.size(), [&](std::size_t i) {
    results[i] = RunTrial(trials[i]);
    progress_.Advance();
  });
  if (interrupted)
    return diag::Fail<Interrupted>({});
  Group stops{"stop and resume", 0, 0, "DETRAIN_STOP_AT"};
  Group kills{"kill and resume", 0, 0, "SIGKILL just after COMMITTED"};
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!results[i]->Ok())
      return results[i]->error();
    Group& group = trials[i].how == How::Kill ? kills : stops;
    group.runs += trials[i].how == How::Watch ? 0 : 1;
    group.failed += **results[i] ? 0 : 1;
  }
  summary_.groups.push_back(stops);
  summary_.groups.push_back(kills);
  return {};
}

// True: all that was compared is equal. Whatever happens, those who wait for what is seen at this boundary are
// answered.
Result<bool> Verification::RunTrial(const Trial& trial) {
  const std::string folder = NameOf(trial);
  Result<Place> place = interrupted ? Result<Place>(diag::Fail<Interrupted>({})) : lab_.MakePlace(folder);
  Result<bool> good = place ? RunFirst(trial, *place) : Result<bool>(place.error());
  if (trial.how != How::Kill && !(good && *good))
    board_.Publish(trial.step, std::nullopt);
  if (good && *good && trial.how != How::Watch)
    good = RunSecond(trial, *place);
  if (place)
    lab_.Discard(*place);
  return good;
}

Request Verification::FirstRequest(const Trial& trial) const {
  Request request = FullRequest(NameOf(trial));
  if (trial.how == How::Kill) {
    request.variables.merge(ScheduleOf(trial.step));
    request.variables["DETRAIN_KILL_AT"] = std::to_string(trial.step);
    // Three spread runs save every step, so that older steps lie beside the newest; the others save where they are
    // killed.
    request.variables["DETRAIN_EVERY"] = trial.to_end ? "1" : never;
  } else {
    request.variables[trial.how == How::Stop ? "DETRAIN_STOP_AT" : "DETRAIN_STEPS"] = std::to_string(trial.step);
  }
  return request;
}

Result<bool> Verification::RunFirst(const Trial& trial, const Place& place) {
  DETRAIN_TRY(const Record record, lab_.Execute(place, FirstRequest(trial)));
  std::uint64_t bytes = 0;
  const auto failure = JudgeFirst(trial, place, record, bytes);
  if (!Note(failure, bytes))
    return false;
  if (trial.how != How::Kill)
    board_.Publish(trial.step, SeenIn(record));
  return true;
}

std::optional<Failure> Verification::JudgeFirst(const Trial& trial, const Place& place, const Record& record,
                                                std::uint64_t& bytes) const {
  const Outcome expected = trial.how == How::Kill ? Outcome{.signal = SIGKILL} : Outcome{};
  if (auto failure = CompareOutcome(record, expected))
    return failure;
  if (trial.how != How::Watch && !IsCommitted(place, trial.step))
    return Failure{record.name, trial.step, "", "no committed checkpoint was left behind"};
  if (auto failure = CompareBoundaries(record, reference_.trace, 0, trial.step, bytes))
    return failure;
  if (trial.how != How::Kill && !end_.text.starts_with(record.text))
    return Failure{record.name, trial.step, "(text)",
                   FirstTextDifference(record.text, end_.text.substr(0, record.text.size()))};
  return std::nullopt;
}

Result<bool> Verification::RunSecond(const Trial& trial, const Place& place) {
  Request request{.name = NameOf(trial) + ", resumed"};
  // What the steps behind the checkpoint read of clocks and random devices, only the reference knows.
  request.variables["DETRAIN_REPLAY"] = reference_place_.manifest().string();
  request.variables["DETRAIN_EVERY"] = trial.to_end ? "1" : never;
  if (settings_.poison)
    request.variables["DETRAIN_POISON"] = "1";
  if (!trial.to_end)
    request.variables["DETRAIN_STEPS"] = std::to_string(trial.target);
  else if (settings_.steps)
    request.variables["DETRAIN_STEPS"] = std::to_string(*settings_.steps);
  DETRAIN_TRY(const Record record, lab_.Execute(place, request));
  AddPoisoned(record);
  std::uint64_t bytes = 0;
  const auto failure = JudgeSecond(trial, record, bytes);
  return Note(failure, bytes);
}

std::optional<Failure> Verification::JudgeSecond(const Trial& trial, const Record& record, std::uint64_t& bytes) {
  const std::optional<Seen> expected = trial.to_end ? end_ : board_.Wait(trial.target);
  if (!expected)
    return Failure{record.name, trial.target, "", "nothing to compare with: the run that stops there failed"};
  if (!record.trace.boundaries().empty() && record.trace.boundaries().begin()->first < trial.step)
    return Failure{record.name, record.trace.boundaries().begin()->first, "",
                   "the program did not resume, it began again"};
  const std::uint64_t target = trial.to_end ? last() : trial.target;
  return CompareRun(record, reference_.trace, trial.step, target, *expected, bytes);
}

void Verification::RefuseZeros() {
  if (summary_.bytes_compared == 0)
    summary_.failures.push_back({"all runs", std::nullopt, "", "not one byte was compared"});
  if (settings_.poison && !summary_.has_unsaved)
    summary_.notes.emplace_back("nothing to poison: the plan saves or takes as given all that is alive");
  else if (settings_.poison && summary_.BytesPoisoned() == 0)
    summary_.failures.push_back({"all runs", std::nullopt, "", "not one byte was poisoned"});
}

Request Verification::FullRequest(const std::string& name) const {
  Request request{.name = name};
  request.variables["DETRAIN_EVERY"] = never;
  request.variables["DETRAIN_REPLAY"] = reference_place_.manifest().string();
  return request;
}

}  // namespace detrain::driver::verify
