// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the place of a generator is made of, as a loop's body names it: `engines[omp_get_thread_num()]`.
#ifndef DETRAIN_ANALYZER_REWRITE_GENERATOR_PLACE_H
#define DETRAIN_ANALYZER_REWRITE_GENERATOR_PLACE_H

#include <clang/AST/Stmt.h>

#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

struct GeneratorPlace {
  std::vector<const clang::Expr*> numbers;   // the thread's number, asked for or by a variable that holds it
  std::vector<const clang::VarDecl*> roots;  // variables besides
  bool is_of_thread = false;                 // lives once for each thread
  bool is_of_sample = false;                 // hangs on what the loop declares
  bool is_hidden = false;                    // a static that only the loop's body names
};

// `holders`: variables that hold the thread's number. `loop`: nullptr where it is not a plain one.
GeneratorPlace PlaceOf(const Unit& unit, const clang::Expr& generator, const clang::Stmt& body,
                       const clang::ForStmt* loop, const std::set<const clang::VarDecl*>& holders);

// Its text, with 0 for the thread's number. False: it comes out of a macro, or has several lines.
bool KeyOf(const ShardText& text, const clang::Expr& generator, const GeneratorPlace& place, std::string& key);

bool HasText(const Unit& unit, const clang::Expr& e);  // of its own, which an edit may replace
bool LivesPerThread(const clang::VarDecl& variable);   // thread_local, omp threadprivate
bool IsWithin(const Unit& unit, const clang::Decl& declared, const clang::Stmt& stmt);
// The integer that counts; empty: there is none.
std::string CounterOf(const clang::ForStmt* loop);

}  // namespace detrain::rewrite

#endif
