// Rows of rows: b * T * C + t * C + i.
// RUN: cd %S && %detrain plan kill_rows.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_rows.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_rows.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_rows.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: one row of each is left.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: rows overlap because one factor is missing.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: some rows are skipped.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    int T = atoi(argv[2]), C = atoi(argv[3]);
    float *w = calloc(n * T * C, sizeof(float)), *g = calloc(n * T * C, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int b = 0; b < n; b++) {
            for (int t = 1; t < T; t++) {
                float *row = g + b * T * C + t * C;
                for (int i = 0; i < C; i++) row[i] = 1;
            }
        }
#elif TWIN == 2
        for (int b = 0; b < n; b++) {
            for (int t = 0; t < T; t++) {
                float *row = g + b * C + t * C;
                for (int i = 0; i < C; i++) row[i] = 1;
            }
        }
#elif TWIN == 3
        for (int b = 0; b < n; b++) {
            for (int t = 0; t < T; t++) {
                float *row = g + b * T * C + t * C;
                for (int i = 0; w[b] > 0 && i < C; i++) row[i] = 1;
            }
        }
#else
        for (int b = 0; b < n; b++) {
            for (int t = 0; t < T; t++) {
                float *row = g + b * T * C + t * C;
                for (int i = 0; i < C; i++) row[i] = 1;
            }
        }
#endif
        for (int i = 0; i < n * T * C; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
