// A blocking copy is on the default stream, which does not wait for a stream that does not block, as reported in
// alpaka-group/alpaka#850. Twin: the copy is on the same stream.
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
__global__ void Update(float *w, const float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] += 0.1f * (x[i] - w[i]);
}
struct Queue {
  Queue() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
  ~Queue() { cudaStreamDestroy(stream); }
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  cudaStream_t stream;
};
static void Copy(Queue &queue, float *to, const std::vector<float> &from) {
  (void)queue;
  cudaMemcpy(to, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice);  // site: data-race error state @1
  // twin: cudaMemcpyAsync(to, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice, queue.stream);  // site: quiet
}
int main() {
  const int n = 4096;
  Queue queue;
  float *w, *x;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  std::vector<float> batch(n);
  for (int step = 0; step < 20; step++) {
    for (int i = 0; i < n; i++) batch[i] = static_cast<float>((i + step * 5) % 23) / 23;
    Copy(queue, x, batch);
    Update<<<n / 256, 256, 0, queue.stream>>>(w, x, n);  // site: data-race error state @1 | twin: quiet
  }
  cudaStreamSynchronize(queue.stream);
  float first;
  cudaMemcpy(&first, w, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%.9g\n", first);
}
