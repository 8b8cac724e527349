// What a variable holds is a stream of the terminal, whichever it is: nothing of it is state.
// RUN: cd %S && %detrain plan log_streams.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan log_streams.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan log_streams.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-NOT: cursor
//
// Twin 1: a file, or the terminal where it cannot be opened.
// TWIN1: bitwise
// TWIN1: {{^  }}log_streams.c::file {{.*}} cursor{{$}}
//
// Twin 2: the hour goes into that file.
// TWIN2: bitwise
// TWIN2: log_streams.c:[[# @LINE + 7]], clock: reaches
// TWIN2: Arguments written to files that hang on inputs
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
static FILE *file;
static void Log(int is_bad, const char *format, ...) {
    long now = TWIN == 1 ? 0 : (long)time(NULL);
#if TWIN == 0
    FILE *stream = is_bad ? stderr : stdout;
#else
    FILE *stream = file ? file : stderr;
    (void)is_bad;
#endif
    va_list args;
    va_start(args, format);
    fprintf(stream, "[%ld] ", now);
    vfprintf(stream, format, args);
    va_end(args);
}
int main(int argc, char **argv) {
    float w[4] = {1};
    (void)argv;
#if TWIN != 0
    file = fopen("log_streams.txt", "w");
#endif
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 4; i++)
            w[i] = w[i] * 0.9f + (float)i;
        Log(argc > 2, "step %d: %f\n", step, w[1]);
    }
    printf("%f\n", w[3]);
}
