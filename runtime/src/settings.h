// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the environment asks for, read once before main. docs/runtime.md lists the variables.
#ifndef DETRAIN_RUNTIME_SRC_SETTINGS_H
#define DETRAIN_RUNTIME_SRC_SETTINGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace detrain::runtime {

enum class ResumeMode { Auto, Never, Path };
enum class IoMode { Auto, Uring, Threads };

// How steps are written.
struct StoreSettings {
  bool in_background = true;    // DETRAIN_SAVE=inline: the program waits for each save
  std::uint64_t in_flight = 1;  // saves that may be under way when the program goes on
  int compress = 0;             // level of zstd; 0: not compressed
  IoMode io = IoMode::Auto;
};

// Which steps stay in DIR. All of them where nothing is said here.
struct RetentionSettings {
  std::uint64_t keep = 0;  // the newest ones
  std::uint64_t best = 0;  // those with the best values of `metric`, too
  std::string metric;      // path of a scalar, or a name behind which the program prints numbers
  bool is_high_good = false;
  std::uint64_t max_bytes = 0;  // of all of DIR

  [[nodiscard]] bool RemovesSomething() const { return keep > 0 || best > 0 || max_bytes > 0; }
};

struct Settings {
  bool active = false;              // any of our variables is set
  std::string dir;                  // absolute; empty: nothing is saved
  std::uint64_t every = 1;          // steps
  std::uint64_t every_seconds = 0;  // DETRAIN_EVERY=30s: at least so long after the last save
  double overhead = 0;              // percent of the time that saves may take; 0: no limit
  std::uint64_t milestone = 0;      // its multiples are saved whatever else is said; 0: none
  ResumeMode resume = ResumeMode::Auto;
  std::string resume_path;  // absolute
  std::optional<std::uint64_t> stop_at;
  std::string trace;  // absolute
  std::optional<std::uint64_t> seed;
  std::uint64_t workers = 0;  // 0: not given
  // For `detrain run`.
  std::string status;            // absolute
  std::uint64_t supervisor = 0;  // the process that may hold DIR's lock besides us
  std::string watch;             // absolute: a file of rules
  std::string events;            // absolute: a folder for TensorBoard
  StoreSettings store;
  RetentionSettings retention;
  std::string allow;  // names of differences that a resume accepts, with commas between
  // For `detrain diff`.
  std::string ops;             // absolute: a folder for the log of operations
  std::uint64_t ops_from = 0;  // the first step that is logged
  // For verify.
  std::string replay;  // absolute path of a manifest
  std::optional<std::uint64_t> kill_at;
  std::optional<std::uint64_t> steps;
  bool poison = false;
  std::string ablate;
  bool hash_all = false;
  char mask_log = 0;   // 'a', 'b' or 0
  std::string report;  // absolute
  std::string text;    // absolute; where standard output goes
  // The process.
  std::vector<std::string> arguments;
  std::string start_folder;         // working directory when the process began
  bool records_environment = true;  // DETRAIN_ENVIRONMENT=none: the manifest holds no variables
};

// Reads the environment on the first call; a value that makes no sense ends the process with code 2.
const Settings& GetSettings();

// Set once GetSettings has run and any variable was set. All entry points test it first, so that a plain run costs one
// load.
extern bool g_active;

}  // namespace detrain::runtime

#endif
