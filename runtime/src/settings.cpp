// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

#include "disk.h"
#include "fail.h"
#include "rank_agreement.h"

namespace detrain::runtime {

bool g_active = false;

namespace {

// A variable that is set to the empty string counts as not set.
std::string Variable(const char* name, bool& any) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == 0)
    return {};
  any = true;
  return value;
}

std::optional<std::uint64_t> WholeNumber(const std::string& text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (c < '0' || c > '9' || value > (UINT64_MAX - digit) / 10)
      return std::nullopt;
    value = value * 10 + digit;
  }
  return text.empty() ? std::nullopt : std::optional(value);
}

std::optional<std::uint64_t> Number(const char* name, bool& any) {
  const std::string text = Variable(name, any);
  const auto value = WholeNumber(text);
  if (!text.empty() && !value)
    Refuse(std::string(name) + "=" + text + ": not a whole number");
  return value;
}

std::string Path(const char* name, const std::string& start, bool& any) {
  std::string text = Variable(name, any);
  while (text.size() > 1 && text.back() == '/')
    text.pop_back();
  if (text.empty() || text.front() == '/')
    return text;
  return start + "/" + text;
}

std::vector<std::string> Arguments() {
  std::vector<std::string> arguments;
  std::string text;
  if (const int error = ReadWhole("/proc/self/cmdline", text))
    Fail("cannot read /proc/self/cmdline: " + ErrorText(error));
  for (std::size_t at = 0; at < text.size();) {
    arguments.emplace_back(text.c_str() + at);
    at += arguments.back().size() + 1;
  }
  return arguments;
}

void ReadResume(Settings& s) {
  const std::string text = Variable("DETRAIN_RESUME", s.active);
  if (text.empty() || text == "auto")
    return;
  if (text == "never") {
    s.resume = ResumeMode::Never;
    return;
  }
  s.resume = ResumeMode::Path;
  s.resume_path = text.front() == '/' ? text : s.start_folder + "/" + text;
}

// N steps, or Ns: seconds.
void ReadEvery(Settings& s) {
  std::string text = Variable("DETRAIN_EVERY", s.active);
  if (text.empty())
    return;
  const bool is_time = text.back() == 's';
  if (is_time)
    text.pop_back();
  const auto number = WholeNumber(text);
  if (!number)
    Refuse("DETRAIN_EVERY=" + Variable("DETRAIN_EVERY", s.active) +
           ": not a whole number of steps, or of seconds (30s)");
  (is_time ? s.every_seconds : s.every) = *number;
}

double Percent(const char* name, bool& any) {
  const std::string text = Variable(name, any);
  char* end = nullptr;
  const double value = text.empty() ? 0 : std::strtod(text.c_str(), &end);
  if (!text.empty() && (*end != 0 || !(value > 0) || value > 100))
    Refuse(std::string(name) + "=" + text + ": not a percentage above 0, up to 100");
  return value;
}

void ReadSupervision(Settings& s) {
  ReadEvery(s);
  s.overhead = Percent("DETRAIN_OVERHEAD", s.active);
  s.milestone = Number("DETRAIN_MILESTONE", s.active).value_or(0);
  s.allow = Variable("DETRAIN_ALLOW", s.active);
  s.ops = Path("DETRAIN_OPS", s.start_folder, s.active);
  s.ops_from = Number("DETRAIN_OPS_FROM", s.active).value_or(0);
  s.watch = Path("DETRAIN_WATCH", s.start_folder, s.active);
  s.events = Path("DETRAIN_EVENTS", s.start_folder, s.active);
  s.status = Path("DETRAIN_STATUS", s.start_folder, s.active);
  s.supervisor = Number("DETRAIN_SUPERVISOR", s.active).value_or(0);
}

// The index of the variable's value among `values`; 0 where it is not set.
std::size_t Choice(const char* name, const std::vector<const char*>& values, bool& any) {
  const std::string text = Variable(name, any);
  std::string all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (text.empty() || text == values[i])
      return i;
    all += (all.empty() ? "" : i + 1 == values.size() ? " or " : ", ") + std::string(values[i]);
  }
  Refuse(std::string(name) + "=" + text + ": " + all);
}

// "zstd" or "zstd:LEVEL", 1 to 19.
int Compression(bool& any) {
  const std::string text = Variable("DETRAIN_COMPRESS", any);
  if (text.empty() || text == "none")
    return 0;
  if (text == "zstd")
    return 1;
  const bool has_level = text.compare(0, 5, "zstd:") == 0 && text.size() > 5 && text.size() < 8 &&
                         text.find_first_not_of("0123456789", 5) == std::string::npos;
  const int level = has_level ? static_cast<int>(std::strtol(text.c_str() + 5, nullptr, 10)) : 0;
  if (level < 1 || level > 19)
    Refuse("DETRAIN_COMPRESS=" + text + ": none, zstd or zstd:LEVEL with a level from 1 to 19");
  return level;
}

