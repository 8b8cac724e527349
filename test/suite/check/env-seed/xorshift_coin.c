// The clock seeds a generator that is written out, whose numbers only decide. Twin: a constant does.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
typedef struct {
  unsigned long long state;
} Sampler;
static unsigned Draw(unsigned long long *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return (unsigned)((*state * 0x2545F4914F6CDD1Dull) >> 32);
}
static int Sample(Sampler *sampler, const float *share, int n) {
  float coin = (float)(Draw(&sampler->state) >> 8) / 16777216.0f, sum = 0;
  for (int i = 0; i < n; i++) {
    sum += share[i];
    if (coin < sum) return i;
  }
  return n - 1;
}
static void Forward(int token, float *share) {
  float x[4], sum = 0;
  for (int i = 0; i < 4; i++) x[i] = (float)((token + i) % 4 + 1);
  for (int layer = 0; layer < 3; layer++)
    for (int i = 0; i < 4; i++) x[i] = 0.5f * x[i] + 0.1f * x[(i + 1) % 4];
  for (int i = 0; i < 4; i++) sum += x[i];
  for (int i = 0; i < 4; i++) share[i] = x[i] / sum;
}
int main(void) {
  Sampler sampler;
  unsigned long long seed = (unsigned long long)time(NULL);  // site: env-seed error state | twin: quiet
  sampler.state = seed | 1;
  // twin: sampler.state = 42; (void)seed;
  int token = 0;
  for (int step = 0; step < 100; step++) {
    float share[4];
    Forward(token, share);
    token = Sample(&sampler, share, 4);
    printf("%d\n", token);
  }
}
