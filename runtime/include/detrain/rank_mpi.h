// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rank_mpi.h: MPI's names for detrain/rank_program.h, and MPI itself as what hubs reach one another by. The rewriter
// puts it into each unit of a program that calls MPI; DETRAIN_RANKS is the number of ranks, which the program sees as
// its size. What is not here the rewriter refuses. Communicators and requests are numbers; a status keeps the message's
// bytes in MPI_ERROR, which MPI leaves alone. MPI_Test and MPI_ANY_SOURCE are not here: they tell who was first.
#ifndef DETRAIN_RANK_MPI_H
#define DETRAIN_RANK_MPI_H

#include <detrain/rank_program.h>
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef DETRAIN_MPI_FUNCTION
#define DETRAIN_MPI_FUNCTION static inline __attribute__((unused))
#endif

// --- the hubs' side ---

#define DETRAIN_MPI_MOST ((size_t)1 << 30)

struct detrain_mpi_sending {
  MPI_Request* requests;
  int count;
};

DETRAIN_MPI_FUNCTION MPI_Comm* detrain_mpi_hubs(void) {
  static MPI_Comm hubs;
  return &hubs;
}

DETRAIN_MPI_FUNCTION void detrain_mpi_start(int* hub, int* hubs) {
  MPI_Init(NULL, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, detrain_mpi_hubs());
  MPI_Comm_rank(MPI_COMM_WORLD, hub);
  MPI_Comm_size(MPI_COMM_WORLD, hubs);
}

DETRAIN_MPI_FUNCTION int detrain_mpi_send_part(int hub, const void* bytes, size_t size, MPI_Request* requests) {
  int count = 0;
  for (size_t at = 0; at < size; at += DETRAIN_MPI_MOST) {
    const size_t part = size - at < DETRAIN_MPI_MOST ? size - at : DETRAIN_MPI_MOST;
    MPI_Isend((const char*)bytes + at, (int)part, MPI_BYTE, hub, 0, *detrain_mpi_hubs(), &requests[count++]);
  }
  return count;
}

DETRAIN_MPI_FUNCTION void* detrain_mpi_send_between(int hub, const void* head, size_t head_size, const void* body,
                                                    size_t body_size) {
  struct detrain_mpi_sending* sending = (struct detrain_mpi_sending*)malloc(sizeof *sending);
  const size_t most = 2 + (head_size + body_size) / DETRAIN_MPI_MOST;
  MPI_Request* requests = sending == NULL ? NULL : (MPI_Request*)malloc(most * sizeof *requests);
  if (requests == NULL) {
    fputs("detrain: no memory for a message between ranks\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 3);
    _exit(3);
  }
  sending->requests = requests;
  sending->count = detrain_mpi_send_part(hub, head, head_size, requests);
  sending->count += detrain_mpi_send_part(hub, body, body_size, requests + sending->count);
  return sending;
}

DETRAIN_MPI_FUNCTION int detrain_mpi_is_sent(void* handle) {
  struct detrain_mpi_sending* sending = (struct detrain_mpi_sending*)handle;
  int is_sent = 0;
  MPI_Testall(sending->count, sending->requests, &is_sent, MPI_STATUSES_IGNORE);
  if (is_sent) {
    free(sending->requests);
    free(sending);
  }
  return is_sent;
}

DETRAIN_MPI_FUNCTION int detrain_mpi_has_message(int* hub) {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, *detrain_mpi_hubs(), &is_there, &status);
  if (is_there)
    *hub = status.MPI_SOURCE;
  return is_there;
}

DETRAIN_MPI_FUNCTION void detrain_mpi_receive_between(int hub, void* bytes, size_t size) {
  for (size_t at = 0; at < size; at += DETRAIN_MPI_MOST) {
    const size_t part = size - at < DETRAIN_MPI_MOST ? size - at : DETRAIN_MPI_MOST;
    MPI_Recv((char*)bytes + at, (int)part, MPI_BYTE, hub, 0, *detrain_mpi_hubs(), MPI_STATUS_IGNORE);
  }
}

