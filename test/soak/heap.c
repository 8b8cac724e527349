// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trainer whose state hangs on its heap: a hash table keyed by addresses, free blocks that hold the list of free
// blocks, one table of pointers to records of two types, and in each epoch an order that a clock seeds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kBatches = 25, kSamples = 32, kSlots = 61, kLayers = 4, kCell = 64 };

struct feature {
  struct feature* next;
  const void* key;
  double weight;
};

struct dense {
  int seen;
  double weights[8];
};

struct norm {
  double mean, spread;
};

static void* cells;
static struct feature* table[kSlots];
static char* samples[kSamples];
static void* layers[kLayers];
static uint64_t state;
static int order[kSamples];

static void* take(void) {
  if (cells == NULL)
    return malloc(kCell);
  void* cell = cells;
  cells = *(void**)cell;
  return cell;
}

static void give(void* cell) {
  *(void**)cell = cells;
  cells = cell;
}

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return (unsigned)(state >> 33) % below;
}

static void shuffle(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  state ^= (uint64_t)now.tv_nsec;
  for (int i = 0; i < kSamples; i++)
    order[i] = i;
  for (int i = kSamples - 1; i > 0; i--) {
    const int other = (int)draw((unsigned)i + 1), first = order[i];
    order[i] = order[other];
    order[other] = first;
  }
}

static struct feature* find(const void* key) {
  struct feature** slot = &table[((uintptr_t)key >> 4) * 2654435761U % kSlots];
  for (struct feature* f = *slot; f != NULL; f = f->next)
    if (f->key == key)
      return f;
  struct feature* made = take();
  made->next = *slot;
  made->key = key;
  made->weight = 0.5;
  *slot = made;
  return made;
}

static double forward(double x) {
  for (int i = 0; i < kLayers; i++) {
    if (i % 2 == 0) {
      struct dense* d = layers[i];
      double y = 0;
      for (int k = 0; k < 8; k++) {
        y += d->weights[k] * x / (k + 1);
        d->weights[k] -= 0.001 * x;
      }
      d->seen++;
      x = y / (1 + d->seen % 7);
    } else {
      struct norm* n = layers[i];
      n->mean = 0.95 * n->mean + 0.05 * x;
      n->spread = 0.95 * n->spread + 0.05 * (x - n->mean) * (x - n->mean);
      x = (x - n->mean) / (1 + n->spread);
    }
  }
  return x;
}

static void make_layers(void) {
  for (int i = 0; i < kLayers; i++) {
    if (i % 2 == 0) {
      struct dense* d = calloc(1, sizeof *d);
      for (int k = 0; k < 8; k++)
        d->weights[k] = 0.1 * (k - i);
      layers[i] = d;
    } else {
      struct norm* n = calloc(1, sizeof *n);
      n->spread = 1;
      layers[i] = n;
    }
  }
}

// Another block in its place: its address is another key.
static void replace(int sample) {
  free(samples[sample]);
  samples[sample] = malloc(32 + 16 * draw(5));
}

int main(int argc, char** argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 200;
  FILE* log = fopen("log.csv", "w");
  double loss = 1;
  state = 7;
  make_layers();
  for (int i = 0; i < kSamples; i++)
    samples[i] = malloc(32 + 16 * draw(5));
  for (int epoch = 0; epoch < steps; epoch++) {
    shuffle();
    for (int b = 0; b < kBatches; b++) {
      double* scratch = take();
      for (int k = 0; k < 8; k++)
        scratch[k] = loss * k;
      struct feature* f = find(samples[order[b]]);
      loss = 0.9 * loss + 0.1 * forward(f->weight + scratch[b % 8] * 0.01);
      f->weight -= 0.01 * loss;
      give(scratch);
      replace(order[(b * 7) % kSamples]);
      double sum = 0;
      for (int s = 0; s < kSlots; s++)
        for (const struct feature* at = table[s]; at != NULL; at = at->next)
          sum = 0.99 * sum + at->weight;
      loss += 1e-4 * sum;
      printf("%d %d %a\n", epoch, b, loss);
      fprintf(log, "%d,%d,%a\n", epoch, b, sum);
    }
  }
  fclose(log);
}
