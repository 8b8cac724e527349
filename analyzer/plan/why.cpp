// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the plan says of an entry: how large it is, and why it is saved or not.
#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

constexpr const char* kTested =
    ", under the conditions that follow; the program tests them before its first step, and saves this if one fails";

}  // namespace

std::string Maker::ExtentText(const NamedObject& o, const NamedLeaf& n) {
  if (!o.is_heap || (o.has_tail && n.leaf.count != 0))
    return n.leaf.count > 1 ? std::to_string(n.leaf.count) : "";
  const auto extent = engine.objects[o.object].extent;
  if (extent == infer::kNoExpr)
    return "";
  auto& pool = engine.pool;
  auto count = pool.DivideExactly(extent, pool.Constant(static_cast<std::int64_t>(o.element_size)));
  if (!count)
    return pool.Text(extent) + " bytes";
  if (auto c = pool.AsConstant(*count))
    return std::to_string(*c);
  std::string best;
  for (const auto& other : objects)
    for (const auto& leaf : other.leaves)
      for (const auto& state : engine.boundary.states)
        for (const auto& cell : state.Of(other.object).cells)
          if (cell.value.kind == infer::Value::Kind::Int && cell.value.number == *count &&
              engine.LeafAt(other.object, cell.offset, infer::kNoExpr) == leaf.key && leaf.leaf.count == 1 &&
              (best.empty() || leaf.leaf.path.size() < best.size()))
            best = leaf.leaf.path;
  return best.empty() ? pool.Text(*count) : best;
}

std::vector<Reason> Maker::Why(const LeafFact& f, const NamedObject& o) {
  std::vector<Reason> why;
  auto place = [&](const auto* access) { return access == nullptr ? Place{} : At(access->location); };
  switch (f.persistence) {
    case Persistence::Dead:
      why.push_back({place(f.first_write), std::string("every element that a step reads was written earlier in that "
                                                       "step") +
                                               (f.unless.empty() ? "" : kTested)});
      for (const auto& [condition, read] : f.unless)
        why.push_back({place(read), "read here within what was written, where " + numbers.TextOf(condition)});
      break;
    case Persistence::Invariant:
      if (f.is_constant) {
        why.push_back({place(f.first_write), "always set to what it was before the loop"});
        break;
      }
      why.push_back({place(f.first_read),
                     "read here; no step writes it, and the code before the loop gives the same bytes again"});
      break;
    case Persistence::Counter:
      why.push_back(
          {place(f.first_write), "every step adds " + std::to_string(f.per_step) + "; restored from the step"});
      break;
    case Persistence::Log:
      why.push_back(
          {place(f.first_write), "depends on the " +
                                     (f.environment_kind.empty() ? std::string("environment") : f.environment_kind) +
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
      why.push_back({place(f.first_read),
                     "read here in a later step, or after the loop, before this step's writes are proven to cover it"});
      break;
  }
  if (o.is_heap && engine.objects[o.object].many)
    why.push_back({At(engine.objects[o.object].site), "allocated here more than once; its blocks are treated alike"});
  return why;
}

}  // namespace detrain::plan
