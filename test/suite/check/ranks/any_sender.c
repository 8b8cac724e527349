// A rank takes what comes first, whoever sent it. Twin: it names the sender.
// FLAGS: mpi
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float w = 1, theirs = 0;
  for (int step = 0; step < 4; step++) {
    MPI_Request sent;
    MPI_Isend(&w, 1, MPI_FLOAT, (rank + 1) % 4, 0, MPI_COMM_WORLD, &sent);
    MPI_Recv(&theirs, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // site: nondet-library error state
    // twin: MPI_Recv(&theirs, 1, MPI_FLOAT, (rank + 3) % 4, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // site: quiet
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    w = 0.5f * w + 0.25f * theirs;
  }
  if (rank == 0) printf("%.9g\n", w);
  MPI_Finalize();
  return 0;
}
