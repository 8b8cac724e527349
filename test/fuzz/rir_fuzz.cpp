// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RIR that nobody's lift made: what parses is printed and read again as the same, and what keeps the rules is checked.
#include "analyzer/check/check.h"
#include "analyzer/rir/parse.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/verify.h"
#include "fuzz.h"

using namespace detrain;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Result<rir::Module> module = rir::Parse(text, "input.rir");
  if (!module)
    return 0;
  const std::string printed = rir::Print(*module);
  const Result<rir::Module> again = rir::Parse(printed, "printed.rir");
  if (!again || rir::Print(*again) != printed)
    __builtin_trap();
  if (rir::Verify(*module).empty())
    (void)check::Check(*module, {});
  return 0;
}
