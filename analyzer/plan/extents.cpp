// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/extents.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace detrain::plan {

using infer::ExprId;

namespace {

constexpr int kDeepest = 4;  // factors and terms within each other

std::uint64_t CountOf(const NamedLeaf& n) {
  return std::max<std::uint64_t>(n.leaf.count, 1) * n.leaf.outer_count[0] * n.leaf.outer_count[1] * n.copies;
}

}  // namespace

// Integers in variables, as they stand at the boundary.
void Extents::AddHeld(const NamedObject& object, const NamedLeaf& leaf) {
  const infer::Object& o = engine_.objects[object.object];
  if (leaf.is_alternative || CountOf(leaf) != 1 || leaf.leaf.count != 1 || o.many || o.stands_for_many ||
      leaf.type == rir::kNone || o.kind == infer::ObjectKind::Hidden ||
      engine_.Program().types[leaf.type].kind != rir::TypeKind::Int)
    return;
  infer::Cell like;
  like.offset = engine_.pool.Constant(static_cast<std::int64_t>(leaf.leaf.offset));
  like.size = engine_.Program().types[leaf.type].size;
  like.value.kind = infer::Value::Kind::Int;
  for (const infer::State& state : engine_.boundary.states) {
    if (!state.memory.contains(object.object))
      continue;
    const auto value = engine_.ValueAt(state, object.object, like);
    if (value && value->HasNumber() && !engine_.pool.AsConstant(value->number))
      held_->push_back({value->number, leaf.leaf.path});
  }
}

const std::vector<Extents::Held>& Extents::AllHeld() {
  if (!held_) {
    held_.emplace();
    for (const NamedObject& object : objects_)
      for (const NamedLeaf& leaf : object.leaves)
        AddHeld(object, leaf);
    std::ranges::stable_sort(*held_, {}, [](const Held& h) { return h.path.size(); });
  }
  return *held_;
}

// A number that a library or a file has put into memory, and that is still there.
std::optional<std::string> Extents::StillInMemory(ExprId e) {
  const auto atom = engine_.pool.AsAtom(e);
  if (!atom || engine_.pool.At(*atom).op != infer::AtomOp::Memory)
    return std::nullopt;
  const infer::Atom memory = engine_.pool.At(*atom);
  const auto id = static_cast<infer::ObjectId>(memory.detail[0]);
  const std::uint64_t version = memory.detail[1];
  const auto object = std::ranges::find(objects_, id, &NamedObject::object);
  if (object == objects_.end() || object->is_heap)
    return std::nullopt;
  const auto leaf =
      std::ranges::find(object->leaves, engine_.LeafAt(id, memory.args[0], infer::kNoExpr), &NamedLeaf::key);
  const bool is_one = leaf != object->leaves.end() && leaf->leaf.count == 1 && !leaf->is_alternative;
  const bool is_there = std::ranges::any_of(engine_.boundary.states, [&](const infer::State& state) {
    const infer::Contents& c = state.Of(id);
    return c.version == version ||
           std::ranges::find(c.clobbers, version, &infer::Contents::Clobber::version) != c.clobbers.end();
  });
  return is_one && is_there ? std::optional(leaf->leaf.path) : std::nullopt;
}

std::optional<Extents::Named> Extents::Name(ExprId e, int depth) {
  if (const auto number = engine_.pool.AsConstant(e))
    return Named{std::to_string(*number)};
  const auto& held = AllHeld();
  if (const auto whole = std::ranges::find(held, e, &Held::number); whole != held.end())
    return Named{whole->path};
  if (const auto path = StillInMemory(e))
    return Named{*path};
  if (depth == 0)
    return std::nullopt;
  auto product = Product(e, depth - 1);
  return product ? product : Sum(e, depth - 1);
}

// A number or a variable, times what is left without it.
std::optional<Extents::Named> Extents::Product(ExprId e, int depth) {
  const auto times = [&](ExprId factor, const std::string& text) -> std::optional<Named> {
    const auto rest = engine_.pool.DivideExactly(e, factor);
    const auto named = rest ? Name(*rest, depth) : std::nullopt;
    if (!named)
      return std::nullopt;
    return Named{text + (named->text == "1" ? "" : " * " + (named->is_sum ? "(" + named->text + ")" : named->text))};
  };
  const auto terms = engine_.pool.Terms(e);
  if (const std::int64_t number = terms[0].coefficient; terms.size() == 1 && number != 1)
    return times(engine_.pool.Constant(number), std::to_string(number));
  for (const Held& h : AllHeld())
    if (auto product = times(h.number, h.path))
      return product;
  return std::nullopt;
}

