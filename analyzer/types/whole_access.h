// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel, or of a library's work on a GPU: whether it goes through an array from its beginning. Two that do so
// meet in an element; of two parts of an array that is not known.
#ifndef DETRAIN_ANALYZER_TYPES_WHOLE_ACCESS_H
#define DETRAIN_ANALYZER_TYPES_WHOLE_ACCESS_H

#include "analyzer/types/flow.h"

namespace detrain::types {

// Work that the host gives to a stream.
struct StreamWork {
  ScopeId scope = kNone;  // in which it does so
  NodeId first = kNone;   // what it is made of are the nodes from this one on
};

// No number that the host hands over is added to the index, no constant to that of a write, and the tests on the way
// ask for nothing but an end (`if (i < n)`).
bool IsWhole(const Flow& flow, const Access& access, const StreamWork& work);

// The same of an access of the host's: it goes through the array from its beginning.
bool IsWholeOfHost(const Flow& flow, NodeId address);

// Whether it is of one place, no element of an array, and only the thread's number decides which thread comes to it.
bool IsOfOnePlace(const Flow& flow, const Access& access, const StreamWork& work);

}  // namespace detrain::types

#endif
