// Gradients of all tensors in one block that is cut up by offsets, summed over several rounds of a step: the first round
// sets them to zero. Its size is the sum of a table of sizes, which is filled in one of two ways, and only where there is
// no round does anything else remain.
// Twin in arena_not.cu.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan arena.cu | FileCheck %s
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: Left out
// CHECK: net.tensors[] {{.*}} dead
// CHECK: where{{[[:space:]]+}}1{{[[:space:]]+}}<={{[[:space:]]+}}rounds
#include <cstdio>
#include <cstdlib>

constexpr int kTensors = 4;
struct Net {
  size_t width, count[kTensors], bytes[kTensors], all;
  float *weights, *gradients, *tensors[kTensors];
};

void* cut(Net* net) {
  size_t bytes = 0;
  for (int i = 0; i < kTensors; i++)
    bytes += net->count[i] * net->bytes[i];
  void* block;
  cudaMalloc(&block, bytes);
  char* at = (char*)block;
  for (int i = 0; i < kTensors; i++) {
    net->tensors[i] = (float*)at;
    at += net->count[i] * net->bytes[i];
  }
  return block;
}

void measure(Net* net) {
  net->count[0] = net->width * net->width;
  net->count[1] = net->width;
  net->count[2] = 3 * net->width * net->width;
  net->count[3] = 3 * net->width;
  for (int i = 0; i < kTensors; i++)
    net->bytes[i] = sizeof(float);
  net->all = 0;
  for (int i = 0; i < kTensors; i++)
    net->all += net->count[i];
}

__global__ void accumulate(float* sum, const float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] += w[i];
}

__global__ void update(float* w, const float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * sum[i];
}

void backward(Net* net, int round) {
  if (round == 0)
    cudaMemset(net->gradients, 0, net->all * sizeof(float));
  for (int i = 0; i < kTensors; i++)
    accumulate<<<(net->count[i] + 255) / 256, 256>>>(net->tensors[i], net->weights, net->count[i]);
}

int main(int argc, char** argv) {
  Net net;
  int rounds = atoi(argv[1]);
  if (argc > 3) {
    FILE* file = fopen(argv[3], "rb");
    if (fread(&net.width, sizeof net.width, 1, file) != 1)
      return 1;
    measure(&net);
  } else {
    net.width = atoi(argv[2]);
    measure(&net);
  }
  net.weights = (float*)cut(&net);
  net.gradients = (float*)cut(&net);
  cudaMemset(net.weights, 1, net.all * sizeof(float));
  for (int step = 0; step < 10; step++) {
    for (int round = 0; round < rounds; round++)
      backward(&net, round);
    update<<<(net.all + 255) / 256, 256>>>(net.weights, net.gradients, net.all);
    float shown;
    cudaMemcpy(&shown, net.weights, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", shown);
  }
}
