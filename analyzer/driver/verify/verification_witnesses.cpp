// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Full runs that must do what the reference run did: other worker counts, other schedules, and the program that nobody
// rewrote.
#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/base/parallel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/verify/masked_text.h"
#include "analyzer/driver/verify/report_lines.h"
#include "analyzer/driver/verify/verification.h"

namespace detrain::driver::verify {
namespace {

// How OpenMP hands out the iterations of loops that leave it open, and a seed for CUDA's threads, blocks and streams
// where they run on the CPU. Another order must not change a result.
constexpr std::array<const char*, 5> omp_schedules = {"dynamic,1", "guided,1", "static,1", "dynamic,7", "static,3"};

bool IsSame(const std::optional<Failure>& a, const std::optional<Failure>& b) {
  return a && b ? a->path == b->path && a->message == b->message : !a && !b;
}

std::size_t LinesOf(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string FirstLines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0 && end != std::string::npos; --count)
    end = text.find('\n', end) == std::string::npos ? std::string::npos : text.find('\n', end) + 1;
  return text.substr(0, end);
}

// What stands in the buffers of a program that a signal ends is never written. The rewritten one writes its own at each
// boundary, so that it has lost less. One that was ended because it had printed enough has lost nothing that counts.
bool HasLostText(const Record& original, const Seen& expected, bool is_stopped) {
  return original.outcome.signal != 0 && !original.outcome.timed_out &&
         (!is_stopped || LinesOf(original.text) < LinesOf(expected.text));
}

std::string WhatIsLost(const Record& original, const Seen& expected) {
  return "the unmodified program ends by " + original.outcome.Describe() +
         ", which loses what it had not written yet: compared are the first " +
         std::to_string(std::min(LinesOf(original.text), LinesOf(expected.text))) + " of " +
         std::to_string(LinesOf(expected.text)) + " lines of its text, and no files";
}

}  // namespace

Environment Verification::ScheduleOf(std::uint64_t number) const {
  if (settings_.schedules == 0)
    return {};
  const std::uint64_t schedule = number % settings_.schedules;
  return {{"OMP_SCHEDULE", omp_schedules[schedule % omp_schedules.size()]},
          {"DETRAIN_SCHEDULE", std::to_string(schedule + 1)}};
}

