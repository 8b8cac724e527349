// Reads its data before the loop.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 8;
    FILE *data = fopen("data.txt", "r");
    int base = 0;
    if (!data || fscanf(data, "%d", &base) != 1) return 7;
    fclose(data);
    float *w = calloc(4, sizeof(float));
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 4; i++) w[i] = w[i] * 0.5f + (float)(base + step);
        w[2] = NAN;
        w[3] = INFINITY;
        printf("step %d %.9g\n", step, (double)w[0]);
    }
    return 0;
}
