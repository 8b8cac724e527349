// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// state COUNT STEPS [FILE [sync]]: steps that touch a state of COUNT floats, all of it. With FILE each step writes the
// state there, and with sync has it on the disk before it goes on: what saving costs without detrain.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_state(const char *path, const float *w, size_t bytes, int sync) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const char *at = (const char *)w;
    while (file >= 0 && bytes > 0) {
        ssize_t written = write(file, at, bytes);
        if (written <= 0) exit(3);
        at += written;
        bytes -= (size_t)written;
    }
    if (file < 0 || (sync && fsync(file) != 0) || close(file) != 0) exit(3);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    size_t count = strtoul(argv[1], NULL, 10);
    int steps = atoi(argv[2]);
    float *w = calloc(count, sizeof(float));
    for (int step = 0; step < steps; step++) {
        for (size_t i = 0; i < count; i++) w[i] += 0.5f * (1.0f - w[i]);
        if (argc > 3) write_state(argv[3], w, count * sizeof(float), argc > 4);
    }
    printf("%f\n", w[0]);
    free(w);
    return 0;
}
