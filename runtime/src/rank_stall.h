// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks that wait for each other, or for one that has ended, would wait for ever: each notices it and says so. A rank
// waits for one other at a time, so a note that follows who waits for whom comes back to where it began exactly where
// there is such a ring (the edge-chasing of Chandy, Misra and Haas, "Distributed deadlock detection", 1983). A note
// is passed on only where the rank ahead has answered that it waits too: its answer comes behind all that it had sent
// before, so that nothing which would end the wait is still on its way. Each answer begins a note.
#ifndef DETRAIN_RUNTIME_SRC_RANK_STALL_H
#define DETRAIN_RUNTIME_SRC_RANK_STALL_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace detrain::runtime {

class RankStall {
 public:
  struct Note {
    enum Kind : std::uint32_t {
      Ask,    // "I wait for you": in my wait `asked`
      Waits,  // "and I wait too": in my wait `ahead`
      Ended,  // the hub's answer for a rank that sends nothing any more
      Chain   // begun by `first`; the receiver is believed to be in its wait `ahead`
    };
    Kind kind = Ask;
    std::int32_t first = 0;
    std::uint64_t asked = 0;
    std::uint64_t ahead = 0;
    std::string chain;  // who waits for whom, in words

    [[nodiscard]] std::string Bytes() const;
    static Note Of(std::string_view bytes);
  };
  // What follows: a note to send, or what to end the job with.
  struct Next {
    int to = 0;
    std::optional<Note> note;
    std::string verdict;
  };

  explicit RankStall(int self) : self_(self) {}

  void Begin(int from, bool is_at_boundary);
  void End() { from_.reset(); }
  // Once in a while as long as a wait lasts: asks again, as the one ahead may have gone on since and wait once more.
  [[nodiscard]] Next Tick() const;
  // A note of `from`. `has_come`: what this rank waits for is already here.
  Next Take(int from, const Note& note, bool has_come);

 private:
  [[nodiscard]] std::string InWords() const;
  [[nodiscard]] Next PassOn(int first, const std::string& before) const;

  int self_;
  std::optional<int> from_;  // whom this rank waits for
  bool is_at_boundary_ = false;
  std::uint64_t wait_ = 0;              // the number of this wait, or of the last one
  std::optional<std::uint64_t> ahead_;  // that one's wait by its last answer in this one
};

}  // namespace detrain::runtime

#endif
