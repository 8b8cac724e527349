// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mpi.h: MPI as the transport of detrain/ranks.h. Compiled with the program, so that the runtime needs no MPI. Messages
// of more than 2^31 - 1 bytes go in pieces. Errors are MPI's own: by default it ends the job.
#ifndef DETRAIN_MPI_H
#define DETRAIN_MPI_H

#include <detrain/ranks.h>
#include <mpi.h>

static inline int detrain_mpi_exchange(void* context, int to, const void* out, size_t out_bytes, int from, void* in,
                                       size_t in_bytes) {
  const size_t most = (size_t)1 << 30;
  const MPI_Comm comm = *(const MPI_Comm*)context;
  do {
    const size_t sent = out_bytes < most ? out_bytes : most, taken = in_bytes < most ? in_bytes : most;
    const int error =
        MPI_Sendrecv(out, (int)sent, MPI_BYTE, to, 0, in, (int)taken, MPI_BYTE, from, 0, comm, MPI_STATUS_IGNORE);
    if (error != MPI_SUCCESS)
      return error;
    out = (const char*)out + sent;
    in = (char*)in + taken;
    out_bytes -= sent;
    in_bytes -= taken;
  } while (out_bytes > 0 || in_bytes > 0);
  return 0;
}

// `comm` must live as long as the transport is used.
static inline struct detrain_transport detrain_mpi_ranks(MPI_Comm* comm) {
  struct detrain_transport ranks;
  ranks.context = comm;
  ranks.exchange = detrain_mpi_exchange;
  ranks.rejoin = NULL;
  MPI_Comm_rank(*comm, &ranks.rank);
  MPI_Comm_size(*comm, &ranks.size);
  return ranks;
}

#endif
