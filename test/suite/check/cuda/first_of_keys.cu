// The first key is copied to the host asynchronously and used at once, as reported in NVIDIA/cudf#2755; here it lies in locked
// pages. Twin: the host waits for the stream.
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cuda_runtime.h>
class Keys {
 public:
  Keys(int n, cudaStream_t stream) : stream_(stream) {
    cudaMalloc(&keys_, n * sizeof(int));
    cudaMallocHost(&first_, sizeof(int));
    cudaMemset(keys_, 0, n * sizeof(int));
  }
  int *device() { return keys_; }
  int First() const {
    cudaMemcpyAsync(first_, keys_, sizeof(int), cudaMemcpyDeviceToHost, stream_);
    // twin: cudaMemcpyAsync(first_, keys_, sizeof(int), cudaMemcpyDeviceToHost, stream_); cudaStreamSynchronize(stream_);
    return *first_;  // site: data-race error state | twin: quiet
  }

 private:
  int *keys_ = nullptr, *first_ = nullptr;
  cudaStream_t stream_;
};
__global__ void Draw(int *keys, int n, int step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = (i * 31 + step * 7) % 97;
}
int main() {
  const int n = 1024;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Keys keys(n, stream);
  float table[97] = {};
  for (int step = 0; step < 30; step++) {
    Draw<<<n / 128, 128, 0, stream>>>(keys.device(), n, step);
    float &row = table[keys.First()];
    row += 0.5f * (static_cast<float>(step) - row);
  }
  std::printf("%.9g\n", table[7]);
}
