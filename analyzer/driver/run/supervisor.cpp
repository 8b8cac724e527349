// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/supervisor.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "analyzer/driver/run/orphans.h"
#include "analyzer/driver/run/signals.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {
namespace {

constexpr auto kPoll = std::chrono::milliseconds(10);
constexpr auto kEndsSoon = std::chrono::seconds(1);      // a program that has nothing left to do
constexpr auto kOrphansTake = std::chrono::seconds(20);  // to be gone, once they are killed

std::int64_t NewestStep(const std::filesystem::path& dir) {
  const std::vector<std::uint64_t> steps = CommittedSteps(dir);
  return steps.empty() ? -1 : static_cast<std::int64_t>(steps.back());
}

std::string SecondsText(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", seconds);
  return text;
}

std::string CommandText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text.append(text.empty() ? "" : " ").append(word);
  return text;
}

std::string HostName() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "this machine";
}

// As the user would write it.
std::string FromHere(const std::filesystem::path& path) {
  std::error_code error;
  const std::string relative = path.lexically_relative(std::filesystem::current_path(error)).string();
  return error || relative.empty() || relative.starts_with("..") ? path.string() : relative;
}

bool IsRestored(const detrain_status& status) {
  return status.restored > 0 && status.phase >= DETRAIN_STEPPING;
}

bool HasStepped(const detrain_status& status) {
  return IsRestored(status) && status.step > status.restored - 1;
}

// With these codes the runtime refuses a restore or gives up a save: that would happen again.
bool IsRefusal(const Outcome& outcome) {
  return outcome.signal == 0 &&
         (outcome.code == ExitCode(ErrorKind::Usage) || outcome.code == ExitCode(ErrorKind::Input));
}

}  // namespace

Supervisor::Supervisor(RunSettings settings)
    : settings_(std::move(settings)),
      log_(settings_.dir / "run.log"),
      status_((settings_.dir / "status").string()),
      text_((settings_.dir / "text").string()) {}

ChildSpec Supervisor::Spec() const {
  ChildSpec spec{.argv = settings_.program,
                 .executable = settings_.executable,
                 .stdout_path = (settings_.dir / "text").string(),
                 .own_group = isatty(STDIN_FILENO) == 0};
  Environment environment = CleanEnvironment();
  environment["DETRAIN_DIR"] = settings_.dir.string();
  environment["DETRAIN_TEXT"] = spec.stdout_path;
  environment["DETRAIN_STATUS"] = status_.path();
  environment["DETRAIN_SUPERVISOR"] = std::to_string(getpid());
  for (const auto& [name, value] : settings_.variables)
    environment[name] = value;
  spec.environment = std::move(environment);
  return spec;
}

// A group of its own is reached as a whole: the program may have been started by a script.
void Supervisor::PassOn(pid_t child) {
  for (const int signal : TakeSignals()) {
    kill(isatty(STDIN_FILENO) == 0 ? -child : child, signal);
    const std::string name = "SIG" + std::string(sigabbrev_np(signal));
    if (AsksForEnd(signal) && !is_ending_) {
      is_ending_ = true;
      asked_ = Clock::now();
      log_.Note(name + ": passed on; the run is to end");
    } else {
      log_.Note(name + ": passed on");
    }
  }
  if (is_ending_ && IsGraceOver())
    kill(isatty(STDIN_FILENO) == 0 ? -child : child, SIGKILL);
}

bool Supervisor::IsGraceOver() const {
  return Clock::now() - asked_ > std::chrono::seconds(settings_.grace);
}

// A program that has failed is gone when all of it is: what a killed launcher leaves would share DIR with the next
// start. One that was asked to end may save in processes that its script does not wait for.
void Supervisor::EndOrphans() {
  std::optional<Clock::time_point> killed;
  while (HasOrphans()) {
    if (!is_ending_ || IsGraceOver()) {
      if (!killed)
        log_.Note("processes of the job are left over, and killed");
      killed = killed.value_or(Clock::now());
      KillOrphans();
    }
    if (killed && Clock::now() - *killed > kOrphansTake) {
      log_.Say("processes of the job do not end though they were killed");
      return;
    }
    std::this_thread::sleep_for(kPoll);
    text_.Show();
  }
}

bool Supervisor::IsHung() {
  const std::uint64_t beats = status_.Read().beats;
  if (beats != beats_)
    last_beat_ = Clock::now();
  beats_ = beats;
  return settings_.hang > 0 && Clock::now() - last_beat_ > std::chrono::seconds(settings_.hang);
}

// Once for the whole run; a restart has a line of its own. Not before it is known that there are steps left: a run that
// is complete restores its last step and ends.
void Supervisor::SayWhereItGoesOn(const detrain_status& status) {
  if (has_said_start_ || !IsRestored(status))
    return;
  restored_ = restored_.value_or(Clock::now());
  if (!HasStepped(status) && Clock::now() - *restored_ < kEndsSoon)
    return;
  has_said_start_ = true;
  log_.Say("going on at step " + std::to_string(status.restored - 1) + " of " + FromHere(settings_.dir));
}

