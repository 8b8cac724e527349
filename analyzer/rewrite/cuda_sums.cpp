// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/cuda_sums.h"

#include <string_view>

#include "analyzer/rewrite/gpu_sums.h"

namespace detrain::rewrite {

using namespace clang;

void WeaveCudaSums(Weave& weave, const CudaCalls& calls, const CudaSums& sums) {
  GpuSumWeaver gpu(weave, calls);
  for (const SumSite& site : sums.sites) {
    if (site.why_left)
      continue;
    if (weave.cuda == Cuda::Gpu)
      for (const CudaCall& found : site.calls)
        gpu.Use(*found.unit, *found.in, site.is_shared ? AddedTo(*found.call) : QualType());
    else
      weave.called.insert("detrain/cudahost/sums.h");
    const CudaCall& first = site.calls.front();
    const Spot at = *first.unit->At(first.call->getCallee()->getBeginLoc());
    weave.edits.Replace(at, static_cast<unsigned>(std::string_view("atomicAdd").size()), "detrain_sum",
                        "changes_numbers");
    weave.changes_numbers.push_back({site.place, "a float atomicAdd became an order-independent sum, rounded once"});
  }
  gpu.Finish();
}

}  // namespace detrain::rewrite
