// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_INFER_TABLES_H
#define DETRAIN_ANALYZER_INFER_TABLES_H

#include "analyzer/infer/state.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// Tables of virtual functions and of types: in memory that nobody can write.
inline bool IsTable(const rir::Module& module, const Object& o) {
  return o.kind == ObjectKind::Hidden && o.region != rir::kNone && module.regions[o.region].is_const;
}

}  // namespace detrain::infer

#endif
