// random_r's numbers are in an array of the program's, and two pointers of its buffer go round in it.
// RUN: cd %S && %detrain plan stream_random_r.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan stream_random_r.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan stream_random_r.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan stream_random_r.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK: bitwise: proven
// CHECK-DAG: {{^  }}main::buffer.fptr {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::buffer.rptr {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::one {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::buffer.state {{.*}} invariant{{$}}
//
// Twin 1: each step changes to the other array, whose first word keeps how far its draws are.
// TWIN1: bitwise: proven
// TWIN1-DAG: {{^  }}main::buffer.rptr {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}main::buffer.state {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}main::one {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}main::two {{.*}} carried{{$}}
//
// Twin 2: each step seeds the array anew, and sets the pointers back.
// TWIN2: bitwise: proven
// TWIN2-DAG: {{^  }}main::buffer.fptr {{.*}} dead{{$}}
// TWIN2-DAG: {{^  }}main::buffer.rptr {{.*}} dead{{$}}
//
// Twin 3: each step gives the buffer an array, after the state of the one before it is written there.
// TWIN3: bitwise: proven
// TWIN3-DAG: {{^  }}main::buffer.state {{.*}} carried{{$}}
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static struct random_data buffer;
  static char one[128], two[64];
  float w[64] = {0};
  initstate_r(1, two, sizeof two, &buffer);
  initstate_r(7, one, sizeof one, &buffer);
  for (int step = 0; step < 100; step++) {
#if TWIN == 1
    setstate_r(step % 2 == 0 ? two : one, &buffer);
#elif TWIN == 2
    srandom_r((unsigned)step, &buffer);
#elif TWIN == 3
    initstate_r((unsigned)step, step % 2 == 0 ? two : one, 64, &buffer);
#endif
    int32_t noise;
    random_r(&buffer, &noise);
    for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)noise - w[i]);
  }
  printf("%f\n", w[0]);
}
