// cuDNN's CTC loss takes its deterministic algorithm; the gradient of its spatial transformers has none.
// REQUIRES: nvcc
// RUN: not %detrain check %s -- nvcc -isystem %S/Inputs/cudnn | FileCheck %s --check-prefix=CHECK
// CHECK: cudnn_loss.cu:[[#@LINE+18]]:{{.*}}: error: 'cudnnCTCLoss' may compute in another order in the next run; {{.*}}; ask for CUDNN_CTC_LOSS_ALGO_DETERMINISTIC
// CHECK: cudnn_loss.cu:[[#@LINE+21]]:{{.*}}: error: 'cudnnSpatialTfSamplerBackward' may compute in another order in the next run; {{.*}}; cuDNN has no deterministic form of it

// RUN: sh -c '%detrain rewrite --diff --cuda=gpu %s -- nvcc -isystem %S/Inputs/cudnn' 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: cudnn_loss.cu:[[#@LINE+18]]:{{.*}}: note: {{.*}}cudnnSpatialTfSamplerBackward adds in any order, and cuDNN has no other form of it
// GPU: changes_numbers: {{.*}}cudnn_loss.cu:[[#@LINE+13]]: CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC becomes CUDNN_CTC_LOSS_ALGO_DETERMINISTIC
// GPU-NOT: changes_numbers
// GPU: #include <detrain/gpu/cudnn.h>
#include <cudnn.h>

__global__ void Update(float* w, const float* dw) {
  w[threadIdx.x] -= 0.1f * dw[threadIdx.x];
}
static void Losses(cudnnHandle_t handle, cudnnTensorDescriptor_t t, cudnnCTCLossDescriptor_t loss,
                   cudnnSpatialTransformerDescriptor_t transformer, float* w, float* dw, float* dx, const int* labels) {
  float one = 1, zero = 0, *costs;
  cudaMalloc(&costs, 4);
  for (int step = 0; step < 3; step++) {
    cudnnCTCLoss(handle, t, w, labels, labels, labels, costs, t, dw, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC, loss, nullptr, 0);
    Update<<<1, 32>>>(w, dw);
    cudnnCTCLoss_v8(handle, CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, loss, t, w, labels, labels, labels, costs, t, dw, 0, nullptr);
    Update<<<1, 32>>>(w, dw);
    cudnnSpatialTfSamplerBackward(handle, transformer, &one, t, w, &zero, t, dx, &one, t, w, w, &zero, dw);
    Update<<<1, 32>>>(w, dw);
  }
}
int main() {
  float *w, *dw, *dx;
  cudaMalloc(&w, 128);
  cudaMalloc(&dw, 128);
  cudaMalloc(&dx, 128);
  cudaMemset(w, 0, 128);
  Losses(nullptr, nullptr, nullptr, nullptr, w, dw, dx, nullptr);
}
