// A file that a step closes and opens anew before it reads it is no state, if the code before the loop leaves it open.
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=1 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=2 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=3 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=4 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=5 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=6 | FileCheck %s --check-prefix=READ
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=7 | FileCheck %s --check-prefix=TABLE
// RUN: cd %S && %detrain plan reopened_file.c -- -DTWIN=8 | FileCheck %s --check-prefix=ALIAS
//
// CHECK-DAG: {{^  }}data.file {{.*}} dead{{$}}
// CHECK: closes it and opens it anew first
// Twin 1: it is read before. Twin 2: the code before the loop closes it. Twin 3: it is opened in every third step alone,
// and read in each. Twin 4: where it stood is looked at before. Twin 5: likewise, but it is read from a place that is
// set. Twin 6: the function that closes it looks where it stands.
// READ-DAG: {{^  }}data.file {{.*}} cursor{{$}}
// Twin 7: one of several, another one each step.
// TABLE-DAG: {{^  }}table[].file {{.*}} cursor{{$}}
// Twin 8: another pointer leads to it too, through which the next step reads.
// ALIAS: {{^  }}other {{.*}} cursor{{$}}
#include <stdio.h>
#include <stdlib.h>
struct data {
    FILE *file;
    int seen;
};
static FILE *open_or_die(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) exit(1);
    return file;
}
static void close_or_die(FILE *file, const char *name, struct data *data) {
#if TWIN == 6
    data->seen += (int)ftell(file);
#endif
    if (fclose(file) != 0) {
        fprintf(stderr, "%s: %d\n", name, data->seen);
        exit(1);
    }
}
static void restart(struct data *data) {
    if (data->file != NULL) close_or_die(data->file, "data", data);
    data->file = open_or_die("/proc/self/exe");
}
int main(void) {
    struct data data = {NULL, 0};
    float w[4] = {1, 2, 3, 4};
    restart(&data);
#if TWIN == 7
    struct data table[2] = {{NULL, 0}, {NULL, 0}};
    restart(&table[0]);
    restart(&table[1]);
#elif TWIN == 8
    FILE *other = data.file;
#endif
#if TWIN == 2
    fclose(data.file);
#endif
    for (int step = 0; step < 9; step++) {
#if TWIN == 1
        data.seen = fgetc(data.file);
#elif TWIN == 4
        data.seen = (int)ftell(data.file);
#endif
#if TWIN == 2
        if (step > 0) fclose(data.file);
        data.file = open_or_die("/proc/self/exe");
#elif TWIN == 3
        if (step % 3 == 0) restart(&data);
#elif TWIN == 7
        restart(&table[step % 2]);
        if (step % 3 != 0) data.seen = fgetc(table[1].file);
        restart(&data);
#elif TWIN == 8
        data.seen = fgetc(other);
        data.file = open_or_die("/proc/self/exe");
        other = data.file;
#elif TWIN == 5
        if (step % 3 == 0) restart(&data);
        fseek(data.file, 0, SEEK_SET);
#else
        restart(&data);
#endif
        data.seen += fgetc(data.file) + fgetc(data.file);
        for (int i = 0; i < 4; i++) w[i] *= 0.5f + 0.001f * (float)data.seen;
        data.seen = 0;
    }
    printf("%g\n", w[0]);
    fclose(data.file);
}
