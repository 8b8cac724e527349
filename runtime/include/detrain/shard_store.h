// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shard_store.h: checkpoints of a job whose ranks each own a part of the state, for programs that call detrain/ranks.h
// themselves. Of an array of `total` elements shard s of V has [s * total / V, (s + 1) * total / V) and is written
// once, by the rank that holds it, under its name and range: any number of ranks up to V goes on from it. Each rank
// keeps a copy of its shards as of the last save: when a rank is lost and the transport replaces it, only its shards
// are read from disk. docs/ranks.md has an example. Functions that give an int give 0, or what the transport's exchange
// gave; a disk that fails ends the process with exit code 3, arrays that are not those of the checkpoint with 2.
#ifndef DETRAIN_SHARD_STORE_H
#define DETRAIN_SHARD_STORE_H

#include <detrain/detrain.h>
#include <detrain/ranks.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct detrain_shard_store;

// `dir`: a folder that all ranks see, made where it is not there. `keep`: how many steps stay in it; 0: all. A store
// belongs to the thread that opens it. `ranks` must live as long.
struct detrain_shard_store* detrain_shards_open(const struct detrain_transport* ranks, const char* dir, unsigned shards,
                                                unsigned keep);
void detrain_shards_close(struct detrain_shard_store* store);

// What a step leaves for the next one; all ranks name the same arrays in the same order, before the first restore. Of a
// part `mine` is this rank's shards, one after the other; of a whole each rank has all elements, the same on each, and
// writes those of its shards. `dtype`: up to DETRAIN_F64.
void detrain_shards_part(struct detrain_shard_store* store, const char* name, enum detrain_dtype dtype, void* mine,
                         size_t total);
void detrain_shards_whole(struct detrain_shard_store* store, const char* name, enum detrain_dtype dtype, void* all,
                          size_t total);

// All ranks call these together. `step`: iterations completed; a restore gives that of the newest good save, or 0 and
// the arrays as they were when it was first called. After an exchange gave DETRAIN_RANK_LOST, anywhere, a restore is
// what comes next.
int detrain_shards_save(struct detrain_shard_store* store, uint64_t step);
int detrain_shards_restore(struct detrain_shard_store* store, uint64_t* step);

// Of this store, so far.
struct detrain_shard_cost {
  uint64_t bytes_written, bytes_read;  // of the disk
  uint64_t restore_nanoseconds;        // of the last restore that succeeded
};
struct detrain_shard_cost detrain_shards_cost(const struct detrain_shard_store* store);

#ifdef __cplusplus
}
#endif
#endif
