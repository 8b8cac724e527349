// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each round a few of the clients are drawn; these train on data of their own, and what they have is averaged.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSize = 12, kLocal = 5, kClients = 3 };

static float w[kSize], local[kSize], sum[kSize];
static unsigned choice = 7u, seed;  // the same at all; each client's own

static unsigned draw(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// A client's data lie around a centre of its own.
static float train(int rank) {
    float loss = 0;
    for (int turn = 0; turn < kLocal; turn++)
        for (int i = 0; i < kSize; i++) {
            const float noise = (float)draw(&seed) / 16777216.0f - 0.5f;
            const float error = local[i] - (0.1f * (float)(i + rank) + noise);
            local[i] -= 0.2f * error;
            loss += error * error;
        }
    return loss / (kLocal * kSize);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 30;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = 42u + (unsigned)rank;
    for (int round = 0; round < rounds; round++) {
        int takes_part = 0;
        float loss = 0, all = 0, count = 0, joined;
        for (int k = 0; k < kClients; k++) takes_part |= (int)(draw(&choice) % (unsigned)size) == rank;
        joined = (float)takes_part;
        for (int i = 0; i < kSize; i++) local[i] = w[i];
        if (takes_part) loss = train(rank);
        for (int i = 0; i < kSize; i++) local[i] *= joined;
        MPI_Allreduce(&joined, &count, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(local, sum, kSize, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < kSize; i++) w[i] = sum[i] / count;
        MPI_Reduce(&loss, &all, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) printf("round %d clients %g loss %.9g\n", round, count, all / count);
    }
    MPI_Finalize();
    return 0;
}
