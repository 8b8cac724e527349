// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that are allocated without a type: how the program sees them.
#include <algorithm>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

BlockSite Engine::BlockSiteOf(const rir::Op& op) const {
  BlockSite site;
  for (const std::uint32_t call : stack_.back().path)
    site.push_back(sites_[call]);
  site.push_back(SiteOf(op));
  return site;
}

// Addresses within a member were formed from the record, which is what counts.
void Engine::NoteView(const Value& address, rir::TypeId type, const rir::Location& at) {
  for (const Alternative& a : PlacesOf(address))
    if (objects[a.target.object].is_untyped && a.target.low == kNoExpr && type != rir::kNone)
      untyped_.at(a.target.object).views.try_emplace({type, a.target.offset}, at);
}

// Whether a `record` may be at a place: the type of a variable, or of what was allocated, says what is there. Bytes may
// hold anything.
bool Engine::MayHold(const Target& t, rir::TypeId record) const {
  const Object& o = objects[t.object];
  if (o.kind == ObjectKind::Text)
    return false;
  const bool is_typed = (o.kind == ObjectKind::Variable || o.kind == ObjectKind::Heap) && o.element != rir::kNone;
  return !is_typed || SizeOf(Innermost(o.element)) <= 1 || MayStandAt(module_, pool, o.element, t.offset, record);
}

// Of the places that a pointer to a `record` may lead to, those where one is, if there are any: the end of a tree is
// its header, which code that looks for an element takes for one until it has compared the two.
Value Engine::LeadingTo(const Value& pointer, rir::TypeId record) const {
  const auto holds = [&](const Alternative& a) { return !a.is_null && MayHold(a.target, record); };
  if (pointer.alternatives.size() < 2 || std::ranges::none_of(pointer.alternatives, holds))
    return pointer;
  Value out = pointer;
  std::erase_if(out.alternatives, [&](const Alternative& a) { return !a.is_null && !holds(a); });
  return out;
}

const Views& Engine::ViewsOf(ObjectId block) const {
  static const Views kNone;
  const auto found = untyped_.find(block);
  return found == untyped_.end() ? kNone : found->second.views;
}

BlockTypes Engine::RecordsSeen() const {
  BlockTypes out;
  for (const auto& [id, block] : untyped_) {
    const rir::TypeId type = TypeSeen(module_, pool, block.views, objects[id].extent);
    const bool is_record = type != rir::kNone && TypeAt(type).kind == rir::TypeKind::Record && !TypeAt(type).is_union;
    if (is_record || objects[id].element != rir::kNone)
      out[block.site] = is_record ? type : rir::kNone;
  }
  return out;
}

}  // namespace detrain::infer
