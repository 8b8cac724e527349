// A prefix sum in floating point. Twin: of integers.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float mine = w / 3, before = 0;
    // twin: int mine = step, before = 0;
    MPI_Scan(&mine, &before, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);  // site: order-reduction error state
    // twin: MPI_Scan(&mine, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // site: quiet
    w -= 0.01f * (float)before;
    MPI_Bcast(&w, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
