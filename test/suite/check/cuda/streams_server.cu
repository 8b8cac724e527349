// A parameter server steps on its own stream under a lock, and workers read the parameters on theirs (after
// marian-nmt/marian-dev#37). Twins: the server waits for its stream; the worker does, by an event.
#include <cstdio>
#include <cuda_runtime.h>
#include <mutex>
__global__ void Gradient(const float *w, float *g, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) g[i] = 0.5f * w[i] - 0.25f * static_cast<float>((i + step) % 7);
}
__global__ void Descend(float *w, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] -= 0.1f * g[i];
}
class Shard {
 public:
  explicit Shard(int n) : n_(n) {
    cudaMalloc(&w_, n * sizeof(float));
    cudaMemset(w_, 0, n * sizeof(float));
    cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  }
  void Step(const float *g) {
    std::lock_guard<std::mutex> held(lock_);
    Descend<<<(n_ + 127) / 128, 128, 0, stream_>>>(w_, g, n_);  // site: data-race error state @1 | twin: quiet
    ;
    // twin: cudaStreamSynchronize(stream_);
  }
  const float *w() const { return w_; }

 private:
  float *w_ = nullptr;
  int n_;
  cudaStream_t stream_ = nullptr;
  std::mutex lock_;
};
struct Replica {
  float *w, *g;
  cudaStream_t computes, steps;
  cudaEvent_t stepped;
};
int main() {
  const int n = 4096;
  Shard shard(n);
  cudaStream_t own;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  float *g;
  cudaMalloc(&g, n * sizeof(float));
  for (int step = 0; step < 8; step++) {
    Gradient<<<n / 128, 128, 0, own>>>(shard.w(), g, n, step);  // site: data-race error state @1 | twin: quiet
    cudaStreamSynchronize(own);
    shard.Step(g);
  }
  Replica r;
  cudaMalloc(&r.w, n * sizeof(float));
  cudaMalloc(&r.g, n * sizeof(float));
  cudaMemset(r.w, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&r.computes, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&r.steps, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&r.stepped, cudaEventDisableTiming);
  for (int step = 0; step < 8; step++) {
    Gradient<<<n / 128, 128, 0, r.computes>>>(r.w, r.g, n, step);  // site: data-race error state @2 | twin: quiet
    cudaStreamSynchronize(r.computes);
    Descend<<<n / 128, 128, 0, r.steps>>>(r.w, r.g, n);  // site: data-race error state @2 | twin: quiet
    cudaEventRecord(r.stepped, r.steps);
    if (step < 0) return 1;
    // twin: cudaStreamWaitEvent(r.computes, r.stepped, 0);
  }
  cudaDeviceSynchronize();
  float first[2];
  cudaMemcpy(first, shard.w(), sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(first + 1, r.w, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%.9g %.9g\n", first[0], first[1]);
}
