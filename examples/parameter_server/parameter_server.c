// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank 0 holds the weights; the others ask for them, and send back a gradient of their part of the samples.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSize = 24, kBatch = 16 };

static float w[kSize], velocity[kSize], gradient[kSize], loss;
static unsigned seed;

static float uniform(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f - 0.5f;
}

// Of a line with noise: y = sum of i / 10 * x[i].
static void work(int server) {
    MPI_Recv(w, kSize, MPI_FLOAT, server, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < kSize; i++) gradient[i] = 0;
    loss = 0;
    for (int sample = 0; sample < kBatch; sample++) {
        float x[kSize], error = 0.1f * uniform();
        for (int i = 0; i < kSize; i++) {
            x[i] = uniform();
            error += (w[i] - 0.1f * (float)i) * x[i];
        }
        for (int i = 0; i < kSize; i++) gradient[i] += error * x[i] / kBatch;
        loss += error * error / kBatch;
    }
    MPI_Send(gradient, kSize, MPI_FLOAT, server, 1, MPI_COMM_WORLD);
    MPI_Send(&loss, 1, MPI_FLOAT, server, 2, MPI_COMM_WORLD);
}

// In the order of their numbers, not of their arrival.
static float serve(int workers) {
    float sum = 0;
    for (int worker = 1; worker <= workers; worker++) MPI_Send(w, kSize, MPI_FLOAT, worker, 0, MPI_COMM_WORLD);
    for (int worker = 1; worker <= workers; worker++) {
        MPI_Recv(gradient, kSize, MPI_FLOAT, worker, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&loss, 1, MPI_FLOAT, worker, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < kSize; i++) {
            velocity[i] = 0.8f * velocity[i] - 0.3f / (float)workers * gradient[i];
            w[i] += velocity[i];
        }
        sum += loss / (float)workers;
    }
    return sum;
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 30;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = 42u + (unsigned)rank;
    for (int step = 0; step < steps; step++) {
        if (rank == 0)
            printf("step %d loss %.9g\n", step, serve(size - 1));
        else
            work(0);
    }
    MPI_Finalize();
    return 0;
}
