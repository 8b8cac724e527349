// What is read from a file depends on the place where it is read, whoever keeps the place: a stream, a descriptor, the
// call itself.
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=1 | FileCheck %s --check-prefix=CLOCK
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=2 | FileCheck %s --check-prefix=CLOCK
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=3 | FileCheck %s --check-prefix=CLOCK
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=4 | FileCheck %s --check-prefix=CLOCK
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=5 | FileCheck %s --check-prefix=CLOCK
// RUN: cd %S && %detrain plan file_position.c -- -DTWIN=6 | FileCheck %s
//
// CHECK: bitwise
//
// Twins 1 to 5: the clock tells where, or how much is read (4), or where the next step reads on (5).
// CLOCK: bitwise
// CLOCK: clock: reaches
//
// Twin 6: it tells a place where nobody reads.
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    float w[64] = {0}, row[64];
    FILE *data = fopen("data.bin", "rb");
    int fd = open("data.bin", O_RDONLY);
    for (int step = 0; step < 20; step++) {
        long at = step % 10;
        unsigned long size = sizeof row;
#if TWIN == 1 || TWIN == 2 || TWIN == 3
        at = time(NULL) % 10;
#endif
#if TWIN == 1
        fseek(data, at * (long)sizeof row, SEEK_SET);
        if (fread(row, sizeof(float), 64, data) != 64) return 1;
#elif TWIN == 3
        if (pread(fd, row, size, at * (long)sizeof row) != (long)size) return 1;
#elif TWIN == 5
        if (read(fd, row, size) != (long)size) return 1;
        lseek(fd, time(NULL) % 10, SEEK_CUR);
#else
#if TWIN == 6
        lseek(fd, time(NULL) % 10, SEEK_SET);
#endif
        lseek(fd, at * (long)sizeof row, SEEK_SET);
        for (int i = 0; i < 64; i++) row[i] = 0;
#if TWIN == 4
        size -= time(NULL) % 10;
#endif
        if (read(fd, row, size) < 0) return 1;
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (row[i] - w[i]);
    }
    close(fd);
    fclose(data);
    printf("%f\n", w[0]);
}
