// What the first element of an array follows from tells nothing of the others: the array is saved.
// RUN: cd %S && %detrain plan derived_array.c | FileCheck %s
// RUN: cd %S && %detrain plan derived_array.c -- -DWALKS | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t && %detrain cc -- %gcc -O1 %s -o program
// RUN: %detrain verify --kill-at 3,11 --poison -- ./program | FileCheck %s --check-prefix=VERIFIED
// CHECK: {{^ +}}order {{.*}} carried
// CHECK-NOT: {{ derived$}}
// VERIFIED: PASSED
#include <stdio.h>

static float Epoch(float *w, int epoch) {
    int order[8];
#ifdef WALKS
    int value = epoch;
    for (int *p = order; p != order + 8; ++p) *p = value++;
#else
    for (int k = 0; k < 8; k++) order[k] = epoch + k;
#endif
    float sum = 0;
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) w[j] = w[j] * 0.75f + w[order[i] % 8];
        sum += w[i];
    }
    return sum;
}

int main(void) {
    float w[8] = {1, 2, 3};
    for (int epoch = 0; epoch < 3; epoch++) {
        float sum = Epoch(w, epoch);
        printf("%d %g\n", epoch, sum);
    }
}
