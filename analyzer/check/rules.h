// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules share. Each rule is one source file of this folder with one function, and one row of rule_table.def.
#ifndef DETRAIN_ANALYZER_CHECK_RULES_H
#define DETRAIN_ANALYZER_CHECK_RULES_H

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/check.h"
#include "analyzer/check/reach.h"
#include "analyzer/diag/message.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"
#include "analyzer/races/threads.h"

namespace detrain::check {

using Findings = std::vector<diag::Diagnostic>;

struct LibraryCall;  // library_calls.h

// What all rules are given.
struct Facts {
  const rir::Module& module;
  const CheckOptions& options;
  const flow::Flow& flow;
  const flow::State& state;
  const std::vector<LibraryCall>& library_calls;
};

// And each its own: it searches with marks.
struct Context : Facts {
  Reacher& reacher;
};

// Nodes that a reader takes for one source: at one place of the user's, of one name.
using Sources = std::map<std::pair<Location, std::string>, std::vector<flow::NodeId>>;
void AddSource(const Context& context, flow::NodeId node, const std::string& name, Sources& sources);

// Gives the finding its trace and its function, and keeps it.
void Keep(const Context& context, diag::Diagnostic finding, const Reached& reached, const std::string& what,
          flow::NodeId source, Findings& out);

// Keeps a finding of a kind whose text says what it is, and what it reaches; none where it reaches nothing.
template <diag::Finding kind>
void Report(const Context& context, const Location& at, const Reached& reached, const std::string& what,
            flow::NodeId source, Findings& out) {
  if (reached.reach != diag::Reach::None)
    Keep(context, diag::Find<kind>(at, reached.reach, reached.certainty, what, context.reacher.Clause(reached)),
         reached, what, source, out);
}

// Whether the call is of a function of the system's headers.
bool IsInLibrary(const Context& context, flow::InstanceId instance);

// Whether it is a block that was made with nothing in it.
bool IsFreshBlock(const flow::Object& object);

// Whether it is a variable of the system's headers: what a library does with its own is not the user's.
bool IsLibrarys(const Context& context, rir::RegionId region);

// Goes on with values and addresses, and not with what they decide.
bool IsNoDecision(flow::NodeId from, const flow::Edge& edge);

#define DETRAIN_CHECK(Rule) void Rule(const Context& context, Findings& out);
#define DETRAIN_CHECK_OF_THREADS(Rule) void Rule(const Context& context, const races::Threads& threads, Findings& out);
#include "analyzer/check/rule_table.def"

}  // namespace detrain::check

#endif