// A number or a variable, and what is left without it.
std::optional<Extents::Named> Extents::Sum(ExprId e, int depth) {
  const std::vector<infer::Term> terms(engine_.pool.Terms(e).begin(), engine_.pool.Terms(e).end());
  if (terms.size() < 2)
    return std::nullopt;
  const auto with = [&](ExprId part, const std::string& sign, const std::string& text) -> std::optional<Named> {
    const ExprId rest = engine_.pool.Sub(e, part);
    const auto named = engine_.pool.Terms(rest).size() < terms.size() ? Name(rest, depth) : std::nullopt;
    return named ? std::optional(Named{named->text + sign + text, true}) : std::nullopt;
  };
  for (const infer::Term& t : terms)
    if (t.monomial == 0)
      return with(engine_.pool.Constant(t.coefficient), t.coefficient < 0 ? " - " : " + ",
                  std::to_string(std::abs(t.coefficient)));
  for (const Held& h : AllHeld())
    if (auto sum = with(h.number, " + ", h.path))
      return sum;
  return std::nullopt;
}

// Whether only one of the blocks is ever there: no two pointers lead to different ones at once. The first of several
// loops that needs a buffer allocates it.
bool Extents::IsOneAtATime(const std::set<infer::ObjectId>& blocks) const {
  using Pointer = std::vector<infer::Alternative>;
  const auto to_them = [&](const infer::Value& value) {
    Pointer ways;
    std::ranges::copy_if(infer::PlacesOf(value), std::back_inserter(ways),
                         [&](const infer::Alternative& a) { return blocks.contains(a.target.object); });
    return ways;
  };
  const auto exclude = [&](const infer::Alternative& a, const infer::Alternative& b) {
    return a.target.object == b.target.object || std::ranges::any_of(a.guards, [&](ExprId guard) {
             return std::ranges::binary_search(b.guards, engine_.pool.Not(guard));
           });
  };
  const auto agree = [&](const Pointer& x, const Pointer& y) {
    return std::ranges::all_of(
        x, [&](const auto& a) { return std::ranges::all_of(y, [&](const auto& b) { return exclude(a, b); }); });
  };
  for (const infer::State& state : engine_.boundary.states) {
    std::vector<Pointer> pointers;
    for (const auto& [id, contents] : state.memory) {
      if (std::ranges::any_of(contents->any, [&](const auto& entry) { return !to_them(entry.second).empty(); }))
        return false;
      for (const infer::Cell& cell : contents->cells) {
        Pointer ways = to_them(cell.value);
        if (ways.empty())
          continue;
        if (engine_.objects[id].IsSeveral() ||
            !std::ranges::all_of(pointers, [&](const Pointer& other) { return agree(ways, other); }))
          return false;
        pointers.push_back(std::move(ways));
      }
    }
  }
  return true;
}

// Of all blocks that share the region; of those that one object stands for, one counts.
std::optional<ExprId> Extents::BytesOf(const NamedObject& object) {
  const auto region = [&](infer::ObjectId id) {
    const auto to = shares_.find(id);
    return to == shares_.end() ? id : to->second;
  };
  const auto [known, is_new] = bytes_.try_emplace(region(object.object));
  if (!is_new)
    return known->second;
  std::set<infer::ObjectId> blocks;
  std::set<ExprId> extents;
  ExprId bytes = engine_.pool.Zero();
  for (const NamedObject& other : objects_) {
    if (region(other.object) != known->first)
      continue;
    const ExprId extent = engine_.objects[other.object].extent;
    if (extent == infer::kNoExpr)
      return std::nullopt;
    blocks.insert(other.object);
    extents.insert(extent);
    bytes = engine_.pool.Add(bytes, extent);
  }
  if (blocks.size() == 1 || !IsOneAtATime(blocks))
    known->second = bytes;
  else if (extents.size() == 1)
    known->second = *extents.begin();
  return known->second;
}

std::string Extents::TextOf(const NamedObject& object, const NamedLeaf& leaf) {
  auto& pool = engine_.pool;
  const bool is_tail = object.has_tail && leaf.leaf.count == 0;
  if (!object.is_heap || (object.has_tail && !is_tail))
    return CountOf(leaf) > 1 ? std::to_string(CountOf(leaf)) : "";
  const auto all = BytesOf(object);
  if (!all)
    return "";
  ExprId bytes = *all;
  if (is_tail)
    bytes = pool.Sub(bytes, pool.Constant(static_cast<std::int64_t>(object.element_size)));
  const auto count = is_tail ? std::optional(bytes)
                             : pool.DivideExactly(bytes, pool.Constant(static_cast<std::int64_t>(object.element_size)));
  const auto named = Name(count ? pool.Scale(*count, static_cast<std::int64_t>(CountOf(leaf))) : bytes, kDeepest);
  return !named ? "" : count ? named->text : named->text + " bytes";
}

}  // namespace detrain::plan
