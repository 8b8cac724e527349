// A file that steps read on from where the last one stopped has a cursor.
// RUN: cd %S && %detrain plan cursor_file.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan cursor_file.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan cursor_file.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}data {{.*}} cursor{{$}}
// CHECK-DAG: {{^  }}row {{.*}} dead{{$}}
//
// Twin 1: read from the start in each step: the position does not matter, but the open file does.
// TWIN1-DAG: {{^  }}row {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}data {{.*}} {{cursor|invariant}}{{$}}
//
// Twin 2: opened in each step.
// TWIN2-NOT: data {{.*}} cursor
#include <stdio.h>
int main(void) {
    float w[64] = {0}, row[64];
    FILE *data = fopen("data.bin", "rb");
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        fseek(data, 0, SEEK_SET);
#elif TWIN == 2
        FILE *data = fopen("data.bin", "rb");
#endif
        if (fread(row, sizeof(float), 64, data) != 64) return 1;
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (row[i] - w[i]);
#if TWIN == 2
        fclose(data);
#endif
    }
    printf("%f\n", w[0]);
}
