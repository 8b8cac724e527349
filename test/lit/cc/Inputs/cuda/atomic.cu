#include <cstdio>
#include <cstdlib>
constexpr int N = 4096, V = 8;
__global__ void scatter(float* g, const int* index, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&g[index[i]], x[i]);
}
__global__ void update(float* w, const float* g, int n) {
  int i = threadIdx.x;
  if (i < n)
    w[i] -= 0.01f * g[i] + 0.001f * w[i];
}
int main() {
  float *w, *g, *x;
  int* index;
  cudaMalloc(&w, V * sizeof(float));
  cudaMalloc(&g, V * sizeof(float));
  cudaMalloc(&x, N * sizeof(float));
  cudaMalloc(&index, N * sizeof(int));
  cudaMemset(w, 0, V * sizeof(float));
  static float host_x[N];
  static int host_index[N];
  float host_w[V];
  srand(3);
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < N; i++) {
      host_x[i] = (float)rand() / RAND_MAX - 0.4f;
      host_index[i] = rand() % V;
    }
    cudaMemcpy(x, host_x, sizeof host_x, cudaMemcpyHostToDevice);
    cudaMemcpy(index, host_index, sizeof host_index, cudaMemcpyHostToDevice);
    cudaMemset(g, 0, V * sizeof(float));
    scatter<<<N / 128, 128>>>(g, index, x, N);
    update<<<1, V>>>(w, g, V);
    cudaMemcpy(host_w, w, sizeof host_w, cudaMemcpyDeviceToHost);
    printf("step %d w0 %.9g w7 %.9g\n", step, host_w[0], host_w[7]);
  }
}
