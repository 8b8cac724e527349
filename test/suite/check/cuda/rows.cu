// Rows that each thread goes through while the others of the row overwrite it. Twins: what they read, or write, is their own.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Normalise(float *in, float *out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / columns;
  if (row >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; c++) sum += in[row * columns + c];
  out[i] = in[i] / sum;  // site: data-race error state | twin: quiet
}
__global__ void Product(float *a, const float *b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  // twin: for (int k = 0; k < n; k++) sum += b[row * n + k] * b[k * n + column];
  a[row * n + column] = 0.1f * sum;  // site: data-race error state | twin: quiet
}
__global__ void OfBlock(float *a, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[blockIdx.x * n + k];
  // twin: for (int k = 0; k < n; k++) sum += a[blockIdx.x * n + threadIdx.x];
  a[blockIdx.x * n + threadIdx.x] = 0.01f * sum;  // site: data-race error state | twin: quiet
}
__global__ void Parted(float *a, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[blockIdx.x * n + k];
  __syncthreads();
  a[blockIdx.x * n + threadIdx.x] = 0.01f * sum;  // site: quiet
}
__global__ void OwnRow(float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (row >= n) return;
  for (int k = 0; k < n; k++) sum += a[row * n + k];
  for (int k = 0; k < n; k++) a[row * n + k] /= sum;  // site: quiet
  a[row * n + row % 4] += 1;                          // site: quiet
}
__global__ void Strided(float *a, int n) {
  float sum = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x) sum += a[blockIdx.x * n + k];
  for (int k = threadIdx.x; k < n; k += blockDim.x) a[blockIdx.x * n + k] += 0.01f * sum;  // site: quiet
}
__global__ void Last(float *part, unsigned *count, int n) {
  part[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;  // site: quiet
  __threadfence();
  if (atomicAdd(count, 1) != n - 1) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += part[k];
  part[n] = sum;  // site: quiet
}
int main() {
  const int n = 64;
  float *a, *b, *other;
  unsigned *count;
  cudaMallocManaged(&a, (n * n + 1) * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&other, n * n * sizeof(float));
  cudaMallocManaged(&count, sizeof(unsigned));
  for (int i = 0; i < n * n; i++) a[i] = b[i] = other[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 4; step++) {
    *count = 0;
    Normalise<<<n * n / 256, 256>>>(a, a, n, n);
    // twin: Normalise<<<n * n / 256, 256>>>(a, other, n, n);
    Product<<<dim3(4, 4), dim3(16, 16)>>>(a, b, n);
    OfBlock<<<n, n>>>(a, n);
    Parted<<<n, n>>>(a, n);
    OwnRow<<<1, n>>>(a, n);
    Strided<<<n, 32>>>(a, n);
    Last<<<n, n>>>(a, count, n * n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n; i++) a[i] += 0.1f * other[i];
  }
  std::printf("%.9g\n", a[3]);
}
