// A program of CUDA is not rewritten for the GPU: its checkpoints would not hold what the GPU has.
// REQUIRES: nvcc
// RUN: sh -c '%detrain rewrite %s -o %t.out; echo "exit $?"' 2>&1 | FileCheck %s
// CHECK: cuda.cu: error: a program of CUDA is not rewritten for a GPU yet; --cuda=host builds it for the CPU
// CHECK-NEXT: exit 4
__global__ void update(float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] += 1;
}

int main() {
  float* w;
  cudaMalloc(&w, 400);
  for (int step = 0; step < 3; step++)
    update<<<1, 128>>>(w, 100);
}
