// The library adds up gradients, in an order of its own. Twin: it counts.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float w = 1, g[4], all[4];
  int n[4] = {1, 2, 3, 4}, counts[4];
  for (int step = 0; step < 4; step++) {
    for (int k = 0; k < 4; k++) g[k] = w / (float)(k + step + 1);
    MPI_Allreduce(n, counts, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // site: quiet
    MPI_Allreduce(g, all, 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);  // site: order-reduction error state
    // twin: for (int k = 0; k < 4; k++) all[k] = g[k];  // site: quiet
    for (int k = 0; k < 4; k++) w -= 0.001f * all[k] / (float)counts[0];
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
