// Two regions of OpenMP, with no loop around either: the first one only counts, how often random walks come by, and the
// second one trains. It is the second whose loop is the step loop, whatever stands first.
// RUN: cd %S && %detrain plan openmp_counts_first.c -- -fopenmp | FileCheck %s
// CHECK: openmp_counts_first.c:[[#@LINE+28]] in main; it updates parameters, and no loop is around the
// CHECK: not replayable
// Twin: the first one trains, and the second one counts.
// RUN: cd %S && %detrain plan openmp_counts_first.c -- -fopenmp -DTWIN | FileCheck %s --check-prefix=TWIN
// TWIN: openmp_counts_first.c:[[#@LINE+11]] in main; it updates parameters, and no loop is around the
enum { kNodes = 8 };
static float visits[kNodes], w[kNodes];
static unsigned Next(unsigned node) {
  return (node * 5 + 3) % kNodes;
}
int main(void) {
#pragma omp parallel
  {
    unsigned node = 1;
    int left = 40;
    while (left-- > 0) {
#ifdef TWIN
      for (int i = 0; i < kNodes; i++)
        visits[i] += 0.5f * (1.0f - visits[(i + 1) % kNodes]);
#else
      visits[node]++;
#endif
      node = Next(node);
    }
  }
#pragma omp parallel
  {
    int left = 20;
    while (left-- > 0)
      for (int i = 0; i < kNodes; i++)
#ifdef TWIN
        w[i]++;
#else
        w[i] += 0.5f * (visits[i] * 0.01f - w[(i + 1) % kNodes]);
#endif
  }
  return w[3] + visits[3] > 0.5f;
}
