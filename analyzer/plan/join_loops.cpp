// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/join_loops.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/hash.h"

namespace detrain::plan {

namespace {

// What holds of the row holds of each of its loops.
void Join(CheckpointPlan& first, CheckpointPlan later) {
  first.records_inputs_in_loop = first.records_inputs_in_loop || later.records_inputs_in_loop;
  first.fixed_heap = first.fixed_heap || later.fixed_heap;
  first.block_alignment = std::max(first.block_alignment, later.block_alignment);
  if (later.guarantee > first.guarantee) {
    first.guarantee = later.guarantee;
    first.guarantee_why.insert(first.guarantee_why.end(), later.guarantee_why.begin(), later.guarantee_why.end());
  }
  first.later.push_back(std::move(later));
}

}  // namespace

std::vector<std::size_t> RowBegins(const std::vector<RowPlace>& rows) {
  std::vector<std::size_t> begins(rows.size());
  for (std::size_t i = 1; i < rows.size(); ++i)
    begins[i] = rows[i].begin != nullptr && rows[i - 1].begin == rows[i].begin ? begins[i - 1] : i;
  return begins;
}

CheckpointPlan JoinLoops(const rir::Module& module, std::vector<CheckpointPlan> plans,
                         const std::vector<RowPlace>& rows) {
  const std::vector<std::size_t> begins = RowBegins(rows);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    plans[i].loop_number = static_cast<std::uint32_t>(i);
    plans[i].row_begin = static_cast<std::uint32_t>(begins[i]);
    if (rows[i].before != nullptr)
      plans[i].before_row = PlaceOf(module, rows[i].before->location);
  }
  CheckpointPlan plan = std::move(plans.front());
  for (std::size_t i = 1; i < plans.size(); ++i)
    Join(plan, std::move(plans[i]));
  return plan;
}

void ShareAmongLoops(CheckpointPlan& plan) {
  const std::string hash = HashOf(plan);
  const bool records_inputs = plan.records_inputs_in_loop;
  ForEachLoop(plan, [&](CheckpointPlan& loop) {
    loop.hash = hash;
    loop.records_inputs_in_loop = records_inputs;
  });
}

}  // namespace detrain::plan
