// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the program reads from its environment: clocks, process number, random bytes. Everything read before the first
// boundary is kept in the manifest, in order, and given again to a resumed run. In the loop such calls pass through,
// unless the plan says that they reach state; they are then kept in DIR/inputs.log by step.
#ifndef DETRAIN_RUNTIME_SRC_INPUTS_H
#define DETRAIN_RUNTIME_SRC_INPUTS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "json.h"

// 1 where the rewrite was asked for it; the generated header defines it then.
extern "C" int detrain_virtual_clock;

namespace detrain::runtime {

struct Input {
  std::string call;                   // "time", "clock_gettime", "getrandom", ...
  std::vector<std::int64_t> numbers;  // what it gave back
  std::string bytes;                  // raw bytes, where that is what it gave
};

// One call of the program. `real` asks the system; `derived` makes the value from DETRAIN_SEED: a number that grows by
// one with each input and a generator of 64-bit words. The answer is the recorded one where there is one.
struct Derived {
  std::uint64_t count;
  std::uint64_t microseconds;  // of clocks, since they began
  std::uint64_t word[2];
};
Input Ask(const std::string& call, const std::function<Input()>& real,
          const std::function<Input(const Derived&)>& derived);

// The same of a clock. A virtual one (--clock=virtual) asks nobody: it takes `derived`, by which each step lasts a
// second and each reading in it a microsecond.
Input AskClock(const std::string& call, const std::function<Input()>& real,
               const std::function<Input(const Derived&)>& derived);

// Inputs are given again from this file (of a reference, or of the run that is resumed) and from the inputs.log beside
// it; those before the loop only when `before_loop`.
void ReplayInputs(const std::string& manifest, bool before_loop);
// The first boundary is reached; `keep_in_loop` as in the plan.
void StartLoopInputs(bool keep_in_loop);
void InputsAtStep(std::uint64_t step);
int SyncInputs();

Json InputsToJson();

}  // namespace detrain::runtime

#endif