// A program with ranks is started as so many processes, which share its ranks out.
std::vector<Request> Verification::WorkerRequests() const {
  std::vector<Request> requests;
  const Result<std::string> mpirun = FindExecutable("mpirun");
  for (const std::string& count : settings_.workers) {
    Request request = FullRequest(count + " workers");
    if (reference_.ranks > 1 && mpirun) {
      request.launcher = {*mpirun, "--oversubscribe", "-n", count};
      request.variables["OMPI_ALLOW_RUN_AS_ROOT"] = request.variables["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
    }
    request.variables["OMP_NUM_THREADS"] = count;
    request.variables["DETRAIN_WORKERS"] = count;
    requests.push_back(std::move(request));
  }
  return requests;
}

// Every second one on a single CPU, which makes threads take turns in another way.
std::vector<Request> Verification::ScheduleRequests() const {
  std::vector<Request> requests;
  for (std::uint64_t number = 0; number < settings_.schedules; ++number) {
    Request request = FullRequest("schedule " + std::to_string(number + 1));
    request.variables.merge(ScheduleOf(number));
    request.affinity = number % 2 == 1 ? FirstCpu() : -1;
    request.name += " (OMP_SCHEDULE=" + request.variables["OMP_SCHEDULE"] +
                    ", DETRAIN_SCHEDULE=" + request.variables["DETRAIN_SCHEDULE"] +
                    (request.affinity >= 0 ? ", one CPU)" : ")");
    requests.push_back(std::move(request));
  }
  return requests;
}

Result<void> Verification::RunWitnesses() {
  if (!settings_.workers.empty()) {
    DETRAIN_TRY_VOID(RunFull("worker counts", "OMP_NUM_THREADS and DETRAIN_WORKERS", WorkerRequests()));
  }
  if (settings_.schedules > 0) {
    DETRAIN_TRY_VOID(
        RunFull("schedules", "OMP_SCHEDULE, DETRAIN_SCHEDULE, every second one on one CPU", ScheduleRequests()));
  }
  if (!settings_.original.empty())
    return RunOriginal();
  return {};
}

Result<void> Verification::RunFull(const std::string& group_name, const std::string& detail,
                                   const std::vector<Request>& requests) {
  Group group{group_name, requests.size(), 0, detail};
  std::vector<std::optional<Result<Record>>> records(requests.size());
  progress_.Begin(group_name, requests.size());
  ParallelFor(settings_.jobs, requests.size(), [&](std::size_t i) {
    Result<Place> place = lab_.MakePlace(group_name + std::to_string(i));
    Request request = requests[i];
    if (settings_.steps)
      request.variables["DETRAIN_STEPS"] = std::to_string(*settings_.steps);
    records[i] = place ? lab_.Execute(*place, request) : Result<Record>(place.error());
    if (place)
      lab_.Discard(*place);
    progress_.Advance();
  });
  if (interrupted)
    return diag::Fail<diag::Failure::Interrupted>({});
  for (const auto& record : records) {
    if (!record->Ok())
      return record->error();
    std::uint64_t bytes = 0;
    const auto failure = CompareRun(**record, reference_.trace, 0, last(), end_, bytes);
    group.failed += Note(failure, bytes) ? 0 : 1;
  }
  summary_.groups.push_back(group);
  return {};
}

// The text of the rewritten program with another sentinel in place of printed arguments of persistence `log`: what
// differs is masked.
Result<std::string> Verification::TextOfOtherMask() {
  DETRAIN_TRY(const Place place, lab_.MakePlace("other mask"));
  Request request = FullRequest("other mask");
  request.variables["DETRAIN_MASK_LOG"] = "b";
  if (settings_.steps)
    request.variables["DETRAIN_STEPS"] = std::to_string(*settings_.steps);
  DETRAIN_TRY(const Record record, lab_.Execute(place, request));
  return record.text;
}

// It gets the clock and the seeds that the reference run recorded, through a small library that stands before the C
// library's functions.
Result<Request> Verification::RequestOfOriginal(const std::string& manifest) const {
  Request request{.name = "unmodified program", .is_original = true};
  const Result<std::string> in_loop = ReadFile((reference_place_.checkpoints() / "inputs.log").string());
  const std::string inputs = (lab_.folder() / "inputs").string();
  DETRAIN_TRY_VOID(WriteFileAtomically(inputs, ReplayList(manifest, in_loop ? *in_loop : "")));
  DETRAIN_TRY(request.variables["LD_PRELOAD"], PreloadLibrary());
  request.variables["DETRAIN_REPLAY_LIST"] = inputs;
  const std::string taken = (reference_place_.checkpoints() / "stdin").string();
  if (std::error_code error; std::filesystem::exists(taken, error))
    request.input = taken;
  if (settings_.steps)
    request.enough_lines = static_cast<std::uint64_t>(std::count(end_.text.begin(), end_.text.end(), '\n'));
  return request;
}

// One that differs from the reference is run again: threads that race, or claim what they work on, give it other
// results each time, and then it is no witness of the one order that the rewritten program keeps to.
Result<void> Verification::RunOriginal() {
  const Result<std::string> manifest = ReadFile(reference_place_.manifest().string());
  if (manifest && ChangesNumbers(*manifest)) {
    summary_.notes.emplace_back("the unmodified program is no witness: the rewrite lists a site that changes numbers");
    return {};
  }
  constexpr std::uint64_t kMostRuns = 3;
  progress_.Begin("unmodified program", 2);
  DETRAIN_TRY(const std::string other_mask, TextOfOtherMask());
  DETRAIN_TRY(const Request request, RequestOfOriginal(manifest ? *manifest : ""));
  progress_.Advance();
  std::vector<std::optional<Failure>> failures;
  FileStates first_files;
  std::string lost;
  bool differs = false;  // from itself
  std::uint64_t bytes = 0;
  do {
    DETRAIN_TRY(const Place place, lab_.MakePlace("original" + std::to_string(failures.size())));
    DETRAIN_TRY(const Record original, lab_.Execute(place, request));
    if (interrupted)
      return diag::Fail<diag::Failure::Interrupted>({});
    failures.push_back(JudgeOriginal(original, other_mask, bytes));
    if (failures.size() == 1)
      first_files = original.files;
    if (HasLostText(original, end_, settings_.steps.has_value()))
      lost = WhatIsLost(original, end_);
    differs = !IsSame(failures.back(), failures.front()) || original.files != first_files;
  } while (failures.front() && !differs && failures.size() < kMostRuns);
  if (differs) {
    summary_.notes.push_back(
        "the unmodified program is no witness: under the same clock and seeds it differs from itself; " +
        failures.front()->path + " " + failures.front()->message);
    return {};
  }
  if (!lost.empty())
    summary_.notes.push_back(lost);
  const bool good = Note(failures.front(), bytes);
  summary_.groups.push_back({"unmodified program", failures.size(), good ? 0U : failures.size(),
                             settings_.steps ? "text only, as far as --steps goes" : "same seeds"});
  return {};
}

std::optional<Failure> Verification::JudgeOriginal(const Record& original, const std::string& other_mask,
                                                   std::uint64_t& bytes) const {
  const bool has_lost = HasLostText(original, end_, settings_.steps.has_value());
  const std::size_t lines = LinesOf(has_lost ? original.text : end_.text);
  const std::string expected = has_lost ? FirstLines(end_.text, lines) : end_.text;
  const std::string text =
      FirstMaskedDifference(original.text, expected, has_lost ? FirstLines(other_mask, lines) : other_mask,
                            has_lost || settings_.steps.has_value());
  if (!text.empty())
    return Failure{original.name, std::nullopt, "(text)", text};
  bytes += expected.size();
  if (settings_.steps)
    return std::nullopt;
  if (auto failure = CompareOutcome(original, end_.outcome))
    return failure;
  if (has_lost)
    return std::nullopt;
  const std::vector<std::string> files = Differences(original.files, end_.files);
  if (!files.empty())
    return Failure{original.name, std::nullopt, "(file)", files.front()};
  for (const auto& [name, state] : end_.files)
    bytes += state.size;
  return std::nullopt;
}

}  // namespace detrain::driver::verify
