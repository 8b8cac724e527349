// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file's key: its path without links and dots, relative to the folder where the process began when it lies below it,
// so that a run whose folder was moved finds its files again.
#ifndef DETRAIN_RUNTIME_SRC_PATHS_H
#define DETRAIN_RUNTIME_SRC_PATHS_H

#include <string>

namespace detrain::runtime {

// The key of standard output where DETRAIN_TEXT says which file it is.
constexpr const char* kTextKey = "<stdout>";

std::string KeyOf(const std::string& path);

// The path to open for a key. For kTextKey: DETRAIN_TEXT, or empty.
std::string PathOf(const std::string& key);

// True for what is no ordinary file: devices, pipes, /proc. A path where nothing is counts as ordinary.
bool IsSpecial(const std::string& path);

}  // namespace detrain::runtime

#endif
