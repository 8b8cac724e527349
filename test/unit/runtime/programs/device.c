// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trainer whose weights lie on a device. Its memory is closed to the process but while the device itself works: who
// touches it from outside ends with a signal. What the rewriter inserted is marked with "<-".
// clang-format off: generated code keeps the user's lines
#include "device.detrain.h" // <-
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

// --- the device ---

enum { kRoom = 1 << 16, kBlocks = 8, kCopies = 16 };

static char *g_memory[kBlocks];

static void Open(const void *place, int open) {
  for (int i = 0; i < kBlocks; i++)
    if (g_memory[i] != NULL && (const char *)place >= g_memory[i] && (const char *)place < g_memory[i] + kRoom)
      if (mprotect(g_memory[i], kRoom, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) exit(8);
}

static void *Allocate(uint32_t kind, size_t size) {
  (void)kind;
  (void)size;
  int i = 0;
  while (i < kBlocks && g_memory[i] != NULL) i++;
  if (i == kBlocks) return NULL;
  g_memory[i] = mmap(NULL, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return g_memory[i];
}

static size_t g_read;  // bytes that the host asked for at once

static void Copy(void *host, const void *block, size_t size) {
  Open(block, 1);
  memcpy(host, block, size);
  Open(block, 0);
}

static void Read(void *host, const void *block, size_t size) {
  g_read += size;
  Copy(host, block, size);
}

static void Write(void *block, const void *host, size_t size) {
  Open(block, 1);
  memcpy(block, host, size);
  Open(block, 0);
}

// Copies are under way until somebody waits for them.
static struct { void *host; char bytes[kRoom]; size_t size; } g_copies[kCopies];
static int g_copy_count;

static void Expect(size_t size) { if (size > kCopies * kRoom) exit(9); }
static void Nothing(void) {}
static void Fetch(void *host, const void *block, size_t size) {
  g_copies[g_copy_count].host = host;
  g_copies[g_copy_count].size = size;
  Copy(g_copies[g_copy_count++].bytes, block, size);
}
static void Wait(void) {
  for (; g_copy_count > 0; g_copy_count--)
    memcpy(g_copies[g_copy_count - 1].host, g_copies[g_copy_count - 1].bytes, g_copies[g_copy_count - 1].size);
}
__attribute__((unused)) static int Hash(struct detrain_piece *pieces, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (pieces[i].size <= 240) exit(10);
    Open(pieces[i].bytes, 1);
    pieces[i].hash = XXH3_64bits(pieces[i].bytes, pieces[i].size);
    Open(pieces[i].bytes, 0);
  }
  return 1;
}

__attribute__((unused)) static int HashNothing(struct detrain_piece *pieces, size_t count) {
  (void)pieces;
  (void)count;
  return 0;
}

static void Pin(void *memory, size_t size) { (void)memory; (void)size; }
static void Unpin(void *memory) { (void)memory; }

static const struct detrain_apart g_apart = {Expect, Nothing, Fetch, Nothing, Wait, Read, Write, Hash, Pin, Unpin};
// A variable of the device: the host knows what stands for it.
typedef struct {
  float *last;  // a weight that the step before looked at
  float mean[8];
} Seen;
static char g_seen;

static void *Find(const void *symbol) {
  static void *seen;
  if (symbol != &g_seen) return NULL;
  if (seen == NULL) seen = Allocate(0, sizeof(Seen));
  return seen;
}
static const struct detrain_device g_device = {Allocate, Nothing, &g_apart, Find, NULL, NULL};
__attribute__((constructor)) static void Introduce(void) { detrain_use_device(&g_device); }
// One that the host reaches too, where it is told.
static double g_managed;
static const volatile void *Managed(void) { return &g_managed; } // <-
__attribute__((constructor)) static void detrain_register_statics(void) { // <-
  detrain_register_on_device("::seen", &g_seen, sizeof(Seen)); // <-
  detrain_register_managed("::updates", Managed, sizeof(double)); // <-
} // <-

static float *Malloc(int n) {
  void *block = Allocate(0, (size_t)n * sizeof(float));
  detrain_device_allocated(block, (size_t)n * sizeof(float), DETRAIN_MEMORY_DEVICE);
  return block;
}

// --- the program ---

enum { n = 1000 };

typedef struct {
  float *w;     // weights
  float *m;     // momentum, made in the first update
  float *grad;  // written anew in every step
  double loss;
} Model;

static void Update(Model *model, int step) {
  if (model->m == NULL) model->m = Malloc(n);
  Open(model->w, 1);
  Open(model->m, 1);
  Open(model->grad, 1);
  for (int i = 0; i < n; i++) model->grad[i] = 0.01f * (model->w[i] - (float)((i * 7 + step) % 13));
  for (int i = 0; i < n; i++) {
    model->m[i] = 0.9f * model->m[i] + model->grad[i];
    model->w[i] -= model->m[i];
  }
  Seen *seen = Find(&g_seen);
  Open(seen, 1);
  if (seen->last != NULL) seen->mean[step % 8] = 0.5f * (seen->mean[step % 8] + *seen->last);
  seen->last = &model->w[7 * step];
  g_managed = 0.5 * g_managed + 1;
  model->loss = 0.9 * model->loss + g_managed * (double)model->w[step % n] + (double)seen->mean[(step + 3) % 8];
  Open(seen, 0);
  Open(model->w, 0);
  Open(model->m, 0);
  Open(model->grad, 0);
}

int main(void) {
  Model model = {0};
  model.w = Malloc(n);
  model.grad = Malloc(n);
  float start[n];
  for (int i = 0; i < n; i++) start[i] = (float)(i % 17) / 17.0f;
  Write(model.w, start, sizeof start);
  DETRAIN_BIND(0, model); detrain_enter(&detrain_plan); // <-
  for (int step = 0; DETRAIN_BIND(4, step), detrain_step(&detrain_plan), step < 8; step++) {
    Update(&model, step);
    printf("step %d: loss %.17g\n", step, model.loss);
  }
  fprintf(stderr, "%zu bytes were read\n", g_read);
  Read(start, model.w, sizeof start);
  FILE *out = fopen("out.bin", "wb");
  fwrite(start, sizeof(float), n, out);
  fclose(out);
  return 0;
}
