// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "detrain/choices.h"

#include <algorithm>
#include <string>

#include "fail.h"
#include "inputs.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

int Pin(const char* call, int* offered, int count) {
  const auto real = [&] {
    Input input;
    input.numbers.assign(offered, offered + count);
    return input;
  };
  const Input chosen = Ask(call, real, [&](const Derived&) { return real(); });
  for (const std::int64_t number : chosen.numbers)
    if (std::find(offered, offered + count, number) == offered + count)
      Refuse(std::string(call) + ": choice " + std::to_string(number) +
             " of the recorded run is not offered by this library here; resume with the version that it ran with");
  std::transform(chosen.numbers.begin(), chosen.numbers.end(), offered,
                 [](std::int64_t number) { return static_cast<int>(number); });
  return static_cast<int>(chosen.numbers.size());
}

}  // namespace
}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" int detrain_pin(const char* call, int* offered, int count) {
  if (!g_active)
    return count;
  return Guard([&] { return Pin(call, offered, count); });
}
