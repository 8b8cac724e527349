// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `.detrain`, as somebody else's branch may have it.
#include "analyzer/driver/config/config.h"
#include "fuzz.h"

using namespace detrain;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Result<driver::Config> config = driver::ParseConfig(text, ".detrain");
  if (!config)
    return 0;
  for (const driver::StateRule& rule : config->ignore)
    if (rule.reason.empty() || rule.path.empty())
      __builtin_trap();
  return 0;
}
