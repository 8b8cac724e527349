// So has a file descriptor.
// RUN: cd %S && %detrain plan cursor_fd.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan cursor_fd.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}fd {{.*}} cursor{{$}}
// CHECK-DAG: {{^  }}row {{.*}} dead{{$}}
//
// Twin 1: no step reads.
// TWIN1-NOT: fd {{.*}} cursor
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    float w[64] = {0}, row[64];
    int fd = open("data.bin", O_RDONLY);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < 64; i++) row[i] = 1;
#else
        if (read(fd, row, sizeof row) != sizeof row) return 1;
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (row[i] - w[i]);
    }
    close(fd);
    printf("%f\n", w[0]);
}
