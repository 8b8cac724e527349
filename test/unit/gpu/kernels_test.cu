// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kernel on a GPU against itself on the CPU, where the tests of test/unit/kernels say that it is right.
#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "../kernels/exact.h"
#include "kernels/binned_sum.h"
#include "kernels/norm_backward.h"
#include "kernels/random.h"
#include "kernels/scan.h"
#include "kernels/scatter.h"
#include "kernels/softmax.h"
#include "kernels/top_k.h"
#include "same_bits.cuh"

namespace detrain::kernels::test {
namespace {

template <class T>
std::vector<T> As(const std::vector<float>& x) {
  std::vector<T> values;
  for (const float value : x)
    values.push_back(Convert<T>(value));
  return values;
}

// Sizes(), with one that fills the GPU.
std::vector<Size> LargeSizes(std::mt19937& random) {
  std::vector<Size> sizes = Sizes(random, 100000);
  sizes.push_back((1 << 20) + 1);
  return sizes;
}

template <class T, class To>
void CheckReduce() {
  std::mt19937 random(31);
  for (const Size n : LargeSizes(random))
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      SameOnGpu([&](auto& run, Memory& memory) {
        Reduce(run, memory.In(As<T>(x)), n, memory.Out<To>(1), memory.Scratch(ReduceWorkspace(n)));
      });
}

// As many lanes as there can be, and memory that fours do not fit.
TEST_F(KernelsOnGpu, ReduceOfMany) {
  std::mt19937 random(30);
  const Size n = (1 << 22) + 77;
  const std::vector<float> x = Normals(random, n);
  for (const Size from : {0UL, 1UL})
    SameOnGpu([&](auto& run, Memory& memory) {
      const float* const values = memory.In(x) + from;
      Reduce(run, values, n - from, memory.Out<float>(1), memory.Scratch(ReduceWorkspace(n - from)));
      GlobalNorm(run, values, n - from, memory.Out<float>(1), memory.Scratch(ReduceWorkspace(n - from)));
    });
}

TEST_F(KernelsOnGpu, Reduce) {
  CheckReduce<float, float>();
  CheckReduce<Bf16, Bf16>();
  CheckReduce<Half, float>();
  CheckReduce<float, Half>();
}

template <class T>
void CheckGlobalNorm() {
  std::mt19937 random(32);
  for (const Size n : LargeSizes(random))
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      SameOnGpu([&](auto& run, Memory& memory) {
        GlobalNorm(run, memory.In(As<T>(x)), n, memory.Out<float>(1), memory.Scratch(ReduceWorkspace(n)));
      });
}

TEST_F(KernelsOnGpu, GlobalNorm) {
  CheckGlobalNorm<float>();
  CheckGlobalNorm<Bf16>();
  CheckGlobalNorm<Half>();
}

TEST_F(KernelsOnGpu, SegmentedReduce) {
  std::mt19937 random(33);
  for (const Size segments : Sizes(random, 3000)) {
    std::vector<Size> offset = {0};
    while (offset.size() <= segments)
      offset.push_back(offset.back() + random() % 4 * (random() % 60));
    for (const std::vector<float>& x : FloatsOfAllKinds(random, offset.back()))
      SameOnGpu([&](auto& run, Memory& memory) {
        SegmentedReduce(run, memory.In(x), memory.In(offset), segments, memory.Out<float>(segments));
      });
  }
}

template <class T>
void CheckBiasGradient() {
  std::mt19937 random(34);
  for (const Size rows : Sizes(random, 3000)) {
    const Size columns = random() % 70;
    const std::vector<float> before = Normals(random, columns);
    for (const std::vector<float>& out : FloatsOfAllKinds(random, rows * columns))
      SameOnGpu([&](auto& run, Memory& memory) {
        BiasGradient(run, memory.In(As<T>(out)), rows, columns, memory.Out(As<T>(before)),
                     memory.Scratch(BiasGradientWorkspace(rows, columns)));
      });
  }
}

// Columns in fours and not, in tiles of which the last is not whole.
TEST_F(KernelsOnGpu, BiasGradientOfManyColumns) {
  std::mt19937 random(29);
  for (const Size columns : {300UL, 301UL}) {
    const Size rows = 9000;
    const std::vector<float> before = Normals(random, columns), out = WildFloats(random, rows * columns);
    SameOnGpu([&](auto& run, Memory& memory) {
      BiasGradient(run, memory.In(out), rows, columns, memory.Out(before),
                   memory.Scratch(BiasGradientWorkspace(rows, columns)));
    });
  }
}

TEST_F(KernelsOnGpu, BiasGradient) {
  CheckBiasGradient<float>();
  CheckBiasGradient<Bf16>();
  CheckBiasGradient<Half>();
}

struct NormSizes {
  Size batch, channels, space, groups;
};

// Layer norm where there is one group and no space.
template <class T>
void CheckNormBackward(std::mt19937& random, NormSizes of) {
  const Size n = of.batch * of.channels * of.space, groups = of.batch * of.groups;
  const std::vector<float> x = Normals(random, n), before = Normals(random, n), weight = Normals(random, of.channels),
                           mean = Normals(random, groups), rstd = Normals(random, groups);
  for (const std::vector<float>& out : FloatsOfAllKinds(random, n))
    SameOnGpu([&](auto& run, Memory& memory) {
      const NormShape<T> s{memory.In(As<T>(out)),
                           memory.In(As<T>(x)),
                           memory.In(As<T>(weight)),
                           memory.In(As<T>(mean)),
                           memory.In(As<T>(rstd)),
                           of.batch,
                           of.channels,
                           of.space,
                           of.groups};
      T *const input = memory.Out(As<T>(before)), *const dweight = memory.Out(As<T>(weight));
      T* const dbias = memory.Out(As<T>(weight));
      void* const scratch = memory.Scratch(NormBackwardWorkspace(s));
      if (of.space == 1 && of.groups == 1)
        LayerNormBackward(run, s, input, dweight, dbias, scratch);
      else
        GroupNormBackward(run, s, input, dweight, dbias, scratch);
    });
}

template <class T>
void CheckLayerNormBackward() {
  std::mt19937 random(35);
  for (const Size rows : Sizes(random, 600))
    CheckNormBackward<T>(random, {rows, 1 + random() % 200, 1, 1});
  for (const Size channels : {768UL, 3000UL, 8192UL, 9000UL})  // the last are too many for a block
    CheckNormBackward<T>(random, {20, channels, 1, 1});
  CheckNormBackward<T>(random, {9000, 30, 1, 1});
}

TEST_F(KernelsOnGpu, LayerNormBackward) {
  CheckLayerNormBackward<float>();
  CheckLayerNormBackward<Bf16>();
  CheckLayerNormBackward<Half>();
}

template <class T>
void CheckGroupNormBackward() {
  std::mt19937 random(36);
  const NormSizes all[] = {{3, 8, 5, 4},   {1, 6, 1, 6},   {2, 12, 49, 1},   {0, 4, 4, 2},    {1, 1, 1, 1},
                           {5, 33, 17, 3}, {2, 7, 257, 7}, {4, 64, 256, 32}, {1, 3, 9000, 1}, {1, 2, 9001, 1}};
  for (const NormSizes& of : all)
    CheckNormBackward<T>(random, of);
}

TEST_F(KernelsOnGpu, GroupNormBackward) {
  CheckGroupNormBackward<float>();
  CheckGroupNormBackward<Bf16>();
  CheckGroupNormBackward<Half>();
}

// In place as well, and without a gradient.
template <class T, class Index>
void CheckSoftmax(std::mt19937& random, Size rows, Size classes) {
  const std::vector<Index> target = Integers<Index>(random, rows, -1, static_cast<std::int64_t>(classes));
  for (const std::vector<float>& logits : FloatsOfAllKinds(random, rows * classes))
    SameOnGpu([&](auto& run, Memory& memory) {
      const Index* const right = memory.In(target);
      void* const scratch = memory.Scratch(SoftmaxWorkspace(rows));
      T* const both = memory.Out(As<T>(logits));
      const Extent extent{rows, classes};
      SoftmaxCrossEntropy(run, both, right, extent, 0.7F, memory.Out<float>(rows), static_cast<T*>(nullptr), scratch);
      SoftmaxCrossEntropy(run, both, right, extent, 0.7F, memory.Out<float>(rows), memory.Out<T>(rows * classes),
                          scratch);
      SoftmaxCrossEntropy(run, both, right, extent, 0.7F, memory.Out<float>(rows), both, scratch);
    });
}

TEST_F(KernelsOnGpu, SoftmaxCrossEntropy) {
  std::mt19937 random(37);
  for (const Size rows : {0UL, 1UL, 7UL, 65UL})
    for (const Size classes : {1UL, 2UL, 10UL, 257UL, 5003UL}) {
      CheckSoftmax<float, std::int32_t>(random, rows, classes);
      CheckSoftmax<Bf16, std::int64_t>(random, rows, classes);
      CheckSoftmax<Half, std::int32_t>(random, rows, classes);
    }
}

// More classes than shared memory holds.
TEST_F(KernelsOnGpu, SoftmaxOfManyClasses) {
  std::mt19937 random(28);
  CheckSoftmax<float, std::int32_t>(random, 3, 60001);
  CheckSoftmax<Bf16, std::int32_t>(random, 3, 60001);
}

// Rows that a GPU adds up one by one: named by one addend, by some, by so many that blocks share them.
template <class T>
void CheckWideIndexAdd(Size count, Size columns, Size rows) {
  std::mt19937 random(27);
  std::vector<std::int32_t> index = Integers<std::int32_t>(random, count, -1, static_cast<std::int64_t>(rows));
  std::fill(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(count / 3), static_cast<std::int32_t>(rows / 2));
  const std::vector<float> before = FloatsOfAllKinds(random, rows * columns)[2];
  for (const std::vector<float>& source : FloatsOfAllKinds(random, count * columns))
    SameOnGpu([&](auto& run, Memory& memory) {
      IndexAdd(run, memory.In(As<T>(source)), memory.In(index), count, memory.Out(As<T>(before)), {rows, columns},
               memory.Out(std::vector<std::uint32_t>{5}), memory.Scratch(IndexAddWorkspace(count, {rows, columns})));
    });
}

TEST_F(KernelsOnGpu, IndexAddToWideRows) {
  for (const Size rows : {1UL, 40UL, 3000UL}) {
    CheckWideIndexAdd<float>(2000, 132, rows);
    CheckWideIndexAdd<float>(2000, 33, rows);
    CheckWideIndexAdd<Bf16>(500, 1200, rows);
  }
}

template <class T, class Index>
void CheckIndexAdd() {
  std::mt19937 random(38);
  for (const Size count : Sizes(random, 3000)) {
    const Size rows = 1 + random() % 50, columns = 1 + random() % 40;
    // One below and one above among them.
    const std::vector<Index> index = Integers<Index>(random, count, -1, static_cast<std::int64_t>(rows));
    const std::vector<float> before = FloatsOfAllKinds(random, rows * columns)[2];
    for (const std::vector<float>& source : FloatsOfAllKinds(random, count * columns))
      SameOnGpu([&](auto& run, Memory& memory) {
        IndexAdd(run, memory.In(As<T>(source)), memory.In(index), count, memory.Out(As<T>(before)), {rows, columns},
                 memory.Out(std::vector<std::uint32_t>{5}), memory.Scratch(IndexAddWorkspace(count, {rows, columns})));
      });
  }
}

TEST_F(KernelsOnGpu, IndexAdd) {
  CheckIndexAdd<float, std::int32_t>();
  CheckIndexAdd<float, std::int64_t>();
  CheckIndexAdd<Bf16, std::int32_t>();
  CheckIndexAdd<Half, std::int64_t>();
}

template <class Index>
void CheckScatterAdd() {
  std::mt19937 random(39);
  for (const Size count : LargeSizes(random)) {
    const Size rows = 1 + random() % 3000;
    const std::vector<Index> index = Integers<Index>(random, count, 0, static_cast<std::int64_t>(rows) - 1);
    const std::vector<float> before = Normals(random, rows);
    for (const std::vector<float>& source : FloatsOfAllKinds(random, count))
      SameOnGpu([&](auto& run, Memory& memory) {
        ScatterAdd(run, memory.In(source), memory.In(index), count, memory.Out(before), rows, nullptr,
                   memory.Scratch(IndexAddWorkspace(count, {rows, 1})));
      });
  }
}

TEST_F(KernelsOnGpu, ScatterAdd) {
  CheckScatterAdd<std::int32_t>();
  CheckScatterAdd<std::int64_t>();
}

template <class T>
void CheckEmbeddingBackward(std::mt19937& random, Embedding of) {
  const Size count = of.batch * of.time;
  const std::vector<float> tokens = Normals(random, of.vocabulary * of.channels),
                           positions = Normals(random, of.time * of.channels);
  const std::vector<std::int32_t> token =
      Integers<std::int32_t>(random, count, -1, static_cast<std::int64_t>(of.vocabulary));
  for (const std::vector<float>& out : FloatsOfAllKinds(random, count * of.channels))
    SameOnGpu([&](auto& run, Memory& memory) {
      EmbeddingBackward(run, memory.In(As<T>(out)), memory.In(token), of, memory.Out(As<T>(tokens)),
                        memory.Out(As<T>(positions)), memory.Out(std::vector<std::uint32_t>{0}),
                        memory.Scratch(EmbeddingWorkspace(of)));
    });
}

TEST_F(KernelsOnGpu, EmbeddingBackward) {
  std::mt19937 random(40);
  const Embedding all[] = {{3, 17, 5, 11}, {0, 17, 5, 11}, {1, 1, 1, 1}, {33, 7, 3, 2}, {2, 257, 31, 1000}};
  for (const Embedding& of : all) {
    CheckEmbeddingBackward<float>(random, of);
    CheckEmbeddingBackward<Bf16>(random, of);
  }
}

TEST_F(KernelsOnGpu, Histogram) {
  std::mt19937 random(41);
  for (const Size count : LargeSizes(random))
    for (const Size bins : {1UL, 10UL, 1000UL}) {
      const auto key = Integers<std::int32_t>(random, count, -1, static_cast<std::int64_t>(bins));
      SameOnGpu([&](auto& run, Memory& memory) {
        Histogram(run, memory.In(key), count, memory.Out(std::vector<std::uint32_t>(bins, 7)), bins,
                  memory.Out(std::vector<std::uint32_t>{7}));
      });
    }
}

template <class T>
void CheckPrefixSum(const std::vector<T>& x) {
  const Size n = x.size();
  for (const Scan kind : {Scan::Inclusive, Scan::Exclusive})
    SameOnGpu([&](auto& run, Memory& memory) {
      void* const scratch = memory.Scratch(PrefixSumWorkspace<T>(n));
      PrefixSum(run, kind, memory.In(x), n, memory.Out<T>(n), scratch);
      T* const in_place = memory.Out(x);
      PrefixSum(run, kind, in_place, n, in_place, scratch);
    });
}

TEST_F(KernelsOnGpu, PrefixSum) {
  std::mt19937 random(42);
  std::vector<Size> sizes = LargeSizes(random);
  sizes.push_back(256 * 256 + 1);
  for (const Size n : sizes) {
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      CheckPrefixSum(x);
    CheckPrefixSum(Integers<std::int32_t>(random, n, -1000000, 1000000));
    CheckPrefixSum(Integers<std::uint64_t>(random, n, INT64_MIN, INT64_MAX));  // wraps around
  }
  const Size sections = kScanGroup * kScanGroup * ScanSizes<float>::kElements + 77777;
  CheckPrefixSum(Normals(random, sections));
  CheckPrefixSum(Integers<std::int32_t>(random, sections, -1000000, 1000000));
}

TEST_F(KernelsOnGpu, TopK) {
  std::mt19937 random(43);
  for (const Size n : {1UL, 2UL, 33UL, 1000UL, 5003UL, 70001UL})
    for (const Size k : {Size{1}, std::min<Size>(n, 50), std::min<Size>(n, 700)}) {
      const Size rows = n == 70001 ? 2 : random() % 20;  // which are too few for a block each
      std::vector<std::vector<float>> inputs = FloatsOfAllKinds(random, rows * n);
      inputs.push_back(Integers<float>(random, rows * n, -3, 3));  // ties
      for (const std::vector<float>& x : inputs)
        SameOnGpu([&](auto& run, Memory& memory) {
          EXPECT_TRUE(TopK(run, memory.In(x), rows, n, k, memory.Out<float>(rows * k),
                           memory.Out<std::uint32_t>(rows * k), memory.Scratch(TopKWorkspace(rows, k))));
        });
    }
}

// Small, at random, and where the words of the counter carry.
std::vector<Draws> AllDraws(std::mt19937_64& random) {
  return {{0, 0, 0}, {random(), random(), random() >> 8}, {random(), ~0ULL, 0x3fffffffdULL}, {~0ULL, 5, ~0ULL >> 1}};
}

TEST_F(KernelsOnGpu, Draws) {
  std::mt19937 sizes(44);
  std::mt19937_64 random(44);
  for (const Size n : LargeSizes(sizes))
    for (const Draws& draws : AllDraws(random))
      SameOnGpu([&](auto& run, Memory& memory) {
        FillBits(run, draws, memory.Out<std::uint32_t>(n), n);
        FillUniform(run, draws, memory.Out<float>(n), n);
        FillUniformAsCurand(run, draws, memory.Out<float>(n), n);
      });
}

template <class T>
void CheckDropout() {
  std::mt19937 random(45);
  for (const Size n : Sizes(random, 50000))
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      for (const float p : {0.0F, 0.1F, 0.999F})
        SameOnGpu([&](auto& run, Memory& memory) {
          Dropout(run, {45, 1, 3}, p, memory.In(As<T>(x)), memory.Out<T>(n), n);
          T* const in_place = memory.Out(As<T>(x));
          Dropout(run, {45, 2, 0}, p, in_place, in_place, n);
        });
}

TEST_F(KernelsOnGpu, Dropout) {
  CheckDropout<float>();
  CheckDropout<Bf16>();
  CheckDropout<Half>();
}

TEST_F(KernelsOnGpu, StochasticRounding) {
  std::mt19937 random(46);
  for (const Size n : LargeSizes(random))
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      SameOnGpu([&](auto& run, Memory& memory) {
        StochasticRounding(run, {46, 1, 2}, memory.In(x), memory.Out<Bf16>(n), n);
      });
}

constexpr Size kDrawsInTurn = 7;  // so that threads begin at each word of a block

__global__ void DrawByCurand(Draws draws, Size threads, std::uint32_t* bits, float* uniforms) {
  const Size thread = Size{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread >= threads)
    return;
  const Size first = thread * kDrawsInTurn;
  curandStatePhilox4_32_10_t state;
  curand_init(draws.seed, draws.stream, draws.offset + first, &state);
  for (Size i = first; i < first + kDrawsInTurn; ++i)
    bits[i] = curand(&state);
  curand_init(draws.seed, draws.stream, draws.offset + first, &state);
  for (Size i = first; i < first + kDrawsInTurn; ++i)
    uniforms[i] = curand_uniform(&state);
}

// NVIDIA's on the GPU, ours on the CPU.
void DrawOnEither(CudaRun&, Draws draws, Size threads, std::uint32_t* bits, float* uniforms) {
  DrawByCurand<<<static_cast<unsigned>((threads + 255) / 256), 256>>>(draws, threads, bits, uniforms);
}
void DrawOnEither(HostRun& run, Draws draws, Size threads, std::uint32_t* bits, float* uniforms) {
  FillBits(run, draws, bits, threads * kDrawsInTurn);
  FillUniformAsCurand(run, draws, uniforms, threads * kDrawsInTurn);
}

TEST_F(KernelsOnGpu, DrawsAreThoseOfCurand) {
  std::mt19937_64 random(47);
  for (const Size threads : {1UL, 100UL, 100003UL})
    for (const Draws& draws : AllDraws(random)) {
      const Size n = threads * kDrawsInTurn;
      SameOnGpu([&](auto& run, Memory& memory) {
        DrawOnEither(run, draws, threads, memory.Out<std::uint32_t>(n), memory.Out<float>(n));
      });
    }
}

// Addends that many threads add in the order `order` to `places` sums.
template <class T>
struct Addends {
  const T* x;
  const std::uint32_t* order;
  Size n, places;

