// cuDNN's choice of an algorithm by the clock, and algorithms that add in any order: pinned, and recorded. What they
// compute is the program's state, not a value of its environment.
// RUN: %detrain plan %s -- nvcc -std=c++17 | FileCheck %s --check-prefix=PLAN
// PLAN: bitwise
// PLAN: Saved at each checkpoint
// PLAN-DAG: {{ w .*}}carried
// PLAN-DAG: {{ mean .*}}carried
// PLAN: Left out

// RUN: %detrain rewrite --diff --cuda gpu %s -- nvcc -std=c++17 | FileCheck %s --check-prefix=GPU
// GPU-DAG: changes_numbers: {{.*}}cuda_cudnn_choice.cu:[[#@LINE+56]]: the algorithm is chosen by cuDNN's table
// GPU-DAG: changes_numbers: {{.*}}cuda_cudnn_choice.cu:[[#@LINE+56]]: the algorithm is chosen by cuDNN's table
// GPU-DAG: changes_numbers: {{.*}}cuda_cudnn_choice.cu:[[#@LINE+58]]: an algorithm that adds in any order
// GPU: #include <detrain/gpu/cudnn.h>

// RUN: rm -rf %t && mkdir %t && cd %t && %detrain cc --cuda=host -- nvcc -std=c++17 %s -o train -lcudnn
// RUN: %detrain verify --kill-at all --poison --schedules 2 -- ./train | FileCheck %s --check-prefix=VERIFY
// VERIFY: PASSED
// RUN: env DETRAIN_DIR=ck DETRAIN_KILL_AT=2 sh -c './train; test $? -eq 137'
// RUN: FileCheck %s --check-prefix=RECORD <ck/manifest.json
// RECORD: "call": "cudnnFindConvolutionForwardAlgorithm"
#include <cudnn.h>

#include <cstdio>

#define CHECK(call) \
  if ((call) != CUDNN_STATUS_SUCCESS) return 1

__global__ void Average(float* mean, const float* dw) {
  if (threadIdx.x < 9)
    mean[threadIdx.x] = 0.9f * mean[threadIdx.x] + 0.1f * dw[threadIdx.x];
}
__global__ void Update(float* w, const float* dw) {
  if (threadIdx.x < 9)
    w[threadIdx.x] -= 1e-4f * dw[threadIdx.x];
}

int main() {
  cudnnHandle_t handle;
  cudnnTensorDescriptor_t in, out;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t convolution;
  cudnnConvolutionFwdAlgoPerf_t forward;
  cudnnConvolutionBwdFilterAlgoPerf_t backward;
  int found = 0;
  const float one = 1, zero = 0;
  float host[64], *x, *y, *w, *dw, *mean;
  cudnnCreate(&handle);
  cudnnCreateTensorDescriptor(&in);
  cudnnCreateTensorDescriptor(&out);
  cudnnCreateFilterDescriptor(&filter);
  cudnnCreateConvolutionDescriptor(&convolution);
  cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 8, 8);
  cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 6, 6);
  cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3);
  cudnnSetConvolution2dDescriptor(convolution, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, 36 * sizeof(float));
  cudaMalloc(&w, 9 * sizeof(float));
  cudaMalloc(&dw, 9 * sizeof(float));
  cudaMalloc(&mean, 9 * sizeof(float));
  for (int i = 0; i < 64; i++)
    host[i] = static_cast<float>(i * 7 % 13) / 13;
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(w, host, 9 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(mean, 0, 9 * sizeof(float));
  CHECK(cudnnFindConvolutionForwardAlgorithm(handle, in, filter, convolution, out, 1, &found, &forward));
  CHECK(cudnnFindConvolutionBackwardFilterAlgorithm(handle, in, out, convolution, filter, 1, &found, &backward));
  for (int step = 0; step < 4; step++) {
    CHECK(cudnnConvolutionForward(handle, &one, in, x, filter, w, convolution, forward.algo, nullptr, 0, &zero, out, y));
    CHECK(cudnnConvolutionBackwardFilter(handle, &one, in, x, out, y, convolution, backward.algo, nullptr, 0, &zero, filter, dw));
    Update<<<1, 32>>>(w, dw);
    Average<<<1, 32>>>(mean, dw);
    cudaMemcpy(host, mean, 9 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%d %.9g\n", step, host[4]);
  }
}
