// A pointer to a function is state: what it leads to lies elsewhere in another build.
#include <stdio.h>
static float half(float x) { return 0.5f * x; }
static float most(float x) { return 0.9f * x; }
int main(void) {
    float w[2] = {1, 2};
    float (*rule)(float) = half;
    for (int step = 0; step < 8; step++) {
        for (int i = 0; i < 2; i++) w[i] -= 0.1f * rule(w[i]);
        if (w[0] < 0.8f) rule = most;
    }
    printf("%g %g\n", (double)w[0], (double)w[1]);
}
