// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index sets: mixed-radix products of ranges, with symbolic strides and counts.
#ifndef DETRAIN_ANALYZER_INFER_PIECES_H
#define DETRAIN_ANALYZER_INFER_PIECES_H

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/infer/records.h"
#include "analyzer/infer/state.h"

namespace detrain::infer {

// Puts adjoining dimensions together: a stride that equals the length, or another dimension's whole span.
void Normalize(ExprPool& pool, Piece& piece);

// Puts an expression for an atom in all that the piece consists of but its guards.
void Rename(ExprPool& pool, Piece& piece, AtomId from, ExprId to);

// The union of `piece` over iteration = 0 .. count-1; nullopt where it is not such a set. `facts` hold inside the
// loop's surroundings.
std::optional<Piece> Generalize(ExprPool& pool, const Facts& facts, const Piece& piece, AtomId iteration, ExprId count);

// Finds i_d for each dimension such that [offset, offset + length) lies in that run of the piece. `holds` says of an
// expression whether it is >= 0.
bool Inside(ExprPool& pool, const Piece& piece, ExprId offset, ExprId length, const std::function<bool(ExprId)>& holds);

// Whether [offset, offset + length) lies in the union of the pieces, on every path that `facts` allow.
bool Covers(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces, ExprId offset, ExprId length);

// Takes from a read the cases in which what it sees was written in one iteration: the first one of a loop that sets
// sums to zero. `extent`: of its object. False where no case is left.
bool TakeWritten(ExprPool& pool, Read& read, ExprId extent, const std::vector<Piece>& pieces);

// The parts of a read that no piece covers, cut where pieces of constant length begin and end: of a structure that is
// copied whole, the members that nothing has set. All of it where there are many such places.
std::vector<Read> Unwritten(ExprPool& pool, Read read, const std::vector<Piece>& pieces);

// Whether all of `inner` lies in the union of the pieces.
bool CoversPiece(ExprPool& pool, const Facts& facts, const std::vector<Piece>& pieces, const Piece& inner);

// Adds a piece and joins it with neighbours.
void AddPiece(ExprPool& pool, std::vector<Piece>& pieces, Piece piece);

}  // namespace detrain::infer

#endif
