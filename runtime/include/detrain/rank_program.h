// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rank_program.h: programs with ranks, as the rewriter leaves them. Such a program always has `ranks` ranks, whatever
// the number of processes that a launcher starts: each of those is a hub, which starts its share of the ranks as
// processes of its own, before main, and carries their messages. A rank waits only for messages that are named by their
// sender, so that what it computes depends on no timing and on no number of hubs. docs/ranks.md tells the rest;
// detrain/rank_mpi.h gives these functions the names of MPI.
//
// All functions are for a rank's main thread. What the other side's death would make endless ends with the job: the hub
// sees it and ends all ranks.
#ifndef DETRAIN_RANK_PROGRAM_H
#define DETRAIN_RANK_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How hubs reach one another. Compiled with the program, so that the runtime itself needs no MPI.
struct detrain_launcher {
  void (*start)(int* hub, int* hubs);
  // Both parts stay where they are until is_sent gives 1.
  void* (*send)(int hub, const void* head, size_t head_size, const void* body, size_t body_size);
  int (*is_sent)(void* sending);
  int (*has_message)(int* hub);  // 0: none is there
  void (*receive)(int hub, void* bytes, size_t size);
  // NOLINTBEGIN(modernize-redundant-void-arg): C
  int (*has_finished)(void);  // asked again and again when this hub's ranks are done; 1: all hubs' are
  void (*end)(void);
  // NOLINTEND(modernize-redundant-void-arg)
  void (*abort)(int code);
};

struct detrain_rank_program {
  unsigned ranks;
  const struct detrain_launcher* launcher;
};
// Defined by a rewritten program that has ranks.
extern const struct detrain_rank_program detrain_rank_program __attribute__((weak));

int detrain_rank(void);        // 0 in a program without ranks
int detrain_rank_count(void);  // 1
// A clock that only goes forward. Here rather than with MPI's names, as strict C (-std=c11) declares no such clock.
double detrain_rank_seconds(void);
// Nothing is sent after it, and the rank may end.
void detrain_rank_done(void);
// Ends the job.
void detrain_rank_abort(int code) __attribute__((noreturn));

// --- messages ---

// A communicator: which ranks, in which order. Number 0 is all of them, 1 is the rank alone. Others are made by all
// ranks of an old one together, and are never freed.
uint32_t detrain_group_split(uint32_t group, int color, int key);  // a negative colour: in none, 0xffffffff
int detrain_group_rank(uint32_t group);
int detrain_group_size(uint32_t group);

enum { DETRAIN_ANY_TAG = -1 };
// Messages of one sender with one tag arrive in the order in which they were sent.
void detrain_rank_send(uint32_t group, int to, int tag, const void* bytes, size_t size);
// Waits. Ends the job with one line and exit code 3 where the message is longer than `capacity`. The message's size;
// its tag goes to `tag`.
size_t detrain_rank_receive(uint32_t group, int from, int* tag, void* bytes, size_t capacity);
// Requests that the program has begun and not completed: +1, -1. A step boundary must have none.
void detrain_rank_pending(int change);

// --- collectives: all ranks of the group call them in the same order ---

enum detrain_number_type {
  DETRAIN_NUMBER_I8,
  DETRAIN_NUMBER_U8,
  DETRAIN_NUMBER_I16,
  DETRAIN_NUMBER_U16,
  DETRAIN_NUMBER_I32,
  DETRAIN_NUMBER_U32,
  DETRAIN_NUMBER_I64,
  DETRAIN_NUMBER_U64,
  DETRAIN_NUMBER_F32,
  DETRAIN_NUMBER_F64
};
enum detrain_join {
  DETRAIN_JOIN_SUM,
  DETRAIN_JOIN_PRODUCT,
  DETRAIN_JOIN_MIN,
  DETRAIN_JOIN_MAX,
  DETRAIN_JOIN_AND,  // logical
  DETRAIN_JOIN_OR,
  DETRAIN_JOIN_BIT_AND,  // of integers
  DETRAIN_JOIN_BIT_OR,
  DETRAIN_JOIN_BIT_XOR
};

void detrain_group_wait(uint32_t group);
void detrain_group_broadcast(uint32_t group, int root, void* bytes, size_t size);
// By the fixed tree of detrain/shards.h over the ranks. `root` -1: all get the result.
void detrain_group_join(uint32_t group, int root, const void* in, void* out, size_t count,
                        enum detrain_number_type type, enum detrain_join join);
// A collective that does not wait where it is called: its number, which all ranks of the group have for it. The bytes
// go at once to `receiver` if this rank is `sender`; -1: all are.
int detrain_group_begin(uint32_t group, int sender, int receiver, const void* bytes, size_t size);
// Waits for the others' parts, and joins them as detrain_group_join does, here. Of the ranks that got them.
void detrain_group_end_join(uint32_t group, int number, const void* mine, void* out, size_t count,
                            enum detrain_number_type type, enum detrain_join join);
void detrain_group_end_receive(uint32_t group, int number, int from, void* bytes, size_t size);
// Rank r's result is that of ranks 0 to r, from the left.
void detrain_group_scan(uint32_t group, const void* in, void* out, size_t count, enum detrain_number_type type,
                        enum detrain_join join);
// Rank r's `sizes[r]` bytes lie at `places[r]`. `root` -1: all get them.
void detrain_group_gather(uint32_t group, int root, const void* in, size_t size, void* out, const size_t* sizes,
                          const size_t* places);
void detrain_group_scatter(uint32_t group, int root, const void* in, const size_t* sizes, const size_t* places,
                           void* out, size_t size);
// Piece r of `in` goes to rank r; `size` bytes each.
void detrain_group_exchange(uint32_t group, const void* in, void* out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
