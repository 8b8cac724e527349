// Seeded anew each time, and nothing else.
#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    float w = (float)(now.tv_nsec % 9973);
    for (int step = 0; step < 5; step++) {
        w = w * 0.5f + 1;
        printf("step %d %.9g\n", step, (double)w);
    }
    return 0;
}
