// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs on a GPU that a kernel's float atomicAdd became an order-independent sum (runtime/gpu/sums.h): the same
// kernel with each, one after the other, in microseconds; what finishes the sums behind the launch counts in. Prints a
// table for docs/performance.md.
//
// Exit code 1 where the two disagree by more than rounding or a CUDA call fails, 2 where there is no GPU.
#include <cuda_runtime.h>
#include <detrain/device.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "runtime/gpu/hooks.h"
#include "runtime/gpu/sums.h"

extern "C" {
void detrain_use_device(const detrain_device* /*device*/) {}
int detrain_device_allocated(void* /*block*/, std::size_t /*size*/, std::uint32_t /*kind*/) {
  return 0;
}
void detrain_device_freed(void* /*block*/) {}
float detrain_device_elapsed(float milliseconds) {
  return milliseconds;
}
}

namespace {

constexpr int kRepetitions = 21;  // odd, for the median

void Checked(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::printf("bench_sums: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

struct Atomic {
  __device__ static void Add(float* at, float x) { atomicAdd(at, x); }
  static void Begin() {}
  static void End() {}
  static constexpr bool kIsSum = false;
};
struct Sum {
  __device__ static void Add(float* at, float x) { detrain_sum(at, x); }
  static void Begin() { detrain::SumsBegin(); }
  static void End() { detrain::SumsEnd(); }
  static constexpr bool kIsSum = true;
};

// Each row of x is added to the row of `out` that it names.
template <class How>
__global__ void AddRows(float* out, const int* row, const float* x, int rows, int columns) {
  const int n = rows * columns;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x))
    How::Add(&out[row[i / columns] * columns + i % columns], x[i]);
}

// The same by way of shared memory, for one row of `out`: what layer norm's backward pass does.
template <class How>
__global__ void AddInBlocks(float* out, const float* x, int rows, int columns) {
  extern __shared__ float sums[];
  for (int c = static_cast<int>(threadIdx.x); c < columns; c += static_cast<int>(blockDim.x))
    sums[c] = 0;
  __syncthreads();
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < rows * columns;
       i += static_cast<int>(gridDim.x * blockDim.x))
    How::Add(&sums[i % columns], x[i]);
  if constexpr (How::kIsSum)
    detrain_syncthreads<float>();
  else
    __syncthreads();
  for (int c = static_cast<int>(threadIdx.x); c < columns; c += static_cast<int>(blockDim.x))
    How::Add(&out[c], sums[c]);
}

struct Case {
  const char* name;
  int rows, columns, out_rows;
  bool is_shared;
};

