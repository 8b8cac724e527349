// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why an entry is saved or not.
#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

constexpr const char* kTested =
    ", under the conditions that follow; the program tests them before its first step, and saves this if one fails";

}  // namespace

std::vector<Reason> Maker::Why(const LeafFact& f, const NamedObject& o) {
  std::vector<Reason> why;
  auto place = [&](const auto* access) { return access == nullptr ? Place{} : At(access->shown); };
  switch (f.persistence) {
    case Persistence::Dead:
      if (f.is_handles) {
        why.push_back({place(f.first_write), "a library's own; a resumed run, which has none, makes it here too"});
        break;
      }
      if (f.is_reopened) {
        why.push_back({place(f.first_write), "a step that uses it closes it and opens it anew first"});
        break;
      }
      why.push_back({place(f.first_write), std::string("every element that a step reads was written earlier in that "
                                                       "step") +
                                               (f.unless.empty() ? "" : kTested)});
      for (const auto& [condition, read] : f.unless)
        why.push_back({place(read), "read here within what was written, where " + numbers.TextOf(condition)});
      break;
    case Persistence::Invariant:
      if (f.is_handles) {
        why.push_back({place(f.first_read), "a library's own; the code before the loop opens it again"});
        break;
      }
      if (f.is_constant) {
        why.push_back({place(f.first_write), "always set to what it was before the loop"});
        break;
      }
      why.push_back({place(f.first_read), "read here; no step writes it"});
      break;
    case Persistence::Counter:
      why.push_back(
          {place(f.first_write), "every step adds " + std::to_string(f.per_step) + "; restored from the step"});
      break;
    case Persistence::Log:
      why.push_back(
          {place(f.first_write), "depends on the " +
                                     (f.readings.empty() ? "environment" : engine.sources[*f.readings.begin()].what) +
                                     " and reaches printed text only"});
      break;
    case Persistence::Stream:
      why.push_back({place(f.first_read), "numbers are drawn here"});
      break;
    case Persistence::Cursor:
      why.push_back({place(f.first_read), "an open file; it is opened again and its position restored"});
      break;
    case Persistence::Derived:
      why.push_back({place(f.first_write), "always " + NumbersFor(f).Formula(f.value) + "; computed again from that"});
      break;
    case Persistence::Carried:
      why.push_back({place(f.first_write), "written here"});
      if (f.is_for_later) {
        why.back().message += "; no later step of this loop reads it, but a loop behind it saves it";
        break;
      }
      if (f.is_argument) {
        why.back().message += "; no step reads it, but a resumed run calls a function with it on its way to the loop";
        break;
      }
      why.push_back({place(f.first_read), "read here later, before it is surely overwritten"});
      break;
    case Persistence::Image:
      why.push_back({place(f.first_read), "read here; it holds pointers, and is put back at the same address"});
      break;
  }
  if (o.is_heap && engine.objects[o.object].many)
    why.push_back(
        {At(engine.objects[o.object].shown), "allocated here, perhaps more than once; the blocks are treated alike"});
  return why;
}

}  // namespace detrain::plan
