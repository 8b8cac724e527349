// cuDNN: the fastest algorithm just now, one that adds in any order, max pooling. Twins: by table, another, deterministic.
// LIBRARIES: -lcudnn
#include <cstdio>
#include <cuda_runtime.h>
#include <cudnn.h>
struct Layer {
  cudnnTensorDescriptor_t in, out;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t convolution;
  cudnnPoolingDescriptor_t pooling;
};
static Layer Make(cudnnPoolingMode_t mode) {
  Layer layer;
  cudnnCreateTensorDescriptor(&layer.in);
  cudnnCreateTensorDescriptor(&layer.out);
  cudnnCreateFilterDescriptor(&layer.filter);
  cudnnCreateConvolutionDescriptor(&layer.convolution);
  cudnnCreatePoolingDescriptor(&layer.pooling);
  cudnnSetTensor4dDescriptor(layer.in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 8, 8);
  cudnnSetTensor4dDescriptor(layer.out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 6, 6);
  cudnnSetFilter4dDescriptor(layer.filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3);
  cudnnSetConvolution2dDescriptor(layer.convolution, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudnnSetPooling2dDescriptor(layer.pooling, mode, CUDNN_NOT_PROPAGATE_NAN, 3, 3, 0, 0, 1, 1);
  return layer;
}
static void Backward(cudnnHandle_t handle, const Layer &layer, const float *x, const float *dy, float *grad) {
  const float one = 1, zero = 0;
  cudnnConvolutionBwdFilterAlgo_t algorithm = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0;  // site: nondet-library error state @1
  // twin: cudnnConvolutionBwdFilterAlgo_t algorithm = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;  // site: quiet
  cudnnConvolutionBackwardFilter(handle, &one, layer.in, x, layer.out, dy, layer.convolution, algorithm, nullptr, 0, &zero, layer.filter, grad);  // site: nondet-library error state @1 | twin: quiet
}
int main() {
  cudnnHandle_t handle;
  cudnnConvolutionFwdAlgoPerf_t best;
  int found = 0;
  const float one = 1, zero = 0;
  float *x, *y, *dx, *grad, *w;
  cudaMallocManaged(&x, 64 * sizeof(float));
  cudaMallocManaged(&dx, 64 * sizeof(float));
  cudaMallocManaged(&y, 36 * sizeof(float));
  cudaMallocManaged(&grad, 9 * sizeof(float));
  cudaMallocManaged(&w, 9 * sizeof(float));
  for (int i = 0; i < 64; i++) x[i] = static_cast<float>(i * 7 % 13);
  for (int i = 0; i < 9; i++) w[i] = 0;
  cudnnCreate(&handle);
  Layer layer = Make(CUDNN_POOLING_MAX);  // site: nondet-library error state @2
  // twin: Layer layer = Make(CUDNN_POOLING_MAX_DETERMINISTIC);  // site: quiet
  cudnnFindConvolutionForwardAlgorithm(handle, layer.in, layer.filter, layer.convolution, layer.out, 1, &found, &best);  // site: nondet-library error state
  // twin: cudnnGetConvolutionForwardAlgorithm_v7(handle, layer.in, layer.filter, layer.convolution, layer.out, 1, &found, &best);  // site: quiet
  for (int step = 0; step < 4; step++) {
    cudnnConvolutionForward(handle, &one, layer.in, x, layer.filter, w, layer.convolution, best.algo, nullptr, 0, &zero, layer.out, y);
    Backward(handle, layer, x, y, grad);
    cudnnPoolingForward(handle, layer.pooling, &one, layer.in, x, &zero, layer.out, y);
    cudnnPoolingBackward(handle, layer.pooling, &one, layer.out, y, layer.out, y, layer.in, x, &zero, layer.in, dx);  // site: nondet-library error state @2 | twin: quiet
    cudaDeviceSynchronize();
    for (int i = 0; i < 9; i++) w[i] -= 1e-6f * grad[i];
    for (int i = 0; i < 64; i++) x[i] -= 0.1f * dx[i];
  }
  std::printf("%.9g\n", w[3]);
}