  DETRAIN_HD Size At(Size i) const { return order[i]; }
};

template <class T>
Addends<T> In(Memory& memory, const std::vector<T>& x, const std::vector<std::uint32_t>& order, Size places) {
  return {memory.In(x), memory.In(order), x.size(), places};
}

template <class Run, class T>
void AddBinned(Run& run, Addends<T> of, BinnedSum<T>* sums, T* rounded) {
  run.Zero(sums, of.places * sizeof(*sums));
  run(of.n, [=] DETRAIN_HD(Size i) { sums[of.At(i) % of.places].AtomicAdd(of.x[of.At(i)]); });
  run(of.places, [=] DETRAIN_HD(Size place) { rounded[place] = sums[place].Round(); });
}

template <class Run>
void AddPrerounded(Run& run, Addends<float> of, PreroundedSum* sums, float* rounded) {
  run.Zero(sums, of.places * sizeof(*sums));
  run(of.n, [=] DETRAIN_HD(Size i) { sums[of.At(i) % of.places].Announce(of.x[of.At(i)]); });
  run(of.n, [=] DETRAIN_HD(Size i) { sums[of.At(i) % of.places].Add(of.x[of.At(i)], of.n); });
  run(of.places, [=] DETRAIN_HD(Size place) { rounded[place] = sums[place].template Round<float>(of.n); });
}

constexpr int kUnit = -30;  // of FixedSum here

template <class Run>
void AddFixed(Run& run, Addends<float> of, FixedSum* sums, float* rounded) {
  run.Zero(sums, of.places * sizeof(*sums));
  run(of.n, [=] DETRAIN_HD(Size i) { sums[of.At(i) % of.places].AtomicAdd(of.x[of.At(i)], kUnit); });
  run(of.places, [=] DETRAIN_HD(Size place) { rounded[place] = sums[place].Round(kUnit); });
}

std::vector<std::uint32_t> Permutation(std::mt19937& random, Size n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

// All exponents, but no sum: all but the last cancels.
std::vector<float> Cancelling(std::mt19937& random, Size n) {
  std::vector<float> x = WildFloats(random, n);
  for (Size i = 0; i < n; ++i)
    x.push_back(-x[i]);
  x.push_back(std::ldexp(static_cast<float>(random() % 999), -140));
  return x;
}

std::vector<std::vector<float>> Adversaries(std::mt19937& random) {
  std::vector<std::vector<float>> all = {{0x1p24F, 1.0F, 0x1p-149F},              // just above a tie
                                         {3e38F, 3e38F, -3e38F, -3e38F, 1e-45F},  // overflows on the way only
                                         {3e38F, 3e38F},
                                         {-3.4028235e38F, -0x1p103F, 0x1p-149F}};  // a hair inside the range
  for (const Size n : Sizes(random, 20000)) {
    for (const std::vector<float>& x : FloatsOfAllKinds(random, n))
      all.push_back(x);
    all.push_back(Cancelling(random, n));
    all.push_back(Cancelling(random, n));
    for (const float special : {INFINITY, -INFINITY})
      all.back()[random() % all.back().size()] = special;
  }
  return all;
}

bool AllFinite(const std::vector<float>& x) {
  return std::all_of(x.begin(), x.end(), [](float value) { return std::isfinite(value); });
}

Exact ExactOf(const std::vector<float>& x) {
  Exact sum;
  for (const float value : x)
    sum.Add(value);
  return sum;
}

TEST_F(KernelsOnGpu, BinnedSumOfFloats) {
  std::mt19937 random(48);
  for (const std::vector<float>& x : Adversaries(random)) {
    const std::vector<std::uint32_t> order = Permutation(random, x.size());
    BinnedSum<float> plain{};
    for (const float value : x)
      plain.Add(value);
    for (const Size places : {1UL, 7UL}) {
      const Bytes results = SameOnGpu([&](auto& run, Memory& memory) {
        float* const rounded = memory.Out<float>(places);
        AddBinned(run, In(memory, x, order, places), memory.Out<BinnedSum<float>>(places), rounded);
      });
      if (places != 1)
        continue;
      EXPECT_EQ(BitsOf(FirstOf<float>(results)), BitsOf(plain.Round()));
      EXPECT_TRUE(!AllFinite(x) || IsNearestFloat(ExactOf(x), FirstOf<float>(results))) << x.size();
    }
  }
}

std::vector<double> WildDoubles(std::mt19937_64& random, Size n) {
  std::vector<double> x(n);
  for (Size i = 0; i < n; ++i)
    x[i] =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(random() % 1900) - 1130);
  for (Size i = n / 2; i < n; ++i)
    x[i] = i % 3 == 0 ? x[i] : -x[i - n / 2];
  return x;
}

TEST_F(KernelsOnGpu, BinnedSumOfDoubles) {
  std::mt19937 sizes(49);
  std::mt19937_64 random(49);
  for (const Size n : Sizes(sizes, 20000))
    for (const double extra : {0.0, -0x1p-1074, static_cast<double>(INFINITY), static_cast<double>(NAN)}) {
      std::vector<double> x = WildDoubles(random, n);
      x.push_back(extra);
      const std::vector<std::uint32_t> order = Permutation(sizes, x.size());
      BinnedSum<double> plain{};
      for (const double value : x)
        plain.Add(value);
      const Bytes results = SameOnGpu([&](auto& run, Memory& memory) {
        double* const rounded = memory.Out<double>(1);
        AddBinned(run, In(memory, x, order, 1), memory.Out<BinnedSum<double>>(1), rounded);
      });
      EXPECT_EQ(FirstOf<std::uint64_t>(results), BitCast<std::uint64_t>(plain.Round()));
    }
}

TEST_F(KernelsOnGpu, PreroundedSum) {
  std::mt19937 random(50);
  for (const std::vector<float>& x : Adversaries(random)) {
    const std::vector<std::uint32_t> order = Permutation(random, x.size());
    class PreroundedSum plain{};
    for (const float value : x)
      plain.Announce(value);
    for (const float value : x)
      plain.Add(value, x.size());
    for (const Size places : {1UL, 7UL}) {
      const Bytes results = SameOnGpu([&](auto& run, Memory& memory) {
        float* const rounded = memory.Out<float>(places);
        AddPrerounded(run, In(memory, x, order, places), memory.Out<PreroundedSum>(places), rounded);
      });
      EXPECT_TRUE(places != 1 || BitsOf(FirstOf<float>(results)) == BitsOf(plain.Round<float>(x.size())));
    }
  }
}

// Multiples of the unit, so that the sum is exact.
TEST_F(KernelsOnGpu, FixedSum) {
  std::mt19937 random(51);
  for (const Size n : LargeSizes(random)) {
    std::vector<float> x = Integers<float>(random, n, -(1 << 23), 1 << 23);
    for (float& value : x)
      value = std::ldexp(value, kUnit + static_cast<int>(random() % 18));
    const std::vector<std::uint32_t> order = Permutation(random, n);
    const Bytes results = SameOnGpu([&](auto& run, Memory& memory) {
      float* const rounded = memory.Out<float>(1);
      AddFixed(run, In(memory, x, order, 1), memory.Out<FixedSum>(1), rounded);
    });
    EXPECT_TRUE(IsNearestFloat(ExactOf(x), FirstOf<float>(results))) << n;
  }
}

// A million addends on three places, by every kernel that adds atomically.
TEST_F(KernelsOnGpu, ManyRunsOfAContendedSumAreTheSame) {
  std::mt19937 random(52);
  const Size n = 1 << 20, places = 3;
  const std::vector<float> x = WildFloats(random, n), before = Normals(random, places);
  const std::vector<std::uint32_t> order = Permutation(random, n);
  const auto index = Integers<std::int32_t>(random, n, 0, places - 1);
  const auto compute = [&](auto& run, Memory& memory) {
    const Addends<float> of = In(memory, x, order, places);
    AddBinned(run, of, memory.Out<BinnedSum<float>>(places), memory.Out<float>(places));
    AddPrerounded(run, of, memory.Out<PreroundedSum>(places), memory.Out<float>(places));
    ScatterAdd(run, of.x, memory.In(index), n, memory.Out(before), places, nullptr,
               memory.Scratch(IndexAddWorkspace(n, {places, 1})));
    Histogram(run, memory.In(index), n, memory.Out(std::vector<std::uint32_t>(places)), places, nullptr);
  };
  const Bytes want = SameOnGpu(compute);
  for (int repetition = 0; repetition < 20; ++repetition)
    ExpectSame(want, OnGpu(CudaRun(nullptr), compute));
}

}  // namespace
}  // namespace detrain::kernels::test
