// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/program.h"

#include <utility>

#include "analyzer/rewrite/decisions.h"

namespace detrain::rewrite {

Program::Decisions::Decisions(std::span<const load::LoadedUnit* const> loaded, const Options& options)
    : units(Indexed(loaded)),
      cuda_calls(units),
      sums(FindCudaSums(cuda_calls, options)),
      cudnn(FindCudnnSites(units, options)) {}

Program::Program(std::span<const load::LoadedUnit* const> units, Options options)
    : options_(std::move(options)), decisions_(std::make_unique<const Decisions>(units, options_)) {}

Program::~Program() = default;

bool Program::Decides(const load::LoadedUnit& unit) {
  return unit.cuda() || UsesCudnn(unit);
}

std::vector<plan::Reason> Program::Unordered() const {
  std::vector<plan::Reason> unordered;
  for (const SumSite& site : decisions_->sums.sites)
    if (site.why_left)
      unordered.push_back(
          {site.place, "this float atomicAdd stays, and its sum hangs on the order of threads: " + *site.why_left});
  for (const Remark& other : decisions_->sums.others)
    unordered.push_back({other.place, other.message});
  for (const CudnnSite& site : decisions_->cudnn)
    if (site.is_left)
      unordered.push_back({site.place, site.message});
  return unordered;
}

}  // namespace detrain::rewrite
