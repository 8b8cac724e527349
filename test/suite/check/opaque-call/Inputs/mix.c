// The other side of the calls that `detrain check` is not shown.
#include <stdlib.h>
float Mix(float *w, int n) {
  return w[0] += 0.1f * (float)n;
}
float Tune(float x) {
  return 0.5f * x;
}
float (*FindUpdate(const char *name))(float) {
  return name ? Tune : NULL;
}
float *Place(int n) {
  return calloc((unsigned)n, sizeof(float));
}
