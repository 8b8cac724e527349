// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a kernel, or of a library's work on a GPU: whether it goes through an array from its beginning. Two that do so
// meet in an element; of two parts of an array that is not known.
#ifndef DETRAIN_ANALYZER_RACES_WHOLE_ACCESS_H
#define DETRAIN_ANALYZER_RACES_WHOLE_ACCESS_H

#include "analyzer/flow/flow.h"

namespace detrain::races {

// Work that the host gives to a stream.
struct StreamWork {
  flow::ScopeId scope = flow::kNone;  // in which it does so
  flow::NodeId first = flow::kNone;   // what it is made of are the nodes from this one on
};

// No number that the host hands over is added to the index, no constant to that of a write, and the tests on the way
// ask for nothing but an end (`if (i < n)`).
bool IsWhole(const flow::Flow& flow, const flow::Access& access, const StreamWork& work);

// The same of an access of the host's: it goes through the array from its beginning.
bool IsWholeOfHost(const flow::Flow& flow, flow::NodeId address);

// Whether it is of one place, no element of an array, and only the thread's number decides which thread comes to it.
bool IsOfOnePlace(const flow::Flow& flow, const flow::Access& access, const StreamWork& work);

}  // namespace detrain::races

#endif
