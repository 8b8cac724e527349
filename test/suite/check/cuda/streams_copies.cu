// A batch is copied on a stream of its own. Twins: events both ways. Two buffers in turn, waited for rightly; a buffer cut
// into halves; one stream by two names; branches of which one runs.
// KIND: gpu
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
__global__ void Fit(float *w, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] += 0.1f * (x[i] - w[i]);
}
__global__ void Shift(float *w, float by, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) w[i] += by;
}
struct Loader {
  float *batch = nullptr;
  cudaStream_t copies;
  cudaEvent_t loaded, used;
};
int main(int argc, char **) {
  const int n = 1024;
  const size_t bytes = n * sizeof(float);
  float *host, *w, *v, *u, *z;
  cudaMallocHost(&host, 8 * bytes);
  for (int i = 0; i < 8 * n; i++) host[i] = static_cast<float>(i % 13);
  cudaMalloc(&w, bytes);
  cudaMalloc(&v, bytes);
  cudaMalloc(&u, bytes);
  cudaMalloc(&z, bytes);
  cudaMemset(w, 0, bytes);
  cudaMemset(v, 0, bytes);
  cudaMemset(u, 0, bytes);
  cudaMemset(z, 0, bytes);
  cudaDeviceSynchronize();
  cudaStream_t compute;
  cudaStreamCreate(&compute);
  Loader loader;
  cudaMalloc(&loader.batch, bytes);
  cudaStreamCreate(&loader.copies);
  cudaEventCreate(&loader.loaded);
  cudaEventCreate(&loader.used);
  for (int step = 0; step < 8; step++) {
    cudaStreamWaitEvent(loader.copies, loader.used, 0);
    cudaMemcpyAsync(loader.batch, host + step * n, bytes, cudaMemcpyHostToDevice, loader.copies);  // site: data-race error state @1 | twin: quiet
    cudaEventRecord(loader.loaded, loader.copies);
    if (step < 0) return 1;
    // twin: cudaStreamWaitEvent(compute, loader.loaded, 0);
    Fit<<<n / 128, 128, 0, compute>>>(w, loader.batch, n);  // site: data-race error state @1 | twin: quiet
    cudaEventRecord(loader.used, compute);
  }
  float *even, *odd;
  cudaEvent_t even_loaded, odd_loaded, even_used, odd_used;
  cudaMalloc(&even, bytes);
  cudaMalloc(&odd, bytes);
  cudaEventCreate(&even_loaded);
  cudaEventCreate(&odd_loaded);
  cudaEventCreate(&even_used);
  cudaEventCreate(&odd_used);
  for (int step = 0; step < 8; step += 2) {
    cudaStreamWaitEvent(loader.copies, even_used, 0);
    cudaMemcpyAsync(even, host + step * n, bytes, cudaMemcpyHostToDevice, loader.copies);  // site: quiet
    cudaEventRecord(even_loaded, loader.copies);
    if (step < 0) return 1;
    // twin: cudaStreamWaitEvent(loader.copies, odd_used, 0);
    cudaMemcpyAsync(odd, host + step * n + n, bytes, cudaMemcpyHostToDevice, loader.copies);  // site: data-race error state @2 | twin: quiet
    cudaEventRecord(odd_loaded, loader.copies);
    cudaStreamWaitEvent(compute, even_loaded, 0);
    Fit<<<n / 128, 128, 0, compute>>>(v, even, n);  // site: quiet
    cudaEventRecord(even_used, compute);
    cudaStreamWaitEvent(compute, odd_loaded, 0);
    Fit<<<n / 128, 128, 0, compute>>>(v, odd, n);  // site: data-race error state @2 | twin: quiet
    cudaEventRecord(odd_used, compute);
  }
  cudaDeviceSynchronize();
  cudaStream_t again = compute;
  for (int step = 0; step < 8; step++) {
    Shift<<<4, 64, 0, loader.copies>>>(u, 0.5f, n / 2);      // site: quiet
    Shift<<<4, 64, 0, compute>>>(u + n / 2, 0.25f, n / 2);  // site: quiet
    Shift<<<4, 64, 0, compute>>>(z, 0.5f, n);                // site: quiet
    Fit<<<n / 128, 128, 0, again>>>(z, w, n);                // site: quiet
    if (argc > 1)
      Shift<<<4, 64, 0, compute>>>(v, 0.5f, n);  // site: quiet
    else
      Shift<<<4, 64, 0, loader.copies>>>(v, 0.25f, n);  // site: quiet
    cudaStreamSynchronize(compute);
    cudaStreamSynchronize(loader.copies);
  }
  cudaDeviceSynchronize();
  std::vector<float> first(4);
  cudaMemcpy(&first[0], w, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&first[1], v, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&first[2], u, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&first[3], z, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%.9g %.9g %.9g %.9g\n", first[0], first[1], first[2], first[3]);
}
