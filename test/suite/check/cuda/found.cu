// Elements that threads find by what they read, and add to without atomics, as hogwild trainers do. Twins: each thread has its own. What lies behind an offset that is read, and what a whole block finds, is taken for its own.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Count(float *w, const int *word, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  w[word[i]] += 0.1f * g[i];  // site: data-race error state
  // twin: w[i] += 0.1f * g[word[i]];  // site: quiet
}
__global__ void Rows(float *w, const int *word, const float *g, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float *row = w + word[i] * size;
  // twin: float *row = w + i * size;
  float score = 0;
  for (int k = 0; k < size; k++) score += row[k];
  for (int k = 0; k < size; k++) row[k] += 0.01f * (g[i] - score);  // site: data-race error state | twin: quiet
}
__global__ void Factors(float *p, float *q, const int *user, const int *item, const float *r, int n) {
  int e = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (e >= n) return;
  // twin: if (threadIdx.y > 0 || blockIdx.x > 0) return;
  float *mine = p + user[e] * 32, *its = q + item[e] * 32;
  float score = mine[lane] * its[lane];
  for (int far = 16; far > 0; far /= 2) score += __shfl_xor_sync(0xffffffff, score, far);
  float left = mine[lane], right = its[lane], error = r[e] - score;
  mine[lane] = left + 0.01f * (error * right - 0.1f * left);  // site: data-race error state
  // twin: p[32 * e + lane] = left + 0.01f * (error * right - 0.1f * left);  // site: quiet
  its[lane] = right + 0.01f * (error * left - 0.1f * right);  // site: data-race error state
  // twin: q[32 * e + lane] = right + 0.01f * (error * left - 0.1f * right);  // site: quiet
}
__global__ void Loss(const float *p, const int *y, float *d, int n, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * c) d[i] = p[i];  // site: data-race error state
  // twin: if (i < n * c) d[i] = p[i] - (y[i % n] == i / n ? 1.0f : 0.0f);  // site: quiet
  if (i < n) d[y[i] * n + i] -= 1.0f;  // site: data-race error state
  // twin: if (i < n) d[i] += 0.001f;  // site: quiet
}
__global__ void Sparse(float *value, const int *begin, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  for (int k = begin[i]; k < begin[i + 1]; k++) value[k] += 0.5f;  // site: quiet
}
__global__ void Ragged(float *value, const int *begin) {
  value[begin[blockIdx.x] + threadIdx.x] += 0.5f;  // site: quiet
}
__global__ void Buckets(float *w, const int *word, int size) {
  for (int k = threadIdx.x; k < size; k += blockDim.x) w[word[blockIdx.x] * size + k] += 0.1f;  // site: quiet
}
int main() {
  const int n = 64, size = 32;
  float *w, *g, *p, *q;
  int *word, *begin, *kind;
  cudaMallocManaged(&w, n * size * sizeof(float));
  cudaMallocManaged(&g, n * size * sizeof(float));
  cudaMallocManaged(&p, n * size * sizeof(float));
  cudaMallocManaged(&q, n * size * sizeof(float));
  cudaMallocManaged(&word, n * sizeof(int));
  cudaMallocManaged(&begin, (n + 1) * sizeof(int));
  cudaMallocManaged(&kind, n * sizeof(int));
  for (int i = 0; i < n * size; i++) w[i] = g[i] = p[i] = q[i] = 1.0f / static_cast<float>(i + 1);
  for (int i = 0; i < n; i++) word[i] = i * i % n, kind[i] = i % size;
  for (int i = 0; i <= n; i++) begin[i] = i * 8;
  for (int step = 0; step < 4; step++) {
    Count<<<2, 32>>>(w, word, g, n);
    Rows<<<2, 32>>>(w, word, g, n, size);
    Factors<<<8, dim3(32, 8)>>>(p, q, word, word, g, n);
    Loss<<<n * size / 256, 256>>>(p, kind, q, n, size);
    Sparse<<<2, 32>>>(w, begin, n);
    Ragged<<<n, 8>>>(w, begin);
    Buckets<<<8, 32>>>(w, word + 1, size);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) g[i] += 0.1f * (w[i] + p[i] + q[i]);
  }
  std::printf("%.9g\n", g[3]);
}
