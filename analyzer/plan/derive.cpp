// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/derive.h"

#include <algorithm>

namespace detrain::plan {

namespace {

class Deriver {
 public:
  Deriver(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts)
      : engine_(engine), objects_(objects), facts_(facts) {}

  void Run() {
    for (const NamedObject& object : objects_)
      for (const NamedLeaf& leaf : object.leaves)
        if (IsCandidate(object, leaf))
          Try(object, leaf);
  }

 private:
  // Statics of functions may be unknown to the runtime when the others are restored.
  [[nodiscard]] static bool IsInTime(const NamedObject& object) {
    return !object.is_heap && object.path.find("::") == std::string::npos;
  }

  // One number, not the elements of an array: those are as many, and the first one tells nothing of the others.
  static bool IsOne(const NamedLeaf& leaf) { return leaf.leaf.count == 1 && leaf.leaf.outer_count[0] == 1; }

  bool IsCandidate(const NamedObject& object, const NamedLeaf& leaf) {
    const auto fact = facts_.leaves.find({object.object, leaf.key});
    return IsOne(leaf) && !leaf.is_alternative && !leaf.is_in_unit && IsInTime(object) && fact != facts_.leaves.end() &&
           fact->second.persistence == Persistence::Carried && !fact->second.is_descriptor &&
           !givers_.contains(fact->first) && leaf.type != rir::kNone &&
           engine_.Program().types[leaf.type].kind == rir::TypeKind::Int;
  }

  // How far inside the nest the variable is bound.
  std::uint32_t FrameOf(infer::ObjectId id) {
    const auto frame = engine_.boundary.frame_of.find(id);
    return frame == engine_.boundary.frame_of.end() ? 0 : frame->second;
  }

  bool IsGiver(const LeafKey& key, const NamedObject& target, const NamedLeaf& leaf) {
    const auto object = std::ranges::find(objects_, key.first, &NamedObject::object);
    if (key == LeafKey(target.object, leaf.key) || !IsInTime(*object) || FrameOf(key.first) > FrameOf(target.object))
      return false;
    const auto fact = facts_.leaves.find(key);
    if (fact == facts_.leaves.end())
      return false;  // not followed from here on
    const Persistence p = fact->second.persistence;
    return p == Persistence::Carried || p == Persistence::Counter || p == Persistence::Invariant;
  }

  std::optional<infer::ExprId> ValueIn(const infer::State& state, const NamedObject& object, const NamedLeaf& leaf) {
    infer::Cell like;
    like.offset = engine_.pool.Constant(static_cast<std::int64_t>(leaf.leaf.offset));
    like.size = engine_.Program().types[leaf.type].size;
    like.value.kind = infer::Value::Kind::Int;
    const auto value = engine_.ValueAt(state, object.object, like);
    if (!value || value->kind != infer::Value::Kind::Int || value->number == infer::kNoExpr)
      return std::nullopt;
    return value->number;
  }

  void Try(const NamedObject& object, const NamedLeaf& leaf) {
    const auto place = [](const LeafKey& key) {
      return LeafPlace{static_cast<std::int32_t>(key.first), static_cast<std::size_t>(key.second)};
    };
    std::optional<std::vector<FormulaCode>> formula;
    std::vector<LeafKey> givers;
    for (const infer::State& state : engine_.boundary.states) {
      Numbers numbers(engine_, objects_, state, [&](const LeafKey& key) { return IsGiver(key, object, leaf); });
      const auto value = ValueIn(state, object, leaf);
      if (!value || !numbers.CanCompute(*value, givers))
        return;
      auto code = numbers.CodeOf(*value, place);
      if (formula && *formula != code)
        return;
      formula = std::move(code);
    }
    if (!formula)
      return;
    LeafFact& fact = facts_.leaves[{object.object, leaf.key}];
    fact.persistence = Persistence::Derived;
    fact.value = *ValueIn(engine_.boundary.states.front(), object, leaf);
    fact.givers.insert(givers.begin(), givers.end());
    givers_.insert(givers.begin(), givers.end());
  }

  infer::Engine& engine_;
  const std::vector<NamedObject>& objects_;
  Facts& facts_;
  std::set<LeafKey> givers_;  // of any: they stay as they are
};

}  // namespace

void Derive(infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) {
  Deriver(engine, objects, facts).Run();
}

}  // namespace detrain::plan
