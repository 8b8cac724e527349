// A record that a file gets as a whole shows all its members, also one that is printed otherwise.
// RUN: cd %S && %detrain plan log_record.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan log_record.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan log_record.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: bitwise
// CHECK: {{^  }}log_record.c::stats.seen {{.*}} log{{$}}
//
// Twin 1: all of it.
// TWIN1: bitwise
// TWIN1-NOT: stats.seen {{.*}} log{{$}}
//
// Twin 2: a copy of it, of which one member is used that does not come from the clock.
// TWIN2: bitwise
#include <stdio.h>
#include <string.h>
#include <time.h>
struct stats { float mean; int count; long seen; };
static struct stats stats, copy;
static float w[64];
int main(void) {
    for (int step = 0; step < 20; step++) {
        for (int i = 0; i < 64; i++) w[i] = w[i] * 0.5f + 1;
        stats.mean += w[0];
        stats.count += step;
        stats.seen = time(NULL) + stats.seen / 2;
        FILE *out = fopen("stats.bin", "wb");
#if TWIN == 1
        fwrite(&stats, sizeof stats, 1, out);
#elif TWIN == 2
        memcpy(&copy, &stats, sizeof stats);
        fwrite(&copy.count, sizeof copy.count, 1, out);
#else
        fwrite(&stats.count, sizeof stats.count, 1, out);
#endif
        fclose(out);
        printf("%ld\n", stats.seen);
    }
    printf("%f %f\n", w[0], stats.mean);
}
