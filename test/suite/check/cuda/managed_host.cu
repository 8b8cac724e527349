// Managed memory that the host reads or writes while a kernel may still run. Twins: it waits first.
// KIND: gpu
#include <cuda_runtime.h>
#include <stdio.h>
enum { kCount = 128 };
struct Net {
  float w[kCount];
  float loss;
};
__global__ void Step(Net *net, float rate) {
  int i = threadIdx.x;
  net->w[i] -= rate * (net->w[i] - 0.01f * (float)i);
  if (i == 0) net->loss = net->w[0] * net->w[0];
}
__global__ void Add(float *sum, const float *x) {
  int i = threadIdx.x;
  if (i < kCount) sum[i] += x[i];
}
int main() {
  Net *net;
  float *x, *sum, rate = 0.5f;
  cudaMallocManaged(&net, sizeof *net);
  cudaMallocManaged(&x, kCount * sizeof *x);
  cudaMallocManaged(&sum, kCount * sizeof *sum);
  for (int i = 0; i < kCount; i++) net->w[i] = 1.0f, sum[i] = 0.0f;
  for (int step = 0; step < 40; step++) {
    Step<<<1, kCount>>>(net, rate);
    // twin: Step<<<1, kCount>>>(net, rate); cudaDeviceSynchronize();
    if (net->loss > 0.5f) rate *= 0.9f;  // site: data-race error state | twin: quiet
    for (int i = 0; i < kCount; i++) x[i] = rate * (float)(i + step);  // site: data-race error state | twin: quiet
    Add<<<1, kCount>>>(sum, x);
    // twin: Add<<<1, kCount>>>(sum, x); cudaStreamSynchronize(0);
  }
  cudaDeviceSynchronize();
  printf("%.9g %.9g\n", net->w[3], sum[5]);  // site: quiet
  return 0;
}
