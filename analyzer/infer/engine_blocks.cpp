// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks: which of them are one object, and how the program sees those that are allocated without a type.
#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

// Of so many sites a container's blocks are told apart: a vector that is filled element by element takes as many to
// hold 128; nodes and texts are told apart by what they hold, which nobody follows.
constexpr std::size_t kMaxBuffers = 8;
constexpr std::size_t kMaxOthers = 4;

bool IsOfClass(const rir::Function& f, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return f.name.starts_with(name) && f.name.substr(name.size()).starts_with('<');
  });
}

bool IsOfText(const rir::Function& f) {
  return IsOfClass(f, {"std::basic_string"});
}

bool HasBuffers(const rir::Function& f) {
  return IsOfClass(f, {"std::vector", "std::deque"});
}

bool HasNodes(const rir::Function& f) {
  return IsOfClass(f,
                   {"std::list", "std::forward_list", "std::map", "std::multimap", "std::set", "std::multiset",
                    "std::unordered_map", "std::unordered_multimap", "std::unordered_set", "std::unordered_multiset"});
}

}  // namespace

// An allocation by a container of the library; a text has none, as it moves from one to another.
std::optional<Engine::OwnSite> Engine::OwnSiteOf(const rir::Op& op) const {
  std::size_t outermost = stack_.size();
  bool is_text = false;
  for (std::size_t n = stack_.size(); n > 0; --n) {
    const std::size_t i = n - 1;
    const rir::Function& f = *stack_[i].function;
    if (!rir::IsStandardName(f.name))
      break;
    if (is_text && !IsOfText(f))
      break;
    is_text = IsOfText(f);
    if (is_text || HasBuffers(f) || HasNodes(f))
      outermost = i;
  }
  if (outermost == stack_.size())
    return std::nullopt;
  const Frame& frame = stack_[outermost];
  const std::vector<std::uint32_t>& path = stack_.back().path;
  const std::size_t inside = stack_.size() - 1 - outermost;
  OwnSite own;
  own.site = SiteOf(op);
  own.path.assign(path.end() - static_cast<std::ptrdiff_t>(inside), path.end());
  own.user = outermost == 0 ? nullptr : stack_[outermost - 1].function;
  own.loops = levels_.size();
  own.in_step = reached_;
  own.max_alike = kMaxOthers;
  if (is_text)
    return own;
  if (frame.args == nullptr || frame.args->empty())
    return std::nullopt;
  const Value& container = frame.args->front();
  if (container.alternatives.size() != 1 || container.alternatives[0].is_null)
    return std::nullopt;
  own.container = container.alternatives[0].target.object;
  own.offset = container.alternatives[0].target.offset;
  own.max_alike = HasBuffers(*frame.function) ? kMaxBuffers : kMaxOthers;
  return own;
}

// The blocks of one site and call path are one object; iterations that run as they are have their own. So are those of
// one container, where the program fills it at many places.
ObjectId Engine::AllocatedAt(const rir::Op& op, ObjectKind kind, const std::string& callee, rir::TypeId element) {
  auto [it, fresh] = allocated_[SiteOf(op)].try_emplace(stack_.back().path, 0);
  if (!fresh)
    return it->second;
  const std::optional<OwnSite> own = kind == ObjectKind::Heap ? OwnSiteOf(op) : std::nullopt;
  std::vector<ObjectId>* const alike = own ? &owned_[*own] : nullptr;
  if (alike != nullptr && alike->size() == own->max_alike) {
    objects[alike->back()].many = true;
    objects[alike->back()].extent = kNoExpr;
    return it->second = alike->back();
  }
  Object o;
  o.kind = kind;
  o.element = element;
  o.path = stack_.back().path;
  o.site = op.location;
  o.shown = InProgram(op.location);
  o.name = callee;
  o.is_untyped = kind == ObjectKind::Heap && element == rir::kNone;
  Untyped untyped{BlockSiteOf(op), {}};
  if (o.is_untyped)
    o.element = TypeAtSite(options_.block_types, untyped.site).value_or(rir::kNone);
  const bool is_untyped = o.is_untyped;
  const ObjectId id = it->second = NewObject(std::move(o));
  if (is_untyped)
    untyped_.emplace(id, std::move(untyped));
  if (alike != nullptr)
    alike->push_back(id);
  return id;
}

BlockSite Engine::BlockSiteOf(const rir::Op& op) const {
  BlockSite site;
  for (const std::uint32_t call : stack_.back().path)
    site.push_back(sites_[call]);
  site.push_back(SiteOf(op));
  return site;
}

std::vector<const rir::Op*> Engine::CallsTo(const Object& object) const {
  std::vector<const rir::Op*> calls;
  for (const std::uint32_t call : object.path)
    calls.push_back(sites_[call].first);
  return calls;
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
  std::erase_if(out.alternatives, [&](const Alternative& a) { return !a.is_null && !holds(a) && !IsComputed(a); });
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
