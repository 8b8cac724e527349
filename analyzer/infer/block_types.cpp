// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/block_types.h"

#include <algorithm>
#include <ranges>

namespace detrain::infer {

namespace {

using rir::TypeKind;

bool IsSameScalar(const rir::Type& a, const rir::Type& b) {
  return a.kind == b.kind && a.size == b.size && (a.kind == TypeKind::Int || a.kind == TypeKind::Pointer);
}

// Whether a `wanted` stands at byte `at` of a `type`.
bool Holds(const rir::Module& module, rir::TypeId type, std::uint64_t at, rir::TypeId wanted) {
  const rir::Type& t = module.types[type];
  if (at == 0 && (type == wanted || IsSameScalar(t, module.types[wanted])))
    return true;
  if (t.kind == TypeKind::Array && t.element != rir::kNone && module.types[t.element].size != 0)
    return at < t.size && Holds(module, t.element, at % module.types[t.element].size, wanted);
  return t.kind == TypeKind::Record && std::ranges::any_of(t.fields, [&](const rir::Field& f) {
           return f.offset <= at && at < f.offset + module.types[f.type].size && f.bit_width == 0 &&
                  Holds(module, f.type, at - f.offset, wanted);
         });
}

// The place within one element of an array of `size`-byte elements; none where that is not the same for all symbols.
std::optional<std::uint64_t> Within(const ExprPool& pool, ExprId offset, std::uint64_t size) {
  const auto width = static_cast<std::int64_t>(size);
  std::int64_t rest = 0;
  for (const Term& t : pool.Terms(offset)) {
    if (t.monomial != 0 && t.coefficient % width != 0)
      return std::nullopt;
    rest = t.monomial == 0 ? t.coefficient : rest;
  }
  // Before the block too: `i ? layers[i - 1].out : x` is looked at for all i.
  return static_cast<std::uint64_t>(((rest % width) + width) % width);
}

bool HoldsAll(const rir::Module& module, const ExprPool& pool, rir::TypeId type, const Views& views) {
  return std::ranges::all_of(views, [&](const auto& entry) {
    const auto at = Within(pool, entry.first.offset, module.types[type].size);
    return at && Holds(module, type, *at, entry.first.type);
  });
}

// False where it may be at more places than are named.
bool FindPlaces(const rir::Module& module, rir::TypeId type, std::uint64_t offset, rir::TypeId wanted,
                std::vector<std::uint64_t>& out) {
  const rir::Type& t = module.types[type];
  if (type == wanted) {
    out.push_back(offset);
    return true;
  }
  if (t.kind == TypeKind::Array) {
    std::vector<std::uint64_t> inside;
    return t.element != rir::kNone && FindPlaces(module, t.element, 0, wanted, inside) && inside.empty() &&
           (module.types[t.element].size > 1 || t.size < module.types[wanted].size);
  }
  return t.kind != TypeKind::Record || std::ranges::all_of(t.fields, [&](const rir::Field& f) {
           return FindPlaces(module, f.type, offset + f.offset, wanted, out);
         });
}

std::vector<const rir::Op*> Operations(const BlockSite& site) {
  std::vector<const rir::Op*> out;
  for (const Site& s : site)
    out.push_back(s.first);
  return out;
}

}  // namespace

bool MayStandAt(const rir::Module& module, const ExprPool& pool, rir::TypeId type, ExprId offset, rir::TypeId wanted) {
  const auto at = module.types[type].size == 0 ? std::nullopt : Within(pool, offset, module.types[type].size);
  return !at || Holds(module, type, *at, wanted);
}

std::optional<std::vector<std::uint64_t>> PlacesIn(const rir::Module& module, rir::TypeId type, rir::TypeId wanted) {
  std::vector<std::uint64_t> out;
  const bool are_all = module.types[type].size > 1 && FindPlaces(module, type, 0, wanted, out);
  return are_all ? std::optional(std::move(out)) : std::nullopt;
}

rir::TypeId TypeSeen(const rir::Module& module, const ExprPool& pool, const Views& views, ExprId extent) {
  rir::TypeId refuted = rir::kNone;  // views of one type follow one another, and there may be thousands
  for (const View& view : std::views::keys(views)) {
    const std::uint64_t size = module.types[view.type].size;
    const auto is_whole = [&](ExprId bytes) { return Within(pool, bytes, size) == std::uint64_t{0}; };
    if (view.type == refuted || size == 0 || !is_whole(view.offset) || (extent != kNoExpr && !is_whole(extent)))
      continue;
    if (HoldsAll(module, pool, view.type, views))
      return view.type;
    refuted = view.type;
  }
  return rir::kNone;
}

std::optional<rir::TypeId> TypeAtSite(const BlockTypes& types, const BlockSite& site) {
  if (const auto exact = types.find(site); exact != types.end())
    return exact->second;
  std::optional<rir::TypeId> found;
  const auto operations = Operations(site);
  for (const auto& [other, type] : types)
    if (Operations(other) == operations)
      found = !found || *found == type ? type : rir::kNone;
  return found;
}

}  // namespace detrain::infer
