// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `detrain cc` wrote into the program about what it was built from: its section `.detrain.build`.
#ifndef DETRAIN_RUNTIME_SRC_BUILD_RECORD_H
#define DETRAIN_RUNTIME_SRC_BUILD_RECORD_H

#include <string>

#include "json.h"

namespace detrain::runtime {

// Of this program; null where it has none.
Json BuildRecord();
// Of the program in that file.
Json BuildRecordOf(const std::string& path);

// The bytes of a section of an ELF file; none where there is none. 0 or an errno.
int ReadSection(const std::string& path, const std::string& name, std::string& bytes);

}  // namespace detrain::runtime

#endif
