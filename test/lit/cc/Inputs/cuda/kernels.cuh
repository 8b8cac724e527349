#pragma once
#include <cstdio>
#include <cstdlib>
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
template <typename T>
__global__ void update(T* w, T* m, const T* g, int n, T rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    m[i] = 0.9f * m[i] + g[i];
    w[i] -= rate * m[i];
  }
}
template <typename... Args>
void launch(void (*kernel)(Args...), int n, Args... args) {
  kernel<<<CEIL_DIV(n, 64), 64>>>(args...);
}
void run_forward(float* out, const float* in, const float* w, const float* b, int rows, int n_in, int n_out, bool relu);
void run_loss(float* d, float* loss, const float* out, const float* target, int n);
void run_backward(float* d_in, float* d_w, float* d_b, const float* d_out, const float* w, const float* in, int rows, int n_in, int n_out);
template <typename T>
void run_update(T* w, T* m, const T* g, int n, T rate) { update<T><<<CEIL_DIV(n, 64), 64, 0, NULL>>>(w, m, g, n, rate); }
