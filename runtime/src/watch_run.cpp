// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The watch of this process: its file, what it says, and where it writes.
#include <algorithm>

#include "disk.h"
#include "events.h"
#include "fail.h"
#include "json.h"
#include "paths.h"
#include "run.h"
#include "saver.h"
#include "settings.h"
#include "status.h"
#include "watch.h"

namespace detrain::runtime {
namespace {

struct Process {
  explicit Process(WatchFile file) : watch(std::move(file)) {}

  Watch watch;
  std::uint64_t read = 0;  // bytes of the text that have been looked at
  EventFile events;
  bool has_events = false;
  bool is_broken = false;  // something could not be written, and has been said
};

Process* g_process = nullptr;

// The run matters more than what is said of it.
void SayBroken(const std::string& path, int error) {
  if (error == 0 || g_process->is_broken)
    return;
  g_process->is_broken = true;
  Say("cannot write " + path + ": " + ErrorText(error) + "; the run goes on");
}

// Whole lines that were printed since the last look.
std::string NewText() {
  const std::string path = PathOf(kTextKey);
  std::uint64_t size = 0;
  if (path.empty() || FileSize(path, size) != 0)
    return "";
  g_process->read = std::min(g_process->read, size);
  std::string text(size - g_process->read, '\0');
  if (ReadAt(path, g_process->read, text.data(), text.size()) != 0)
    return "";
  text.resize(text.rfind('\n') + 1);
  g_process->read += text.size();
  return text;
}

bool NamesText(const WatchFile& file) {
  const auto is_text = [](const WatchName& name) { return name.is_text; };
  return std::any_of(file.plots.begin(), file.plots.end(), is_text) ||
         std::any_of(file.rules.begin(), file.rules.end(),
                     [&](const WatchRule& rule) { return std::any_of(rule.names.begin(), rule.names.end(), is_text); });
}

void Plot(std::uint64_t step, const Scalars& plots) {
  const std::string& folder = GetSettings().events;
  if (folder.empty() || plots.empty())
    return;
  if (!g_process->has_events) {
    g_process->has_events = true;
    SayBroken(folder, g_process->events.Open(folder, TheRun().source.empty() ? 0 : step));
  }
  SayBroken(g_process->events.path(), g_process->events.Add(step, plots));
}

}  // namespace

void StartWatch() {
  const Settings& s = GetSettings();
  if (s.watch.empty())
    return;
  std::string text;
  if (const int error = ReadWhole(s.watch, text))
    Refuse("DETRAIN_WATCH=" + s.watch + ": " + ErrorText(error));
  WatchFile file;
  unsigned line = 0;
  std::string why;
  if (!ParseWatch(text, file, line, why))
    Refuse(s.watch + ":" + std::to_string(line) + ": error: " + why);
  if (NamesText(file) && s.text.empty())
    Refuse(s.watch + ": printed numbers (text:NAME) need the text in a file: detrain run, or DETRAIN_TEXT");
  const bool saves =
      std::any_of(file.rules.begin(), file.rules.end(), [](const WatchRule& rule) { return rule.saves; });
  if (saves && s.dir.empty())
    Refuse(s.watch + ": 'save' needs DETRAIN_DIR to save to");
  g_process = new Process(std::move(file));
}

void StartLooking() {
  const std::string path = PathOf(kTextKey);
  std::uint64_t size = 0;
  if (g_process != nullptr && !path.empty() && FileSize(path, size) == 0)
    g_process->read = size;
}

bool IsWatched(std::uint64_t step) {
  return g_process != nullptr && step > 0 && g_process->watch.IsDue(step);
}

Findings WatchBoundary(std::uint64_t step, const std::vector<Tensor>& tensors) {
  const std::string text = NewText();
  Findings findings = g_process->watch.Look(step, tensors, text);
  const std::string& dir = GetSettings().dir;
  for (const std::string& line : findings.lines) {
    Say(line);
    const std::string path = dir + "/watch.jsonl";
    if (!dir.empty())
      SayBroken(path, AppendLine(path, PrintJson({{"step", step}, {"line", line}})));
  }
  Plot(step, g_process->watch.Plots(tensors, text));
  return findings;
}

void LeaveWatched() {
  Saver::Get().Drain();
  NotePhase(DETRAIN_LEAVING);
  Leave(1);
}

}  // namespace detrain::runtime
