// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/shard_text.h"

#include <clang/Basic/SourceManager.h>

namespace detrain::rewrite {

using namespace clang;

std::string ShardText::TypeOf(const VarDecl& variable) const {
  return variable.getType().getNonReferenceType().getUnqualifiedType().getAsString(unit_.context().getPrintingPolicy());
}

// Of text that goes away, what must stay: its line ends, so that lines keep their numbers, the indent of its last line,
// and the preprocessor's lines behind its first, as the #endif of `#ifdef _OPENMP` between a pragma and its loop.
static std::string WhatStays(llvm::StringRef old) {
  std::string out;
  bool stays = false, goes_on = old.split('\n').first.ends_with("\\");
  for (llvm::StringRef rest = old; rest.contains('\n');) {
    rest = rest.split('\n').second;
    const llvm::StringRef line = rest.split('\n').first;
    const bool is_last = !rest.contains('\n');
    stays = goes_on ? stays : line.ltrim().starts_with("#");
    goes_on = line.ends_with("\\");
    out.append("\n").append(stays ? line : is_last ? line.take_while(llvm::isSpace) : "");
  }
  return out;
}

void ShardText::Replace(SourceLocation at, const Spot& begin, unsigned end, std::string text) {
  const auto old = unit_.sources().getBufferData(unit_.sources().getFileID(at)).slice(begin.offset, end);
  text.append(WhatStays(old));
  weave_.edits.Insert(begin, Rank::Wrap, std::move(text), kShards);
  weave_.edits.Remove(begin, end - begin.offset, kShards);
}

void ShardText::Insert(const Spot& at, Rank rank, std::string text) {
  weave_.edits.Insert(at, rank, std::move(text), kShards);
}

bool ShardText::IsBetween(const plan::Place& place, SourceLocation first, SourceLocation last) const {
  const plan::Place begin = unit_.PlaceOf(first), end = unit_.PlaceOf(last);
  return place.file == begin.file && begin.line <= place.line && place.line <= end.line;
}

void ShardText::ChangesNumbers(SourceLocation at, std::string message) {
  weave_.called.insert("detrain/shards.h");
  weave_.changes_numbers.push_back({unit_.PlaceOf(at), std::move(message)});
}

}  // namespace detrain::rewrite
