// A library goes through the bytes of a table of records, in which a loop has put addresses: it is a table of records
// all the same, whose addresses are saved as pointers.
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN4
// RUN: cd %S && %detrain plan --model Inputs/bytes.json table_as_bytes.c -- -DTWIN=5 | FileCheck %s --check-prefix=TWIN4
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}cells[].n {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}cells[].w {{.*}} carried{{$}}
//
// Twin 1: it writes any of its bytes, too.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}cells[].n {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}cells[].w {{.*}} carried{{$}}
//
// Twin 2: no addresses in it.
// TWIN2: bitwise
// TWIN2-DAG: {{^  }}cells+1 {{.*}} carried{{$}}
//
// Twin 3: the table is copied from another one, and only what its pointers lead to is state.
// TWIN3: bitwise
// TWIN3-DAG: {{^  }}made[].w {{.*}} carried{{$}}
// TWIN3-DAG: {{^  }}cells[].w {{.*}} invariant{{$}}
//
// Twin 4: the program goes through it as numbers, behind some of the records: where addresses are, nothing says. Twin 5:
// not even how many bytes it has is a number of records.
// TWIN4: modelled
// TWIN4: holds pointers, but no type says where
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct cell { float *w; int n; };
float look_at(void *bytes);
float mix(void *bytes);
int main(void) {
  const int count = 40, more = TWIN == 4 ? 160 : TWIN == 5 ? 3 : 0;
  struct cell *cells = malloc(count * sizeof *cells + more * sizeof(float));
#if TWIN == 3
  struct cell *made = malloc(count * sizeof *made);
#else
#define made cells
#endif
  for (int i = 0; i < count; i++) {
    made[i].w = TWIN == 2 ? NULL : calloc(4, sizeof(float));
    made[i].n = i;
  }
#if TWIN == 3
  memcpy(cells, made, count * sizeof *cells);
#endif
#if TWIN == 4
  float *tail = (float *)(cells + count);
#endif
  float seen = 0;
  for (int step = 0; step < 10; step++) {
    seen += TWIN == 1 ? mix(cells) : look_at(cells);
    for (int i = 0; i < count; i++) {
#if TWIN != 3
      cells[i].n++;
#endif
#if TWIN != 2
      cells[i].w[0] += step;
#endif
#if TWIN == 4
      tail[i] += 1;
#endif
    }
  }
  printf("%g %d\n", seen, cells[3].n);
#if TWIN != 2
  printf("%g\n", cells[5].w[0]);
#endif
}
