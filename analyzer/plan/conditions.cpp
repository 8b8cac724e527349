// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/conditions.h"

#include <algorithm>
#include <tuple>

namespace detrain::plan {

using infer::AtomId;
using infer::AtomOp;
using infer::ExprId;
using infer::ObjectKind;

// Whether the leaf is an integer that holds the number in the state.
bool Numbers::Holds(const NamedObject& object, const NamedLeaf& leaf, ExprId number) {
  const infer::Object& o = engine_.objects[object.object];
  const bool is_scalar = !leaf.is_alternative && !leaf.is_in_unit && leaf.leaf.count == 1 &&
                         leaf.leaf.outer_count[0] == 1 && leaf.leaf.outer_count[1] == 1;
  if (!is_scalar || o.many || o.stands_for_many || o.kind == ObjectKind::Hidden || leaf.type == rir::kNone ||
      !state_.memory.contains(object.object))
    return false;
  const rir::Type& type = engine_.Program().types[leaf.type];
  if (type.kind != rir::TypeKind::Int)
    return false;
  infer::Cell like;
  like.offset = engine_.pool.Constant(static_cast<std::int64_t>(leaf.leaf.offset));
  like.size = type.size;
  like.value.kind = infer::Value::Kind::Int;
  const auto held = engine_.ValueAt(state_, object.object, like);
  return held && held->kind == infer::Value::Kind::Int && held->number == number &&
         is_usable_({object.object, leaf.key});
}

// The leaf with the shortest path, of those that are certainly in scope if there is one.
std::optional<Numbers::Found> Numbers::Search(AtomId atom) {
  const ExprId number = engine_.pool.OfAtom(atom);
  std::optional<Found> best;
  const auto length = [](const Found& f) { return std::tuple(!f.is_in_sight, f.path.size(), f.path); };
  for (const NamedObject& object : objects_)
    for (const NamedLeaf& leaf : object.leaves)
      if (Found here{{object.object, leaf.key}, leaf.leaf.path, object.is_in_sight};
          (!best || length(here) < length(*best)) && Holds(object, leaf, number))
        best = std::move(here);
  return best;
}

const std::optional<Numbers::Found>& Numbers::Find(AtomId atom) {
  const auto known = found_.find(atom);
  return known != found_.end() ? known->second : found_.emplace(atom, Search(atom)).first->second;
}

bool Numbers::CanCompute(ExprId e, std::vector<LeafKey>& leaves) {
  return std::ranges::all_of(engine_.pool.TopAtoms(e), [&](AtomId a) {
    if (const auto& found = Find(a)) {
      leaves.push_back(found->key);
      return true;
    }
    const infer::Atom atom = engine_.pool.At(a);
    return atom.op == AtomOp::Div && CanCompute(atom.args[0], leaves) && CanCompute(atom.args[1], leaves);
  });
}

std::vector<FormulaCode> Numbers::CodeOf(ExprId e, const std::function<LeafPlace(const LeafKey&)>& place) {
  using Op = FormulaCode::Op;
  std::vector<FormulaCode> code = {{Op::Number, 0, {}}};
  for (const infer::Term& t : engine_.pool.Terms(e)) {
    code.push_back({Op::Number, t.coefficient, {}});
    for (const AtomId a : engine_.pool.MonomialOf(t).atoms) {
      if (const auto& found = Find(a)) {
        code.push_back({Op::Leaf, 0, place(found->key)});
      } else {
        const infer::Atom atom = engine_.pool.At(a);
        for (const ExprId arg : atom.args) {
          const auto inner = CodeOf(arg, place);
          code.insert(code.end(), inner.begin(), inner.end());
        }
        code.push_back({Op::Divide, 0, {}});
      }
      code.push_back({Op::Multiply, 0, {}});
    }
    code.push_back({Op::Add, 0, {}});
  }
  return code;
}

std::string Numbers::Factor(AtomId atom) {
  if (const auto& found = Find(atom))
    return found->path;
  const infer::Atom a = engine_.pool.At(atom);
  return "(" + Whole(a.args[0]) + " / " + Whole(a.args[1]) + ")";
}

std::string Numbers::Whole(ExprId e) {
  const auto terms = engine_.pool.Terms(e);
  const std::string plus = Sum(terms, false), minus = Sum(terms, true);
  const std::string text = minus == "0" ? plus : plus + " - (" + minus + ")";
  return terms.size() > 1 ? "(" + text + ")" : text;
}

// The terms of one sign, as a sum.
std::string Numbers::Sum(std::span<const infer::Term> terms, bool negative) {
  std::string sum;
  for (const infer::Term& t : terms) {
    if ((t.coefficient < 0) != negative)
      continue;
    const std::int64_t size = negative ? -t.coefficient : t.coefficient;
    std::string product;
    for (const AtomId a : engine_.pool.MonomialOf(t).atoms)
      product += (product.empty() ? "" : " * ") + Factor(a);
    if (size != 1 || product.empty())
      product = std::to_string(size) + (product.empty() ? "" : " * " + product);
    sum += (sum.empty() ? "" : " + ") + product;
  }
  return sum.empty() ? "0" : sum;
}

std::string Numbers::Formula(ExprId e) {
  const std::string text = Whole(e);
  return engine_.pool.Terms(e).size() > 1 ? text.substr(1, text.size() - 2) : text;
}

std::string Numbers::TextOf(ExprId at_least_zero) {
  const auto terms = engine_.pool.Terms(at_least_zero);
  return Sum(terms, true) + " <= " + Sum(terms, false);
}

}  // namespace detrain::plan
