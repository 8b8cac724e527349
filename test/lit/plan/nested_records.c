// Arrays of records within each other: an entry counts all of its elements, whatever gaps lie between them.
// RUN: cd %S && %detrain plan nested_records.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan nested_records.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// 2 * 5 * 4 * 3 floats; 2 * 5 * 4 numbers.
// CHECK-DAG: {{^  }}::all[].b[].c[].v f32[3], 480 bytes carried{{$}}
// CHECK-DAG: {{^  }}::all[].b[].c[].tag i32, 160 bytes carried{{$}}
// CHECK-DAG: {{^  }}::all[].b[].d f64, 80 bytes carried{{$}}
//
// Twin 1: without what makes the gaps.
// TWIN1-DAG: {{^  }}::all[].b[].c[].v f32[3], 480 bytes carried{{$}}
#include <stdio.h>
struct C {
    float v[3];
#if TWIN == 0
    int tag;
#endif
};
struct B {
    struct C c[4];
#if TWIN == 0
    double d;
#endif
};
struct A {
    struct B b[5];
#if TWIN == 0
    char closing;
#endif
};
struct A all[2];
int main(void) {
    for (int step = 0; step < 6; step++) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 5; j++) {
                struct B *b = &all[i].b[j];
                for (int k = 0; k < 4; k++) {
                    for (int l = 0; l < 3; l++)
                        b->c[k].v[l] = b->c[k].v[l] * 0.5f + (float)(i + j + k + l + step);
#if TWIN == 0
                    b->c[k].tag += k;
#endif
                }
#if TWIN == 0
                b->d += b->c[1].v[1];
#endif
            }
    }
#if TWIN == 0
    printf("%d %f\n", all[1].b[4].c[3].tag, all[1].b[2].d);
#endif
    printf("%f\n", all[1].b[4].c[3].v[2]);
}
