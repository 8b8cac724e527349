// Gradients of queries, keys and values lie in one block, and each thread adds to those of its own heads; with heads of
// half the channels the third one's queries are the first one's keys. Twin: all heads together are as wide as a part.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
enum { kBatch = 2, kTokens = 64, kChannels = 64 };
static float qkv[kBatch * kTokens * 3 * kChannels], dqkv[kBatch * kTokens * 3 * kChannels], att[kTokens * kTokens];
static void Backward(float *grad, const float *in, const float *weight, int B, int T, int C, int H) {
  int size = C / 2;
  // twin: int size = C / H;
#pragma omp parallel for collapse(2)
  for (int b = 0; b < B; b++) {
    for (int h = 0; h < H; h++) {
      for (int t = 0; t < T; t++) {
        int from = (b * T + t) * 3 * C + h * size;
        for (int u = 0; u <= t; u++) {
          int key = (b * T + u) * 3 * C + C + h * size, value = (b * T + u) * 3 * C + 2 * C + h * size;
          for (int i = 0; i < size && key + C + i < B * T * 3 * C; i++) {
            grad[from + i] += weight[t * T + u] * in[key + i];   // site: data-race error state | twin: quiet
            grad[key + i] += weight[t * T + u] * in[from + i];   // site: data-race error state | twin: quiet
            grad[value + i] += weight[t * T + u] * 0.5f;         // site: data-race error state | twin: quiet
          }
        }
      }
    }
  }
}
int main(void) {
  for (int i = 0; i < kBatch * kTokens * 3 * kChannels; i++) qkv[i] = (float)(i % 23) * 0.03f;
  for (int i = 0; i < kTokens * kTokens; i++) att[i] = (float)(i % 19) * 0.02f;
  for (int step = 0; step < 12; step++) {
    for (int i = 0; i < kBatch * kTokens * 3 * kChannels; i++) dqkv[i] = 0;
    Backward(dqkv, qkv, att, kBatch, kTokens, kChannels, 4);
    for (int i = 0; i < kBatch * kTokens * 3 * kChannels; i++) qkv[i] -= 0.001f * dqkv[i];
  }
  double sum = 0;
  for (int i = 0; i < kBatch * kTokens * 3 * kChannels; i++) sum += (double)qkv[i] * (i % 7);
  printf("%.17g\n", sum);
}
