// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of cuDNN that hang on the clock, or add in any order.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDNN_CALLS_H
#define DETRAIN_ANALYZER_REWRITE_CUDNN_CALLS_H

#include <string>
#include <vector>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

struct CudnnSite {
  const Unit* unit = nullptr;
  plan::Place place;
  std::string message;   // why it stays, or what becomes of it
  bool is_left = false;  // it stays
};

// Whether the unit includes cuDNN's header, so that there may be some.
bool UsesCudnn(const load::LoadedUnit& unit);

std::vector<CudnnSite> FindCudnnSites(const std::vector<Unit>& units, const Options& options);

// Those that do not stay go to functions that hang on neither.
void WeaveCudnn(Weave& weave, const std::vector<CudnnSite>& sites);

}  // namespace detrain::rewrite

#endif
