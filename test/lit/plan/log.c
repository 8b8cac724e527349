// What depends on the clock and reaches printed text only is log.
// RUN: cd %S && %detrain plan log.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan log.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan log.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan log.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan log.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-NOT: not replayable
// CHECK-DAG: {{^  }}spent {{.*}} log{{$}}
// CHECK-DAG: depends on the clock and reaches printed text only
//
// Twin 1: it decides the rate. The readings are recorded, so that a replay decides as the run did.
// TWIN1-NOT: not replayable
// TWIN1-DAG: {{^  }}spent {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}rate {{.*}} carried{{$}}
// TWIN1: Inputs that steps read
// TWIN1-NEXT: log.c:[[# @LINE + 22]], clock: reaches rate, spent, w
// TWIN1: Printed arguments that hang on inputs
//
// Twin 2: it is written to a file, which must be the same again.
// TWIN2-NOT: not replayable
// TWIN2: {{^  }}spent {{.*}} carried{{$}}
// TWIN2: Inputs that steps read
// TWIN2: Arguments written to files that hang on inputs
// TWIN2-NEXT: log.c:[[# @LINE + 20]]: argument 3
//
// Twins 3 and 4: it decides whether something is printed, which is no argument.
// TWIN3-NOT: not replayable
// TWIN3: {{^  }}spent {{.*}} carried{{$}}
// TWIN3: clock: reaches spent
#include <math.h>
#include <stdio.h>
#include <time.h>
int main(void) {
    float w[64] = {0}, rate = 0.1f;
    double spent = 0;
    FILE *out = fopen("out.txt", "w");
    for (int step = 0; step < 100; step++) {
        clock_t start = clock();
        for (int i = 0; i < 64; i++) w[i] += rate * (1 - w[i]);
        spent += (double)(clock() - start) / CLOCKS_PER_SEC;
#if TWIN == 1
        if (spent > 1) rate = 0.05f;
#elif TWIN == 2
        fprintf(out, "%f\n", spent);
#elif TWIN == 3
        if (spent > 1) puts("slow");
#elif TWIN == 4
        if (spent > 1) printf("slow\n");
#endif
        printf("%d %f %f s\n", step, w[0], spent);
    }
    fclose(out);
}
