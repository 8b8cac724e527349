// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_REWRITE_DECISIONS_H
#define DETRAIN_ANALYZER_REWRITE_DECISIONS_H

#include <vector>

#include "analyzer/rewrite/cuda_calls.h"
#include "analyzer/rewrite/cudnn_calls.h"
#include "analyzer/rewrite/program.h"
#include "analyzer/rewrite/sum_sites.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

struct Program::Decisions {
  Decisions(std::span<const load::LoadedUnit* const> loaded, const Options& options);

  std::vector<Unit> units;
  CudaCalls cuda_calls;
  CudaSums sums;
  std::vector<CudnnSite> cudnn;
};

}  // namespace detrain::rewrite

#endif
