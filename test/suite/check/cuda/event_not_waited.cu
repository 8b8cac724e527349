// The stream of the update records an event that the stream of the next forward pass never waits for. Twin: it does.
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Forward(const float *w, float *y, int n, float x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = w[i] * x;
}
__global__ void Update(float *w, const float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] -= 0.05f * (y[i] - 0.5f);
}
class Trainer {
 public:
  explicit Trainer(int n) : n_(n) {
    cudaMalloc(&w_, n * sizeof(float));
    cudaMalloc(&y_, n * sizeof(float));
    cudaMemset(w_, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    for (cudaStream_t &stream : streams_) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (cudaEvent_t &event : events_) cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  void Step(float x) {
    const int blocks = (n_ + 127) / 128;
    Forward<<<blocks, 128, 0, streams_[0]>>>(w_, y_, n_, x);  // site: data-race error state @1 | twin: quiet
    cudaEventRecord(events_[0], streams_[0]);
    cudaStreamWaitEvent(streams_[1], events_[0], 0);
    Update<<<blocks, 128, 0, streams_[1]>>>(w_, y_, n_);  // site: data-race error state @1 | twin: quiet
    cudaEventRecord(events_[1], streams_[1]);
    // twin: cudaEventRecord(events_[1], streams_[1]); cudaStreamWaitEvent(streams_[0], events_[1], 0);
  }
  float First() const {
    cudaDeviceSynchronize();
    float first;
    cudaMemcpy(&first, w_, sizeof first, cudaMemcpyDeviceToHost);
    return first;
  }

 private:
  int n_;
  float *w_ = nullptr, *y_ = nullptr;
  cudaStream_t streams_[2];
  cudaEvent_t events_[2];
};
int main() {
  Trainer trainer(4096);
  for (int step = 0; step < 50; step++) trainer.Step(static_cast<float>(step % 7) / 7);
  std::printf("%.9g\n", trainer.First());
}
