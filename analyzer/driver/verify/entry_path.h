// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_VERIFY_ENTRY_PATH_H
#define DETRAIN_ANALYZER_DRIVER_VERIFY_ENTRY_PATH_H

#include <string>
#include <string_view>

namespace detrain::driver::verify {

// The plan entry to which a tensor belongs: "layers[3].w" is part of "layers[].w", and "&model.m_memory" is the pointer
// that goes with "model.m_memory". Where names would be the same, "@number" tells objects apart.
inline std::string EntryPath(std::string_view tensor) {
  std::string entry;
  const std::size_t number = tensor.rfind('@');
  if (number != std::string_view::npos && tensor.find_first_not_of("0123456789", number + 1) == std::string_view::npos)
    tensor = tensor.substr(0, number);
  for (std::size_t i = tensor.starts_with('&') ? 1 : 0; i < tensor.size(); ++i) {
    entry += tensor[i];
    if (tensor[i] == '[')
      while (i + 1 < tensor.size() && tensor[i + 1] != ']')
        ++i;
  }
  return entry;
}

}  // namespace detrain::driver::verify

#endif
