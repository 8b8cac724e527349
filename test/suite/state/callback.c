// A function that is handed a context through void*. Twin: the function only looks at it.
// STATE: carried w context.sum | counter step
// TWIN: carried w | counter step | invariant context.sum
#include <stdio.h>
struct Context {
  float sum;
};
static float Note(void *data, float x) {
  struct Context *context = data;
  context->sum = 0.5f * context->sum + x;
  // twin: x += context->sum;
  return x + context->sum;
}
static float Each(float *w, int n, float (*note)(void *, float), void *data) {
  float last = 0;
  for (int i = 0; i < n; i++) last = note(data, w[i]);
  return last;
}
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  struct Context context = {1};
  for (int step = 0; step < 8; step++) {
    float x = Each(w, 6, Note, &context);
    for (int i = 0; i < 6; i++) w[i] -= 0.02f * x + 0.1f * w[5 - i];
  }
  printf("%f %f\n", w[0], w[5]);
}
