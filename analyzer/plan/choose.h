// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loop is the step loop: the innermost loop whose one iteration makes a complete update of the parameters.
// Parameters are the floating-point buffers that an iteration both updates and reads from the iteration before; a loop
// that walks over the elements of such a buffer is none.
#ifndef DETRAIN_ANALYZER_PLAN_CHOOSE_H
#define DETRAIN_ANALYZER_PLAN_CHOOSE_H

#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/infer/infer.h"
#include "analyzer/plan/make_plan.h"

namespace detrain::plan {

struct Choice {
  const infer::LoopRecord* loop = nullptr;
  std::vector<const infer::LoopRecord*> others;
  std::string why;
};

Result<Choice> ChooseStepLoop(const infer::TypedModule& typed, const Options& options);
Place PlaceOf(const rir::Module& module, const rir::Location& location);

}  // namespace detrain::plan

#endif
