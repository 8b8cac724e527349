// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the page that DETRAIN_STATUS names (detrain/status.h). Nothing happens where it names none.
#ifndef DETRAIN_RUNTIME_SRC_STATUS_H
#define DETRAIN_RUNTIME_SRC_STATUS_H

#include <cstdint>

#include "detrain/status.h"

namespace detrain::runtime {

void OpenStatus();
void NotePhase(detrain_phase phase);
void NoteStep(std::uint64_t step);
void NoteRestored(std::uint64_t step);
void NoteBackground(std::int64_t more);  // +1 where a background write begins, -1 where it ends; any thread

// Around what makes the program wait for a save: the page says so, and the schedule learns what it cost.
class SavePause {
 public:
  SavePause();
  ~SavePause();
  SavePause(const SavePause&) = delete;
  SavePause& operator=(const SavePause&) = delete;

 private:
  std::uint64_t begin_;
};

}  // namespace detrain::runtime

#endif
