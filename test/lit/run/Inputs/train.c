// Seeded from the clock; appends to a log, prints, and dies where CRASH_AT says.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static float noise(void) { return (float)rand() / (float)RAND_MAX; }

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 20;
    const char *where = getenv("CRASH_AT");
    int crash_at = where ? atoi(where) : -1;
    srand((unsigned)time(NULL));
    float *w = malloc(4 * sizeof(float)), *g = malloc(4 * sizeof(float));
    for (int i = 0; i < 4; i++) w[i] = noise();
    FILE *log = fopen("log.csv", "a");
    if (!log) return 7;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 4; i++) g[i] = noise() - w[i];
        for (int i = 0; i < 4; i++) w[i] += 0.1f * g[i];
        fprintf(log, "%d,%.9g\n", step, (double)w[0]);
        printf("step %d: %.9g\n", step, (double)w[1]);
        if (step == crash_at) abort();
    }
    fclose(log);
    return 0;
}
