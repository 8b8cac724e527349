// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// big_state MIB STEPS CHANGED MILLISECONDS [FILE]: ten blocks of MIB/10 each, of which CHANGED are written anew in every
// step, with bytes that do not compress; between steps the program works for so long. As the rewriter leaves a program, so
// that saving can be timed without the analyzer. With FILE each step writes its changed blocks there and waits for the
// disk. Prints the wall time of all steps and of the end, the most memory that was resident, and of that time what passed
// inside the boundaries and after the last one.
// clang-format off
#define DETRAIN_HOOK_HEAP
#include <detrain/hooks.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const struct detrain_leaf leaves[] = {
    {"blocks[]", 0, 10, {1, 1}, {0, 0}, DETRAIN_PTR, DETRAIN_INVARIANT, 1, 0, 1, 0, {0}, {{0, 0}}, 0},
    {"blocks[]", 0, 0, {1, 1}, {0, 0}, DETRAIN_U64, DETRAIN_CARRIED, 0, 0, -1, 0, {0}, {{0, 0}}, 0},
    {"step", 0, 1, {1, 1}, {0, 0}, DETRAIN_I32, DETRAIN_COUNTER, 0, 0, -1, 1, {0}, {{0, 0}}, 0},
};
static const struct detrain_region regions[] = {
    {"blocks", DETRAIN_VARIABLE, 0, 0, 80, 0, 1, 0},
    {"blocks[]", DETRAIN_HEAP, 0, 0, 8, 1, 1, 0},
    {"step", DETRAIN_VARIABLE, 0, 0, 4, 2, 1, 0},
};
static const char *const entries[] = {0};
static const struct detrain_plan plan = {
    DETRAIN_ABI, "big_state.c", "b165747e00000001", entries, regions, 3, leaves, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double begin, inside, end;

static void report(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double last = now();
  fprintf(stderr, "seconds %.4f resident_mib %ld boundaries %.4f drain %.4f\n", last - begin,
          usage.ru_maxrss / 1024, inside, last - end);
}

static void boundary(void) {
  double from = now();
  detrain_step(&plan);
  inside += now() - from;
}

static void fill(uint64_t *block, size_t count, uint64_t seed) {
  uint64_t x = seed * 0x9e3779b97f4a7c15u + 1;
  for (size_t i = 0; i < count; i++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    block[i] = x;
  }
}

static void write_plainly(const char *path, uint64_t **blocks, int changed, size_t bytes) {
  FILE *file = fopen(path, "wb");
  for (int i = 0; file != NULL && i < changed; i++)
    if (fwrite(blocks[i], 1, bytes, file) != bytes) exit(3);
  if (file == NULL || fflush(file) != 0 || fsync(fileno(file)) != 0 || fclose(file) != 0) exit(3);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  size_t count = strtoul(argv[1], NULL, 10) * (1 << 20) / 80;
  int steps = atoi(argv[2]), changed = atoi(argv[3]);
  double work = atof(argv[4]) / 1000;
  uint64_t *blocks[10];
  for (int i = 0; i < 10; i++) fill(blocks[i] = malloc(count * 8), count, (uint64_t)i);
  int step = 0;
  begin = now();
  atexit(report);  // called after what the runtime waits for at the end
  detrain_bind(&plan, 0, &blocks, sizeof blocks);
  detrain_enter(&plan);
  for (; detrain_bind(&plan, 2, &step, sizeof step), boundary(), step < steps; step++) {
    for (int i = 0; i < changed; i++) fill(blocks[i], count, (uint64_t)(step * 10 + i));
    double until = now() + work;
    while (now() < until) blocks[0][0] += (uint64_t)step;
    if (argc > 5) write_plainly(argv[5], blocks, changed, count * 8);
  }
  end = now();
  return 0;
}
