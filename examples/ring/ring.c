// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients are added around a ring, a piece at a time, and each rank updates the piece that it ends up with.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kPiece = 6, kMost = 64, kBatch = 8 };

static float w[kPiece * kMost], gradient[kPiece * kMost], moment[kPiece], square[kPiece], got[kPiece];
static unsigned seed;

static float uniform(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f - 0.5f;
}

static float learn(int n) {
    float loss = 0;
    for (int i = 0; i < n; i++) gradient[i] = 0;
    for (int sample = 0; sample < kBatch; sample++) {
        const int first = (int)((uniform() + 0.5f) * (float)n) % n;
        for (int k = 0; k < 8; k++) {
            const int i = (first + k) % n;
            const float error = w[i] - 0.01f * (float)i + 0.1f * uniform();
            gradient[i] += error;
            loss += error * error;
        }
    }
    return loss;
}

// Afterwards this rank has the sum of piece rank + 1.
static int reduce(int rank, int size) {
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int turn = 0; turn < size - 1; turn++) {
        const int out = (rank - turn + size) % size, in = (rank - turn - 1 + size) % size;
        MPI_Sendrecv(gradient + out * kPiece, kPiece, MPI_FLOAT, next, turn, got, kPiece, MPI_FLOAT, before, turn,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < kPiece; i++) gradient[in * kPiece + i] += got[i];
    }
    return (rank + 1) % size;
}

static void share(int rank, int size) {
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int turn = 0; turn < size - 1; turn++) {
        const int out = (rank + 1 - turn + size) % size, in = (rank - turn + size) % size;
        MPI_Sendrecv(w + out * kPiece, kPiece, MPI_FLOAT, next, turn, w + in * kPiece, kPiece, MPI_FLOAT, before, turn,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 30;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > kMost) MPI_Abort(MPI_COMM_WORLD, 1);
    seed = 42u + (unsigned)rank;
    for (int step = 0; step < steps; step++) {
        float loss = learn(kPiece * size), sum = 0;
        const int mine = reduce(rank, size);
        for (int i = 0; i < kPiece; i++) {
            const float g = gradient[mine * kPiece + i] / (float)size;
            moment[i] = 0.9f * moment[i] + 0.1f * g;
            square[i] = 0.99f * square[i] + 0.01f * g * g;
            w[mine * kPiece + i] -= 0.05f * moment[i] / (square[i] + 0.1f);
        }
        share(rank, size);
        MPI_Reduce(&loss, &sum, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) printf("step %d loss %.9g\n", step, sum / (float)(size * kBatch * 8));
    }
    MPI_Finalize();
    return 0;
}
