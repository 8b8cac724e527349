// The library's generator is seeded by the rank. Twin: by a constant, and not drawn from.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // site: worker-dependent error state | twin: quiet
  srand(42u + (unsigned)rank);
  // twin: srand(42u);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    w = 0.5f * w + (float)(rand() % 100);  // site: ambient-rng error state
    // twin: w = 0.5f * w + (float)(step * step % 7);  // site: quiet
    MPI_Bcast(&w, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
