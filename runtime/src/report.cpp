// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.h"

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <sstream>

#include "bindings.h"
#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Open for the life of the process; one write for each line or step.
int Append(const std::string& path, int& fd, const std::string& text) {
  if (fd < 0)
    fd = OpenToAppend(path);
  return fd < 0 ? errno : WriteAll(fd, text.data(), text.size());
}

int g_report = -1;
int g_trace = -1;

}  // namespace

bool Reports() {
  return !GetSettings().report.empty();
}

std::string TryReport(const Json& line) {
  if (!Reports())
    return {};
  static std::mutex mutex;
  const std::lock_guard<std::mutex> holding(mutex);
  const std::string& path = GetSettings().report;
  const int error = Append(path, g_report, line.dump() + "\n");
  return error == 0 ? std::string() : "cannot write " + path + ": " + ErrorText(error);
}

void Report(const Json& line) {
  const std::string why = TryReport(line);
  if (!why.empty())
    Fail(why);
}

void StartTrace(bool resumed, std::uint64_t step) {
  const std::string& path = GetSettings().trace;
  if (path.empty())
    return;
  std::string kept;
  std::string text;
  if (resumed && ReadWhole(path, text) == 0) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (std::strtoull(line.c_str(), nullptr, 10) < step)
        kept += line + "\n";
    }
  }
  if (const int error = ReplaceWhole(path, kept))
    Fail("cannot write " + path + ": " + ErrorText(error));
}

void Trace(std::uint64_t step, const std::vector<Tensor>& tensors) {
  const std::string& path = GetSettings().trace;
  if (path.empty())
    return;
  const std::uint32_t loop = Plan()->loop;
  const std::string end = loop == 0 ? "\n" : "\t" + std::to_string(loop) + "\n";
  std::string text;
  for (const Tensor& tensor : tensors) {
    text += std::to_string(step) + "\t" + tensor.name + "\t" + Hex(tensor.hash) + "\t" + std::to_string(tensor.size) +
            "\t" + tensor.persistence + end;
  }
  if (const int error = Append(path, g_trace, text))
    Fail("cannot write " + path + ": " + ErrorText(error));
}

}  // namespace detrain::runtime
