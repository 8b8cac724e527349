// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/rewrite.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/rewrite/announced.h"
#include "analyzer/rewrite/cuda_draws.h"
#include "analyzer/rewrite/cuda_host.h"
#include "analyzer/rewrite/cuda_sums.h"
#include "analyzer/rewrite/decisions.h"
#include "analyzer/rewrite/program.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

namespace {

// Inside a library, and what the runtime can take out and put back.
constexpr std::array<const char*, 4> captured = {"libc::rand", "libc::drand48", "libc::errno", rir::kStandardInput};

// A generator of cuRAND is a block of the program's memory where our own library stands in for it.
Result<void> CheckHidden(const plan::CheckpointPlan& plan, Cuda cuda) {
  for (const plan::Region& region : plan.regions) {
    const bool is_saved = IsSaved(region);
    const bool is_captured =
        std::find(captured.begin(), captured.end(), region.path) != captured.end() ||
        std::ranges::any_of(region.leaves, [](const plan::Leaf& leaf) { return leaf.dtype == plan::DType::Object; });
    const bool is_generator = cuda == Cuda::Gpu && region.kind == plan::RegionKind::Heap &&
                              std::ranges::any_of(region.leaves, [](const plan::Leaf& leaf) {
                                return leaf.persistence == plan::Persistence::Stream;
                              });
    if (is_generator || (region.kind == plan::RegionKind::Hidden && is_saved && !is_captured))
      return NotCovered(plan.step_loop.place, "'" + region.path +
                                                  "' crosses the step boundary and lies inside the library, where no "
                                                  "checkpoint can reach it; use a function that is given its state");
  }
  return {};
}

// In the original they are others, and differ from run to run.
void NoteHeapAddresses(Weave& weave, const plan::CheckpointPlan& plan) {
  for (const plan::Assumption& assumption : plan.assumptions)
    if (assumption.callee == plan::kHeapAddresses)
      weave.changes_numbers.push_back({assumption.place, "blocks of the heap lie at the same addresses in every run"});
}

void NoteClocks(Weave& weave, const plan::CheckpointPlan& plan) {
  for (const plan::Input& input : plan.inputs)
    if (input.what == "clock")
      weave.changes_numbers.push_back({input.place, "the clock counts its readings"});
}

// What the plan was told of stays, and at the level that leaves all as it is nothing else is said of it.
void SayWhatStays(const Weave& weave, const Program& program, Patch& patch) {
  patch.left = weave.stay;
  if (program.options().is_deterministic)
    for (const plan::Reason& one : program.Unordered())
      patch.left.push_back({one.place, one.message});
}

}  // namespace

Result<Patch> TranslateForHost(std::span<const load::LoadedUnit* const> loaded) {
  EditList edits;
  DETRAIN_TRY_VOID(WeaveCudaHost(Indexed(loaded), edits));
  Patch patch;
  DETRAIN_TRY(patch.edits, edits.Finish());
  return patch;
}

Result<Patch> Rewrite(const plan::CheckpointPlan& plan, const Program& program) {
  const Options& options = program.options();
  const Program::Decisions& decided = program.decisions();
  const std::vector<Unit>& units = decided.units;
  const plan::CheckpointPlan united = United(plan);
  DETRAIN_TRY_VOID(CheckHidden(united, options.cuda));
  EditList edits;
  DETRAIN_TRY(WovenLoops loops, WeaveLoops(plan, units, edits));
  Weave weave{united, units, std::move(loops.first), edits, {}, {}, options.trace_ops};
  weave.cuda = options.cuda;
  weave.has_ways = loops.has_ways;
  weave.has_virtual_clock = options.has_virtual_clock;
  DETRAIN_TRY_VOID(WeaveRanks(weave, options.shards, options.is_deterministic));
  DETRAIN_TRY_VOID(WeaveStatics(weave));
  DETRAIN_TRY_VOID(WeaveLogArguments(weave));
  WeaveHandlers(weave);
  WeaveWaitingLoops(weave);
  WeaveCopied(weave);
  WeaveConstructed(weave);
  for (const Unit& unit : units)
    if (unit.IsCxx())
      WeaveAddressKeys(weave, unit);
  if (options.is_deterministic)
    DETRAIN_TRY_VOID(WeaveShards(weave, options.shards, options.in_order));
  WeaveCudnn(weave, decided.cudnn);
  if (options.is_deterministic)
    WeaveCudaDraws(weave, decided.cuda_calls);
  if (options.trace_ops)
    WeaveOps(weave);
  ForEachLoop(plan, [&](const plan::CheckpointPlan& loop) {
    NoteHeapAddresses(weave, loop);
    if (options.has_virtual_clock)
      NoteClocks(weave, loop);
  });
  Patch patch;
  if (options.cuda == Cuda::Host)
    DETRAIN_TRY_VOID(WeaveCudaHost(units, weave.edits));
  WeaveCudaSums(weave, decided.cuda_calls, decided.sums);
  SayWhatStays(weave, program, patch);
  patch.changes_numbers = weave.changes_numbers;
  WeaveIncludes(weave, loops.plans, patch.files);
  DETRAIN_TRY(patch.edits, weave.edits.Finish());
  DETRAIN_TRY_VOID(CheckAnnounced(loops.plans, patch));
  return patch;
}

std::string Apply(const std::string& text, const std::string& file, const Patch& patch) {
  std::string out;
  std::size_t at = 0;
  for (const Edit& e : patch.edits) {
    if (e.file != file)
      continue;
    out += text.substr(at, e.offset - at) + e.text;
    at = e.offset + e.length;
  }
  return out + text.substr(at);
}

}  // namespace detrain::rewrite
