// Rank 0 gets the sum of the losses and sets the rate by it. Twin: it gets all of them, by their ranks.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float w = 1, rate = 0.1f, losses[64] = {0};
  for (int step = 0; step < 4; step++) {
    float loss = (w - 3) * (w - 3);
    MPI_Reduce(&loss, losses, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);  // site: order-reduction error state
    // twin: MPI_Gather(&loss, 1, MPI_FLOAT, losses, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);  // site: quiet
    if (rank == 0 && losses[0] > 1) rate *= 0.9f;
    MPI_Bcast(&rate, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
    w -= rate * (w - 3);
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
