// A two-layer perceptron on numbers that it makes itself, with kernels of its own.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>
#include "kernels.cuh"

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)

constexpr int B = 16, I = 8, H = 32, O = 4;

static float* device(int n, float scale) {
  float* host = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    host[i] = scale * (2.0f * rand() / RAND_MAX - 1.0f);
  float* d;
  CHECK(cudaMalloc(&d, n * sizeof(float)));
  CHECK(cudaMemcpy(d, host, n * sizeof(float), cudaMemcpyHostToDevice));
  free(host);
  return d;
}

int main() {
  srand(7);
  float *w1 = device(H * I, 0.5f), *b1 = device(H, 0), *w2 = device(O * H, 0.5f), *b2 = device(O, 0);
  float *m_w1 = device(H * I, 0), *m_b1 = device(H, 0), *m_w2 = device(O * H, 0), *m_b2 = device(O, 0);
  float *x, *y, *h, *out, *d_out, *d_h, *g_w1, *g_b1, *g_w2, *g_b2, *losses;
  CHECK(cudaMalloc(&x, B * I * sizeof(float)));
  CHECK(cudaMalloc(&y, B * O * sizeof(float)));
  CHECK(cudaMalloc(&h, B * H * sizeof(float)));
  CHECK(cudaMalloc(&out, B * O * sizeof(float)));
  CHECK(cudaMalloc(&d_out, B * O * sizeof(float)));
  CHECK(cudaMalloc(&d_h, B * H * sizeof(float)));
  CHECK(cudaMalloc(&g_w1, H * I * sizeof(float)));
  CHECK(cudaMalloc(&g_b1, H * sizeof(float)));
  CHECK(cudaMalloc(&g_w2, O * H * sizeof(float)));
  CHECK(cudaMalloc(&g_b2, O * sizeof(float)));
  CHECK(cudaMalloc(&losses, B * O * sizeof(float)));
  float host_x[B * I], host_y[B * O], host_loss[B * O];
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < B * I; i++)
      host_x[i] = 2.0f * rand() / RAND_MAX - 1.0f;
    for (int i = 0; i < B * O; i++)
      host_y[i] = sinf(host_x[i / O * I + i % O]);
    CHECK(cudaMemcpy(x, host_x, sizeof host_x, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(y, host_y, sizeof host_y, cudaMemcpyHostToDevice));
    run_forward(h, x, w1, b1, B, I, H, true);
    run_forward(out, h, w2, b2, B, H, O, false);
    run_loss(d_out, losses, out, y, B * O);
    run_backward(d_h, g_w2, g_b2, d_out, w2, h, B, H, O);
    run_backward(NULL, g_w1, g_b1, d_h, w1, x, B, I, H);
    run_update(w1, m_w1, g_w1, H * I, 0.05f);
    run_update(b1, m_b1, g_b1, H, 0.05f);
    run_update(w2, m_w2, g_w2, O * H, 0.05f);
    run_update(b2, m_b2, g_b2, O, 0.05f);
    CHECK(cudaMemcpy(host_loss, losses, sizeof host_loss, cudaMemcpyDeviceToHost));
    float loss = 0;
    for (int i = 0; i < B * O; i++)
      loss += host_loss[i];
    printf("step %d loss %.9g\n", step, loss);
  }
  return 0;
}
