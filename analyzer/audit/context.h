// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the audit share.
#ifndef DETRAIN_ANALYZER_AUDIT_CONTEXT_H
#define DETRAIN_ANALYZER_AUDIT_CONTEXT_H

#include <set>
#include <string>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/file_code.h"
#include "analyzer/audit/leaves.h"
#include "analyzer/check/reach.h"
#include "analyzer/diag/diagnostic.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/state.h"

namespace detrain::audit {

using Findings = std::vector<diag::Diagnostic>;

struct Context {
  const flow::Flow& flow;
  const flow::State& state;
  const Leaves& leaves;
  const Around& around;
  const FileCode& code;
  bool has_plan = false;
};

// Error where a load brings state back and a plan says what it is; else a warning.
diag::Certainty CertaintyOf(const Context& context);

// The parts of some files that are known to belong to the save or load of state, as nodes.
std::vector<flow::NodeId> OpsOf(const std::vector<FileUse>& files, bool is_output);

// Where the state that these leaves hold goes in later steps, but for themselves: state, a file, printed text, nothing.
// The file that a save writes them to makes them state.
check::Reached ReachOf(const Context& context, const std::vector<LeafId>& leaves, bool is_saved);

// Whether nothing else is made of it that lasts or is printed.
bool ReachesNothing(const Context& context, LeafId leaf);

// Whether it decides on nothing but how many steps the loop makes.
bool OnlyCountsSteps(const Context& context, LeafId leaf);

// The clause for a message, and the way there.
std::string ClauseOf(const Context& context, const check::Reached& reached, const std::string& name);
std::vector<diag::TraceStep> TraceOf(const Context& context, const check::Reached& reached, const std::string& name);

// The function of the user's that does all of these, kNone: there is none.
rir::FunctionId FunctionOf(const flow::Flow& flow, const std::vector<flow::NodeId>& ops);
Location PlaceOf(const flow::Flow& flow, flow::NodeId node);
Location PlaceOf(const flow::Flow& flow, const rir::Location& at);
Location DeclarationOf(const flow::Flow& flow, rir::FunctionId function);
std::string NameOf(const flow::Flow& flow, rir::FunctionId function);

// What a user calls them, each once; "memory", where none has a name.
std::vector<std::string> NamesOf(const Context& context, const std::vector<LeafId>& leaves);
// "'a', 'b' and 3 more"
std::string Listed(const std::vector<std::string>& names);

// The rules. What the save leaves out or the load does not bring back; what is overwritten after the load; what loses
// bits on its way.
void MissingState(const Context& context, Findings& out);
void Overwritten(const Context& context, Findings& out);
void StoredWithLoss(const Context& context, Findings& out);

}  // namespace detrain::audit

#endif
