// A plan of tier 0 of a program that trains by kernels. On the CPU memory of the device, managed and pinned memory lie
// in the heap of a fixed place, and handles of streams, events and libraries are blocks of the program. What a step
// makes and keeps is here, a struct on the heap that holds such pointers, and variables of the device.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: %detrain plan --tier=0 --cuda=host train.cu | FileCheck %s --check-prefix=PLAN
// PLAN: train.cu:[[#@LINE + 120]] in main
// PLAN: modelled
// PLAN-NEXT: tier 0: all state is saved
// PLAN-DAG: rate {{.*}} carried
// PLAN-DAG: decay {{.*}} carried
// PLAN-DAG: heap::image[] {{.*}} image
// PLAN-NOT: tile
// PLAN: clock
// RUN: %detrain cc --tier=0 --cuda=host -- nvcc -O1 train.cu -o train -lcublas -lcurand
// RUN: %detrain verify --kill-at all --poison --schedules 3 -- ./train | FileCheck %s
// CHECK: 9 boundaries
// CHECK: PASSED
//
// On a GPU such memory has another address in each process.
// RUN: %detrain plan --tier=0 train.cu | FileCheck %s --check-prefix=GPU
// GPU: not replayable
// GPU: cudaMalloc gives memory that lies elsewhere in another process
#include <cublas_v2.h>
#include <curand.h>

#include <cstdio>
#include <vector>

constexpr int kSize = 64;

__device__ float rate = 0.1f;
__constant__ float decay;

struct Layer {
  float *w, *grad;  // on the device
  float* loss;      // managed
  Layer* next;
};

struct Model {
  Layer* first = nullptr;
  cublasHandle_t blas = nullptr;
  curandGenerator_t noise = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t began, done = nullptr;
  float spent = 0;               // milliseconds: an input, on record
  std::vector<float*> kept;  // that steps allocate
};

__global__ void Begin(float* w, float by) {
  w[threadIdx.x] = by * static_cast<float>(threadIdx.x % 7);
}

__global__ void Backward(float* grad, const float* w, const float* noise) {
  __shared__ float tile[kSize];
  tile[threadIdx.x] = w[threadIdx.x] * noise[threadIdx.x];
  __syncthreads();
  grad[threadIdx.x] = tile[kSize - 1 - threadIdx.x] - 0.5f;
}

__global__ void Update(float* w, const float* grad) {
  w[threadIdx.x] = decay * w[threadIdx.x] - rate * grad[threadIdx.x];
}

__global__ void Slower() {
  rate *= 0.95f;
}

static Layer* Add(Layer* next, float by) {
  Layer* layer = new Layer;
  cudaMalloc(&layer->w, kSize * sizeof(float));
  cudaMalloc(&layer->grad, kSize * sizeof(float));
  cudaMallocManaged(&layer->loss, sizeof(float));
  Begin<<<1, kSize>>>(layer->w, by);
  layer->next = next;
  return layer;
}

static void Step(Model& model, float* noise, int step) {
  if (model.blas == nullptr) {
    cublasCreate(&model.blas);
    cudaStreamCreate(&model.stream);
    cudaEventCreate(&model.began);
    cudaEventCreate(&model.done);
    cublasSetStream(model.blas, model.stream);
  }
  cudaEventRecord(model.began, model.stream);
  curandGenerateUniform(model.noise, noise, kSize);
  cudaDeviceSynchronize();
  for (Layer* layer = model.first; layer != nullptr; layer = layer->next) {
    Backward<<<1, kSize, 0, model.stream>>>(layer->grad, layer->w, noise);
    cublasSdot(model.blas, kSize, layer->w, 1, layer->grad, 1, layer->loss);
  }
  for (Layer* layer = model.first; layer != nullptr; layer = layer->next)
    Update<<<1, kSize, 0, model.stream>>>(layer->w, layer->grad);
  Slower<<<1, 1, 0, model.stream>>>();
  cudaEventRecord(model.done, model.stream);
  cudaEventSynchronize(model.done);
  float took = 0;
  cudaEventElapsedTime(&took, model.began, model.done);
  model.spent += took;
  if (step % 3 == 1) {
    float* copy;
    cudaMalloc(&copy, kSize * sizeof(float));
    cudaMemcpy(copy, model.first->w, kSize * sizeof(float), cudaMemcpyDeviceToDevice);
    model.kept.push_back(copy);
  }
  if (step == 5) {
    cudaFree(model.kept.front());
    model.kept.erase(model.kept.begin());
    model.first = Add(model.first, 0.25f);
  }
}

int main() {
  Model* model = new Model;
  float *noise, *seen;
  const float by = 0.9f;
  cudaMemcpyToSymbol(decay, &by, sizeof by);
  cudaMalloc(&noise, kSize * sizeof(float));
  cudaMallocHost(&seen, kSize * sizeof(float));
  curandCreateGenerator(&model->noise, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(model->noise, 7);
  for (int i = 0; i < 3; ++i)
    model->first = Add(model->first, 0.5f);
  for (int step = 0; step < 8; ++step) {
    Step(*model, noise, step);
    seen[step] += *model->first->loss + *model->first->next->loss;
    std::printf("%d %a\n", step, seen[step] - seen[step / 2]);
  }
  float w[kSize];
  cudaMemcpy(w, model->kept.front(), sizeof w, cudaMemcpyDeviceToHost);
  std::printf("%a %zu\n", w[5], model->kept.size());
}
