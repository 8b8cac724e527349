// Tiles of which each thread has several elements, and two threads have one. Twins: each has its own.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Micro(float *w) {
  __shared__ float tile[2][32][32];
  int t = threadIdx.x, x = t % 16 * 2, y = t / 16 * 2;
  tile[0][y][x] = w[t];             // site: data-race error state | twin: quiet
  tile[0][y][x + 1] = 0.5f * w[t];  // site: quiet
  tile[0][y + 2][x] = 0.25f * w[t];  // site: data-race error state
  // twin: tile[0][y + 1][x] = 0.25f * w[t];  // site: quiet
  tile[0][y + 1][x + 1] = 0;  // site: quiet
  __syncthreads();
  w[t] += 0.5f * tile[0][x][y] + tile[0][x][y + 1];
}
__global__ void Rows(float *w) {
  __shared__ float rows[16][32];
  rows[threadIdx.y][threadIdx.x] = w[threadIdx.y * 32 + threadIdx.x];  // site: data-race error state | twin: quiet
  rows[threadIdx.y + 7][threadIdx.x] = 0.5f * w[threadIdx.x];          // site: data-race error state
  // twin: rows[threadIdx.y + 8][threadIdx.x] = 0.5f * w[threadIdx.x];  // site: quiet
  __syncthreads();
  w[threadIdx.y * 32 + threadIdx.x] += rows[threadIdx.x % 16][threadIdx.y];
}
__global__ void Flat(float *w) {
  extern __shared__ float memory[];
  float *part = memory + 16;
  int t = threadIdx.x;
  part[2 * t] = w[t];             // site: data-race error state | twin: quiet
  part[2 * t + 2] = 0.5f * w[t];  // site: data-race error state
  // twin: part[2 * t + 1] = 0.5f * w[t];  // site: quiet
  __syncthreads();
  w[t] += 1e-3f * part[511 - t];
}
__global__ void Columns(float *w) {
  __shared__ float tile[64][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 4; i++) {
    tile[y * 4 + i][x * 2] = w[x + i];             // site: quiet
    tile[y * 4 + i][x * 2 + 1] = 0.5f * w[x + i];  // site: quiet
  }
  __syncthreads();
  w[y * 16 + x] += 1e-3f * tile[x][y];
}
__global__ void Buffered(float *w, int tiles) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  tile[0][t] = w[t];
  __syncthreads();
  for (int k = 0; k < tiles; k++) {
    int now = k & 1, next = 1 - now;
    tile[now][t] = 0.5f * w[t] + static_cast<float>(next);  // site: data-race error state
    // twin: tile[next][t] = 0.5f * w[t];  // site: quiet
    w[t] += 1e-3f * tile[now][63 - t];
    __syncthreads();
  }
}
__global__ void Toggled(float *w, int tiles) {
  __shared__ float tile[2][64];
  int t = threadIdx.x, now = 0;
  tile[0][t] = w[t];
  __syncthreads();
  for (int k = 0; k < tiles; k++, now ^= 1) {
    tile[now ^ 1][t] = 0.5f * w[t];  // site: data-race error state | twin: quiet
    w[t] += 1e-3f * tile[now][63 - t];
    (void)k;
    // twin: __syncthreads();
  }
}
int main() {
  float *w;
  cudaMallocManaged(&w, 256 * sizeof(float));
  for (int i = 0; i < 256; i++) w[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 4; step++) {
    Micro<<<1, 256>>>(w);
    Rows<<<1, dim3(32, 8)>>>(w);
    Flat<<<1, 256, 4096>>>(w);
    Columns<<<1, dim3(16, 16)>>>(w);
    Buffered<<<1, 64>>>(w, 3);
    Toggled<<<1, 64>>>(w, 3);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; i++) w[i] = 0.5f * w[i];
  }
  std::printf("%.9g\n", w[3]);
  cudaFree(w);
}
