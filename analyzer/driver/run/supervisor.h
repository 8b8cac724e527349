// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a rewritten program until it is done: docs/run.md.
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_SUPERVISOR_H
#define DETRAIN_ANALYZER_DRIVER_RUN_SUPERVISOR_H

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/run/run_log.h"
#include "analyzer/driver/run/status_page.h"
#include "analyzer/driver/run/text_follower.h"

namespace detrain::driver {

struct RunSettings {
  std::vector<std::string> program;
  std::string executable;
  std::filesystem::path dir;  // absolute, and there
  Environment variables;      // for the runtime, besides those that every run gets
  std::int64_t retries = 3;
  std::int64_t hang = 0;     // seconds without a step; 0: for ever
  std::int64_t backoff = 1;  // seconds before the first restart; doubles with each one that follows soon
  std::int64_t grace = 60;   // seconds that an end that was asked for may take
};

class Supervisor {
 public:
  explicit Supervisor(RunSettings settings);

  // The program's own code at the end, 128 + N for a signal. Error: it cannot be started.
  Result<int> Run();

 private:
  using Clock = std::chrono::steady_clock;

  // How a process ended, and where it was.
  struct Failure {
    Outcome outcome;
    bool hung = false;
    std::int64_t committed = -1;  // newest step; -1: none
    detrain_status status = {};
  };

  Result<Failure> RunOnce();
  [[nodiscard]] ChildSpec Spec() const;
  void PassOn(pid_t child);
  [[nodiscard]] bool IsGraceOver() const;
  void EndOrphans();
  bool IsHung();
  void SayWhereItGoesOn(const detrain_status& status);
  void SayHowItEnded(const Failure& end, double lived);
  [[nodiscard]] std::string Describe(const Failure& failure) const;
  [[nodiscard]] std::optional<std::string> WhyFinal(const Failure& failure, std::int64_t attempt) const;
  bool Wait(double lived);

  RunSettings settings_;
  RunLog log_;
  StatusPage status_;
  TextFollower text_;
  std::optional<Failure> last_;  // failure
  bool has_said_start_ = false;  // from which step the run goes on
  std::optional<Clock::time_point> restored_;
  bool is_ending_ = false;   // a signal asked for it
  Clock::time_point asked_;  // when
  std::uint64_t beats_ = 0;
  Clock::time_point last_beat_;
  std::int64_t waits_ = 0;  // restarts in a row that came soon
};

}  // namespace detrain::driver

#endif
