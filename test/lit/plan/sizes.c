// Sizes are told in the user's names, for all elements of a member.
// RUN: cd %S && %detrain plan sizes.c -- -DTWIN=0 >%t && FileCheck %s <%t
// RUN: not grep -E 'carried[,)]|select|ge0|mem\(|[a-z]\*' %t
// RUN: cd %S && %detrain plan sizes.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}product {{ *}}f32[], 12 * rows * cols bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}one_more {{ *}}f32[], 4 * (rows * cols + 1) bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}sum {{ *}}f32[], 4 * (cols + rows) bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}cells{{\[\]}}.w {{ *}}f32[10], 160 bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}line{{\[\]}}.w {{ *}}f32[10], 40 * rows bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}pair{{\[\]}}.w {{ *}}f32[10], 80 bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}unnamed {{ *}}f32[], sized at run time {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}bits {{ *}}bytes[4], 4 bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}table.* {{ *}}6 x i32, 4 bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^      }}b c d e f g{{$}}
//
// Twin 1: the number is in a variable.
// TWIN1-DAG: {{^  }}unnamed {{ *}}f32[], 4 * limit bytes {{ *}}carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct cell { float w[10]; float age; };
static int read_number(const char *text) { return atoi(text) / 2; }
int main(int argc, char **argv) {
    int rows = atoi(argv[1]), cols = atoi(argv[2]);
#if TWIN == 1
    int limit = read_number(argv[3]) + 4;
    float *unnamed = calloc(limit, sizeof(float));
#else
    float *unnamed = calloc(read_number(argv[3]) + 4, sizeof(float));
#endif
    float *product = calloc((size_t)rows * cols * 3, sizeof(float));
    float *one_more = calloc(rows * cols + 1, sizeof(float));
    float *sum = calloc(rows + cols, sizeof(float));
    struct cell *cells = calloc(4, sizeof *cells), *line = calloc(rows, sizeof *line), pair[2] = {0};
    union { float f; unsigned u; } bits = {0};
    struct { int a, b, c, d, e, f, g; } table = {0};
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 4; i++) {
            product[i] += 1;
            one_more[i] += 2;
            sum[i] += 3;
            cells[i].w[3] += 4;
            line[i].w[2] += 5;
            unnamed[i] += 6;
        }
        pair[1].w[step % 10] += 7;
        bits.u = bits.u * 5 + 1;
        table.a = table.b + table.c + table.d + table.e + table.f + table.g, table.b = table.c = table.d = table.e = table.f = table.g = table.a / 3 + step;
    }
    printf("%g %g %g %g %g %g %g %g\n", product[1], one_more[1], sum[1], cells[1].w[3], line[1].w[2], unnamed[1],
           pair[1].w[2], bits.f);
    printf("%d %d %d %d %d %d %d\n", table.a, table.b, table.c, table.d, table.e, table.f, table.g);
    return rows + cols;
}
