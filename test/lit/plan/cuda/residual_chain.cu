// A chain of fused residual and normalization kernels over an arena, which training, validation and sampling run: most
// of what the analysis makes are places in the arena, more than a million here. A run has a quarter of the address
// space (207 MiB) for them, and 145 MiB are enough, so that all calls are followed. With lists that double, and atoms
// listed anew for each expression, it took 245 MiB: eleven functions were summarized, and the plan was not proven.
// REQUIRES: nvcc, !sanitized
// RUN: cd %S && sh -c 'ulimit -v 850000; exec %detrain plan residual_chain.cu' | FileCheck %s
// CHECK: bitwise: proven, with no call that is not known
// CHECK: Saved at each checkpoint: 3 entries
// CHECK: net.weights
// CHECK: Left out
// CHECK: net.gradients {{.*}} dead
#include <cstdio>
#include <cstdlib>

constexpr int kTensors = 11;
constexpr int kPack = 4;
constexpr int kWarp = 32;

struct alignas(16) Pack {
  float at[kPack];
};

__device__ Pack load(const float* from) {
  return *reinterpret_cast<const Pack*>(from);
}

__device__ void store(float* to, Pack value) {
  *reinterpret_cast<Pack*>(to) = value;
}

__device__ float sum_of_warp(float x) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, offset);
  return x;
}

struct Net {
  int layers, channels, batch, length;
  size_t sizes[kTensors], weight_count;
  float *weights, *gradients, *acts;
  float *middle, *middle_normed, *middle_mean, *middle_scale;  // of the first half of a layer
  float *residual, *normed, *mean, *scale, *product, *inner, *loss;
};

// One warp per row, in packs: the row is added to, kept in shared memory, and normalized.
__global__ void residual_norm(float* residual, float* normed, float* mean, float* scale, const float* a, const float* b,
                              const float* weight, const float* bias, int rows, int channels) {
  extern __shared__ char shared[];
  int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  Pack* s_weight = reinterpret_cast<Pack*>(shared);
  Pack* s_bias = s_weight + channels / kPack;
  Pack* s_row = s_bias + channels / kPack + threadIdx.y * (channels / kPack);
  int from = (threadIdx.x + kWarp * threadIdx.y) * kPack;
  for (int i = from; i < channels; i += blockDim.y * kWarp * kPack) {
    s_weight[i / kPack] = load(weight + i);
    s_bias[i / kPack] = load(bias + i);
  }
  __syncthreads();
  if (row >= rows)
    return;
  residual += channels * row;
  normed += channels * row;
  a += channels * row;
  b += channels * row;
  float sum = 0.0f;
  for (int c = lane * kPack; c < channels; c += kWarp * kPack) {
    Pack x = load(a + c), y = load(b + c), out;
    for (int k = 0; k < kPack; ++k) {
      out.at[k] = x.at[k] + y.at[k];
      sum += out.at[k];
    }
    store(residual + c, out);
    s_row[c / kPack] = out;
  }
  float m = sum_of_warp(sum) / channels, v = 0.0f;
  for (int c = lane * kPack; c < channels; c += kWarp * kPack) {
    Pack x = s_row[c / kPack];
    for (int k = 0; k < kPack; ++k)
      v += (x.at[k] - m) * (x.at[k] - m);
  }
  float s = rsqrtf(sum_of_warp(v) / channels + 1e-5f);
  for (int c = lane * kPack; c < channels; c += kWarp * kPack) {
    Pack x = s_row[c / kPack], w = s_weight[c / kPack], z = s_bias[c / kPack], out;
    for (int k = 0; k < kPack; ++k)
      out.at[k] = s * (x.at[k] - m) * w.at[k] + z.at[k];
    store(normed + c, out);
  }
  if (lane == 0) {
    mean[row] = m;
    scale[row] = s;
  }
}

__global__ void multiply(float* out, const float* in, const float* weight, int rows, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * channels)
    return;
  float sum = 0.0f;
  for (int k = 0; k < channels; ++k)
    sum += in[i / channels * channels + k] * weight[k * channels + i % channels];
  out[i] = sum;
}

__global__ void bend(float* x, const float* bias, int rows, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * channels)
    x[i] = fmaxf(x[i] + bias[i % channels], 0.0f);
}

__global__ void losses(float* loss, const float* normed, const float* target, int rows, int channels) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows)
    loss[row] = normed[row * channels] - target[row];
}

__global__ void accumulate(float* gradient, const float* residual, const float* loss, int channels, int rows) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels)
    return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row)
    sum += residual[row * channels + c] * loss[row];
  gradient[c] += sum;
}

__global__ void update(float* weights, const float* gradients, size_t count) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count)
    weights[i] -= 0.01f * gradients[i];
}

void carve(Net* net) {
  size_t rows = (size_t)net->batch * net->length, channels = net->channels, layers = net->layers;
  net->sizes[0] = net->sizes[1] = net->sizes[4] = net->sizes[5] = layers * rows * channels;
  net->sizes[2] = net->sizes[3] = net->sizes[6] = net->sizes[7] = layers * rows;
  net->sizes[8] = rows * channels;
  net->sizes[9] = rows * channels;
  net->sizes[10] = rows;
  size_t all = 0;
  for (int i = 0; i < kTensors; i++)
    all += net->sizes[i];
  cudaMalloc((void**)&net->acts, all * sizeof(float));
  float** tensors[kTensors] = {&net->middle,   &net->middle_normed, &net->middle_mean, &net->middle_scale,
                               &net->residual, &net->normed,        &net->mean,        &net->scale,
                               &net->product,  &net->inner,         &net->loss};
  float* at = net->acts;
  for (int i = 0; i < kTensors; i++) {
    *tensors[i] = at;
    at += net->sizes[i];
  }
}

