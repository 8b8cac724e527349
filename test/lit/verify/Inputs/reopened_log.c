// Each step closes its log and opens it anew, so that what the last one has written reaches the file in this one.
#include <stdio.h>
#include <stdlib.h>

struct log {
    FILE *file;
};

static FILE *open_or_die(const char *mode) {
    FILE *file = fopen("log.txt", mode);
    if (!file) exit(1);
    return file;
}

static void reopen(struct log *log, const char *mode) {
    if (log->file != NULL) fclose(log->file);
    log->file = open_or_die(mode);
}

int main(void) {
    struct log log = {NULL};
    float w[4] = {1, 2, 3, 4}, gradient[4];
    reopen(&log, "w");
    fprintf(log.file, "begin\n");
    for (int step = 0; step < 9; step++) {
        reopen(&log, MODE);
        for (int i = 0; i < 4; i++) gradient[i] = w[i] * 0.5f;
        for (int i = 0; i < 4; i++) w[i] -= 0.1f * gradient[i];
        fprintf(log.file, "step %d %g\n", step, w[0]);
    }
    printf("%g\n", w[3]);
    return 0;
}
