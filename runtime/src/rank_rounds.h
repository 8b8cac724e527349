// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounds in which each rank of a transport meets each other one.
#ifndef DETRAIN_RUNTIME_SRC_RANK_ROUNDS_H
#define DETRAIN_RUNTIME_SRC_RANK_ROUNDS_H

#include <detrain/ranks.h>

namespace detrain::runtime {

// With whom a rank exchanges in a round: in as many rounds as there are ranks each meets each, round 0 itself.
struct Partners {
  int to = 0, from = 0;
};
inline Partners PartnersIn(int round, const detrain_transport& ranks) {
  return {(ranks.rank + round) % ranks.size, (ranks.rank - round + ranks.size) % ranks.size};
}

// Each rank holds the bytes from begin(rank) to begin(rank + 1), and gets those of the others.
template <typename Begin>
int Gather(const detrain_transport& ranks, char* bytes, const Begin& begin) {
  const auto size = [&](int rank) { return begin(rank + 1) - begin(rank); };
  for (int round = 1; round < ranks.size; ++round) {
    const auto [to, from] = PartnersIn(round, ranks);
    if (const int error = ranks.exchange(ranks.context, to, bytes + begin(ranks.rank), size(ranks.rank), from,
                                         bytes + begin(from), size(from)))
      return error;
  }
  return 0;
}

}  // namespace detrain::runtime

#endif
