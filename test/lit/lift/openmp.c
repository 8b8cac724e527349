// Pragmas count where the program is compiled with OpenMP, and only there.
// RUN: %detrain plan --dump=rir %s -- gcc -fopenmp | FileCheck %s
// RUN: %detrain plan --dump=rir %s -- gcc | FileCheck %s --check-prefix=WITHOUT
float dot(const float* a, const float* b, int n) {
  float s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
// CHECK: par loop reduction ("+" @s)
// CHECK: loop 0 schedule static
// WITHOUT-NOT: par loop
// WITHOUT: loop 0 !
// WITHOUT-NOT: par loop
