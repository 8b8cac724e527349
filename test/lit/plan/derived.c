// A number that others tell at every boundary is computed again, not saved.
// RUN: cd %S && %detrain plan derived.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan derived.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan derived.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan derived.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK: {{^  }}step {{.*}} carried{{$}}
// CHECK: {{^  }}position {{.*}} derived{{$}}
// CHECK-NEXT: derived.c:37: always batch * step; computed again from that
//
// Twin 1: it moves by what the data say.
// TWIN1: {{^  }}position {{.*}} carried{{$}}
//
// Twin 2: it wraps around.
// TWIN2: {{^  }}position {{.*}} carried{{$}}
//
// Twin 3: what it is a multiple of changes.
// TWIN3: {{^  }}position {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int batch = argc > 1 ? atoi(argv[1]) : 3, n = 64;
  float *w = calloc(8, sizeof(float)), *data = malloc(64 * sizeof(float));
  for (int i = 0; i < n; i++)
    data[i] = (float)(i % 7);
  int position = 0;
  for (int step = 0; step < 12; step++) {
    for (int i = 0; i < batch; i++)
      for (int j = 0; j < 8; j++)
        w[j] += 0.01f * data[(position + i) % n] - 0.001f * w[j];
#if TWIN == 1
    position += data[position % n] > 3 ? 1 : 2;
#elif TWIN == 2
    position = (position + batch) % n;
#else
    position += batch;
#endif
#if TWIN == 3
    batch = 1 + step % 4;
#endif
    printf("%d %.9g\n", position, (double)w[3]);
  }
  printf("%d\n", position);
  return 0;
}
