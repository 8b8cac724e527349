// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ranks that share a batch: those of MPI with -DRANKS, and one otherwise.
#ifndef CNN_RANKS_H
#define CNN_RANKS_H

#include <cstddef>

#ifdef RANKS

#include <mpi.h>

inline void join_ranks(int *argc, char ***argv) {
    MPI_Init(argc, argv);
}
inline void leave_ranks() {
    MPI_Finalize();
}

inline std::size_t rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return static_cast<std::size_t>(rank);
}

inline std::size_t ranks() {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return static_cast<std::size_t>(size);
}

inline void sum_over_ranks(float *values, std::size_t count) {
    MPI_Allreduce(MPI_IN_PLACE, values, static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

#else

inline void join_ranks(int *, char ***) {}
inline void leave_ranks() {}
inline std::size_t rank() {
    return 0;
}
inline std::size_t ranks() {
    return 1;
}
inline void sum_over_ranks(float *, std::size_t) {}

#endif

#endif
