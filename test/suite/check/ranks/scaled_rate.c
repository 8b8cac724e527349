// The number of ranks scales the rate. Twin: it is printed.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);  // site: worker-dependent error state | twin: quiet
  float w = 1, rate = 0.01f * (float)size;
  // twin: float w = 1, rate = 0.01f;
  for (int step = 0; step < 4; step++) w -= rate * (w - (float)step);
  if (rank == 0) printf("%d %.9g\n", size, w);
  MPI_Finalize();
  return 0;
}
