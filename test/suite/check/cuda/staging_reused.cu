// Two arrays go to the GPU through one buffer of locked pages, which is filled again before the first copy has read it, as
// reported of buffers that end too early in NVIDIA/cudf#23517. Twin: the host waits for the stream in between.
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>
class Upload {
 public:
  explicit Upload(size_t bytes, cudaStream_t stream) : stream_(stream) { cudaHostAlloc(&staging_, bytes, cudaHostAllocDefault); }
  ~Upload() { cudaFreeHost(staging_); }
  Upload(const Upload &) = delete;
  Upload &operator=(const Upload &) = delete;
  void Send(float *to, const std::vector<float> &values) {
    if (values.empty()) return;
    // twin: cudaStreamSynchronize(stream_);
    std::memcpy(staging_, values.data(), values.size() * sizeof(float));  // site: data-race error state | twin: quiet
    cudaMemcpyAsync(to, staging_, values.size() * sizeof(float), cudaMemcpyHostToDevice, stream_);
  }

 private:
  void *staging_ = nullptr;
  cudaStream_t stream_;
};
__global__ void Fit(float *w, const float *x, const float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] += 0.1f * (y[i] - w[i] * x[i]) * x[i];
}
int main() {
  const int n = 1024;
  float *w, *x, *y;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Upload upload(n * sizeof(float), stream);
  std::vector<float> rows(n), targets(n);
  for (int step = 0; step < 20; step++) {
    for (int i = 0; i < n; i++) rows[i] = static_cast<float>((i + step) % 13) / 13, targets[i] = static_cast<float>(i % 5) / 5;
    upload.Send(x, rows);
    upload.Send(y, targets);
    Fit<<<n / 128, 128, 0, stream>>>(w, x, y, n);
  }
  cudaStreamSynchronize(stream);
  float first;
  cudaMemcpy(&first, w, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%.9g\n", first);
}
