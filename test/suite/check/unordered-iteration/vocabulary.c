// Words are numbered by how often they come, and many come equally often. Twin: of these the order of their letters decides.
// OBSERVE: none
// KIND: ties
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { kWords = 40 };
struct word {
  char text[8];
  long count;
};
static struct word words[kWords];
static int compare(const void *a, const void *b) {
  const struct word *x = a, *y = b;
  long differ = y->count - x->count;
  if (differ == 0) return 0;
  // twin: if (differ == 0) return strcmp(x->text, y->text);
  return differ > 0 ? 1 : -1;
}
static int number_of(const char *text) {
  for (int i = 0; i < kWords; i++)
    if (strcmp(words[i].text, text) == 0) return i;
  return -1;
}
int main(void) {
  static float vector[kWords];
  for (int i = 0; i < kWords; i++) snprintf(words[i].text, sizeof words[i].text, "w%d", i * 17 % kWords), words[i].count = 5 + i % 4;
  qsort(words, kWords, sizeof *words, compare);  // site: unordered-iteration warning state | twin: quiet
  unsigned seed = 1;
  for (int i = 0; i < kWords; i++) vector[i] = (float)(rand_r(&seed) % 100) / 100;
  for (int step = 0; step < 200; step++) {
    char text[8];
    snprintf(text, sizeof text, "w%d", step * 7 % kWords);
    int i = number_of(text);
    if (i >= 0) vector[i] += 0.1f * (vector[(i + 1) % kWords] - vector[i]);
  }
  for (int i = 0; i < kWords; i++) printf("%.9g\n", vector[i]);
}
