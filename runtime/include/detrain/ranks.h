// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ranks.h: sums over the ranks of a job that do not depend on how many there are. The work is cut into `shards` virtual
// shards, whatever the number of ranks; rank r of W holds the shards from detrain_first_shard(.., r) to that of r + 1.
// Sums are one fixed binary tree over the shards, that of detrain/shards.h: W = 1, 2, 3 or 8 give the same bits.
// docs/ranks.md has an example and the cost. Functions return 0, or what the transport's exchange returned.
#ifndef DETRAIN_RANKS_H
#define DETRAIN_RANKS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How ranks reach one another: MPI (detrain/mpi.h), or threads of one process (detrain_run_virtual).
struct detrain_transport {
  void* context;
  int rank, size;
  // Sends `out` to rank `to` and meanwhile receives `in` from rank `from`. Both sides know how much. 0: done.
  int (*exchange)(void* context, int to, const void* out, size_t out_bytes, int from, void* in, size_t in_bytes);
  // NULL where the loss of a rank ends the job. Else a rank that was lost is replaced: every exchange of the others
  // gives DETRAIN_RANK_LOST until they call this, which drops what was on its way and begins anew with the rank that
  // took its place. 0: done.
  int (*rejoin)(void* context);
};

enum { DETRAIN_RANK_LOST = 0x1057 };

// The first shard of a rank; of rank `size`: the number of shards.
unsigned detrain_first_shard(unsigned shards, int rank, int size);

// All ranks call it together. `parts`: `length` numbers for each shard of this rank, one shard after the other.
// Afterwards `sum` holds, on every rank, the sum over all shards. More ranks than shards end the process with exit
// code 2.
int detrain_all_sum_f32(const struct detrain_transport* ranks, unsigned shards, const float* parts, size_t length,
                        float* sum);
int detrain_all_sum_f64(const struct detrain_transport* ranks, unsigned shards, const double* parts, size_t length,
                        double* sum);
// Rank r has bytes [r * total / size, (r + 1) * total / size) of `all`; afterwards every rank has them all.
int detrain_all_gather(const struct detrain_transport* ranks, void* all, size_t total);
// Returns when all ranks have called it.
int detrain_all_wait(const struct detrain_transport* ranks);

// Runs `main` as `size` ranks, each a thread of this process, and returns when all have ended. Their memory is common:
// what is to differ from rank to rank must lie on their stacks or behind `argument`.
void detrain_run_virtual(int size, void (*main)(const struct detrain_transport* ranks, void* argument), void* argument);
// The same with ranks that can be lost: `main` gives 0 when it is done, all else is the loss of its rank, and it is
// called again in its place (also where it was done already, as long as not all are). After more than `most` losses the
// process ends with exit code 3.
void detrain_run_virtual_replaced(int size, unsigned most,
                                  int (*main)(const struct detrain_transport* ranks, void* argument), void* argument);

#ifdef __cplusplus
}
#endif
#endif
