// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rank_stall.h"

#include <cstring>

namespace detrain::runtime {
namespace {

struct Head {
  RankStall::Note::Kind kind;
  std::int32_t first;
  std::uint64_t asked, ahead;
};

constexpr const char* kAdvice = "; each rank must run the step loop as often (--step names another loop)";

std::string Name(int rank) {
  return "rank " + std::to_string(rank);
}

}  // namespace

std::string RankStall::Note::Bytes() const {
  const Head head = {kind, first, asked, ahead};
  return std::string(reinterpret_cast<const char*>(&head), sizeof head) + chain;
}

RankStall::Note RankStall::Note::Of(std::string_view bytes) {
  Head head = {};
  std::memcpy(&head, bytes.data(), sizeof head);
  return {head.kind, head.first, head.asked, head.ahead, std::string(bytes.substr(sizeof head))};
}

void RankStall::Begin(int from, bool is_at_boundary) {
  from_ = from;
  is_at_boundary_ = is_at_boundary;
  ahead_.reset();
  ++wait_;
}

std::string RankStall::InWords() const {
  return Name(self_) + (is_at_boundary_ ? " at a step's end" : " in a receive") + " for " + Name(*from_);
}

RankStall::Next RankStall::PassOn(int first, const std::string& before) const {
  return {*from_, Note{Note::Chain, first, 0, *ahead_, before + (before.empty() ? "" : ", ") + InWords()}, ""};
}

RankStall::Next RankStall::Tick() const {
  if (!from_)
    return {};
  if (*from_ == self_)
    return {0, std::nullopt, Name(self_) + " waits for a message of its own that it has not sent"};
  return {*from_, Note{Note::Ask, self_, wait_, 0, ""}, ""};
}

RankStall::Next RankStall::Take(int from, const Note& note, bool has_come) {
  if (!from_ || has_come)
    return {};
  switch (note.kind) {
    case Note::Ask:
      return {from, Note{Note::Waits, note.first, note.asked, wait_, ""}, ""};
    case Note::Waits:
      if (note.asked != wait_)
        return {};
      ahead_ = note.ahead;
      return PassOn(self_, "");
    case Note::Ended:
      if (note.asked != wait_)
        return {};
      return {0, std::nullopt, "a rank waits for one that has ended: " + InWords() + (is_at_boundary_ ? kAdvice : "")};
    case Note::Chain:
      break;
  }
  if (note.ahead != wait_ || !ahead_ || self_ < note.first)
    return {};  // the lowest rank of a ring is the one that speaks
  if (self_ != note.first)
    return PassOn(note.first, note.chain);
  const bool is_at_boundary = note.chain.find("at a step's end") != std::string::npos;
  return {0, std::nullopt, "the ranks wait for each other: " + note.chain + (is_at_boundary ? kAdvice : "")};
}

}  // namespace detrain::runtime
