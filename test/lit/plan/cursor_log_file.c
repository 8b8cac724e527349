// A file that steps write to has a cursor too.
// RUN: cd %S && %detrain plan cursor_log_file.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan cursor_log_file.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}csv {{.*}} cursor{{$}}
//
// Twin 1: no step writes to it: the code before the loop has opened it.
// TWIN1-NOT: csv {{.*}} cursor
#include <stdio.h>
int main(void) {
    float w[64] = {0};
    FILE *csv = fopen("log.csv", "a");
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)i - w[i]);
#if TWIN == 1
        printf("%d,%f\n", step, w[0]);
#else
        fprintf(csv, "%d,%f\n", step, w[0]);
#endif
    }
    fclose(csv);
}
