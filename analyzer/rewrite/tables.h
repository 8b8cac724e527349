// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_TABLES_H
#define DETRAIN_ANALYZER_REWRITE_TABLES_H

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/plan/plan.h"

namespace detrain::rewrite {

// Of a static, by the number that its marks have.
struct Announcement {
  std::size_t number = 0;
  std::string path;
  bool is_marked = true;
};

// The header that a rewritten file includes first: the system headers that it uses anyway and that declare functions
// which it calls and the runtime hooks, the hooks, and what its other insertions use. `has_tables`: also the plan as
// the constant tables of runtime/include/detrain/detrain.h, which exactly one unit holds. `macros`: lines of its own.
struct HeaderParts {
  std::string guard, hooks, macros;
  bool is_cxx = false, has_tables = false, changes_numbers = false;
  bool has_ways = false;  // several to one loop, whose code asks for the plan of the one that it is on
  bool has_virtual_clock = false;
  std::vector<Announcement> at_start = {};  // of statics, before main
  std::vector<Announcement> late = {};      // of statics of functions, when these come to them
};
// `plans`: one, or those of loops in a row.
std::string GeneratedHeader(const std::vector<plan::CheckpointPlan>& plans, const HeaderParts& parts);

// What the names of a plan's tables and macros end in: nothing for the first of loops in a row.
std::string SuffixOf(const plan::CheckpointPlan& plan);

// As a string literal of C.
std::string Quoted(const std::string& text);

}  // namespace detrain::rewrite

#endif
