// Pointers that are numbers: marks of what is not there, beside pointers to what is, in one variable and in one table;
// small numbers that are handed through `void *`.
// RUN: cd %S && %detrain plan number_pointers.c | FileCheck %s
// CHECK: bitwise
// CHECK-DAG: {{^  }}number_pointers.c::slots[]->w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}number_pointers.c::slots[]->g {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}number_pointers.c::out {{.*}} carried{{$}}
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float w, g;
} Entry;

#define GONE ((Entry*)1)

static Entry* slots[4];
static float out[4];

static void Fill(void* argument, float by) {
  const int i = (int)(intptr_t)argument;
  out[i] = out[i] * 0.5f + by;
}

int main(int argc, char** argv) {
  for (int i = 0; i < 4; i++)
    slots[i] = calloc(1, sizeof(Entry));
  if (argc > 1)
    slots[2] = GONE;
  Entry* best = argc > 2 ? GONE : slots[1];
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < 4; i++)
      if (slots[i] != GONE)
        slots[i]->w += 0.5f * ((float)i - slots[i]->w);
    if (best != GONE)
      best->g += 1.5f;
    for (int i = 0; i < 4; i++)
      Fill((void*)(intptr_t)i, (float)i);
  }
  for (int i = 0; i < 4; i++)
    if (slots[i] != GONE)
      printf("%s %f %f %f\n", argv[0] ? "at" : "", slots[i]->w, slots[i]->g, out[i]);
}
