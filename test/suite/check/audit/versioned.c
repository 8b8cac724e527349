// A file has a version and sizes, which are read, compared and used to allocate; only what later steps read has to be there.
// The velocity and the count of seen rows are not: one finding names both. Twin: they are saved.
// KIND: audit
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct head {
  char magic[4];
  uint32_t version;
  uint64_t n;
};
struct model {
  uint64_t n;
  double *w, *velocity;  // site: missing-state error state @1 | twin: quiet
  uint64_t seen;
  int epoch;
};
static void save(const struct model *m, const char *path) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen(path, "wb");
  if (!f) return;
  struct head h = {{'M', 'D', 'L', '2'}, 2, m->n};
  fwrite(&h, sizeof h, 1, f);
  fwrite(&m->epoch, sizeof m->epoch, 1, f);
  fwrite(m->w, sizeof *m->w, m->n, f);
  fflush(f);
  // twin: fwrite(m->velocity, sizeof *m->velocity, m->n, f), fwrite(&m->seen, sizeof m->seen, 1, f);
  fclose(f);
}
static int load(struct model *m, const char *path) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen(path, "rb");
  struct head h;
  if (!f || fread(&h, sizeof h, 1, f) != 1) return -1;
  if (memcmp(h.magic, "MDL2", 4) != 0 || h.version > 2 || h.n > 4096) return -2;
  if (h.n != m->n) {
    free(m->w);
    free(m->velocity);
    m->n = h.n;
    m->w = calloc(h.n, sizeof *m->w);
    m->velocity = calloc(h.n, sizeof *m->velocity);
  }
  if (!m->w || !m->velocity || fread(&m->epoch, sizeof m->epoch, 1, f) != 1) return -3;
  if (fread(m->w, sizeof *m->w, m->n, f) != m->n) return -3;
  if (ferror(f)) return -3;
  // twin: if (fread(m->velocity, 8, m->n, f) != m->n || fread(&m->seen, sizeof m->seen, 1, f) != 1) return -3;
  fclose(f);
  return 0;
}
int main(int argc, char **argv) {
  struct model m = {.n = 6};  // site: missing-state error state @1 | twin: quiet
  m.w = calloc(m.n, sizeof *m.w);
  m.velocity = calloc(m.n, sizeof *m.velocity);
  if (!m.w || !m.velocity) return 1;
  if (argc > 1 && load(&m, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; m.epoch < 12;) {
    for (uint64_t i = 0; i < m.n; i++) {
      m.velocity[i] = 0.9 * m.velocity[i] + (m.w[i] - (double)((m.seen + i) % 11));
      m.w[i] -= 0.05 * m.velocity[i];
      m.seen += 3;
    }
    m.epoch++;
    save(&m, "m.bin");  // site: missing-state error state @1 | twin: quiet
  }
  printf("%.17g\n", m.w[1]);
  return 0;
}
