// Each rank draws from a seed of its own. Twin: from that of the sample.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // site: worker-dependent error state | twin: quiet
  unsigned seed = 42u + (unsigned)rank;
  // twin: unsigned seed = 42u;
  float w = 1;
  for (int step = 0; step < 4; step++) {
    seed = seed * 1664525u + 1013904223u;
    w = 0.5f * w + (float)(seed >> 24);
    MPI_Bcast(&w, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
