// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

#include "disk.h"
#include "fail.h"

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

std::optional<std::uint64_t> Number(const char* name, bool& any) {
  const std::string text = Variable(name, any);
  if (text.empty())
    return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (c < '0' || c > '9' || value > (UINT64_MAX - digit) / 10) {
      Refuse(std::string(name) + "=" + text + ": not a whole number");
    }
    value = value * 10 + digit;
  }
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
  if (ReadWhole("/proc/self/cmdline", text) != 0)
    return arguments;
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

Settings Read() {
  Settings s;
  char folder[PATH_MAX];
  s.start_folder = getcwd(folder, sizeof folder) != nullptr ? folder : "/";
  s.dir = Path("DETRAIN_DIR", s.start_folder, s.active);
  s.every = Number("DETRAIN_EVERY", s.active).value_or(1);
  ReadResume(s);
  s.stop_at = Number("DETRAIN_STOP_AT", s.active);
  s.trace = Path("DETRAIN_TRACE", s.start_folder, s.active);
  s.seed = Number("DETRAIN_SEED", s.active);
  const auto workers = Number("DETRAIN_WORKERS", s.active);
  if (workers && *workers == 0)
    Refuse("DETRAIN_WORKERS=0: at least one worker is needed");
  s.workers = workers.value_or(0);
  ReadVerify(s);
  if (s.stop_at && s.dir.empty())
    Refuse("DETRAIN_STOP_AT needs DETRAIN_DIR to save to");
  if (s.kill_at && s.dir.empty())
    Refuse("DETRAIN_KILL_AT needs DETRAIN_DIR to save to");
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
