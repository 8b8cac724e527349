// Distances that are kept in pointers before there is a block: a null pointer and so many elements is not null.
// RUN: cd %S && %detrain plan null_base.c --step null_base.c:49 -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan null_base.c --step null_base.c:49 -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}units[].v {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}late {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}units[].bias {{.*}} invariant{{$}}
//
// Twin 1: the first pointer is as far from null as the last one, so that no layer has a unit.
// TWIN1: bitwise
// TWIN1-NOT: units{{.*}} carried{{$}}
// TWIN1: {{^  }}late {{.*}} carried{{$}}
// TWIN1-NOT: units{{.*}} carried{{$}}
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
struct Unit {
    float v, bias;
};
struct Layer {
    struct Unit *first, *last;
};
int main(void) {
    const int sizes[2] = {3, 2};
    struct Layer layers[2];
    for (int i = 0; i < 2; i++) {
        layers[i].first = NULL;
        layers[i].last = layers[i].first + sizes[i];
#if TWIN == 1
        layers[i].first += sizes[i];
#endif
    }
    int count = 0;
    for (struct Layer *l = layers; l != layers + 2; l++)
        count += (int)(l->last - l->first);
    struct Unit *units = calloc(count + 1, sizeof *units);
    int taken = 0;
    for (int i = 0; i < 2; i++) {
        const int n = (int)(layers[i].last - layers[i].first);
        layers[i].first = units + taken;
        layers[i].last = layers[i].first + n;
        taken += n;
    }
    // What is looked for by its distance from null is not null: `late` adds up.
    const char *mark = NULL;
    mark += offsetof(struct Unit, bias);
    float late = 0;
    for (int step = 0; step < 10; step++) {
        for (struct Layer *l = layers; l != layers + 2; l++)
            for (struct Unit *u = l->first; u != l->last; u++)
                u->v = u->v * 0.9f + u->bias + (float)step;
        if (mark != NULL)
            late += 0.5f * late + 1;
    }
    printf("%f %f\n", units[count].v, late);
}
