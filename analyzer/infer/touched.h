// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory a function and those that it calls may touch, found without running them: what is reached from which of
// its parameters, and which statics. Flow-insensitive inclusion constraints (Andersen 1994), with one location for all
// that is reached from a parameter or a static.
#ifndef DETRAIN_ANALYZER_INFER_TOUCHED_H
#define DETRAIN_ANALYZER_INFER_TOUCHED_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/infer/callees.h"
#include "analyzer/infer/stored.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

struct Touched {
  explicit Touched(const rir::Module& module) : stored(module) {}
  struct Places {
    std::set<std::size_t> params;  // numbers of parameters: what they point to, and all that is reached from there
    std::set<rir::RegionId> statics;
    std::set<rir::RegionId> variables;  // of a loop: of the function's own, themselves
  };
  // Of a loop: the variables that it names; what they hold when it is entered stands for parameters.
  std::vector<rir::RegionId> roots;
  Places read, written;
  Stored stored;                    // which parts of what is written
  std::set<rir::RegionId> by_name;  // variables that are written as such, whatever `stored` says
  std::set<rir::RegionId> named;    // statics whose address it may give back or store
  // Parameters that lead to a record or a number without pointers, of so many bytes, and to nothing beside it.
  std::map<std::size_t, std::uint64_t> within;
  // What it does beside: blocks that it allocates, what it prints, what it reads from the outside.
  std::vector<const rir::Op*> allocations, outputs, inputs;
  std::set<const rir::Op*> to_files;                        // of the outputs: those that do not go to the console
  std::map<const rir::Op*, const rir::Function*> parallel;  // regions that threads may share, and where they stand
  bool meets_threads = false;                               // it takes locks
  std::map<const rir::Op*, std::string> unknown;            // calls of what has no body, and the names
  std::set<const rir::Function*> functions;                 // itself, and those that it may call
  bool is_closed = true;                                    // it does nothing but read, write and compute
};

// nullopt: it opens or closes files, starts threads or waits for them, or does what has no model.
// `loop`: of one loop of the function, with all that is inside.
std::optional<Touched> TouchedBy(const rir::Module& module, const Callees& callees, const rir::Function& function,
                                 const rir::Op* loop = nullptr);

}  // namespace detrain::infer

#endif
