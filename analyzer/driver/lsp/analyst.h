// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and plans on a thread of its own, so that the server always listens.
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_ANALYST_H
#define DETRAIN_ANALYZER_DRIVER_LSP_ANALYST_H

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "analyzer/driver/lsp/snapshot.h"
#include "analyzer/load/load.h"

namespace detrain::driver::lsp {

// How the client wants files analysed; from initializationOptions.
struct Wishes {
  std::string root;                // of the workspace; paths in baselines are relative to the repository, else to it
  std::string build_dir;           // holds compile_commands.json; empty: looked for from each file upward
  std::vector<std::string> flags;  // where there is none
  std::vector<std::string> models;
  std::string baseline;  // absolute; need not be there
};

struct Job {
  std::string path;  // absolute
  std::uint64_t generation = 0;
  std::vector<load::UnsavedFile> texts;  // of all open files
  std::chrono::steady_clock::time_point not_before;
};

class Analyst {
 public:
  // Called on the analyst's thread: once with the findings, and once more with the plan.
  using Done = std::function<void(const std::string& path, std::shared_ptr<const Snapshot>)>;

  Analyst(Wishes wishes, Done done);
  ~Analyst();
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;

  // In place of an older job for the same file, if that has not begun.
  void Ask(Job job);

 private:
  void Work();
  Job NextJob();
  bool IsOutdated(const Job& job);
  void Analyse(const Job& job);

  Wishes wishes_;
  Done done_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Job> jobs_;
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace detrain::driver::lsp

#endif