DETRAIN_MPI_FUNCTION int detrain_mpi_has_finished(void) {
  static MPI_Request all;
  static int has_begun = 0;
  int is_done = 0;
  if (!has_begun)
    MPI_Ibarrier(*detrain_mpi_hubs(), &all);
  has_begun = 1;
  MPI_Test(&all, &is_done, MPI_STATUS_IGNORE);
  return is_done;
}

DETRAIN_MPI_FUNCTION void detrain_mpi_end(void) {
  MPI_Finalize();
}

DETRAIN_MPI_FUNCTION void detrain_mpi_abort_job(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
}

static const struct detrain_launcher detrain_mpi_launcher = {
    detrain_mpi_start,           detrain_mpi_send_between, detrain_mpi_is_sent, detrain_mpi_has_message,
    detrain_mpi_receive_between, detrain_mpi_has_finished, detrain_mpi_end,     detrain_mpi_abort_job};
// Weak, as declared: each unit has it.
const struct detrain_rank_program detrain_rank_program = {DETRAIN_RANKS, &detrain_mpi_launcher};

// --- the ranks' side ---

__attribute__((noreturn)) DETRAIN_MPI_FUNCTION void detrain_mpi_refuse(const char* what) {
  fprintf(stderr, "detrain: %s: not in a program with ranks\n", what);
  detrain_rank_abort(4);
}

// MPI_COMM_WORLD is group 0, MPI_COMM_SELF 1.
DETRAIN_MPI_FUNCTION uint32_t detrain_mpi_group(MPI_Comm comm) {
  return comm == MPI_COMM_WORLD ? 0 : comm == MPI_COMM_SELF ? 1 : (uint32_t)(intptr_t)comm;
}

DETRAIN_MPI_FUNCTION MPI_Comm detrain_mpi_comm(uint32_t group) {
  return group == 0xffffffffu ? MPI_COMM_NULL : (MPI_Comm)(intptr_t)group;
}

struct detrain_mpi_type {
  size_t size;
  int number;  // enum detrain_number_type; -1: bytes
};

DETRAIN_MPI_FUNCTION struct detrain_mpi_type detrain_mpi_type_of(MPI_Datatype type) {
  const struct detrain_mpi_type signed_by_size[9] = {
      {0, 0}, {1, DETRAIN_NUMBER_I8}, {2, DETRAIN_NUMBER_I16}, {0, 0}, {4, DETRAIN_NUMBER_I32}, {0, 0}, {0, 0},
      {0, 0}, {8, DETRAIN_NUMBER_I64}};
  const struct detrain_mpi_type unsigned_by_size[9] = {
      {0, 0}, {1, DETRAIN_NUMBER_U8}, {2, DETRAIN_NUMBER_U16}, {0, 0}, {4, DETRAIN_NUMBER_U32}, {0, 0}, {0, 0},
      {0, 0}, {8, DETRAIN_NUMBER_U64}};
  struct detrain_mpi_type bytes = {1, -1};
  struct detrain_mpi_type f32 = {4, DETRAIN_NUMBER_F32}, f64 = {8, DETRAIN_NUMBER_F64};
  if (type == MPI_FLOAT)
    return f32;
  if (type == MPI_DOUBLE)
    return f64;
  if (type == MPI_CHAR || type == MPI_SIGNED_CHAR || type == MPI_INT8_T)
    return signed_by_size[1];
  if (type == MPI_UNSIGNED_CHAR || type == MPI_UINT8_T)
    return unsigned_by_size[1];
  if (type == MPI_SHORT || type == MPI_INT16_T)
    return signed_by_size[2];
  if (type == MPI_UNSIGNED_SHORT || type == MPI_UINT16_T)
    return unsigned_by_size[2];
  if (type == MPI_INT || type == MPI_INT32_T)
    return signed_by_size[4];
  if (type == MPI_UNSIGNED || type == MPI_UINT32_T)
    return unsigned_by_size[4];
  if (type == MPI_LONG)
    return signed_by_size[sizeof(long)];
  if (type == MPI_UNSIGNED_LONG)
    return unsigned_by_size[sizeof(long)];
  if (type == MPI_LONG_LONG || type == MPI_INT64_T)
    return signed_by_size[8];
  if (type == MPI_UNSIGNED_LONG_LONG || type == MPI_UINT64_T)
    return unsigned_by_size[8];
  if (type != MPI_BYTE)
    detrain_mpi_refuse("this MPI_Datatype");
  return bytes;
}

