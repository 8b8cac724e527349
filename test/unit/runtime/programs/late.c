// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's static that is first seen inside the loop, a pointer to it, and files that the program reads back: a
// count of its runs, and a log that it reads from its beginning while it grows.
// clang-format off: generated code keeps the user's lines
#include "late.detrain.h" // <-
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double sum;
  double scale;
  double *past;
} Memory;

static const double *seen;
__attribute__((constructor)) static void detrain_register_late(void) { // <-
  detrain_register("late.c::seen", &seen, sizeof seen);
}

static double Sometimes(int i) {
  detrain_come_to[0] = 1; static Memory memory = {0, 0.5, NULL}; detrain_register("Sometimes::memory", &memory, sizeof memory); // <-
  if (memory.past == NULL) memory.past = calloc(4, sizeof(double));
  memory.past[i % 4] += i;
  memory.sum += memory.scale * memory.past[(i + 1) % 4] + 1;
  seen = &memory.sum;
  return memory.sum;
}

static int CountRuns(void) {
  int runs = 0;
  FILE *count = fopen("count.txt", "r");
  if (count != NULL) {
    if (fscanf(count, "%d", &runs) != 1) exit(5);
    fclose(count);
  }
  runs++;
  count = fopen("count.txt", "w");
  fprintf(count, "%d\n", runs);
  fclose(count);
  return runs;
}

int main(void) {
  const int runs = CountRuns();
  FILE *log = fopen("log.txt", "a+");
  if (log == NULL) return 5;
  fprintf(log, "run %d at %ld\n", runs, ftell(log));
  double total = 0;
  DETRAIN_BIND(3, runs); DETRAIN_BIND(5, total); detrain_enter(&detrain_plan); // <-
  for (int i = 0; DETRAIN_BIND(4, i), detrain_step(&detrain_plan), i < 14; i++) {
    total += i;
    if (i % 4 == 3) total += Sometimes(i);
    if (seen != NULL) total += *seen;
    fprintf(log, "%d %d %.17g\n", runs, i, total);
    FILE *count = fopen("count.txt", i % 5 == 4 ? "w" : "a");
    fprintf(count, "%d\n", i);
    fclose(count);
    printf("%d %.17g\n", i, total);
  }
  fclose(log);
  return 0;
}
