// Layers that own memory of the device, products of cuBLAS, and a generator of cuRAND's host interface that draws in each
// step: on the CPU, killed everywhere, under hostile schedules.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s trainer.cu
// RUN: %detrain cc --cuda=host -- nvcc -O1 trainer.cu -lcublas -lcurand -o trainer
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./trainer | FileCheck %s
// CHECK: PASSED
#include <cublas_v2.h>
#include <curand.h>
#include <cstdio>
#include <memory>
#include <vector>

class Tensor {
 public:
  explicit Tensor(int n) : n_(n) {
    cudaMalloc(&data_, n * sizeof(float));
    cudaMemset(data_, 0, n * sizeof(float));
  }
  ~Tensor() { cudaFree(data_); }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  float* data() { return data_; }
  int size() const { return n_; }

 private:
  float* data_ = nullptr;
  int n_;
};

__global__ void drop(float* out, const float* draws, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && draws[i] < 0.25f)
    out[i] = 0;
}

__global__ void move(float* w, const float* g, float* m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    m[i] = 0.9f * m[i] + g[i];
    w[i] -= 0.05f * m[i];
  }
}

class Layer {
 public:
  Layer(int in, int out, curandGenerator_t draws) : in_(in), out_(out), w_(in * out), g_(in * out), m_(in * out) {
    curandGenerateNormal(draws, w_.data(), w_.size(), 0, 0.3f);
  }
  void Forward(cublasHandle_t blas, const float* x, float* y, int rows) {
    const float one = 1, zero = 0;
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, out_, rows, in_, &one, w_.data(), out_, x, in_, &zero, y, out_);
  }
  void Update(cublasHandle_t blas, const float* x, const float* dy, int rows) {
    const float one = 1, zero = 0;
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, out_, in_, rows, &one, dy, out_, x, in_, &zero, g_.data(), out_);
    move<<<(w_.size() + 31) / 32, 32>>>(w_.data(), g_.data(), m_.data(), w_.size());
  }

 private:
  int in_, out_;
  Tensor w_, g_, m_;
};

int main() {
  constexpr int kRows = 8, kIn = 4;
  cublasHandle_t blas;
  cublasCreate(&blas);
  curandGenerator_t draws;
  curandCreateGenerator(&draws, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(draws, 7);
  std::vector<std::unique_ptr<Layer>> net;
  net.push_back(std::make_unique<Layer>(kIn, 2, draws));
  Tensor x(kRows * kIn), y(kRows * 2), mask(kRows * 2);
  for (int step = 0; step < 5; step++) {
    curandGenerateUniform(draws, x.data(), x.size());
    for (auto& layer : net)
      layer->Forward(blas, x.data(), y.data(), kRows);
    curandGenerateUniform(draws, mask.data(), mask.size());
    drop<<<1, 32>>>(y.data(), mask.data(), y.size());
    for (auto& layer : net)
      layer->Update(blas, x.data(), y.data(), kRows);
    float first = 0;
    cudaMemcpy(&first, y.data(), sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%d %f\n", step, first);
  }
  curandDestroyGenerator(draws);
  cublasDestroy(blas);
}