void Supervisor::SayHowItEnded(const Failure& end, double lived) {
  if (HasStepped(end.status))
    SayWhereItGoesOn(end.status);
  log_.Note("done after " + SecondsText(lived) + ", " + std::to_string(end.status.saves) + " saves, which took " +
            SecondsText(static_cast<double>(end.status.save_nanoseconds) / 1e9));
  if (end.status.version == 0)
    log_.Say(settings_.program.front() + " never said where it is; is it a rewritten program? Nothing was saved");
  else if (IsRestored(end.status) && !HasStepped(end.status))
    log_.Say(FromHere(settings_.dir) + " holds a complete run (" + std::to_string(end.status.step) +
             " steps); --dir for a new one");
}

Result<Supervisor::Failure> Supervisor::RunOnce() {
  status_.Clear();
  beats_ = 0;
  last_beat_ = Clock::now();
  const std::int64_t before = NewestStep(settings_.dir);
  DETRAIN_TRY(const pid_t child, Start(Spec()));
  log_.Note("process " + std::to_string(child) + " on " + HostName() + ", " +
            (before < 0 ? "from the beginning" : "from step " + std::to_string(before)) + ": " +
            CommandText(settings_.program));
  Failure end;
  while (!HasEnded(child, end.outcome)) {
    std::this_thread::sleep_for(kPoll);
    ReapOrphans(child);
    text_.Show();
    PassOn(child);
    SayWhereItGoesOn(status_.Read());
    if (!end.hung && IsHung()) {
      end.hung = true;
      kill(isatty(STDIN_FILENO) == 0 ? -child : child, SIGKILL);
    }
  }
  if (!end.outcome.Succeeded())
    EndOrphans();
  text_.Show();
  end.committed = NewestStep(settings_.dir);
  end.status = status_.Read();
  return end;
}

std::string Supervisor::Describe(const Failure& failure) const {
  std::string text = failure.hung ? "no step for " + std::to_string(settings_.hang) + " s" : failure.outcome.Describe();
  if (failure.status.version != 0)
    text += " in " + driver::Describe(failure.status);
  return text + (failure.committed < 0 ? ", before its first checkpoint"
                                       : ", after the checkpoint of step " + std::to_string(failure.committed));
}

// Why there will be no other try. A failure that comes again at the same step, with no new checkpoint in between, is
// the program's own. A SIGKILL while the runtime or the code before the loop was at work comes from outside.
std::optional<std::string> Supervisor::WhyFinal(const Failure& failure, std::int64_t attempt) const {
  const bool is_killed = failure.outcome.signal == SIGKILL || failure.outcome.code == 128 + SIGKILL;  // by a launcher
  const bool is_foreign = is_killed && !failure.hung && failure.status.phase != DETRAIN_STEPPING;
  const bool is_again = last_ && !is_foreign && last_->committed == failure.committed &&
                        last_->status.phase == failure.status.phase && last_->status.step == failure.status.step;
  if (is_again)
    return " again, without progress; this is the program's own failure";
  if (attempt == settings_.retries)
    return "; no retries are left";
  return std::nullopt;
}

// Between two starts; false where a signal came meanwhile.
bool Supervisor::Wait(double lived) {
  waits_ = lived > 600 ? 0 : waits_;
  const double seconds = std::min(static_cast<double>(settings_.backoff) * static_cast<double>(1 << waits_), 60.0);
  waits_ = std::min<std::int64_t>(waits_ + 1, 6);
  const Clock::time_point until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (seconds > 0)
    log_.Note("waiting for " + SecondsText(seconds));
  do {
    for (const int signal : TakeSignals())
      if (AsksForEnd(signal))
        return false;
    if (Clock::now() < until)
      std::this_thread::sleep_for(kPoll);
  } while (Clock::now() < until);
  return true;
}

Result<int> Supervisor::Run() {
  text_.SkipWhatIsThere();
  AdoptOrphans();
  for (std::int64_t attempt = 0;; ++attempt) {
    const Clock::time_point start = Clock::now();
    const std::int64_t before = NewestStep(settings_.dir);
    DETRAIN_TRY(const Failure end, RunOnce());
    const double lived = std::chrono::duration<double>(Clock::now() - start).count();
    if (end.outcome.Succeeded()) {
      SayHowItEnded(end, lived);
      return 0;
    }
    if (is_ending_) {
      log_.Say(Describe(end) + "; the same command goes on from there");
      return end.outcome.ShellCode();
    }
    if (end.status.phase == DETRAIN_LEAVING) {
      log_.Say("a rule of --watch has stopped the run, after the checkpoint of step " + std::to_string(end.committed));
      return end.outcome.ShellCode();
    }
    if (IsRefusal(end.outcome) && end.committed == before) {
      log_.Say(end.outcome.Describe() + ", and no step was saved; not started again");
      return end.outcome.ShellCode();
    }
    if (const auto why = WhyFinal(end, attempt)) {
      log_.Say(Describe(end) + *why);
      return end.outcome.ShellCode();
    }
    last_ = end;
    has_said_start_ = true;
    log_.Say(Describe(end) + (end.committed < 0 ? "; started again" : "; started again from there"));
    if (!Wait(lived))
      return end.outcome.ShellCode();
  }
}

}  // namespace detrain::driver
