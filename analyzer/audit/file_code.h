// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's own code that writes state to files, and reads it back before the step loop.
#ifndef DETRAIN_ANALYZER_AUDIT_FILE_CODE_H
#define DETRAIN_ANALYZER_AUDIT_FILE_CODE_H

#include <string>
#include <vector>

#include "analyzer/audit/around.h"
#include "analyzer/audit/leaves.h"
#include "analyzer/audit/narrowing.h"
#include "analyzer/flow/flow.h"

namespace detrain::audit {

// What is lost on the way of a leaf into a file, or out of it.
struct Loss {
  flow::NodeId at = flow::kNone;  // the op that loses it; kNone: nothing is lost
  std::string form;               // "'%f'"; empty: a conversion to a number with fewer bits
  Number from, into;              // that conversion
};

struct Transfer {
  LeafId leaf = 0;
  flow::NodeId op = flow::kNone;  // the output or input
  Loss loss;
  bool is_part = false;  // some of its bits only: others may be written elsewhere
};

// One file of the program, or one stream object.
struct FileUse {
  std::vector<Transfer> written;              // in and after the step loop
  std::vector<Transfer> read;                 // before it
  std::vector<flow::NodeId> outputs, inputs;  // of these times, all
};

struct FileCode {
  std::vector<FileUse> saves, loads;  // files that state is written to, and read from
  bool is_paired = false;             // a load reads what a save writes; else `loads` is empty
};

FileCode FileCodeOf(const flow::Flow& flow, const Leaves& leaves, const Around& around);

// All nodes to which values from `open` lead, through code that runs before the loop; `through_rounds`: how often a
// loop goes round counts, too.
std::vector<bool> ReachedBefore(const flow::Flow& flow, const Around& around, std::vector<flow::NodeId> open,
                                bool through_rounds);

// All nodes whose value depends on what these inputs read, through code that runs before the loop.
std::vector<bool> DependOn(const flow::Flow& flow, const Around& around, const std::vector<flow::NodeId>& inputs);

}  // namespace detrain::audit

#endif
