// A record of eight bytes that is copied as a whole is written in all its members.
// RUN: cd %S && %detrain plan small_record.c | FileCheck %s
// RUN: cd %S && %detrain plan small_record.c -- -DTWIN | FileCheck %s --check-prefix=TWIN
// CHECK-DAG: {{^  }}buffer[].reward {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}buffer[].action {{.*}} carried{{$}}
// Twin: only one of them is set.
// TWIN-DAG: {{^  }}buffer[].reward {{.*}} carried{{$}}
// TWIN-DAG: {{^  }}buffer[].action {{.*}} invariant{{$}}
#include <stdio.h>
#include <stdlib.h>
struct move {
    float reward;
    int action;
};
int main(void) {
    struct move *buffer = malloc(8 * sizeof *buffer);
    if (!buffer) return 1;
    for (int i = 0; i < 8; i++) {
        buffer[i].reward = 0.1f * (float)i;
        buffer[i].action = i % 4;
    }
    float q[4] = {0, 0, 0, 0};
    int at = 0;
    for (int step = 0; step < 9; step++) {
        struct move m = {q[step % 4] + 1, step % 4};
#ifdef TWIN
        buffer[at].reward = m.reward;
#else
        buffer[at] = m;
#endif
        at = (at + 3) % 8;
        const struct move *p = &buffer[(step * 5) % 8];
        q[p->action] += 0.1f * (p->reward - q[p->action]);
    }
    printf("%g %g\n", q[0], q[1]);
}
