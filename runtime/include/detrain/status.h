// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// status.h: where a rewritten program is, for who watches it (`detrain run`). The program maps the file that
// DETRAIN_STATUS names and writes these numbers as it goes; a reader maps it too, or reads it. It costs a few stores a
// step, and what it says last outlives the process.
#ifndef DETRAIN_STATUS_H
#define DETRAIN_STATUS_H

#include <stdint.h>

#define DETRAIN_STATUS_VERSION 2

enum detrain_phase {
  DETRAIN_STARTING,   // the code before the loop
  DETRAIN_RESTORING,  // from when the code before the loop has ended until the state is in place
  DETRAIN_STEPPING,
  DETRAIN_SAVING,  // the program waits while a step is saved
  DETRAIN_LEAVING  // a rule of DETRAIN_WATCH asked for a stop
};

// Each number is written whole; those of one moment may be read one apart.
struct detrain_status {
  uint64_t version;           // DETRAIN_STATUS_VERSION; 0: nothing is written yet
  uint64_t process;           // its number
  uint64_t phase;             // enum detrain_phase
  uint64_t step;              // K of the last boundary
  uint64_t beats;             // grows with each boundary and each phase
  uint64_t saves;             // steps that this process saved
  uint64_t save_nanoseconds;  // that the program waited for them, in all
  uint64_t in_background;     // saves whose writing goes on beside the program
  uint64_t restored;          // K of the step that this process went on from, plus 1; 0: of none
};

#endif
