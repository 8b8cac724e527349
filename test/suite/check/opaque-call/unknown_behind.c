// A function of which only the declaration is known gets pointers to pointers: the weights lie behind them. Twins: its text is there, or what it gets leads to numbers alone.
// LINK: Inputs/mix_all.c
#include <stdio.h>
struct Places {
  float **all;
};
void MixAll(float **all, int n);
void MixPlaces(struct Places *places, int n);
static void Mine(float **all, int n) {
  for (int i = 0; i < n; i++) all[i][0] += 0.1f * (float)i;
}
int main(void) {
  static float w[4] = {1, 2, 3, 4}, v[4] = {1, 2, 3, 4};
  for (int step = 0; step < 8; step++) {
    float *all[2] = {w, w + 2}, *others[2] = {v, v + 2};
    struct Places places = {others};
    for (int i = 0; i < 4; i++) w[i] *= 0.9f, v[i] *= 0.8f;
    MixAll(all, 2);  // site: opaque-call warning state
    // twin: Mine(all, 2);  // site: quiet
    MixPlaces(&places, 2);  // site: opaque-call warning state
    // twin: Mine(places.all, 2);  // site: quiet
  }
  printf("%f %f %f\n", w[0], w[3], v[2]);
}
