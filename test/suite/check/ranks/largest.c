// Ranks add up their losses. Twin: they take the largest one.
// FLAGS: mpi
// OBSERVE: none
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double w = 1, all = 0;
  for (int step = 0; step < 4; step++) {
    double loss = w / (step + 1);
    MPI_Allreduce(&loss, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);  // site: order-reduction error state
    // twin: MPI_Allreduce(&loss, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);  // site: quiet
    w -= 0.01 * all;
  }
  printf("%.17g\n", w);
  MPI_Finalize();
  return 0;
}