DETRAIN_MPI_FUNCTION size_t detrain_mpi_bytes(int count, MPI_Datatype type) {
  return (size_t)count * detrain_mpi_type_of(type).size;
}

DETRAIN_MPI_FUNCTION enum detrain_number_type detrain_mpi_number(MPI_Datatype type) {
  const int number = detrain_mpi_type_of(type).number;
  if (number < 0)
    detrain_mpi_refuse("a reduction of MPI_BYTE");
  return (enum detrain_number_type)number;
}

DETRAIN_MPI_FUNCTION enum detrain_join detrain_mpi_join(MPI_Op op) {
  if (op == MPI_SUM)
    return DETRAIN_JOIN_SUM;
  if (op == MPI_PROD)
    return DETRAIN_JOIN_PRODUCT;
  if (op == MPI_MIN)
    return DETRAIN_JOIN_MIN;
  if (op == MPI_MAX)
    return DETRAIN_JOIN_MAX;
  if (op == MPI_LAND)
    return DETRAIN_JOIN_AND;
  if (op == MPI_LOR)
    return DETRAIN_JOIN_OR;
  if (op == MPI_BAND)
    return DETRAIN_JOIN_BIT_AND;
  if (op == MPI_BOR)
    return DETRAIN_JOIN_BIT_OR;
  if (op != MPI_BXOR)
    detrain_mpi_refuse("this MPI_Op");
  return DETRAIN_JOIN_BIT_XOR;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Init(int* argc, char*** argv) {
  (void)argc;
  (void)argv;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  (void)argc;
  (void)argv;
  *provided = required < MPI_THREAD_FUNNELED ? required : MPI_THREAD_FUNNELED;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int* detrain_mpi_is_over(void) {
  static int is_over = 0;
  return &is_over;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Initialized(int* flag) {
  *flag = 1;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Finalized(int* flag) {
  *flag = *detrain_mpi_is_over();
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Finalize(void) {
  *detrain_mpi_is_over() = 1;
  detrain_rank_done();
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Abort(MPI_Comm comm, int code) {
  (void)comm;
  detrain_rank_abort(code);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Comm_rank(MPI_Comm comm, int* rank) {
  *rank = detrain_group_rank(detrain_mpi_group(comm));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Comm_size(MPI_Comm comm, int* size) {
  *size = detrain_group_size(detrain_mpi_group(comm));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  *made = detrain_mpi_comm(detrain_group_split(detrain_mpi_group(comm), color == MPI_UNDEFINED ? -1 : color, key));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  return detrain_MPI_Comm_split(comm, 0, 0, made);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION double detrain_MPI_Wtime(void) {
  return detrain_rank_seconds();
}

DETRAIN_MPI_FUNCTION double detrain_MPI_Wtick(void) {
  return 1e-9;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Get_processor_name(char* name, int* length) {
  snprintf(name, MPI_MAX_PROCESSOR_NAME, "rank%d", detrain_rank());
  *length = (int)strlen(name);
  return MPI_SUCCESS;
}

// --- messages ---

DETRAIN_MPI_FUNCTION int detrain_MPI_Send(const void* bytes, int count, MPI_Datatype type, int to, int tag,
                                          MPI_Comm comm) {
  if (to != MPI_PROC_NULL)
    detrain_rank_send(detrain_mpi_group(comm), to, tag, bytes, detrain_mpi_bytes(count, type));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION void detrain_mpi_set_status(MPI_Status* status, int from, int tag, size_t bytes) {
  if (status == MPI_STATUS_IGNORE)
    return;
  status->MPI_SOURCE = from;
  status->MPI_TAG = tag;
  status->MPI_ERROR = bytes > INT_MAX ? -1 : (int)bytes;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Recv(void* bytes, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                                          MPI_Status* status) {
  size_t got = 0;
  int found = tag == MPI_ANY_TAG ? DETRAIN_ANY_TAG : tag;
  if (from == MPI_ANY_SOURCE)
    detrain_mpi_refuse("MPI_ANY_SOURCE, which takes whoever is first; name the sender");
  if (from != MPI_PROC_NULL)
    got = detrain_rank_receive(detrain_mpi_group(comm), from, &found, bytes, detrain_mpi_bytes(count, type));
  detrain_mpi_set_status(status, from, found, got);
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to,
                                              int out_tag, void* in, int in_count, MPI_Datatype in_type, int from,
                                              int in_tag, MPI_Comm comm, MPI_Status* status) {
  detrain_MPI_Send(out, out_count, out_type, to, out_tag, comm);
  return detrain_MPI_Recv(in, in_count, in_type, from, in_tag, comm, status);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  const int size = (int)detrain_mpi_type_of(type).size;
  *count = status->MPI_ERROR < 0 || status->MPI_ERROR % size != 0 ? MPI_UNDEFINED : status->MPI_ERROR / size;
  return MPI_SUCCESS;
}

// What is left to do when a request is waited for; what is sent has gone at once.
enum detrain_mpi_work { DETRAIN_MPI_NOTHING, DETRAIN_MPI_RECEIVE, DETRAIN_MPI_BROADCAST, DETRAIN_MPI_JOIN };
struct detrain_mpi_request {
  enum detrain_mpi_work work;
  void* bytes;  // where it goes
  int count, from, tag;
  MPI_Datatype type;
  MPI_Comm comm;
  void* own;   // of a reduction: this rank's part
  int number;  // of a collective
  MPI_Op op;
};

DETRAIN_MPI_FUNCTION int detrain_mpi_begin(struct detrain_mpi_request begun, MPI_Request* request) {
  struct detrain_mpi_request* made = (struct detrain_mpi_request*)malloc(sizeof *made);
  if (made == NULL)
    detrain_mpi_refuse("no memory for a request");
  *made = begun;
  detrain_rank_pending(1);
  *request = (MPI_Request)(intptr_t)made;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Isend(const void* bytes, int count, MPI_Datatype type, int to, int tag,
                                           MPI_Comm comm, MPI_Request* request) {
  const struct detrain_mpi_request begun = {DETRAIN_MPI_NOTHING, NULL, 0, to, tag, type, comm, NULL, 0, MPI_OP_NULL};
  detrain_MPI_Send(bytes, count, type, to, tag, comm);
  return detrain_mpi_begin(begun, request);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Irecv(void* bytes, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                                           MPI_Request* request) {
  const struct detrain_mpi_request begun = {DETRAIN_MPI_RECEIVE, bytes, count, from, tag, type, comm, NULL, 0,
                                            MPI_OP_NULL};
  return detrain_mpi_begin(begun, request);
}

DETRAIN_MPI_FUNCTION void detrain_mpi_end_collective(const struct detrain_mpi_request* begun) {
  const uint32_t group = detrain_mpi_group(begun->comm);
  if (begun->work == DETRAIN_MPI_BROADCAST)
    detrain_group_end_receive(group, begun->number, begun->from, begun->bytes,
                              detrain_mpi_bytes(begun->count, begun->type));
  if (begun->work == DETRAIN_MPI_JOIN)
    detrain_group_end_join(group, begun->number, begun->own, begun->bytes, (size_t)begun->count,
                           detrain_mpi_number(begun->type), detrain_mpi_join(begun->op));
  free(begun->own);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Wait(MPI_Request* request, MPI_Status* status) {
  struct detrain_mpi_request* begun = (struct detrain_mpi_request*)(intptr_t)*request;
  if (*request == MPI_REQUEST_NULL)
    return MPI_SUCCESS;
  if (begun->work == DETRAIN_MPI_RECEIVE)
    detrain_MPI_Recv(begun->bytes, begun->count, begun->type, begun->from, begun->tag, begun->comm, status);
  else
    detrain_mpi_set_status(status, begun->from, begun->tag, 0);
  detrain_mpi_end_collective(begun);
  free(begun);
  detrain_rank_pending(-1);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  for (int i = 0; i < count; i++)
    detrain_MPI_Wait(&requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i]);
  return MPI_SUCCESS;
}

// --- collectives ---

DETRAIN_MPI_FUNCTION int detrain_MPI_Barrier(MPI_Comm comm) {
  detrain_group_wait(detrain_mpi_group(comm));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Bcast(void* bytes, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  detrain_group_broadcast(detrain_mpi_group(comm), root, bytes, detrain_mpi_bytes(count, type));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Reduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                            int root, MPI_Comm comm) {
  detrain_group_join(detrain_mpi_group(comm), root, in == MPI_IN_PLACE ? out : in, out, (size_t)count,
                     detrain_mpi_number(type), detrain_mpi_join(op));
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                               MPI_Comm comm) {
  return detrain_MPI_Reduce(in, out, count, type, op, -1, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Scan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                          MPI_Comm comm) {
  detrain_group_scan(detrain_mpi_group(comm), in == MPI_IN_PLACE ? out : in, out, (size_t)count,
                     detrain_mpi_number(type), detrain_mpi_join(op));
  return MPI_SUCCESS;
}

// Those that do not wait where they are called: parts go at once to all that need them, which join them when they wait.
DETRAIN_MPI_FUNCTION int detrain_mpi_begin_join(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                                int root, MPI_Comm comm, MPI_Request* request) {
  const uint32_t group = detrain_mpi_group(comm);
  const size_t size = detrain_mpi_bytes(count, type);
  const void* mine = in == MPI_IN_PLACE ? out : in;
  const int number = detrain_group_begin(group, -1, root, mine, size);
  const int has_result = root < 0 || detrain_group_rank(group) == root;
  struct detrain_mpi_request begun = {
      has_result ? DETRAIN_MPI_JOIN : DETRAIN_MPI_NOTHING, out, count, 0, 0, type, comm, NULL, number, op};
  if (has_result) {
    begun.own = malloc(size + 1);
    if (begun.own == NULL)
      detrain_mpi_refuse("no memory for a collective");
    if (size > 0)
      memcpy(begun.own, mine, size);
  }
  return detrain_mpi_begin(begun, request);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Iallreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                                MPI_Comm comm, MPI_Request* request) {
  return detrain_mpi_begin_join(in, out, count, type, op, -1, comm, request);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Ireduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                             int root, MPI_Comm comm, MPI_Request* request) {
  return detrain_mpi_begin_join(in, out, count, type, op, root, comm, request);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Ibcast(void* bytes, int count, MPI_Datatype type, int root, MPI_Comm comm,
                                            MPI_Request* request) {
  const uint32_t group = detrain_mpi_group(comm);
  const int number = detrain_group_begin(group, root, -1, bytes, detrain_mpi_bytes(count, type));
  const enum detrain_mpi_work work = detrain_group_rank(group) == root ? DETRAIN_MPI_NOTHING : DETRAIN_MPI_BROADCAST;
  const struct detrain_mpi_request begun = {work, bytes, count, root, 0, type, comm, NULL, number, MPI_OP_NULL};
  return detrain_mpi_begin(begun, request);
}

// Each rank hears of each other one that it has come here.
DETRAIN_MPI_FUNCTION int detrain_MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return detrain_mpi_begin_join(NULL, NULL, 0, MPI_INT, MPI_BOR, -1, comm, request);
}

// Sizes and places of the ranks' parts, in bytes: all alike, or as the program gives them.
struct detrain_mpi_parts {
  size_t *sizes, *places;
};

DETRAIN_MPI_FUNCTION struct detrain_mpi_parts detrain_mpi_parts_of(MPI_Comm comm, int count, const int* counts,
                                                                   const int* places, MPI_Datatype type) {
  const size_t ranks = (size_t)detrain_group_size(detrain_mpi_group(comm)), size = detrain_mpi_type_of(type).size;
  struct detrain_mpi_parts parts;
  parts.sizes = (size_t*)malloc(2 * ranks * sizeof(size_t));
  if (parts.sizes == NULL)
    detrain_mpi_refuse("no memory for a collective");
  parts.places = parts.sizes + ranks;
  for (size_t i = 0; i < ranks; i++) {
    parts.sizes[i] = (size_t)(counts != NULL ? counts[i] : count) * size;
    parts.places[i] = (places != NULL ? (size_t)places[i] : i * (size_t)count) * size;
  }
  return parts;
}

// `root` -1: all.
DETRAIN_MPI_FUNCTION int detrain_mpi_gather(const void* in, int in_count, MPI_Datatype in_type, void* out, int count,
                                            const int* counts, const int* places, MPI_Datatype type, int root,
                                            MPI_Comm comm) {
  const uint32_t group = detrain_mpi_group(comm);
  const int mine = detrain_group_rank(group), has_result = root < 0 || mine == root;
  struct detrain_mpi_parts parts = {NULL, NULL};
  size_t size = in == MPI_IN_PLACE ? 0 : detrain_mpi_bytes(in_count, in_type);
  if (has_result)
    parts = detrain_mpi_parts_of(comm, count, counts, places, type);
  if (in == MPI_IN_PLACE) {
    in = (const char*)out + parts.places[mine];
    size = parts.sizes[mine];
  }
  detrain_group_gather(group, root, in, size, out, parts.sizes, parts.places);
  free(parts.sizes);
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Gather(const void* in, int in_count, MPI_Datatype in_type, void* out, int count,
                                            MPI_Datatype type, int root, MPI_Comm comm) {
  return detrain_mpi_gather(in, in_count, in_type, out, count, NULL, NULL, type, root, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Gatherv(const void* in, int in_count, MPI_Datatype in_type, void* out,
                                             const int* counts, const int* places, MPI_Datatype type, int root,
                                             MPI_Comm comm) {
  return detrain_mpi_gather(in, in_count, in_type, out, 0, counts, places, type, root, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Allgather(const void* in, int in_count, MPI_Datatype in_type, void* out, int count,
                                               MPI_Datatype type, MPI_Comm comm) {
  return detrain_mpi_gather(in, in_count, in_type, out, count, NULL, NULL, type, -1, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Allgatherv(const void* in, int in_count, MPI_Datatype in_type, void* out,
                                                const int* counts, const int* places, MPI_Datatype type,
                                                MPI_Comm comm) {
  return detrain_mpi_gather(in, in_count, in_type, out, 0, counts, places, type, -1, comm);
}

DETRAIN_MPI_FUNCTION int detrain_mpi_scatter(const void* in, int in_count, const int* counts, const int* places,
                                             MPI_Datatype in_type, void* out, int count, MPI_Datatype type, int root,
                                             MPI_Comm comm) {
  const uint32_t group = detrain_mpi_group(comm);
  const int mine = detrain_group_rank(group);
  struct detrain_mpi_parts parts = {NULL, NULL};
  size_t size = 0;
  if (mine == root)
    parts = detrain_mpi_parts_of(comm, in_count, counts, places, in_type);
  if (out == MPI_IN_PLACE)
    out = (char*)(uintptr_t)in + parts.places[mine];
  else
    size = detrain_mpi_bytes(count, type);
  detrain_group_scatter(group, root, in, parts.sizes, parts.places, out, size);
  free(parts.sizes);
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Scatter(const void* in, int in_count, MPI_Datatype in_type, void* out, int count,
                                             MPI_Datatype type, int root, MPI_Comm comm) {
  return detrain_mpi_scatter(in, in_count, NULL, NULL, in_type, out, count, type, root, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Scatterv(const void* in, const int* counts, const int* places,
                                              MPI_Datatype in_type, void* out, int count, MPI_Datatype type, int root,
                                              MPI_Comm comm) {
  return detrain_mpi_scatter(in, 0, counts, places, in_type, out, count, type, root, comm);
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Reduce_scatter_block(const void* in, void* out, int count, MPI_Datatype type,
                                                          MPI_Op op, MPI_Comm comm) {
  const int size = detrain_group_size(detrain_mpi_group(comm));
  const void* from = in == MPI_IN_PLACE ? out : in;
  void* sum = malloc(detrain_mpi_bytes(count * size, type) + 1);
  if (sum == NULL)
    detrain_mpi_refuse("no memory for a collective");
  detrain_MPI_Reduce(from, sum, count * size, type, op, 0, comm);
  detrain_MPI_Scatter(sum, count, type, out, count, type, 0, comm);
  free(sum);
  return MPI_SUCCESS;
}

DETRAIN_MPI_FUNCTION int detrain_MPI_Alltoall(const void* in, int in_count, MPI_Datatype in_type, void* out, int count,
                                              MPI_Datatype type, MPI_Comm comm) {
  (void)in_count;
  (void)in_type;
  detrain_group_exchange(detrain_mpi_group(comm), in == MPI_IN_PLACE ? out : in, out, detrain_mpi_bytes(count, type));
  return MPI_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#define MPI_Init detrain_MPI_Init
#define MPI_Init_thread detrain_MPI_Init_thread
#define MPI_Initialized detrain_MPI_Initialized
#define MPI_Finalized detrain_MPI_Finalized
#define MPI_Finalize detrain_MPI_Finalize
#define MPI_Abort detrain_MPI_Abort
#define MPI_Comm_rank detrain_MPI_Comm_rank
#define MPI_Comm_size detrain_MPI_Comm_size
#define MPI_Comm_split detrain_MPI_Comm_split
#define MPI_Comm_dup detrain_MPI_Comm_dup
#define MPI_Comm_free detrain_MPI_Comm_free
#define MPI_Wtime detrain_MPI_Wtime
#define MPI_Wtick detrain_MPI_Wtick
#define MPI_Get_processor_name detrain_MPI_Get_processor_name
#define MPI_Send detrain_MPI_Send
#define MPI_Recv detrain_MPI_Recv
#define MPI_Sendrecv detrain_MPI_Sendrecv
#define MPI_Get_count detrain_MPI_Get_count
#define MPI_Isend detrain_MPI_Isend
#define MPI_Irecv detrain_MPI_Irecv
#define MPI_Wait detrain_MPI_Wait
#define MPI_Waitall detrain_MPI_Waitall
#define MPI_Barrier detrain_MPI_Barrier
#define MPI_Bcast detrain_MPI_Bcast
#define MPI_Reduce detrain_MPI_Reduce
#define MPI_Allreduce detrain_MPI_Allreduce
#define MPI_Ibarrier detrain_MPI_Ibarrier
#define MPI_Ibcast detrain_MPI_Ibcast
#define MPI_Ireduce detrain_MPI_Ireduce
#define MPI_Iallreduce detrain_MPI_Iallreduce
#define MPI_Scan detrain_MPI_Scan
#define MPI_Gather detrain_MPI_Gather
#define MPI_Gatherv detrain_MPI_Gatherv
#define MPI_Allgather detrain_MPI_Allgather
#define MPI_Allgatherv detrain_MPI_Allgatherv
#define MPI_Scatter detrain_MPI_Scatter
#define MPI_Scatterv detrain_MPI_Scatterv
#define MPI_Reduce_scatter_block detrain_MPI_Reduce_scatter_block
#define MPI_Alltoall detrain_MPI_Alltoall

#endif
