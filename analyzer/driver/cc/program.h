// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whole program at the moment when it is linked: planned, rewritten, compiled and linked with the runtime.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_PROGRAM_H
#define DETRAIN_ANALYZER_DRIVER_CC_PROGRAM_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/cc/invocation.h"
#include "analyzer/load/load.h"
#include "analyzer/plan/plan.h"
#include "analyzer/rewrite/rewrite.h"
#include "analyzer/rir/rir.h"

namespace detrain::driver::cc {

struct Settings {
  std::vector<std::string> models;
  std::optional<plan::Place> step;
  bool follows = true;  // plan::Options
  rewrite::Options rewrite;
  bool is_optional = false;  // a program that cannot be rewritten is linked as it is
  bool is_required = false;  // one without a step loop is not
};

// Where in a static library an object lies.
struct MemberPlace {
  std::string word;  // of the link that stands for the library
  std::string library;
  std::size_t number = 0;
};

struct ProgramUnit {
  std::string input;      // the word of the link that stands for it: the source or the object
  load::Command command;  // arguments: the whole call that compiles it
  std::vector<std::string> depfiles;
  std::optional<rir::Module> module;                 // read from beside the object; nullopt: to be lifted
  std::string sources_hash;                          // of the sources as they were when `module` was made
  std::optional<MemberPlace> member = std::nullopt;  // nullopt: `input` is a word of the link
};

// Where the unmodified program stands, and is linked.
std::string OriginalOf(const std::string& program);

// The user's own command has been run: the unmodified program is at OriginalOf(call.output). The rewritten one comes to
// its name when it is complete. On an error neither is left.
Result<void> BuildProgram(const Invocation& call, std::vector<ProgramUnit> units, const Settings& settings);

}  // namespace detrain::driver::cc

#endif
