// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which records are in blocks that were allocated as plain bytes (`layer->priv = calloc(1, size)`): the type through
// which the program reads and writes them. Blocks are told apart by site and call path, so that a helper that two
// callers use makes blocks of two types.
#ifndef DETRAIN_ANALYZER_INFER_BLOCK_TYPES_H
#define DETRAIN_ANALYZER_INFER_BLOCK_TYPES_H

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// An operation, and in which iterations of the loops around it that run as they are.
using Site = std::pair<const rir::Op*, std::vector<std::uint32_t>>;

// An allocation: the calls that lead to it, outermost first, and the operation itself.
using BlockSite = std::vector<Site>;

// rir::kNone: the program sees such blocks in ways that no one type has.
using BlockTypes = std::map<BlockSite, rir::TypeId>;

// How an instruction sees a block: as a `type` at a byte offset. Seeing a member or an element says what is around it.
struct View {
  rir::TypeId type = rir::kNone;
  ExprId offset = 0;
  auto operator<=>(const View&) const = default;
};
using Views = std::map<View, rir::Location>;  // and where first

// Whether a `wanted` stands at a byte offset of an array of `type`; also where that offset is not known.
bool MayStandAt(const rir::Module& module, const ExprPool& pool, rir::TypeId type, ExprId offset, rir::TypeId wanted);

// The byte offsets at which a `wanted` may stand in a `type`; nullopt where there are bytes or arrays that may hold it.
std::optional<std::vector<std::uint64_t>> PlacesIn(const rir::Module& module, rir::TypeId type, rir::TypeId wanted);

// The type of which the block is an array: one of those seen at its beginning, which has all others inside it.
// rir::kNone: none has.
rir::TypeId TypeSeen(const rir::Module& module, const ExprPool& pool, const Views& views, ExprId extent);

// What is known of a site: of one that differs only in the iterations, where the site itself is not in `types`.
std::optional<rir::TypeId> TypeAtSite(const BlockTypes& types, const BlockSite& site);

}  // namespace detrain::infer

#endif