struct Memory {
  explicit Memory(const Case& of)
      : places(static_cast<std::size_t>(of.out_rows) * static_cast<std::size_t>(of.columns)) {
    std::mt19937 random(std::random_device{}());
    std::vector<float> numbers(static_cast<std::size_t>(of.rows) * static_cast<std::size_t>(of.columns));
    for (float& number : numbers)
      number = static_cast<float>(static_cast<int>(random())) * 0x1p-31F;
    std::vector<int> rows(static_cast<std::size_t>(of.rows));
    for (int& row : rows)
      row = static_cast<int>(random() % static_cast<unsigned>(of.out_rows));
    void* block = nullptr;  // known to the runtime, which sizes its table by it
    Checked(detrain_cudaMalloc(&block, places * sizeof(float)));
    out = static_cast<float*>(block);
    Checked(cudaMalloc(&x, numbers.size() * sizeof(float)));
    Checked(cudaMalloc(&row, rows.size() * sizeof(int)));
    Checked(cudaMemcpy(x, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice));
    Checked(cudaMemcpy(row, rows.data(), rows.size() * sizeof(int), cudaMemcpyHostToDevice));
  }
  ~Memory() {
    detrain_cudaFree(out);
    cudaFree(x);
    cudaFree(row);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::size_t places;
  float *out = nullptr, *x = nullptr;
  int* row = nullptr;
};

struct Times {
  float all, finishing;
};

float Between(cudaEvent_t begin, cudaEvent_t end) {
  float milliseconds = 0;
  Checked(cudaEventElapsedTime(&milliseconds, begin, end));
  return 1000 * milliseconds;
}

template <class How>
Times Timed(const Case& of, const Memory& in) {
  static cudaEvent_t begin = nullptr, added = nullptr, end = nullptr;
  if (begin == nullptr)
    for (cudaEvent_t* event : {&begin, &added, &end})
      Checked(cudaEventCreate(event));
  Checked(cudaMemset(in.out, 0, in.places * sizeof(float)));
  Checked(cudaEventRecord(begin));
  How::Begin();
  const int blocks = std::min(of.is_shared ? 264 : 132 * 16, (of.rows * of.columns + 255) / 256);
  if (of.is_shared)
    AddInBlocks<How>
        <<<blocks, 256, static_cast<unsigned>(of.columns) * sizeof(float)>>>(in.out, in.x, of.rows, of.columns);
  else
    AddRows<How><<<blocks, 256>>>(in.out, in.row, in.x, of.rows, of.columns);
  Checked(cudaEventRecord(added));
  How::End();
  Checked(cudaEventRecord(end));
  Checked(cudaEventSynchronize(end));
  Checked(cudaGetLastError());
  return {Between(begin, end), Between(added, end)};
}

float Median(std::vector<float> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

std::vector<float> Read(const Memory& in) {
  std::vector<float> out(in.places);
  Checked(cudaMemcpy(out.data(), in.out, in.places * sizeof(float), cudaMemcpyDeviceToHost));
  return out;
}

bool Agree(const std::vector<float>& a, const std::vector<float>& b, const Case& of) {
  // The bound of the atomic sums, of addends of about 1 and partial sums of about the root of their number.
  const double addends = static_cast<double>(of.rows) / of.out_rows + 1;
  const double bound = 1e-6 * std::sqrt(addends) * std::sqrt(addends) + 1e-6;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])) <= bound))
      return false;
  return true;
}

bool Run(const Case& of) {
  const Memory in(of);
  std::vector<float> atomic, sum, finishing;
  Timed<Sum>(of, in);
  std::vector<float> wanted;
  for (int i = 0; i < kRepetitions; ++i) {
    atomic.push_back(Timed<Atomic>(of, in).all);
    if (i == 0)
      wanted = Read(in);
    const Times times = Timed<Sum>(of, in);
    sum.push_back(times.all);
    finishing.push_back(times.finishing);
  }
  const bool agree = Agree(wanted, Read(in), of);
  std::printf("| %s | %d x %d | %d | %.1f | %.1f | %.1f | %.2f |%s\n", of.name, of.rows, of.columns, of.out_rows,
              static_cast<double>(Median(atomic)), static_cast<double>(Median(sum)),
              static_cast<double>(Median(finishing)), static_cast<double>(Median(sum) / Median(atomic)),
              agree ? "" : " DIFFERENT");
  return agree;
}

}  // namespace

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::fprintf(stderr, "bench_sums: no GPU here\n");
    return 2;
  }
  const Case cases[] = {
      {"a place for each addend", 1 << 14, 1024, 1 << 14, false},
      {"rows of an embedding", 8192, 768, 50257, false},
      {"rows of an embedding, few tokens", 8192, 768, 64, false},
      {"one row: a bias", 8192, 768, 1, false},
      {"single places", 1 << 22, 1, 1 << 20, false},
      {"single places, 1000 of them", 1 << 22, 1, 1000, false},
      {"single places, 10 of them", 1 << 22, 1, 10, false},
      {"one place", 1 << 22, 1, 1, false},
      {"a bias, in shared memory first", 8192, 768, 1, true},
      {"small: a bias", 64, 64, 1, false},
  };
  std::printf(
      "| additions | addends | rows added to | atomicAdd, us | sum, us | of it finishing | ratio "
      "|\n|---|---|---|---|---|---|---|\n");
  bool agree = true;
  for (const Case& of : cases)
    agree = Run(of) && agree;
  return agree ? 0 : 1;
}
