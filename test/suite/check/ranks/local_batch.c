// A batch is what the ranks leave of 32. Twin: it is four for each.
// FLAGS: mpi
// WORKERS: equal
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);  // site: worker-dependent error state | twin: quiet
  const int batch = 32 / size;
  // twin: const int batch = 4;
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float g = 0;
    for (int i = 0; i < batch; i++) g += (w - (float)i) / (float)batch;
    w -= 0.1f * g;
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
