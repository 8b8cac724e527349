// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the program under verification, each run in a place of its own, and collects what it did.
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_LAB_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_LAB_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "analyzer/base/result.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/scratch.h"
#include "analyzer/driver/trace.h"
#include "analyzer/driver/verify/settings.h"

namespace detrain::driver::verify {

// Where one run, and later the run that resumes it, lives.
struct Place {
  std::filesystem::path root;
  std::filesystem::path tree() const { return root / "tree"; }
  std::filesystem::path checkpoints() const { return root / "checkpoints"; }
  std::filesystem::path manifest() const { return checkpoints() / "manifest.json"; }
  std::filesystem::path text() const { return root / "text"; }
};

// What one process did, and what its place looks like after it.
struct Record {
  std::string name;  // "stop at step 7"
  Outcome outcome;
  Trace trace;
  std::string text;    // standard output, with what the runs before it in this place left standing
  std::string errors;  // standard error of this process alone
  FileStates files;
  std::map<std::string, std::uint64_t> poisoned;  // bytes by entry
  std::optional<std::uint64_t> may_be_poisoned;   // entries of the plan; none: it did not come to that
  std::uint64_t ablated = 0;                      // entries that were left unrestored
  unsigned ranks = 1;                             // in the trace those behind the first begin with "rank00001/"

  std::string FirstErrorLine() const;
  // What the runtime said as it ended the process, with the exit codes that it has for that; else empty.
  std::string LastWordOfRuntime() const;
};

struct Request {
  std::string name;
  Environment variables = {};  // on top of those that every run gets
  bool is_original = false;
  std::string input = "/dev/null";         // where our own standard input is no file that each run can open
  std::vector<std::string> launcher = {};  // in front of the program
  int affinity = -1;                       // the only CPU that it may use; -1: all
  double timeout = 0;                      // seconds; 0: as for all
  std::uint64_t cpu_seconds = 0;           // that it may use; 0: any number
  std::uint64_t enough_lines = 0;          // the run is ended once it has printed so many; 0: it ends by itself
};

class Lab {
 public:
  static Result<Lab> Open(const Settings& settings);

  // Called once before the places are made: so many bytes of checkpoints will lie in them at a time.
  Result<void> MakeRoomFor(std::uint64_t bytes);

  // A place with a fresh copy of the working directory.
  Result<Place> MakeReferencePlace();
  Result<Place> MakePlace(const std::string& name) const;
  void Discard(const Place& place) const;

  // Error: something else than the program failed.
  Result<Record> Execute(const Place& place, const Request& request) const;

  WorkingCopy& working_copy() { return working_copy_; }
  const WorkingCopy& working_copy() const { return working_copy_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  void set_timeout(double seconds) { timeout_ = seconds; }

 private:
  Lab(const Settings& settings, ScratchFolder folder, WorkingCopy working_copy);
  ChildSpec SpecOf(const Place& place, const Request& request, const std::string& stem) const;

  const Settings& settings_;
  ScratchFolder folder_;
  std::optional<ScratchFolder> places_;  // where the first folder is too small for checkpoints
  WorkingCopy working_copy_;
  double timeout_ = 0;
  std::string input_;  // our own standard input, where it is a file that each run can open; else empty
};

}  // namespace detrain::driver::verify

#endif
