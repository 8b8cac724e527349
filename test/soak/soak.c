// What test/soak/kill_soak.py kills: a start-up that takes a while, a seed from the clock, state of several kinds that
// changes at each step, and files of every sort: appended to, overwritten at each step, written in place, and read back.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WEIGHTS 200000

static unsigned rng;
static float Noise(void) {
    rng ^= rng << 13, rng ^= rng >> 17, rng ^= rng << 5;
    return (float)(rng >> 8) / 16777216.0f;
}

// The start-up takes its time.
static float Slowly(int i) {
    float x = sinf((float)i) + Noise(), y = cosf(x) * Noise();
    return sinf(x + 3 * y) + expf(-y * y) * Noise();
}

// The best loss so far lives in a file that the loop writes and reads again.
static double Best(double loss, int step) {
    double best = 1e30;
    if (step > 0) {
        FILE *file = fopen("best.txt", "r");
        if (!file || fscanf(file, "%lf", &best) != 1) exit(9);
        fclose(file);
    }
    if (loss < best || step % 7 == 0) best = loss;
    FILE *file = fopen("best.txt", "w");
    fprintf(file, "%.17g\n", best);
    fclose(file);
    return best;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 50;
    rng = (unsigned)time(NULL) | 1u;
    float *w = malloc(WEIGHTS * sizeof(float)), *m = malloc(WEIGHTS * sizeof(float));
    for (int i = 0; i < WEIGHTS; i++) w[i] = Slowly(i), m[i] = 0;
    FILE *log = fopen("log.csv", "w");
    for (int step = 0; step < steps; step++) {
        double loss = 0;
        for (int i = 0; i < WEIGHTS; i++) {
            float g = w[i] - Noise();
            m[i] = 0.9f * m[i] + g;
            w[i] -= 0.01f * m[i];
            loss += g * g;
        }
        double best = Best(loss, step);
        fprintf(log, "%d,%.9g,%.9g\n", step, loss, best);
        FILE *now = fopen("now.txt", "w");
        fprintf(now, "step %d of %d, loss %.9g\n", step, steps, loss);
        fclose(now);
        FILE *table = fopen("table.bin", step > 0 ? "r+b" : "w+b");
        fseek(table, (long)(step % 16) * (long)sizeof loss, SEEK_SET);
        fwrite(&loss, sizeof loss, 1, table);
        fclose(table);
        printf("step %d loss %.9g best %.9g\n", step, loss, best);
    }
    fclose(log);
    return 0;
}
