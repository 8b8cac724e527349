// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checkpoint as somebody else may have made it: meta.json under its own hash, then a data file.
#include "fuzz.h"
#include "runtime/src/hash.h"
#include "runtime/src/store.h"

using namespace detrain;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string meta;
  std::string bytes;
  fuzz::Split(data, size, meta, bytes);
  fuzz::Put("step_00000007/meta.json", meta);
  fuzz::Put("step_00000007/COMMITTED", runtime::Hex(runtime::Hash(meta)) + "\n");
  fuzz::Put("step_00000007/rank00000.safetensors", bytes);
  fuzz::Put("step_00000007/rank00000.zst", bytes);
  try {
    runtime::Checkpoint checkpoint;
    std::string why;
    const bool is_good = runtime::LoadGood(fuzz::Folder(), "step_00000007", checkpoint, why);
    if (is_good == !why.empty())
      __builtin_trap();
    // What is taken for good is printed and read again as the same.
    runtime::Checkpoint again;
    const std::string text = runtime::Print(checkpoint);
    if (is_good && (!runtime::Parse(text, again, why) || runtime::Print(again) != text))
      __builtin_trap();
  } catch (const fuzz::Refused&) {   // NOLINT(bugprone-empty-catch): a refusal is what is wanted
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the runtime ends with a line (Guard)
  }
  return 0;
}
