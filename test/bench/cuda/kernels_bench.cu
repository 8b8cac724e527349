// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What determinism costs on a GPU: every kernel of kernels/ in turn with the plain CUDA kernel that it replaces, in
// microseconds. Prints a table for docs/performance.md. Both are compiled with the flags that kernels/ wants.
//
//     bench_gpu [NAME]    only the kernels in whose names NAME occurs
//
// Exit code 1 where the two disagree by more than rounding or a CUDA call fails, 2 where there is no GPU.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/binned_sum.h"
#include "kernels/cuda_run.cuh"
#include "kernels/norm_backward.h"
#include "kernels/random.h"
#include "kernels/scan.h"
#include "kernels/scatter.h"
#include "kernels/softmax.h"
#include "kernels/top_k.h"

namespace detrain::kernels::bench {
namespace {

constexpr int kRepetitions = 21;  // odd, for the median
constexpr unsigned kThreads = 256;

std::string contest = "start";

[[noreturn]] void Fail(const std::string& what) {
  std::printf("bench_gpu: %s: %s\n", contest.c_str(), what.c_str());
  std::exit(1);
}

void Checked(cudaError_t error) {
  if (error != cudaSuccess)
    Fail(cudaGetErrorString(error));
}

template <class T>
class Device {
 public:
  explicit Device(Size n) : n_(n) { Checked(cudaMalloc(&data_, std::max<Size>(n, 1) * sizeof(T))); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { cudaFree(data_); }

  T* get() const { return data_; }
  Size size() const { return n_; }
  std::size_t bytes() const { return n_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  Size n_;
};

// Blocks of 256 that fill the GPU, for loops whose step is the grid.
unsigned Fill() {
  static const unsigned blocks = [] {
    int processors = 0;
    Checked(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return static_cast<unsigned>(processors) * 8;
  }();
  return blocks;
}

__device__ Size Thread() {
  return Size{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ Size Threads() {
  return Size{gridDim.x} * blockDim.x;
}

// ---- Inputs: at random and new in every run; by a generator of their own, as those of kernels/ are in question.

__device__ std::uint64_t Hash(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

__global__ void RandomFloats(std::uint64_t seed, float low, float high, float* x, Size n) {
  for (Size i = Thread(); i < n; i += Threads())
    x[i] = low + (high - low) * (static_cast<float>(Hash(seed + i) >> 40) * 0x1p-24F);
}

__global__ void RandomIntegers(std::uint64_t seed, std::uint64_t below, std::int32_t* x, Size n) {
  for (Size i = Thread(); i < n; i += Threads())
    x[i] = static_cast<std::int32_t>((Hash(seed + i) >> 32) * below >> 32);
}

std::uint64_t NextSeed() {
  static std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

class Floats : public Device<float> {
 public:
  Floats(Size n, float low, float high) : Device(n) {
    RandomFloats<<<Fill(), kThreads>>>(NextSeed(), low, high, get(), n);
    Checked(cudaGetLastError());
  }
};

class Integers : public Device<std::int32_t> {
 public:
  Integers(Size n, std::uint64_t below) : Device(n) {
    RandomIntegers<<<Fill(), kThreads>>>(NextSeed(), below, get(), n);
    Checked(cudaGetLastError());
  }
};

// ---- Outputs: one of each contestant, poisoned or filled with what is added to before every run, then compared.

__device__ float Apart(float a, float b) {
  const float apart = fabsf(a - b);
  return apart == apart ? apart : INFINITY;
}
__device__ float Apart(double a, double b) {
  return Apart(static_cast<float>(a), static_cast<float>(b));
}
template <class Integer>
__device__ float Apart(Integer a, Integer b) {
  return a == b ? 0 : INFINITY;
}

// The bits of floats that are not negative are in the order of the floats.
template <class T>
__global__ void Compare(const T* a, const T* b, Size n, unsigned* apart, unsigned* largest) {
  float most = 0, size = 0;
  for (Size i = Thread(); i < n; i += Threads()) {
    most = fmaxf(most, Apart(a[i], b[i]));
    size = fmaxf(size, fabsf(static_cast<float>(b[i])));
  }
  atomicMax(apart, __float_as_uint(most));
  atomicMax(largest, __float_as_uint(size));
}

class Output {
 public:
  virtual ~Output() = default;
  virtual void Reset() = 0;
  virtual void Agree() const = 0;
};

// `tolerance`: of the largest element.
template <class T>
class Both : public Output {
 public:
  Both(Size n, float tolerance, const Device<T>* before = nullptr)
      : usual_(n), ours_(n), before_(before), tolerance_(tolerance) {}

  T* usual() const { return usual_.get(); }
  T* ours() const { return ours_.get(); }

  void Reset() override {
    for (const Device<T>* side : {&usual_, &ours_})
      if (before_ != nullptr)
        Checked(cudaMemcpyAsync(side->get(), before_->get(), side->bytes(), cudaMemcpyDeviceToDevice));
      else
        Checked(cudaMemsetAsync(side->get(), side == &usual_ ? 0xff : 0xfe, side->bytes()));
  }

  void Agree() const override {
    Device<float> found(2);
    Checked(cudaMemset(found.get(), 0, found.bytes()));
    auto* const bits = reinterpret_cast<unsigned*>(found.get());
    Compare<<<Fill(), kThreads>>>(usual(), ours(), usual_.size(), bits, bits + 1);
    Checked(cudaGetLastError());
    float values[2];
    Checked(cudaMemcpy(values, found.get(), sizeof(values), cudaMemcpyDeviceToHost));
    if (values[0] <= tolerance_ * values[1])
      return;
    char text[96];
    std::snprintf(text, sizeof(text), "results differ by %g, the largest is %g", static_cast<double>(values[0]),
                  static_cast<double>(values[1]));
    Fail(text);
  }

 private:
  Device<T> usual_, ours_;
  const Device<T>* before_;
  float tolerance_;
};

// ---- Timing

// Pushes what the contestants read out of the L2 cache, and keeps the GPU busy while the launches are queued, so that
// these are not what is timed.
void Flush() {
  static const Device<char> large(256 << 20);
  Checked(cudaMemsetAsync(large.get(), 1, large.bytes()));
}

double Microseconds(const std::function<void()>& work) {
  static cudaEvent_t begin = nullptr, end = nullptr;
  if (begin == nullptr) {
    Checked(cudaEventCreate(&begin));
    Checked(cudaEventCreate(&end));
  }
  Flush();
  Checked(cudaEventRecord(begin));
  work();
  Checked(cudaGetLastError());
  Checked(cudaEventRecord(end));
  Checked(cudaEventSynchronize(end));
  float milliseconds = 0;
  Checked(cudaEventElapsedTime(&milliseconds, begin, end));
  return 1000.0 * milliseconds;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// `bytes`: what every solution must read and write, each place once.
struct Task {
  const char *kernel, *size, *usual;
  double bytes;
};

void Contest(const Task& task, const std::vector<Output*>& outputs, const std::function<void()>& usual,
             const std::function<void(CudaRun&)>& ours) {
  contest = std::string(task.kernel) + ", " + task.size;
  CudaRun run(nullptr);
  std::vector<double> times[2];
  for (int repetition = -2; repetition < kRepetitions; ++repetition) {
    for (Output* const output : outputs)
      output->Reset();
    const double of_usual = Microseconds(usual), of_ours = Microseconds([&] { ours(run); });
    for (const Output* const output : outputs)
      if (repetition <= 0)  // warm-up, and once what is timed
        output->Agree();
    if (repetition < 0)
      continue;
    times[0].push_back(of_usual);
    times[1].push_back(of_ours);
  }
  const double a = Median(times[0]), b = Median(times[1]);
  std::printf("| `%s` | %s | %s | %.1f | %.1f | %.2f | %.0f |\n", task.kernel, task.size, task.usual, a, b, b / a,
              task.bytes / b / 1000);
  std::fflush(stdout);
}

// ---- Sums

struct Plus {
  static constexpr float kNone = 0;
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Most {
  static constexpr float kNone = -INFINITY;
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <class Op = Plus>
__device__ float OfWarp(float x, Op op = {}) {
  for (int apart = 16; apart > 0; apart /= 2)
    x = op(x, __shfl_xor_sync(0xffffffff, x, apart));
  return x;
}

// In all threads of the block.
template <class Op = Plus>
__device__ float OfBlock(float x, Op op = {}) {
  __shared__ float warps[32];
  const unsigned lane = threadIdx.x % 32;
  x = OfWarp(x, op);
  __syncthreads();  // an earlier use is over
  if (lane == 0)
    warps[threadIdx.x / 32] = x;
  __syncthreads();
  return OfWarp(lane < blockDim.x / 32 ? warps[lane] : Op::kNone, op);
}

template <bool kSquares>
__global__ void AtomicSum(const float4* x, Size n, float* sum) {
  float own = 0;
  for (Size i = Thread(); i < n; i += Threads()) {
    const float4 v = x[i];
    own += kSquares ? v.x * v.x + v.y * v.y + (v.z * v.z + v.w * v.w) : v.x + v.y + (v.z + v.w);
  }
  own = OfBlock(own);
  if (threadIdx.x == 0)
    atomicAdd(sum, own);
}

__global__ void SquareRoot(float* x) {
  *x = sqrtf(*x);
}

void BenchReduce() {
  const Size n = 1 << 26;
  const Floats x(n, 0, 1);
  const auto* const fours = reinterpret_cast<const float4*>(x.get());
  const Device<char> scratch(ReduceWorkspace(n));
  Both<float> result(1, 1e-5F);
  Contest(
      {"Reduce", "2^26", "blocks, then `atomicAdd`", 4.0 * n}, {&result},
      [&] {
        Checked(cudaMemsetAsync(result.usual(), 0, sizeof(float)));
        AtomicSum<false><<<Fill(), kThreads>>>(fours, n / 4, result.usual());
      },
      [&](CudaRun& run) { Reduce(run, x.get(), n, result.ours(), scratch.get()); });
  Contest(
      {"GlobalNorm", "2^26", "blocks, then `atomicAdd`", 4.0 * n}, {&result},
      [&] {
        Checked(cudaMemsetAsync(result.usual(), 0, sizeof(float)));
        AtomicSum<true><<<Fill(), kThreads>>>(fours, n / 4, result.usual());
        SquareRoot<<<1, 1>>>(result.usual());
      },
      [&](CudaRun& run) { GlobalNorm(run, x.get(), n, result.ours(), scratch.get()); });
}

__global__ void SumByWarps(const float* x, const Size* offset, Size segments, float* sum) {
  const Size segment = Thread() / 32;
  if (segment >= segments)
    return;
  float own = 0;
  for (Size i = offset[segment] + threadIdx.x % 32; i < offset[segment + 1]; i += 32)
    own += x[i];
  own = OfWarp(own);
  if (threadIdx.x % 32 == 0)
    sum[segment] = own;
}

void BenchSegmentedReduce() {
  const Size segments = 65536;
  std::mt19937 random(static_cast<unsigned>(NextSeed()));
  std::vector<Size> ends = {0};
  while (ends.size() <= segments)
    ends.push_back(ends.back() + random() % 1024);
  const Device<Size> offset(ends.size());
  Checked(cudaMemcpy(offset.get(), ends.data(), offset.bytes(), cudaMemcpyHostToDevice));
  const Floats x(ends.back(), 0, 1);
  Both<float> sums(segments, 1e-5F);
  Contest(
      {"SegmentedReduce", "65536 of 0 to 1023", "a warp each", 4.0 * static_cast<double>(x.size() + 3 * segments)},
      {&sums},
      [&] {
        SumByWarps<<<static_cast<unsigned>(segments * 32 / kThreads), kThreads>>>(x.get(), offset.get(), segments,
                                                                                  sums.usual());
      },
      [&](CudaRun& run) { SegmentedReduce(run, x.get(), offset.get(), segments, sums.ours()); });
}

// Blocks of 32 columns by 8 rows.
__global__ void AtomicColumns(const float* out, unsigned rows, unsigned columns, float* bias) {
  __shared__ float parts[8][32];
  const unsigned column = blockIdx.x * 32 + threadIdx.x;
  float own = 0;
  for (unsigned row = blockIdx.y * 8 + threadIdx.y; row < rows && column < columns; row += gridDim.y * 8)
    own += out[Size{row} * columns + column];
  parts[threadIdx.y][threadIdx.x] = own;
  __syncthreads();
  if (threadIdx.y != 0 || column >= columns)
    return;
  for (int i = 1; i < 8; ++i)
    own += parts[i][threadIdx.x];
  atomicAdd(&bias[column], own);
}

void BenchBiasGradient(const char* size, unsigned rows, unsigned columns) {
  const Floats out(Size{rows} * columns, -1, 1), before(columns, -1, 1);
  const Device<char> scratch(BiasGradientWorkspace(rows, columns));
  Both<float> bias(columns, 1e-5F, &before);
  const unsigned across = (columns + 31) / 32;
  Contest(
      {"BiasGradient", size, "`atomicAdd` of parts of columns", 4.0 * static_cast<double>(out.size())}, {&bias},
      [&] {
        AtomicColumns<<<dim3(across, (Fill() + across - 1) / across), dim3(32, 8)>>>(out.get(), rows, columns,
                                                                                     bias.usual());
      },
      [&](CudaRun& run) { BiasGradient(run, out.get(), rows, columns, bias.ours(), scratch.get()); });
}

// ---- Norms

// As llm.c's: a warp takes a row, a block keeps its share of the weights' gradients in shared memory.
__global__ void __launch_bounds__(512) AtomicLayerNorm(NormShape<float> s, float* input, float* weight, float* bias) {
  extern __shared__ float of_block[];
  const unsigned channels = static_cast<unsigned>(s.channels), lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (unsigned c = threadIdx.x; c < 2 * channels; c += blockDim.x)
    of_block[c] = 0;
  __syncthreads();
  for (Size row = blockIdx.x * warps + threadIdx.x / 32; row < s.batch; row += gridDim.x * warps) {
    const float *const out = s.out + row * channels, *const x = s.x + row * channels;
    const float mean = s.mean[row], rstd = s.rstd[row];
    float sum = 0, sum_norm = 0;
    for (unsigned c = lane; c < channels; c += 32) {
      const float d = s.weight[c] * out[c];
      sum += d;
      sum_norm += d * (x[c] - mean) * rstd;
    }
    sum = OfWarp(sum) / static_cast<float>(channels);
    sum_norm = OfWarp(sum_norm) / static_cast<float>(channels);
    for (unsigned c = lane; c < channels; c += 32) {
      const float norm = (x[c] - mean) * rstd;
      atomicAdd(&of_block[c], out[c] * norm);
      atomicAdd(&of_block[channels + c], out[c]);
      input[row * channels + c] += rstd * (s.weight[c] * out[c] - sum - norm * sum_norm);
    }
  }
  __syncthreads();
  for (unsigned c = threadIdx.x; c < channels; c += blockDim.x) {
    atomicAdd(&weight[c], of_block[c]);
    atomicAdd(&bias[c], of_block[channels + c]);
  }
}

// A block takes a group of a sample.
__global__ void AtomicGroupNorm(NormShape<float> s, float* input, float* weight, float* bias) {
  const Size channels = s.channels / s.groups, group = blockIdx.x, first = group * s.GroupSize();
  const float *const out = s.out + first, *const x = s.x + first;
  const float mean = s.mean[group], rstd = s.rstd[group];
  const float* const weights = s.weight + group % s.groups * channels;
  float all = 0, all_norm = 0;
  for (Size c = 0; c < channels; ++c) {
    float sum = 0, sum_norm = 0;
    for (Size i = c * s.space + threadIdx.x; i < (c + 1) * s.space; i += blockDim.x) {
      sum += out[i];
      sum_norm += out[i] * (x[i] - mean) * rstd;
    }
    sum = OfBlock(sum);
    sum_norm = OfBlock(sum_norm);
    all += weights[c] * sum;
    all_norm += weights[c] * sum_norm;
    if (threadIdx.x == 0) {
      atomicAdd(&weight[weights - s.weight + c], sum_norm);
      atomicAdd(&bias[weights - s.weight + c], sum);
    }
  }
  all /= static_cast<float>(s.GroupSize());
  all_norm /= static_cast<float>(s.GroupSize());
  for (Size c = 0; c < channels; ++c)
    for (Size i = c * s.space + threadIdx.x; i < (c + 1) * s.space; i += blockDim.x)
      input[first + i] += rstd * (weights[c] * out[i] - all - (x[i] - mean) * rstd * all_norm);
}

void BenchNorm(Size batch, Size channels, Size space, Size groups) {
  const Size n = batch * channels * space;
  const Floats out(n, -1, 1), x(n, -1, 1), weight(channels, -1, 1), mean(batch * groups, -1, 1),
      rstd(batch * groups, 0.5F, 2), before(n, -1, 1);
  const NormShape<float> s{out.get(), x.get(), weight.get(), mean.get(), rstd.get(), batch, channels, space, groups};
  const Device<char> scratch(NormBackwardWorkspace(s));
  Both<float> input(n, 1e-5F, &before), dweight(channels, 1e-4F, &weight), dbias(channels, 1e-4F, &weight);
  const double bytes = 4.0 * 4 * static_cast<double>(n);
  if (space == 1)
    return Contest(
        {"LayerNormBackward", "8192 x 768", "as llm.c's", bytes}, {&input, &dweight, &dbias},
        [&] {
          AtomicLayerNorm<<<Fill() / 2, 512, 2 * channels * sizeof(float)>>>(s, input.usual(), dweight.usual(),
                                                                             dbias.usual());
        },
        [&](CudaRun& run) { LayerNormBackward(run, s, input.ours(), dweight.ours(), dbias.ours(), scratch.get()); });
  Contest(
      {"GroupNormBackward", "32 x 320 x 4096, 32 groups", "a block for each group, then `atomicAdd`", bytes},
      {&input, &dweight, &dbias},
      [&] {
        AtomicGroupNorm<<<static_cast<unsigned>(batch * groups), 512>>>(s, input.usual(), dweight.usual(),
                                                                        dbias.usual());
      },
      [&](CudaRun& run) { GroupNormBackward(run, s, input.ours(), dweight.ours(), dbias.ours(), scratch.get()); });
}

// ---- Softmax

// A block takes a row: maximum and sum in one pass, then the gradient.
__global__ void __launch_bounds__(512) FusedSoftmax(const float* logits, const std::int32_t* target, unsigned classes,
                                                    float scale, float* loss, float* gradient) {
  const float* const x = logits + Size{blockIdx.x} * classes;
  float* const out = gradient + Size{blockIdx.x} * classes;
  float top = -INFINITY, sum = 0;
  for (unsigned c = threadIdx.x; c < classes; c += blockDim.x) {
    if (x[c] > top) {
      sum *= expf(top - x[c]);
      top = x[c];
    }
    sum += expf(x[c] - top);
  }
  const float all = OfBlock(top, Most{});
  sum = OfBlock(sum * expf(top - all));
  const unsigned right = static_cast<unsigned>(target[blockIdx.x]);
  if (threadIdx.x == 0)
    loss[blockIdx.x] = logf(sum) + all - x[right];
  for (unsigned c = threadIdx.x; c < classes; c += blockDim.x)
    out[c] = (expf(x[c] - all) / sum - (c == right ? 1.0F : 0.0F)) * scale;
}

void BenchSoftmax() {
  const Size rows = 8192, classes = 50257;
  const Floats logits(rows * classes, -10, 10);
  const Integers target(rows, classes);
  const Device<char> scratch(SoftmaxWorkspace(rows));
  Both<float> loss(rows, 1e-5F), gradient(rows * classes, 1e-6F);
  Contest(
      {"SoftmaxCrossEntropy", "8192 x 50257", "a block for each row", 8.0 * static_cast<double>(logits.size())},
      {&loss, &gradient},
      [&] {
        FusedSoftmax<<<static_cast<unsigned>(rows), 512>>>(logits.get(), target.get(), classes, 0.5F, loss.usual(),
                                                           gradient.usual());
      },
      [&](CudaRun& run) {
        SoftmaxCrossEntropy(run, logits.get(), target.get(), {rows, classes}, 0.5F, loss.ours(), gradient.ours(),
                            scratch.get());
      });
}

// ---- Additions to places that data choose

__global__ void AtomicRows(const float* source, const std::int32_t* index, unsigned elements, unsigned columns,
                           float* out) {
  for (unsigned i = static_cast<unsigned>(Thread()); i < elements; i += static_cast<unsigned>(Threads()))
    atomicAdd(&out[Size{static_cast<unsigned>(index[i / columns])} * columns + i % columns], source[i]);
}

// The 16 bytes per element of the output that ours writes besides are its own affair.
double BytesOfIndexAdd(Size elements, Size columns, Size named_rows) {
  return 4.0 * static_cast<double>(elements + elements / columns + 2 * named_rows * columns);
}

void BenchIndexAdd(const char* size, Size count, Size rows, Size columns, Size named, float tolerance) {
  const Floats source(count * columns, -1, 1), before(rows * columns, -1, 1);
  const Integers index(count, named);
  const Device<char> scratch(IndexAddWorkspace(count, {rows, columns}));
  Both<float> out(rows * columns, tolerance, &before);
  const unsigned elements = static_cast<unsigned>(count * columns);
  const double bytes = BytesOfIndexAdd(elements, columns, std::min(named, count));
  const auto usual = [&] {
    AtomicRows<<<Fill(), kThreads>>>(source.get(), index.get(), elements, static_cast<unsigned>(columns), out.usual());
  };
  if (columns == 1)
    return Contest({"ScatterAdd", size, "`atomicAdd` of each", bytes}, {&out}, usual, [&](CudaRun& run) {
      ScatterAdd(run, source.get(), index.get(), count, out.ours(), rows, nullptr, scratch.get());
    });
  Contest({"IndexAdd", size, "`atomicAdd` of each", bytes}, {&out}, usual, [&](CudaRun& run) {
    IndexAdd(run, source.get(), index.get(), count, out.ours(), {rows, columns}, nullptr, scratch.get());
  });
}

// As llm.c's first one.
__global__ void AtomicEmbedding(const float* out, const std::int32_t* token, unsigned elements, unsigned time,
                                unsigned channels, float* tokens, float* positions) {
  for (unsigned i = static_cast<unsigned>(Thread()); i < elements; i += static_cast<unsigned>(Threads())) {
    const unsigned row = i / channels, channel = i % channels;
    atomicAdd(&tokens[Size{static_cast<unsigned>(token[row])} * channels + channel], out[i]);
    atomicAdd(&positions[row % time * channels + channel], out[i]);
  }
}

void BenchEmbedding(const char* size, Size named, float tolerance) {
  const Embedding of{8, 1024, 768, 50257};
  const Size rows = of.batch * of.time, elements = rows * of.channels;
  const Floats out(elements, -1, 1), before(of.vocabulary * of.channels, -1, 1), first(of.time * of.channels, -1, 1);
  const Integers token(rows, named);
  const Device<char> scratch(EmbeddingWorkspace(of));
  Both<float> tokens(before.size(), tolerance, &before), positions(first.size(), 1e-5F, &first);
  const double bytes = BytesOfIndexAdd(elements, of.channels, std::min(named, rows) + of.time);
  Contest(
      {"EmbeddingBackward", size, "`atomicAdd` of each", bytes}, {&tokens, &positions},
      [&] {
        AtomicEmbedding<<<Fill(), kThreads>>>(out.get(), token.get(), static_cast<unsigned>(elements),
                                              static_cast<unsigned>(of.time), static_cast<unsigned>(of.channels),
                                              tokens.usual(), positions.usual());
      },
      [&](CudaRun& run) {
        EmbeddingBackward(run, out.get(), token.get(), of, tokens.ours(), positions.ours(), nullptr, scratch.get());
      });
}

__global__ void AtomicHistogram(const std::int32_t* key, Size count, std::uint32_t* bins) {
  for (Size i = Thread(); i < count; i += Threads())
    atomicAdd(&bins[key[i]], 1);
}

__global__ void SharedHistogram(const std::int32_t* key, Size count, std::uint32_t* bins, unsigned bin_count) {
  extern __shared__ std::uint32_t of_this_block[];
  for (unsigned bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
    of_this_block[bin] = 0;
  __syncthreads();
  for (Size i = Thread(); i < count; i += Threads())
    atomicAdd(&of_this_block[key[i]], 1);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
    if (of_this_block[bin] != 0)
      atomicAdd(&bins[bin], of_this_block[bin]);
}

void BenchHistogram(const char* size, unsigned named) {
  const Size count = 1 << 26;
  const unsigned bin_count = 1024;
  const Integers key(count, named);
  const Device<std::uint32_t> before(bin_count);
  Checked(cudaMemset(before.get(), 0, before.bytes()));
  Both<std::uint32_t> bins(bin_count, 0, &before);
  const auto ours = [&](CudaRun& run) { Histogram(run, key.get(), count, bins.ours(), bin_count, nullptr); };
  Contest(
      {"Histogram", size, "`atomicAdd` of each", 4.0 * count}, {&bins},
      [&] { AtomicHistogram<<<Fill(), kThreads>>>(key.get(), count, bins.usual()); }, ours);
  Contest(
      {"Histogram", size, "in shared memory first", 4.0 * count}, {&bins},
      [&] {
        SharedHistogram<<<Fill(), kThreads, bin_count * sizeof(std::uint32_t)>>>(key.get(), count, bins.usual(),
                                                                                 bin_count);
      },
      ours);
}

// ---- Accumulators, one addition by each thread

template <class T>
__global__ void AtomicAddEach(const float* x, const std::int32_t* at, Size n, T* sums) {
  for (Size i = Thread(); i < n; i += Threads())
    atomicAdd(&sums[at[i]], static_cast<T>(x[i]));
}

template <class Run, class T>
void AddBinned(Run& run, const float* x, const std::int32_t* at, Size n, BinnedSum<T>* sums, Size places, T* result) {
  run.Zero(sums, places * sizeof(*sums));
  run(n, [=] DETRAIN_HD(Size i) { sums[at[i]].AtomicAdd(x[i]); });
  run(places, [=] DETRAIN_HD(Size place) { result[place] = sums[place].Round(); });
}

template <class Run>
void AddFixed(Run& run, const float* x, const std::int32_t* at, Size n, FixedSum* sums, Size places, float* result) {
  run.Zero(sums, places * sizeof(*sums));
  run(n, [=] DETRAIN_HD(Size i) { sums[at[i]].AtomicAdd(x[i], -30); });
  run(places, [=] DETRAIN_HD(Size place) { result[place] = sums[place].Round(-30); });
}

void BenchAccumulators(const char* size, Size places, float tolerance) {
  const Size n = 1 << 24;
  const double bytes = 8.0 * n;
  const Floats x(n, -1, 1);
  const Integers at(n, places);
  const Device<BinnedSum<double>> sums(places);  // room for each kind
  void* const room = sums.get();
  Both<float> floats(places, tolerance);
  Both<double> doubles(places, 1e-6F);
  const auto usual = [&] {
    Checked(cudaMemsetAsync(floats.usual(), 0, places * sizeof(float)));
    AtomicAddEach<<<Fill(), kThreads>>>(x.get(), at.get(), n, floats.usual());
  };
  Contest({"BinnedSum<float>", size, "`atomicAdd`", bytes}, {&floats}, usual, [&](CudaRun& run) {
    AddBinned(run, x.get(), at.get(), n, static_cast<BinnedSum<float>*>(room), places, floats.ours());
  });
  Contest({"FixedSum", size, "`atomicAdd`", bytes}, {&floats}, usual, [&](CudaRun& run) {
    AddFixed(run, x.get(), at.get(), n, static_cast<FixedSum*>(room), places, floats.ours());
  });
  Contest(
      {"BinnedSum<double>", size, "`atomicAdd` of doubles", bytes}, {&doubles},
      [&] {
        Checked(cudaMemsetAsync(doubles.usual(), 0, places * sizeof(double)));
        AtomicAddEach<<<Fill(), kThreads>>>(x.get(), at.get(), n, doubles.usual());
      },
      [&](CudaRun& run) { AddBinned(run, x.get(), at.get(), n, sums.get(), places, doubles.ours()); });
}

// ---- Prefix sums and the k largest, against CUB

template <class T>
void BenchPrefixSum(const char* name, const Device<T>& x, float tolerance) {
  const Size n = x.size();
  Both<T> sums(n, tolerance);
  const Device<char> scratch(PrefixSumWorkspace<T>(n));
  std::size_t bytes = 0;
  Checked(cub::DeviceScan::InclusiveSum(nullptr, bytes, x.get(), sums.usual(), n));
  const Device<char> cubs(bytes);
  Contest(
      {name, "2^26", "`cub::DeviceScan`", 8.0 * static_cast<double>(n)}, {&sums},
      [&] { Checked(cub::DeviceScan::InclusiveSum(cubs.get(), bytes, x.get(), sums.usual(), n)); },
      [&](CudaRun& run) { PrefixSum(run, Scan::Inclusive, x.get(), n, sums.ours(), scratch.get()); });
}

void BenchPrefixSums() {
  BenchPrefixSum("PrefixSum, float", Floats(1 << 26, 0, 1), 1e-5F);
  BenchPrefixSum("PrefixSum, int", Integers(1 << 26, 30), 0);
}

__global__ void Places(Size rows, Size n, std::uint32_t* index, int* offset) {
  for (Size i = Thread(); i < rows * n; i += Threads())
    index[i] = static_cast<std::uint32_t>(i % n);
  for (Size row = Thread(); row <= rows; row += Threads())
    offset[row] = static_cast<int>(row * n);
}

// CUB 3.0 has no top-k yet: rows are sorted (stably, so ties go to the lower index as well), and their heads copied.
class SortedRows {
 public:
  SortedRows(const float* x, Size rows, Size n)
      : x_(x), rows_(rows), n_(n), index_(rows * n), offset_(rows + 1), sorted_(rows * n), sorted_index_(rows * n) {
    Places<<<Fill(), kThreads>>>(rows, n, index_.get(), offset_.get());
    Checked(cudaGetLastError());
    Sort(nullptr);
    scratch_ = std::make_unique<Device<char>>(bytes_);
  }

  void Heads(Size k, float* value, std::uint32_t* index) {
    Sort(scratch_->get());
    Copy(value, sorted_.get(), k);
    Copy(index, sorted_index_.get(), k);
  }

 private:
  void Sort(void* scratch) {
    Checked(cub::DeviceSegmentedRadixSort::SortPairsDescending(
        scratch, bytes_, x_, sorted_.get(), index_.get(), sorted_index_.get(), static_cast<int>(rows_ * n_),
        static_cast<int>(rows_), offset_.get(), offset_.get() + 1));
  }
  template <class T>
  void Copy(T* to, const T* from, Size k) const {
    Checked(cudaMemcpy2DAsync(to, k * sizeof(T), from, n_ * sizeof(T), k * sizeof(T), rows_, cudaMemcpyDeviceToDevice));
  }

  const float* x_;
  Size rows_, n_;
  Device<std::uint32_t> index_;
  Device<int> offset_;
  Device<float> sorted_;
  Device<std::uint32_t> sorted_index_;
  std::size_t bytes_ = 0;
  std::unique_ptr<Device<char>> scratch_;
};

void BenchTopK() {
  const Size rows = 512, n = 50257, k = 50;
  const Floats x(rows * n, -10, 10);
  SortedRows sorted(x.get(), rows, n);
  const Device<char> scratch(TopKWorkspace(rows, k));
  Both<float> value(rows * k, 0);
  Both<std::uint32_t> index(rows * k, 0);
  Contest(
      {"TopK", "512 x 50257, k 50", "`cub::DeviceSegmentedRadixSort`", 4.0 * static_cast<double>(x.size())},
      {&value, &index}, [&] { sorted.Heads(k, value.usual(), index.usual()); },
      [&](CudaRun& run) {
        if (!TopK(run, x.get(), rows, n, k, value.ours(), index.ours(), scratch.get()))
          Fail("refused");
      });
}

// ---- Draws, against cuRAND's: four by each thread at a time

using State = curandStatePhilox4_32_10_t;

struct StoreBits {
  uint4* out;
  __device__ void operator()(Size i, State* state) const { out[i] = curand4(state); }
};
struct StoreUniforms {
  float4* out;
  __device__ void operator()(Size i, State* state) const { out[i] = curand_uniform4(state); }
};
struct StoreDropout {
  unsigned least;
  float scale;
  const float4* x;
  float4* out;
  __device__ void operator()(Size i, State* state) const {
    const uint4 draw = curand4(state);
    const float4 in = x[i];
    out[i] = {draw.x >= least ? in.x * scale : 0, draw.y >= least ? in.y * scale : 0,
              draw.z >= least ? in.z * scale : 0, draw.w >= least ? in.w * scale : 0};
  }
};
struct StoreRounded {
  const float4* x;
  ushort4* out;
  __device__ static unsigned short Rounded(float x, unsigned draw) {
    return static_cast<unsigned short>((__float_as_uint(x) + (draw & 0xffff)) >> 16);
  }
  __device__ void operator()(Size i, State* state) const {
    const uint4 draw = curand4(state);
    const float4 in = x[i];
    out[i] = {Rounded(in.x, draw.x), Rounded(in.y, draw.y), Rounded(in.z, draw.z), Rounded(in.w, draw.w)};
  }
};

template <class Store>
__global__ void DrawByCurand(std::uint64_t seed, std::uint64_t stream, Size n, Store store) {
  for (Size i = Thread(); i < n / 4; i += Threads()) {
    State state;
    curand_init(seed, stream, 4 * i, &state);
    store(i, &state);
  }
}

template <class T, class Store, class Ours>
void BenchDraws(const char* name, double bytes, const Draws& draws, Both<T>& out, Size n, Store store, Ours ours) {
  Contest(
      {name, "2^26", "cuRAND", bytes * static_cast<double>(n)}, {&out},
      [&] { DrawByCurand<<<Fill(), kThreads>>>(draws.seed, draws.stream, n, store); }, ours);
}

void BenchRandom() {
  const Size n = 1 << 26;
  const float p = 0.1F;
  const Draws draws{NextSeed(), NextSeed(), 0};
  const Floats x(n, -1, 1);
  const auto* const in = reinterpret_cast<const float4*>(x.get());
  Both<std::uint32_t> bits(n, 0);
  Both<float> floats(n, 1e-6F);
  Both<std::uint16_t> rounded(n, 0);
  auto* const out = reinterpret_cast<float4*>(floats.usual());
  BenchDraws("FillBits", 4, draws, bits, n, StoreBits{reinterpret_cast<uint4*>(bits.usual())},
             [&](CudaRun& run) { FillBits(run, draws, bits.ours(), n); });
  BenchDraws("FillUniform", 4, draws, floats, n, StoreUniforms{out},
             [&](CudaRun& run) { FillUniform(run, draws, floats.ours(), n); });
  BenchDraws("FillUniformAsCurand", 4, draws, floats, n, StoreUniforms{out},
             [&](CudaRun& run) { FillUniformAsCurand(run, draws, floats.ours(), n); });
  const auto least = static_cast<unsigned>(static_cast<double>(p) * 4294967296.0);
  BenchDraws("Dropout", 8, draws, floats, n, StoreDropout{least, 1 / (1 - p), in, out},
             [&](CudaRun& run) { Dropout(run, draws, p, x.get(), floats.ours(), n); });
  BenchDraws(
      "StochasticRounding", 6, draws, rounded, n, StoreRounded{in, reinterpret_cast<ushort4*>(rounded.usual())},
      [&](CudaRun& run) { StochasticRounding(run, draws, x.get(), reinterpret_cast<Bf16*>(rounded.ours()), n); });
}

// ---- All

struct Group {
  const char* kernels;
  void (*bench)();
};

const Group kGroups[] = {
    {"Reduce GlobalNorm", BenchReduce},
    {"SegmentedReduce", BenchSegmentedReduce},
    {"BiasGradient",
     [] {
       BenchBiasGradient("8192 x 768", 8192, 768);
       BenchBiasGradient("8192 x 50257", 8192, 50257);
     }},
    {"LayerNormBackward", [] { BenchNorm(8192, 768, 1, 1); }},
    {"GroupNormBackward", [] { BenchNorm(32, 320, 4096, 32); }},
    {"SoftmaxCrossEntropy", BenchSoftmax},
    {"IndexAdd",
     [] {
       BenchIndexAdd("8192 x 768 to 50257 rows", 8192, 50257, 768, 50257, 1e-5F);
       BenchIndexAdd("8192 x 768 to 4 of 50257 rows", 8192, 50257, 768, 4, 1e-4F);
       BenchIndexAdd("8192 x 768 to 4 of 4 rows", 8192, 4, 768, 4, 1e-4F);
     }},
    {"ScatterAdd",
     [] {
       BenchIndexAdd("2^24 to 2^20", 1 << 24, 1 << 20, 1, 1 << 20, 1e-5F);
       BenchIndexAdd("2^24 to 16", 1 << 24, 16, 1, 16, 1e-3F);
     }},
    {"EmbeddingBackward",
     [] {
       BenchEmbedding("8 x 1024 x 768, 50257 tokens", 50257, 1e-5F);
       BenchEmbedding("8 x 1024 x 768, 4 of 50257 tokens", 4, 1e-4F);
     }},
    {"Histogram",
     [] {
       BenchHistogram("2^26 to 1024", 1024);
       BenchHistogram("2^26 to 2 of 1024", 2);
     }},
    {"BinnedSum FixedSum",
     [] {
       BenchAccumulators("2^24 to 2^16", 1 << 16, 1e-5F);
       BenchAccumulators("2^24 to 16", 16, 1e-3F);
     }},
    {"PrefixSum", BenchPrefixSums},
    {"TopK", BenchTopK},
    {"FillBits FillUniform FillUniformAsCurand Dropout StochasticRounding", BenchRandom},
};

int Main(const std::string& wanted) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::printf("bench_gpu: there is no GPU\n");
    return 2;
  }
  cudaDeviceProp device{};
  Checked(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, medians of %d runs, inputs not in the cache. GB/s: inputs and outputs, each once.\n\n", device.name,
              kRepetitions);
  std::printf("| kernel | size | the usual kernel | usual us | ours us | ratio | ours GB/s |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const Group& group : kGroups)
    if (std::string(group.kernels).find(wanted) != std::string::npos)
      group.bench();
  return 0;
}

}  // namespace
}  // namespace detrain::kernels::bench

int main(int argc, char** argv) {
  return detrain::kernels::bench::Main(argc > 1 ? argv[1] : "");
}
