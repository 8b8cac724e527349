// Early stopping begins to count again, as reported in marian-nmt/marian-dev#180. What the loop asks for (`go`) is computed
// from what was loaded and is no state of its own. Twin: the count is saved.
// KIND: audit
#include <stdbool.h>
#include <stdio.h>
struct run {
  int step, stalled;  // site: missing-state error state @1 | twin: quiet
  double w, best;
};
static void save(const struct run *r) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen("run.bin", "wb");
  if (!f) return;
  fwrite(&r->step, sizeof r->step, 1, f);
  fwrite(&r->w, sizeof r->w, 1, f);
  fwrite(&r->best, sizeof r->best, 1, f);
  fflush(f);
  // twin: fwrite(&r->stalled, sizeof r->stalled, 1, f);
  fclose(f);
}
static bool load(struct run *r, const char *name) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen(name, "rb");
  if (!f) return false;
  bool ok = fread(&r->step, sizeof r->step, 1, f) == 1 && fread(&r->w, sizeof r->w, 1, f) == 1 &&
            fread(&r->best, sizeof r->best, 1, f) == 1;
  r->stalled = 0;
  // twin: ok = ok && fread(&r->stalled, sizeof r->stalled, 1, f) == 1;
  fclose(f);
  return ok;
}
int main(int argc, char **argv) {
  struct run r = {0, 0, 4, 1e9};  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !load(&r, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  bool go = r.step < 200 && r.stalled < 8;
  while (go) {
    r.w -= 0.2 * (r.w - (double)(r.step % 5) * 0.1);
    double loss = r.w * r.w;
    if (loss < r.best) {
      r.best = loss;
      r.stalled = 0;
    } else {
      r.stalled++;
    }
    r.step++;
    save(&r);  // site: missing-state error state @1 | twin: quiet
    go = r.step < 200 && r.stalled < 8;
  }
  printf("%.17g %d\n", r.w, r.step);
  return 0;
}
