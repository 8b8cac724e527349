#include <stdio.h>
#include <stdlib.h>

int main(void) {
    float *w = malloc(3 * sizeof(float));
    for (int i = 0; i < 3; i++) w[i] = 1.0f;
    for (int step = 0; step < 9; step++) {
        for (int i = 0; i < 3; i++) w[i] = w[i] * 0.5f + (float)step;
        printf("%g\n", (double)w[0]);
    }
}
