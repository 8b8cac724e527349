// The boundary of a do loop is in front of its test: what the test reads crosses it, though the next body writes it anew.
// RUN: cd %S && %detrain plan do_loop.c | FileCheck %s
// RUN: cd %S && %detrain plan do_loop.c -- -DTWIN | FileCheck %s --check-prefix=TWIN
// CHECK-DAG: {{^  }}loss {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}last {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// Twin: the test looks at the count, and nobody at the last weight.
// TWIN-DAG: {{^  }}loss {{.*}} dead{{$}}
// TWIN-DAG: {{^  }}n {{.*}} counter{{$}}
// TWIN-NOT: {{^  }}last {{.*}} carried{{$}}
#include <stdio.h>
int main(void) {
    float w[2] = {1, 2}, g[2], loss = 0, last = 0;
    int n = 0;
    do {
        loss = 0;
        for (int i = 0; i < 2; i++) g[i] = 0.1f * w[i];
        for (int i = 0; i < 2; i++) {
            w[i] -= g[i];
            loss += w[i] * w[i];
        }
        last = w[1];
        n++;
#ifdef TWIN
    } while (n < 9);
    printf("%d %g\n", n, w[0]);
#else
    } while (loss > 0.5f);
    printf("%d %g\n", n, last);
#endif
}
