#include "report.h"

#include <stdio.h>

static float average;

void report(int step, float loss) {
    average = 0.9f * average + 0.1f * loss;
    printf("step %d: loss %.6f, average %.6f\n", step, (double)loss, (double)average);
}
