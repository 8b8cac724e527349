// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws in OpenMP's loops from a generator that belongs to the thread, or that all threads share under a lock: what a
// sample draws hangs on who works on it, and when. The loop's counter says which sample a draw is for.
#ifndef DETRAIN_ANALYZER_REWRITE_DRAW_SITES_H
#define DETRAIN_ANALYZER_REWRITE_DRAW_SITES_H

#include <clang/AST/StmtOpenMP.h>

#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

// What a sample draws from in its place.
enum class Generator {
  Engine,   // of <random>, which is called or given to a distribution: numbers by their place in the sample
  Seeded,   // the same, given to functions that want its type: an engine whose state is the sample's
  RandR,    // the state of rand_r
  Erand48,  // the states of erand48, nrand48 and jrand48
};

// What a name takes the place of.
struct DrawPlace {
  const clang::Expr* text = nullptr;
  bool is_pointer = false;  // to the generator
};

// One generator in one loop.
struct DrawSite {
  const clang::OMPLoopDirective* directive = nullptr;
  std::vector<const clang::ForStmt*> loops;  // one, or two that `collapse` joins
  Generator generator = Generator::Engine;
  std::string key;            // what names the draws, as text that any thread may evaluate: "engines[0]"
  bool is_by_single = false;  // in a region whose threads share it: one of them asks for all
  std::string sample;         // the loop's counter, or a number made of both loops'
  std::vector<DrawPlace> uses;
};

struct DrawSites {
  std::vector<DrawSite> found;
  std::vector<const clang::Expr*> zeros;  // in seeds: the thread's number, where all threads have the same one
  std::set<const clang::VarDecl*> idle;   // variables of the thread's number or its generator that may lose their use
  std::set<const clang::Stmt*> asked_no_more = {};  // calls that ask for the thread's number
  std::vector<Remark> stay;                         // draws that cannot be named
};

// But for those whose directive is `in_order` (in_order.h): their draws have one order already.
DrawSites FindDrawSites(const ShardText& text, const std::set<const clang::Stmt*>& in_order);

}  // namespace detrain::rewrite

#endif
