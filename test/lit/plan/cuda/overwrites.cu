// The forms in which kernels overwrite a buffer, each in a buffer of its own that is read as a whole afterwards: none is
// state. Twins in overwrites_not.cu.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// CHECK: Saved at each checkpoint: 2 entries
// CHECK-DAG: step {{.*}} counter
// CHECK-DAG: w {{.*}} carried
// CHECK: Left out
// CHECK-DAG: stride {{.*}} dead
// CHECK-DAG: pack {{.*}} dead
// CHECK-DAG: lanes {{.*}} dead
// CHECK-DAG: groups {{.*}} dead
// CHECK-DAG: plane {{.*}} dead
// CHECK-DAG: first {{.*}} dead
// CHECK-DAG: tiles {{.*}} dead
// CHECK-DAG: turned {{.*}} dead
// CHECK-DAG: sum {{.*}} dead
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

__global__ void grid_stride(float* out, const float* w, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = w[i];
}

// Four numbers at once; n is a multiple of four.
__global__ void packs(float* out, const float* w, int packs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < packs)
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(w)[i];
}

// A warp for each row, lane by lane.
__global__ void warp_per_row(float* out, const float* w, int rows, int columns) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.x * (blockDim.x / 32) + warp;
  if (row >= rows)
    return;
  for (int c = lane; c < columns; c += 32)
    out[row * columns + c] = w[row * columns + c];
}

// The same by cooperative groups, and a number for each row.
__global__ void group_per_row(float* out, float* sum, const float* w, int rows, int columns) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= rows)
    return;
  for (int c = warp.thread_rank(); c < columns; c += warp.size())
    out[row * columns + c] = w[row * columns + c];
  if (warp.thread_rank() == 0)
    sum[row] = w[row * columns];
}

// A block for each row.
template <int size>
__global__ void block_per_row(float* out, const float* w, int columns) {
  for (int c = threadIdx.x; c < columns; c += size)
    out[blockIdx.x * columns + c] = w[blockIdx.x * columns + c];
}

// Two dimensions, both with a remainder.
__global__ void plane_kernel(float* out, const float* w, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < columns && r < rows)
    out[r * columns + c] = w[r * columns + c];
}

// Each thread takes its number apart.
__global__ void turn(float* out, const float* w, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) {
    int r = i / columns, c = i % columns;
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
  int rows = atoi(argv[1]), columns = 4 * atoi(argv[2]), n = rows * columns;
  float *w, *stride, *pack, *lanes, *groups, *first, *tiles, *plane, *turned, *sum;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&stride, n * sizeof(float));
  cudaMalloc(&pack, n * sizeof(float));
  cudaMalloc(&lanes, n * sizeof(float));
  cudaMalloc(&groups, n * sizeof(float));
  cudaMalloc(&first, rows * sizeof(float));
  cudaMalloc(&tiles, n * sizeof(float));
  cudaMalloc(&plane, n * sizeof(float));
  cudaMalloc(&turned, n * sizeof(float));
  cudaMalloc(&sum, 16 * sizeof(float));
  cudaMemset(w, 1, n * sizeof(float));
  int all = (n + 255) / 256;
  for (int step = 0; step < 10; step++) {
    grid_stride<<<32, 256>>>(stride, w, n);
    packs<<<(n / 4 + 127) / 128, 128>>>(pack, w, n / 4);
    warp_per_row<<<(rows * 32 + 255) / 256, 256>>>(lanes, w, rows, columns);
    group_per_row<<<(rows * 32 + 511) / 512, 512>>>(groups, first, w, rows, columns);
    block_per_row<128><<<rows, 128>>>(tiles, w, columns);
    plane_kernel<<<dim3((columns + 15) / 16, (rows + 7) / 8), dim3(16, 8)>>>(plane, w, rows, columns);
    turn<<<all, 256>>>(turned, w, rows, columns);
    cudaMemset(sum, 0, 16 * sizeof(float));
    add<<<all, 256>>>(sum, w, n);
    update<<<all, 256>>>(w, stride, n);
    update<<<all, 256>>>(w, pack, n);
    update<<<all, 256>>>(w, lanes, n);
    update<<<all, 256>>>(w, groups, n);
    update<<<(rows + 255) / 256, 256>>>(w, first, rows);
    update<<<all, 256>>>(w, tiles, n);
    update<<<all, 256>>>(w, plane, n);
    update<<<all, 256>>>(w, turned, n);
    update<<<1, 16>>>(w, sum, 16);
    float shown;
    cudaMemcpy(&shown, w, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", shown);
  }
}
