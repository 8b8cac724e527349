// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_INFER_LINK_H
#define DETRAIN_ANALYZER_INFER_LINK_H

#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// One module of all units, as a linker would make one program of them.
//
// Types: of equal structure once (rir/merge_types.h). Files and string literals: of equal text once.
// Regions: Global and Hidden ones of one link_name become one. A definition wins over a declaration, one with
// initialiser over a tentative one; two with initialisers (but for those of one place of a header, which are inline
// variables of C++), and types that do not fit, are errors that name both places.
// All others stay apart. Functions: those of one link_name become one if it is external (has no "::"); a definition
// wins over declarations. Two definitions are an error, unless both stand at the same place of a header: then they are
// an inline function, and one stays. Internal functions stay apart even where a header gives them to several units,
// because each unit has its own copies of the statics that they use. Link names that would then occur twice get "@<main
// file of the unit>" at the end. init: the units' initialisers in the order of the units.
//
// The units must pass rir::Verify; ids out of range abort. Units of the same link_name for weak symbols and overriding
// of library functions are not modelled: two strong definitions are assumed.
Result<rir::Module> Link(std::vector<rir::Module> units);

}  // namespace detrain::infer

#endif
