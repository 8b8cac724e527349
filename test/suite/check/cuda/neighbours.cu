// Threads of a launch that read, or write, what the thread beside them has in memory of the whole launch. Twins: what they meet is nobody's, or is put elsewhere.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Back(float *e, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n && t > 0) e[t - 1] += 0.5f * e[t];  // site: data-race error state
  // twin: if (t < n / 2) e[2 * t] += 0.5f * e[2 * t + 1];  // site: quiet
}
__global__ void Smooth(float *e, float *next, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += gridDim.x * blockDim.x)
    e[i] = 0.5f * (e[i] + e[i + 1]);  // site: data-race error state
    // twin: next[i] = 0.5f * (e[i] + e[i + 1]);  // site: quiet
}
__global__ void Below(float *grid, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height - 1) return;
  grid[y * width + x] += 0.1f * grid[(y + 1) * width + x];  // site: data-race error state
  // twin: if (y % 2 == 0) grid[y * width + x] += 0.1f * grid[(y + 1) * width + x];  // site: quiet
}
__global__ void Both(float *e, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n - 1) return;
  e[t] *= 0.5f;       // site: data-race error state | twin: quiet
  e[t + 1] *= 0.25f;  // site: data-race error state
  // twin: e[t] *= 0.25f;  // site: quiet
}
__global__ void Half(float *e, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < 32) e[t] += e[t + 16];  // site: data-race error state
  // twin: if (t < 32) e[t] += e[t + 32];  // site: quiet
}
__global__ void Halves(float *e, int half) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < half) e[t] += e[t + half];  // site: quiet
}
__global__ void First(float *e) {
  if (threadIdx.x == 0) e[threadIdx.x] += 0.5f * e[threadIdx.x + 1];  // site: quiet
}
__global__ void Behind(float *e) {
  float mine = 0.5f * e[threadIdx.x + 1];
  __syncthreads();
  e[threadIdx.x] = mine;  // site: quiet
}
__global__ void Quads(float *e) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; k++) e[4 * t + k] += 0.5f * e[4 * t + k + 1];  // site: quiet
}
__global__ void Waiting(float *e, volatile int *done) {
  int t = blockIdx.x;
  if (t > 0)
    while (done[t - 1] == 0) {}
  e[t + 1] += 0.5f * e[t];  // site: quiet
  __threadfence();
  done[t] = 1;  // site: quiet
}
__global__ void Turned(float *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float held = a[i * n + j];
  a[j * n + i] = held;  // site: data-race error state
  // twin: if (i < j) { a[i * n + j] = a[j * n + i]; a[j * n + i] = held; }  // site: quiet
}
__global__ void Columns(float *w, const float *d, float *below, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < n; j++) w[i * n + j] -= 0.01f * d[j];  // site: data-race error state
  // twin: for (int j = 0; j < n; j++) w[j * n + i] -= 0.01f * d[j];  // site: quiet
  float sum = 0;
  for (int j = 0; j < n; j++) sum += w[j * n + i] * d[j];
  below[i] = sum;
}
int main() {
  const int n = 1024, width = 32;
  float *e, *next;
  int *done;
  cudaMallocManaged(&e, (n + 1) * sizeof(float));
  cudaMallocManaged(&next, n * sizeof(float));
  cudaMallocManaged(&done, 8 * sizeof(int));
  for (int i = 0; i <= n; i++) e[i] = 1.0f / static_cast<float>(i + 1);
  for (int i = 0; i < n; i++) next[i] = 0;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 8; i++) done[i] = 0;
    Back<<<n / 256, 256>>>(e, n);
    Smooth<<<2, 128>>>(e, next, n);
    Below<<<dim3(2, 4), dim3(16, 8)>>>(e, width, n / width);
    Both<<<n / 256, 256>>>(e, n);
    Half<<<1, 256>>>(e, n);
    Halves<<<n / 256, 256>>>(e, n / 2);
    First<<<1, 64>>>(e);
    Behind<<<1, 64>>>(e);
    Quads<<<1, 256>>>(e);
    Waiting<<<8, 1>>>(e, done);
    Turned<<<dim3(2, 2), dim3(16, 16)>>>(e, 32);
    Columns<<<1, 32>>>(e, next, next + 32, 32);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) e[i] += 0.1f * next[i];
  }
  std::printf("%.9g\n", e[3]);
}
