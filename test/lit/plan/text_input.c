// Lines that steps read from standard input are kept by the run; the place in them is a cursor.
// RUN: cd %S && %detrain plan text_input.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan text_input.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}libc::stdin {{.*}} cursor{{$}}
// CHECK-DAG: {{^  }}line {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK: text_input.c:{{[0-9]+}}, stdin: reaches {{.*}}w
//
// Twin 1: read nothing.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}line {{.*}} invariant{{$}}
// TWIN1-DAG: {{^  }}w {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0};
    char line[80] = "1";
    for (int step = 0; step < 100; step++) {
#if TWIN != 1
        if (fgets(line, sizeof line, stdin) == NULL) return 1;
#endif
        float value = (float)atof(line);
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * value;
    }
    printf("%f\n", w[0]);
}
