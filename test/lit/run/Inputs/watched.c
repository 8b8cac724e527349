// A loss that falls to 5 and rises again, and a weight that is no number from step 8 on.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 12;
    float w[4] = {1, 2, 3, 4};
    for (int step = 1; step <= steps; step++) {
        for (int i = 0; i < 4; i++) w[i] += 0.25f;
        if (step >= 8) w[1] = NAN;
        printf("step %d loss %d w %g\n", step, step <= 6 ? 11 - step : step - 1, (double)w[0]);
    }
    return 0;
}
