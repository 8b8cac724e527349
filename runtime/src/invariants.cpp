// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "invariants.h"

#include "report.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

constexpr std::uint64_t kCheapBlocks = 1000;
constexpr std::uint64_t kCheapBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kDense = 32;  // steps; a power of two

bool g_are_noted = false;
bool g_are_cheap = true;

bool IsOneOfFew(std::uint64_t step) {
  std::uint64_t every = 1;
  while (step / every >= kDense)
    every *= 2;
  return step % every == 0;
}

bool IsStop(std::uint64_t step) {
  const Settings& s = GetSettings();
  return s.stop_at == step || s.kill_at == step || s.steps == step;
}

}  // namespace

bool AreInvariantsDue(std::uint64_t step) {
  if (!GetSettings().hash_all)
    return false;
  return !g_are_noted || g_are_cheap || IsStop(step) || IsOneOfFew(step);
}

void NoteInvariants(std::uint64_t step, const std::vector<Tensor>& tensors) {
  std::uint64_t count = 0;
  std::uint64_t blocks = 0;
  std::uint64_t bytes = 0;
  std::uint64_t copied = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.written)
      continue;
    ++count;
    blocks += tensor.blocks;
    bytes += tensor.size;
    copied += tensor.owned.size();
  }
  g_are_noted = true;
  g_are_cheap = blocks <= kCheapBlocks && copied <= kCheapBytes;
  Report({{"event", "invariants"}, {"step", step}, {"count", count}, {"bytes", bytes}});
}

}  // namespace detrain::runtime
