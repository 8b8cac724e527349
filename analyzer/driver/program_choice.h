// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build folder may hold several programs; a plan is of one of them.
#ifndef DETRAIN_ANALYZER_DRIVER_PROGRAM_CHOICE_H
#define DETRAIN_ANALYZER_DRIVER_PROGRAM_CHOICE_H

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/rir.h"

namespace detrain::driver {

// With a build folder, one word may name a program of it: its CMake target, its main file, or that file's name without
// the ending. A file that defines no main is a file, and so is one that has no compile command. Then `options` asks for
// the whole folder and says which program of it.
Result<ProgramOptions> WithProgramNamed(ProgramOptions options);

// The units of the program that is meant, ascending; all, where there is one program at most. Errors: several programs
// and none named, which lists them; none of that name.
Result<std::vector<std::size_t>> UnitsOfProgram(const ProgramOptions& options, std::span<const load::Command> commands,
                                                std::span<const rir::Module* const> modules);

// The CMake target that the command is of; empty where its object does not say.
std::string TargetOf(const load::Command& command);

// To each of them.
template <typename T>
std::vector<const T*> PointersTo(const std::vector<T>& all) {
  std::vector<const T*> pointers;
  for (const T& one : all)
    pointers.push_back(&one);
  return pointers;
}

// Of `all`, those with these numbers.
template <typename T>
std::vector<T> Selected(std::vector<T> all, const std::vector<std::size_t>& numbers) {
  std::vector<T> out;
  for (const std::size_t number : numbers)
    out.push_back(std::move(all[number]));
  return out;
}

}  // namespace detrain::driver

#endif
