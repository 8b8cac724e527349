// The sum of gradients goes on while others are computed. Twin: the largest one.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float w = 1, g[4], all[4], half[4];
  MPI_Request request;
  for (int step = 0; step < 4; step++) {
    for (int k = 0; k < 4; k++) g[k] = w / (float)(k + step + 1);
    MPI_Iallreduce(g, all, 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);  // site: order-reduction error state
    // twin: MPI_Iallreduce(g, all, 4, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD, &request);  // site: quiet
    for (int k = 0; k < 4; k++) half[k] = 0.5f * w / (float)(k + 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < 4; k++) w -= 0.001f * (all[k] + half[k]);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