// Of a layer: the weights of three products, two scales and two biases.
size_t layer_size(const Net* net) {
  size_t channels = net->channels;
  return 3 * channels * channels + 4 * channels;
}

void add_and_norm(Net* net, float* residual, float* normed, float* mean, float* scale, const float* a, const float* b,
                  const float* weight) {
  int rows = net->batch * net->length, channels = net->channels;
  size_t shared = (2 + 4) * (size_t)channels * sizeof(float);
  residual_norm<<<(rows + 3) / 4, dim3(kWarp, 4), shared>>>(residual, normed, mean, scale, a, b, weight,
                                                            weight + channels, rows, channels);
}

void forward(Net* net, const float* inputs, const float* targets) {
  int rows = net->batch * net->length, channels = net->channels;
  int blocks = (rows * channels + 255) / 256;
  size_t square = (size_t)channels * channels, layer_rows = rows;
  const float *last = inputs, *last_normed = inputs;
  for (int l = 0; l < net->layers; l++) {
    float* weight = net->weights + l * layer_size(net);
    float* middle = net->middle + l * layer_rows * channels;
    float* middle_normed = net->middle_normed + l * layer_rows * channels;
    float* residual = net->residual + l * layer_rows * channels;
    float* normed = net->normed + l * layer_rows * channels;
    multiply<<<blocks, 256>>>(net->product, last_normed, weight, rows, channels);
    add_and_norm(net, middle, middle_normed, net->middle_mean + l * layer_rows, net->middle_scale + l * layer_rows,
                 last, net->product, weight + 3 * square);
    multiply<<<blocks, 256>>>(net->inner, middle_normed, weight + square, rows, channels);
    bend<<<blocks, 256>>>(net->inner, weight + 3 * square, rows, channels);
    multiply<<<blocks, 256>>>(net->product, net->inner, weight + 2 * square, rows, channels);
    add_and_norm(net, residual, normed, net->mean + l * layer_rows, net->scale + l * layer_rows, middle, net->product,
                 weight + 3 * square + 2 * channels);
    last = residual;
    last_normed = normed;
  }
  losses<<<(rows + 255) / 256, 256>>>(net->loss, last_normed, targets, rows, channels);
}

void backward(Net* net, int round) {
  int rows = net->batch * net->length, channels = net->channels;
  if (round == 0)
    cudaMemset(net->gradients, 0, net->weight_count * sizeof(float));
  for (int l = net->layers - 1; l >= 0; l--) {
    float* gradients = net->gradients + l * layer_size(net);
    size_t at = l * (size_t)rows * channels;
    accumulate<<<(channels + 255) / 256, 256>>>(gradients, net->residual + at, net->loss, channels, rows);
    accumulate<<<(channels + 255) / 256, 256>>>(gradients + channels, net->middle + at, net->loss, channels, rows);
  }
}

float mean_loss(Net* net, float* host) {
  int rows = net->batch * net->length;
  cudaMemcpy(host, net->loss, rows * sizeof(float), cudaMemcpyDeviceToHost);
  float sum = 0.0f;
  for (int i = 0; i < rows; i++)
    sum += host[i];
  return sum / rows;
}

int main(int argc, char** argv) {
  Net net;
  net.layers = atoi(argv[1]);
  net.channels = kPack * atoi(argv[2]);
  net.batch = atoi(argv[3]);
  net.length = atoi(argv[4]);
  int rounds = atoi(argv[5]);
  size_t rows = (size_t)net.batch * net.length;
  net.weight_count = net.layers * layer_size(&net);
  cudaMalloc((void**)&net.weights, net.weight_count * sizeof(float));
  cudaMalloc((void**)&net.gradients, net.weight_count * sizeof(float));
  cudaMemset(net.weights, 1, net.weight_count * sizeof(float));
  carve(&net);
  float *inputs, *targets, *host = (float*)malloc(rows * sizeof(float));
  cudaMalloc((void**)&inputs, rows * net.channels * sizeof(float));
  cudaMalloc((void**)&targets, rows * sizeof(float));
  cudaMemset(inputs, 1, rows * net.channels * sizeof(float));
  cudaMemset(targets, 1, rows * sizeof(float));
  for (int step = 0; step < 100; step++) {
    if (step % 10 == 0) {
      float validation = 0.0f;
      for (int set = 0; set < 2; set++)
        for (int i = 0; i < rounds; i++) {
          forward(&net, inputs, targets);
          validation += mean_loss(&net, host);
        }
      printf("validation %f\n", validation);
    }
    if (step % 20 == 0)
      for (int sample = 0; sample < net.batch; sample++)
        for (int token = 0; token < net.length; token++) {
          forward(&net, inputs, targets);
          printf("%f ", mean_loss(&net, host));
        }
    if (argc > 6)
      for (int shard = 0; shard < argc - 6; shard++)
        for (int i = 0; i < atoi(argv[6 + shard]); i++) {
          forward(&net, inputs, targets);
          printf("shard %d: %f\n", shard, mean_loss(&net, host));
        }
    float loss = 0.0f;
    for (int round = 0; round < rounds; round++) {
      forward(&net, inputs, targets);
      loss += mean_loss(&net, host);
      backward(&net, round);
    }
    update<<<(net.weight_count + 255) / 256, 256>>>(net.weights, net.gradients, net.weight_count);
    printf("step %d: %f\n", step, loss);
  }
}