// "3:val loss", "3:max:accuracy".
void ReadBest(RetentionSettings& r, bool& any) {
  const std::string text = Variable("DETRAIN_BEST", any);
  const std::size_t colon = text.find(':');
  r.metric = colon == std::string::npos ? "" : text.substr(colon + 1);
  for (const char* word : {"min:", "max:"}) {
    if (r.metric.compare(0, 4, word) != 0)
      continue;
    r.metric.erase(0, 4);
    r.is_high_good = word[1] == 'a';
    break;
  }
  r.best = WholeNumber(text.substr(0, colon)).value_or(0);
  if (!text.empty() && (r.best == 0 || r.metric.empty()))
    Refuse("DETRAIN_BEST=" + text + ": N:METRIC, as 3:val loss or 3:max:accuracy");
}

void ReadRetention(Settings& s) {
  s.retention.keep = Number("DETRAIN_KEEP", s.active).value_or(0);
  s.retention.max_bytes = Number("DETRAIN_MAX_BYTES", s.active).value_or(0);
  ReadBest(s.retention, s.active);
}

void ReadStore(Settings& s) {
  s.store.in_background = Choice("DETRAIN_SAVE", {"background", "inline"}, s.active) == 0;
  s.records_environment = Choice("DETRAIN_ENVIRONMENT", {"chosen", "none"}, s.active) == 0;
  s.store.in_flight = Number("DETRAIN_IN_FLIGHT", s.active).value_or(1);
  if (s.store.in_flight == 0)
    Refuse("DETRAIN_IN_FLIGHT=0: at least one save is under way; DETRAIN_SAVE=inline waits for it");
  s.store.io = static_cast<IoMode>(Choice("DETRAIN_IO", {"auto", "uring", "threads"}, s.active));
  s.store.compress = Compression(s.active);
}

void ReadVerify(Settings& s) {
  s.replay = Path("DETRAIN_REPLAY", s.start_folder, s.active);
  s.kill_at = Number("DETRAIN_KILL_AT", s.active);
  s.steps = Number("DETRAIN_STEPS", s.active);
  s.poison = Number("DETRAIN_POISON", s.active).value_or(0) != 0;
  s.ablate = Variable("DETRAIN_ABLATE", s.active);
  const std::string hash = Variable("DETRAIN_HASH", s.active);
  if (!hash.empty() && hash != "all" && hash != "saved")
    Refuse("DETRAIN_HASH=" + hash + ": all or saved");
  s.hash_all = hash == "all";
  const std::string mask = Variable("DETRAIN_MASK_LOG", s.active);
  if (!mask.empty() && mask != "a" && mask != "b")
    Refuse("DETRAIN_MASK_LOG=" + mask + ": a or b");
  s.mask_log = mask.empty() ? '\0' : mask.front();
  s.report = Path("DETRAIN_REPORT", s.start_folder, s.active);
  s.text = Path("DETRAIN_TEXT", s.start_folder, s.active);
}

// Each rank has its own of what one process writes; what there is one of for a job is rank 0's.
void TakePartOfRank(Settings& s) {
  if (!HasRanks())
    return;
  if (s.retention.best > 0 || s.retention.max_bytes > 0)
    Refuse("DETRAIN_BEST and DETRAIN_MAX_BYTES: not in a program with ranks; DETRAIN_KEEP keeps the newest steps");
  if (Self().rank == 0)
    return;
  const auto aside = [](std::string& path) { path += path.empty() ? "" : "." + RankName(Self().rank); };
  for (std::string* path : {&s.trace, &s.report, &s.text, &s.ops})
    aside(*path);
  s.dir = FolderOfRank(s.dir);
  if (!s.replay.empty())
    s.replay = FolderOfRank(FolderOf(s.replay)) + s.replay.substr(s.replay.rfind('/'));
  s.status.clear();
  s.watch.clear();
  s.events.clear();
  s.supervisor = 0;
}

Settings Read() {
  Settings s;
  char folder[PATH_MAX];
  s.start_folder = getcwd(folder, sizeof folder) != nullptr ? folder : "/";
  s.dir = Path("DETRAIN_DIR", s.start_folder, s.active);
  ReadSupervision(s);
  ReadResume(s);
  s.stop_at = Number("DETRAIN_STOP_AT", s.active);
  s.trace = Path("DETRAIN_TRACE", s.start_folder, s.active);
  s.seed = Number("DETRAIN_SEED", s.active);
  const auto workers = Number("DETRAIN_WORKERS", s.active);
  if (workers && *workers == 0)
    Refuse("DETRAIN_WORKERS=0: at least one worker is needed");
  s.workers = workers.value_or(0);
  ReadStore(s);
  ReadRetention(s);
  ReadVerify(s);
  if (s.stop_at && s.dir.empty())
    Refuse("DETRAIN_STOP_AT needs DETRAIN_DIR to save to");
  if (s.kill_at && s.dir.empty())
    Refuse("DETRAIN_KILL_AT needs DETRAIN_DIR to save to");
  TakePartOfRank(s);
  if (s.active)
    s.arguments = Arguments();
  return s;
}

}  // namespace

const Settings& GetSettings() {
  static const auto* settings = new Settings(Read());
  return *settings;
}

}  // namespace detrain::runtime
