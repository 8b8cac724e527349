// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole of `detrain verify`: the reference run, the trials, and the witnesses. docs/driver.md explains what is run
// and why.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_VERIFICATION_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_VERIFICATION_H

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/terminal.h"
#include "analyzer/driver/verify/judge.h"
#include "analyzer/driver/verify/lab.h"
#include "analyzer/driver/verify/settings.h"
#include "analyzer/driver/verify/summary.h"
#include "analyzer/driver/verify/trials.h"

namespace detrain::driver::verify {

// What is to be seen at each boundary, as soon as the run that shows it has been there.
class SeenBoard {
 public:
  void Publish(std::uint64_t step, std::optional<Seen> seen);
  // Waits for it; nullopt: the run that should have shown it failed.
  std::optional<Seen> Wait(std::uint64_t step);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::optional<Seen>> seen_;
};

class Verification {
 public:
  Verification(const Settings& settings, Lab lab) : settings_(settings), lab_(std::move(lab)) {}

  // Error: something else than the program under verification failed, or it cannot be verified at all.
  Result<Summary> Run();

 private:
  Result<void> RunReference();
  void Describe();
  Result<void> RunTrials();
  Result<bool> RunTrial(const Trial& trial);
  Request FirstRequest(const Trial& trial) const;
  Result<bool> RunFirst(const Trial& trial, const Place& place);
  std::optional<Failure> JudgeFirst(const Trial& trial, const Place& place, const Record& record,
                                    std::uint64_t& bytes) const;
  Result<bool> RunSecond(const Trial& trial, const Place& place);
  std::optional<Failure> JudgeSecond(const Trial& trial, const Record& record, std::uint64_t& bytes);
  void RefuseZeros();

  // verification_witnesses.cpp: full runs that must equal the reference.
  Result<void> RunWitnesses();
  Result<void> RunFull(const std::string& group, const std::string& detail, const std::vector<Request>& requests);
  std::vector<Request> WorkerRequests() const;
  std::vector<Request> ScheduleRequests() const;
  Environment ScheduleOf(std::uint64_t number) const;  // kills rotate through them
  Result<void> RunOriginal();
  Result<std::string> TextOfOtherMask();
  [[nodiscard]] Result<Request> RequestOfOriginal(const std::string& manifest) const;
  std::optional<Failure> JudgeOriginal(const Record& original, const std::string& other_mask,
                                       std::uint64_t& bytes) const;

  // verification_ablations.cpp
  Result<void> RunAblations();
  static std::vector<std::uint64_t> AblationSteps(std::uint64_t last);
  Result<Ablation> Ablate(const std::string& lost, const std::vector<std::uint64_t>& steps) const;
  struct Loss {
    std::string evidence;  // what changed; empty: nothing did
    std::uint64_t entries = 0;
  };
  Result<Loss> AblateAt(const std::string& lost, std::uint64_t step) const;

  Request FullRequest(const std::string& name) const;
  std::uint64_t last() const { return reference_.trace.boundaries().rbegin()->first; }
  bool Note(const std::optional<Failure>& failure, std::uint64_t bytes);  // true: no failure
  void AddPoisoned(const Record& record);

  const Settings& settings_;
  Lab lab_;
  Place reference_place_;
  Record reference_;
  Seen end_;
  SeenBoard board_;
  std::mutex mutex_;  // guards summary_
  Summary summary_;
  Progress progress_;
};

}  // namespace detrain::driver::verify

#endif
