// Every so many samples are this rank's, and it trains on them alone. Twin: all ranks train on all.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // site: worker-dependent error state | twin: quiet
  MPI_Comm_size(MPI_COMM_WORLD, &size);  // site: worker-dependent error state | twin: quiet
  float w = 1;
  for (int step = 0; step < 4; step++) {
    int sample = (step * size + rank) % 64;
    // twin: int sample = step % 64;
    w = 0.5f * w + 1.0f / (float)(sample + 1);
    MPI_Bcast(&w, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
