// Kernels that look like those of overwrites.cu and leave elements as they were, or add to what they find: state. Where
// that hangs on sizes, the program tests them.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// CHECK: Saved at each checkpoint: 8 entries
// CHECK-DAG: odd {{.*}} carried
// CHECK-DAG: lanes {{.*}} carried
// CHECK-DAG: groups {{.*}} carried
// CHECK-DAG: plane {{.*}} carried
// CHECK-DAG: turned {{.*}} carried
// CHECK-DAG: sum {{.*}} carried
// CHECK: Left out
// CHECK: pack {{.*}} dead
// CHECK: under the conditions that follow
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

__global__ void odd_only(float* out, const float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 2 == 1)
    out[i] = w[i];
}

// The last one to three numbers are left, where n is no multiple of four.
__global__ void packs(float* out, const float* w, int packs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < packs)
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(w)[i];
}

// Steps of 64, with 32 lanes.
__global__ void warp_per_row(float* out, const float* w, int rows, int columns) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows)
    return;
  for (int c = lane; c < columns; c += 64)
    out[row * columns + c] = w[row * columns + c];
}

// The last row is left.
__global__ void group_per_row(float* out, const float* w, int rows, int columns) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= rows - 1)
    return;
  for (int c = warp.thread_rank(); c < columns; c += warp.size())
    out[row * columns + c] = w[row * columns + c];
}

// The first column is left.
__global__ void plane_kernel(float* out, const float* w, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= 1 && c < columns && r < rows)
    out[r * columns + c] = w[r * columns + c];
}

// The diagonal is left.
__global__ void turn(float* out, const float* w, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) {
    int r = i / columns, c = i % columns;
    if (r != c)
      out[c * rows + r] = w[i];
  }
}

__global__ void add(float* sum, const float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[i % 16], w[i]);
}

__global__ void update(float* w, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * a[i];
}

int main(int argc, char** argv) {
  int rows = atoi(argv[1]), columns = atoi(argv[2]), n = rows * columns;
  float *w, *odd, *pack, *lanes, *groups, *plane, *turned, *sum;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&odd, n * sizeof(float));
  cudaMalloc(&pack, n * sizeof(float));
  cudaMalloc(&lanes, n * sizeof(float));
  cudaMalloc(&groups, n * sizeof(float));
  cudaMalloc(&plane, n * sizeof(float));
  cudaMalloc(&turned, n * sizeof(float));
  cudaMalloc(&sum, 16 * sizeof(float));
  cudaMemset(w, 1, n * sizeof(float));
  int all = (n + 255) / 256;
  for (int step = 0; step < 10; step++) {
    odd_only<<<all, 256>>>(odd, w, n);
    packs<<<(n / 4 + 127) / 128, 128>>>(pack, w, n / 4);
    warp_per_row<<<(rows * 32 + 255) / 256, 256>>>(lanes, w, rows, columns);
    group_per_row<<<(rows * 32 + 511) / 512, 512>>>(groups, w, rows, columns);
    plane_kernel<<<dim3((columns + 15) / 16, (rows + 7) / 8), dim3(16, 8)>>>(plane, w, rows, columns);
    turn<<<all, 256>>>(turned, w, rows, columns);
    add<<<all, 256>>>(sum, w, n);
    update<<<all, 256>>>(w, odd, n);
    update<<<all, 256>>>(w, pack, n);
    update<<<all, 256>>>(w, lanes, n);
    update<<<all, 256>>>(w, groups, n);
    update<<<all, 256>>>(w, plane, n);
    update<<<all, 256>>>(w, turned, n);
    update<<<1, 16>>>(w, sum, 16);
    float shown;
    cudaMemcpy(&shown, w, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", shown);
  }
}
