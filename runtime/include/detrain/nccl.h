// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nccl.h: NCCL as the transport of detrain/ranks.h, for sums of numbers that lie in the host's memory: what is sent
// goes by a buffer on the device, in pieces. Compiled with the program, so that the runtime itself needs neither NCCL
// nor CUDA. Only point-to-point messages are used, so that no sum has NCCL's order. The order in which a stream does
// things is the only one that there is: wait for your own work on it before you let the ranks speak.
#ifndef DETRAIN_NCCL_H
#define DETRAIN_NCCL_H

#include <detrain/ranks.h>
#include <nccl.h>  // and what it is made of: CUDA's runtime

#ifndef DETRAIN_NCCL_PIECE
#define DETRAIN_NCCL_PIECE ((size_t)32 << 20)
#endif

// One for each rank, zeroed but for the first two, which are the program's own. It must live as long as the transport.
struct detrain_nccl {
  ncclComm_t comm;
  cudaStream_t stream;
  char* buffer;  // of the device: a piece that goes and one that comes
};

// Errors as one number: CUDA's, or NCCL's behind 0x20000.
static inline int detrain_nccl_error(ncclResult_t result) {
  return result == ncclSuccess ? 0 : 0x20000 + (int)result;
}

static inline int detrain_nccl_piece(const struct detrain_nccl* nccl, int to, size_t sent, int from, size_t taken) {
  ncclResult_t result = ncclGroupStart();
  if (result == ncclSuccess && sent > 0)
    result = ncclSend(nccl->buffer, sent, ncclInt8, to, nccl->comm, nccl->stream);
  if (result == ncclSuccess && taken > 0)
    result = ncclRecv(nccl->buffer + DETRAIN_NCCL_PIECE, taken, ncclInt8, from, nccl->comm, nccl->stream);
  const ncclResult_t end = ncclGroupEnd();
  return detrain_nccl_error(result != ncclSuccess ? result : end);
}

static inline size_t detrain_nccl_least(size_t bytes, size_t done) {
  const size_t left = bytes - done;
  return left < DETRAIN_NCCL_PIECE ? left : DETRAIN_NCCL_PIECE;
}

// NCCL does nothing for a message of no bytes, by which ranks wait for one another: it has one byte here.
static inline int detrain_nccl_exchange(void* context, int to, const void* out, size_t out_bytes, int from, void* in,
                                        size_t in_bytes) {
  struct detrain_nccl* nccl = (struct detrain_nccl*)context;
  size_t done = 0;
  int error = 0;
  if (nccl->buffer == NULL)
    error = (int)cudaMalloc((void**)&nccl->buffer, 2 * DETRAIN_NCCL_PIECE);
  do {
    const size_t sent = done < out_bytes ? detrain_nccl_least(out_bytes, done) : 0;
    const size_t taken = done < in_bytes ? detrain_nccl_least(in_bytes, done) : 0;
    if (error == 0 && sent > 0)
      error = (int)cudaMemcpyAsync(nccl->buffer, (const char*)out + done, sent, cudaMemcpyHostToDevice, nccl->stream);
    if (error == 0)
      error = detrain_nccl_piece(nccl, to, out_bytes == 0 && done == 0 ? 1 : sent, from,
                                 in_bytes == 0 && done == 0 ? 1 : taken);
    if (error == 0 && taken > 0)
      error = (int)cudaMemcpyAsync((char*)in + done, nccl->buffer + DETRAIN_NCCL_PIECE, taken, cudaMemcpyDeviceToHost,
                                   nccl->stream);
    if (error == 0)
      error = (int)cudaStreamSynchronize(nccl->stream);
    done += DETRAIN_NCCL_PIECE;
  } while (error == 0 && (done < out_bytes || done < in_bytes));
  return error;
}

static inline struct detrain_transport detrain_nccl_ranks(struct detrain_nccl* nccl) {
  struct detrain_transport ranks;
  ranks.context = nccl;
  ranks.exchange = detrain_nccl_exchange;
  ranks.rejoin = NULL;
  ncclCommUserRank(nccl->comm, &ranks.rank);
  ncclCommCount(nccl->comm, &ranks.size);
  return ranks;
}

static inline void detrain_nccl_free(struct detrain_nccl* nccl) {
  cudaFree(nccl->buffer);
  nccl->buffer = NULL;
}

#endif
