// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that are allocated without a type: how the program sees them.
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
