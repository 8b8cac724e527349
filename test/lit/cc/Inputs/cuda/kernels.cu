#include "kernels.cuh"
#include <cmath>
__global__ void forward(float* out, const float* in, const float* w, const float* b, int rows, int n_in, int n_out, bool relu) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * n_out) {
    int r = i / n_out, o = i % n_out;
    float sum = b[o];
    for (int k = 0; k < n_in; k++)
      sum += in[r * n_in + k] * w[o * n_in + k];
    out[i] = relu && sum < 0 ? 0.0f : sum;
  }
}

__global__ void loss_gradient(float* d, float* loss, const float* out, const float* target, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float e = out[i] - target[i];
    d[i] = 2.0f * e / n;
    loss[i] = e * e / n;
  }
}

__global__ void backward_input(float* d_in, const float* d_out, const float* w, const float* in, int rows, int n_in, int n_out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * n_in) {
    int r = i / n_in, k = i % n_in;
    float sum = 0;
    for (int o = 0; o < n_out; o++)
      sum += d_out[r * n_out + o] * w[o * n_in + k];
    d_in[i] = in[i] > 0 ? sum : 0.0f;
  }
}

__global__ void backward_weight(float* d_w, const float* d_out, const float* in, int rows, int n_in, int n_out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n_in * n_out) {
    int o = i / n_in, k = i % n_in;
    float sum = 0;
    for (int r = 0; r < rows; r++)
      sum += d_out[r * n_out + o] * in[r * n_in + k];
    d_w[i] = sum;
  }
}

__global__ void backward_bias(float* d_b, const float* d_out, int rows, int n_out) {
  extern __shared__ float part[];
  int o = blockIdx.x;
  float sum = 0;
  for (int r = threadIdx.x; r < rows; r += blockDim.x)
    sum += d_out[r * n_out + o];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    d_b[o] = part[0];
}


void run_forward(float* out, const float* in, const float* w, const float* b, int rows, int n_in, int n_out, bool relu) {
  forward<<<CEIL_DIV(rows * n_out, 64), 64>>>(out, in, w, b, rows, n_in, n_out, relu);
}
void run_loss(float* d, float* loss, const float* out, const float* target, int n) {
  launch<float*, float*, const float*, const float*, int>(loss_gradient, n, d, loss, out, target, n);
}
void run_backward(float* d_in, float* d_w, float* d_b, const float* d_out, const float* w, const float* in, int rows, int n_in, int n_out) {
  if (d_in != NULL)
    backward_input<<<CEIL_DIV(rows * n_in, 64), 64>>>(d_in, d_out, w, in, rows, n_in, n_out);
  backward_weight<<< CEIL_DIV(n_in * n_out, 64),
                     dim3{64} >> >
     (d_w, d_out, in, rows, n_in, n_out);
  backward_bias<<<n_out, 8, 8 * sizeof(float)>>>(d_b, d_out, rows, n_out);
}
