// Steps that take their time; a loss that falls and rises again. Hangs at step HANG_AT.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 20;
    const char *pause = getenv("PAUSE_US"), *hang = getenv("HANG_AT");
    float w[256] = {0};
    FILE *log = fopen("slow.csv", "w");
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < 256; i++) w[i] = w[i] * 0.9f + (float)(i + step);
        double loss = fabs(step - 7.0) + w[0] * 1e-6;
        fprintf(log, "%d,%.9g\n", step, w[3]);
        printf("step %d loss %.6f accuracy: %.6f\n", step, loss, 1 / (1 + loss));
        if (pause) usleep((useconds_t)atoi(pause));
        while (hang && step == atoi(hang)) usleep(100000);
    }
    fclose(log);
    return 0;
}
