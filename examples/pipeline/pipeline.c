// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each rank is a layer. Micro-batches follow one another through the layers and back; a layer applies a gradient as
// soon as it has it, so that later micro-batches meet newer weights on the way back than on the way there. Which is
// the same at every run: in a step each rank does all its forward work, then all its backward work, in order.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWidth = 6, kMicro = 4 };

static float w[kWidth][kWidth], in[kMicro][kWidth], out[kMicro][kWidth], back[kWidth], ahead[kWidth];
static unsigned seed = 5u;

static float uniform(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f - 0.5f;
}

static void forward(int batch, int rank, int size) {
    if (rank > 0)
        MPI_Recv(in[batch], kWidth, MPI_FLOAT, rank - 1, batch, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        for (int i = 0; i < kWidth; i++) in[batch][i] = uniform();
    for (int i = 0; i < kWidth; i++) {
        float sum = 0;
        for (int j = 0; j < kWidth; j++) sum += w[i][j] * in[batch][j];
        out[batch][i] = in[batch][i] + 0.5f * sum / (1 + fabsf(sum));
    }
    if (rank + 1 < size) MPI_Send(out[batch], kWidth, MPI_FLOAT, rank + 1, batch, MPI_COMM_WORLD);
}

static float backward(int batch, int rank, int size) {
    float loss = 0;
    if (rank + 1 < size)
        MPI_Recv(back, kWidth, MPI_FLOAT, rank + 1, kMicro + batch, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        for (int i = 0; i < kWidth; i++) {
            back[i] = out[batch][i] - 0.3f;
            loss += back[i] * back[i];
        }
    for (int j = 0; j < kWidth; j++) ahead[j] = back[j];
    for (int i = 0; i < kWidth; i++)
        for (int j = 0; j < kWidth; j++) {
            ahead[j] += 0.5f * back[i] * w[i][j];
            w[i][j] -= 0.05f * back[i] * in[batch][j];
        }
    if (rank > 0) MPI_Send(ahead, kWidth, MPI_FLOAT, rank - 1, kMicro + batch, MPI_COMM_WORLD);
    return loss;
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 30;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < kWidth; i++)
        for (int j = 0; j < kWidth; j++) w[i][j] = 0.01f * (float)((i * 7 + j * 3 + rank) % 11 - 5);
    for (int step = 0; step < steps; step++) {
        float loss = 0;
        for (int batch = 0; batch < kMicro; batch++) forward(batch, rank, size);
        for (int batch = 0; batch < kMicro; batch++) loss += backward(batch, rank, size);
        if (rank == size - 1) printf("step %d loss %.9g\n", step, loss / kMicro);
    }
    MPI_Finalize();
    return 0;
}
