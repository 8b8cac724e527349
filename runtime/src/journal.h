// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DIR/outputs.jsonl: one line for every path when the run first writes to it, saying what was there before. A restore
// needs it for files that were made after the checkpoint.
#ifndef DETRAIN_RUNTIME_SRC_JOURNAL_H
#define DETRAIN_RUNTIME_SRC_JOURNAL_H

#include <string>
#include <vector>

#include "outputs.h"

namespace detrain::runtime {

void ClearJournal();
void AddToJournal(const OutputRecord& record);
std::vector<OutputRecord> ReadJournal(const std::string& dir);

}  // namespace detrain::runtime

#endif
