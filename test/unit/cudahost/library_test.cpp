// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats of 16 bits, cooperative groups, products and draws.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <random>

#include "device.h"
#include "kernels/philox.h"

namespace detrain::cudahost::test {
namespace {

namespace cg = cooperative_groups;
using Floats = std::vector<float>;
using Library = HostBackend;

Floats Random(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> draw;
  Floats x(n);
  for (float& value : x)
    value = draw(random);
  return x;
}

TEST_F(Library, SixteenBitFormatsRoundOnce) {
  EXPECT_EQ(__float2bfloat16(1.00390625F).bits, 0x3f80);  // a tie, to even
  EXPECT_EQ(__float2bfloat16(1.01171875F).bits, 0x3f82);
  EXPECT_EQ((__nv_bfloat16(3.0F) / __nv_bfloat16(2.0F)).bits, __nv_bfloat16(1.5F).bits);
  EXPECT_EQ(__half2float(__float2half(65504.0F)), 65504.0F);
  EXPECT_EQ(__half_as_ushort(__float2half(1e9F)), 0x7c00);
  EXPECT_EQ(__half2float(__hfma(__half(2.0F), __half(3.0F), __half(0.5F))), 6.5F);
  EXPECT_TRUE(__hisnan(__float2half(NAN)));
}

TEST_F(Library, TilesReduceAndVote) {
  Device<float> out(96);
  float* const at = out.get();
  const auto run = [&] {
    Launch(1, 96, 0, nullptr, [=] {
      const cg::thread_block block = cg::this_thread_block();
      const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
      const auto quad = cg::tiled_partition<4>(block);
      const auto t = static_cast<float>(block.thread_rank());
      float value = cg::reduce(warp, t, cg::plus<float>{});
      value += 10000 * cg::reduce(quad, t, cg::greater<float>{});
      value += static_cast<float>(quad.ballot(quad.thread_rank() == 2));
      block.sync();
      at[block.thread_rank()] = value;
    });
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(6, run), 1);
  EXPECT_EQ(run()[5], 496.0F + 70000.0F + 4.0F);
  EXPECT_TRUE(TakeReports().empty());
}

std::size_t At(int row, int column, int ld) {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(row);
}

TEST_F(Library, TilesScan) {
  Device<int> out(96);
  int* const at = out.get();
  const auto run = [&] {
    Launch(1, 48, 0, nullptr, [=] {
      const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
      const auto t = static_cast<int>(threadIdx.x);
      at[t] = cg::inclusive_scan(tile, t);
      at[48 + t] = cg::exclusive_scan(tile, 1);
    });
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(4, run), 1);
  EXPECT_EQ(run()[18], 16 + 17 + 18);
  EXPECT_EQ(run()[48 + 31], 15);
}

// column-major, the plain way
float ProductAt(const Floats& a, const Floats& b, int lda, int ldb, bool ta, bool tb, int k, int i, int j) {
  double sum = 0;
  for (int l = 0; l < k; ++l)
    sum += static_cast<double>(a[ta ? At(l, i, lda) : At(i, l, lda)]) * b[tb ? At(j, l, ldb) : At(l, j, ldb)];
  return static_cast<float>(sum);
}

TEST_F(Library, ProductsOfAllTranspositionsAndSizes) {
  cublasHandle_t handle = nullptr;
  ASSERT_EQ(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
  for (const auto& [m, n, k] : {std::tuple(1, 1, 1), std::tuple(5, 7, 3), std::tuple(300, 33, 20), std::tuple(4, 4, 0)})
    for (const int transposed : {0, 1, 2, 3}) {
      const bool ta = (transposed & 1) != 0, tb = (transposed & 2) != 0;
      const int lda = (ta ? k : m) + 2, ldb = (tb ? n : k) + 1, ldc = m + 3;
      const Floats a = Random(At(0, ta ? m : k, lda), 1);
      const Floats b = Random(At(0, tb ? k : n, ldb), 2);
      const Floats c = Random(At(0, n, ldc), 3);
      Device<float> da(a.empty() ? Floats(1) : a), db(b.empty() ? Floats(1) : b), dc(c);
      const float alpha = 2, beta = -1;
      EXPECT_EQ(cublasSgemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha,
                            da.get(), lda, db.get(), ldb, &beta, dc.get(), ldc),
                CUBLAS_STATUS_SUCCESS);
      const Floats got = dc.Read();
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < ldc; ++i) {
          const std::size_t at = At(i, j, ldc);
          const float want = i < m ? 2 * ProductAt(a, b, lda, ldb, ta, tb, k, i, j) - c[at] : c[at];
          ASSERT_NEAR(got[at], want, 1e-4F) << m << "x" << n << "x" << k << " " << transposed;
        }
    }
  cublasDestroy(handle);
}

TEST_F(Library, AProductDoesNotReadWhatBetaIsZeroFor) {
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  Device<float> a(Floats{2}), b(Floats{3}), c(Floats{NAN});
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a.get(), 1, b.get(), 1, &zero, c.get(), 1);
  EXPECT_EQ(c.Read()[0], 6.0F);
  cublasDestroy(handle);
}

TEST_F(Library, BatchesLieWhereAnArrayOnTheDeviceSays) {
  cublasHandle_t handle = nullptr;
  cublasCreate_v2(&handle);
  Device<float> a(Floats{1, 2, 3, 4}), b(Floats{5, 6, 7, 8}), c(Floats{1, 1, 1, 1});
  // Two products of a 1 x 2 and a 2 x 1 matrix; the second one's result lies before the first one's.
  Device<const float*> as(std::vector<const float*>{a.get(), a.get() + 2}),
      bs(std::vector<const float*>{b.get(), b.get() + 2});
  Device<float*> cs(std::vector<float*>{c.get() + 2, c.get()});
  const float alpha = 2, beta = 1;
  EXPECT_EQ(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, as.get(), 1, bs.get(), 2, &beta,
                               cs.get(), 1, 2),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.Read(), (Floats{2 * (3 * 7 + 4 * 8) + 1, 1, 2 * (1 * 5 + 2 * 6) + 1, 1}));
  EXPECT_EQ(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, nullptr, 1, bs.get(), 2, &beta,
                               cs.get(), 1, 2),
            CUBLAS_STATUS_INVALID_VALUE);
  cublasDestroy_v2(handle);
}

TEST_F(Library, ProductsOfHalvesAreRoundedOnce) {
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const auto half = [](float x) { return __float2half(x); };
  Device<__half> a(std::vector<__half>{half(2048), half(1), half(1)}),
      b(std::vector<__half>{half(1), half(1), half(1)}), c(std::vector<__half>{half(0)});
  const __half one = half(1), zero = half(0);
  EXPECT_EQ(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 3, &one, a.get(), 1, b.get(), 3, &zero, c.get(), 1),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(__half2float(c.Read()[0]), 2050.0F);  // in halves 2048 + 1 is 2048
  cublasDestroy(handle);
}

TEST_F(Library, MatmulWithBiasAndGelu) {
  const int m = 6, n = 4, k = 5;
  const Floats a = Random(30, 4), b = Random(20, 5), bias = Random(m, 6);
  Device<float> da(a), db(b), dbias(bias), aux(24), d(24);
  cublasLtHandle_t handle = nullptr;
  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatrixLayout_t la = nullptr, lb = nullptr, ld = nullptr;
  cublasLtCreate(&handle);
  cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, m, k, m);
  cublasLtMatrixLayoutCreate(&lb, CUDA_R_32F, k, n, k);
  cublasLtMatrixLayoutCreate(&ld, CUDA_R_32F, m, n, m);
  const auto set = [&](cublasLtMatmulDescAttributes_t attribute, const auto& value) {
    EXPECT_EQ(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)), CUBLAS_STATUS_SUCCESS);
  };
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
  const float* const bias_at = dbias.get();
  float* const aux_at = aux.get();
  set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias_at);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux_at);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{m});
  const float one = 1, zero = 0;
  EXPECT_EQ(cublasLtMatmul(handle, desc, &one, da.get(), la, db.get(), lb, &zero, d.get(), ld, d.get(), ld, nullptr,
                           nullptr, 0, nullptr),
            CUBLAS_STATUS_SUCCESS);
  const Floats got = d.Read(), before = aux.Read();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const float x = ProductAt(a, b, m, k, false, false, k, i, j) + bias[static_cast<std::size_t>(i)];
      const std::size_t at = At(i, j, m);
      EXPECT_NEAR(before[at], x, 1e-5F);
      EXPECT_NEAR(got[at], 0.5F * x * (1 + std::erf(x / std::sqrt(2.0F))), 2e-3F);  // the tanh form is close to it
    }
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BGRADB);
  EXPECT_EQ(cublasLtMatmul(handle, desc, &one, da.get(), la, db.get(), lb, &zero, d.get(), ld, d.get(), ld, nullptr,
                           nullptr, 0, nullptr),
            CUBLAS_STATUS_NOT_SUPPORTED);
  for (const cublasLtMatrixLayout_t layout : {la, lb, ld})
    cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(desc);
  cublasLtDestroy(handle);
}

// PhiloxDraw is compared with NVIDIA's own in test/lit/kernels.
TEST_F(Library, DrawsOfADeviceGeneratorGoOnFromAnyOffset) {
  constexpr unsigned long long kSeed = 0x123456789abcdef, kStream = 0xffffffff12;
  for (const unsigned long long offset : {0ULL, 1ULL, 7ULL, 0x3ffffffffULL, 0x4fffffffe0ULL}) {
    curandStatePhilox4_32_10_t state;
    curand_init(kSeed, kStream, offset, &state);
    for (unsigned i = 0; i < 9; ++i)
      EXPECT_EQ(curand(&state), kernels::PhiloxDraw(kSeed, kStream, offset + i));
    skipahead(6, &state);
    EXPECT_EQ(curand4(&state).w, kernels::PhiloxDraw(kSeed, kStream, offset + 18));
  }
}

// What NVIDIA's header gives, compiled for the host.
TEST_F(Library, XorwowIsCurands) {
  struct Known {
    unsigned long long seed, subsequence, offset;
    unsigned draws[4];
    float uniform;
    double uniform_double;
  };
  constexpr Known kKnown[] = {
      {1234, 0, 0, {0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394}, 0x1.b6d4d6p-1F, 0x1.9c7984be571aep-3},
      {0x123456789abcdef, 1, 0, {0x6d3c9475, 0x4395cedf, 0xa645739f, 0x467aa12a}, 0x1.0d2158p-1F, 0x1.a5866ac673a2p-1},
      {0x123456789abcdef,
       0xffffffff12,
       7,
       {0x4da4e27a, 0xb17c7d7c, 0xd87d996f, 0xae8c684d},
       0x1.bdf222p-1F,
       0x1.b19fa1e1e3688p-1},
      {42, 3, 0x4fffffffe0, {0xdc8c4da9, 0x8d358fc8, 0xf7724c8, 0x6be32d93}, 0x1.4ad9c4p-3F, 0x1.20c729bde4618p-1}};
  for (const Known& known : kKnown) {
    curandState state;
    curand_init(known.seed, known.subsequence, known.offset, &state);
    for (const unsigned draw : known.draws)
      EXPECT_EQ(curand(&state), draw);
    EXPECT_EQ(curand_uniform(&state), known.uniform);
    EXPECT_EQ(curand_uniform_double(&state), known.uniform_double);
  }
}

// By CUDA 13's own text, compiled for the host.
TEST_F(Library, Mrg32k3aIsCurands) {
  struct Known {
    unsigned long long seed, subsequence, offset;
    unsigned draws[4];
    float uniform;
    double uniform_double;
    unsigned three_sequences_on;
  };
  constexpr Known kKnown[] = {
      {0, 0, 0, {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334}, 0x1.c5e5e8p-3F, 0x1.11193346f592ep-1, 0x95092660},
      {1234, 0, 5, {0xfa61def9, 0x6661c54a, 0xcd100fe0, 0x52d6b4c6}, 0x1.0bc9bap-1F, 0x1.ccf22fd051b91p-2, 0xea68ace1},
      {0x123456789abcdef,
       1,
       1000003,
       {0x4416ab24, 0x5bba7121, 0xb8355b65, 0xd84bde06},
       0x1.8bbf0ep-1F,
       0x1.2616d0c818a08p-2,
       0x4c1b122},
      {42,
       0xffffffff12,
       0x4fffffffe0,
       {0x925e635d, 0x5707a17a, 0x5f8c2a01, 0x6ba269be},
       0x1.31fa3ep-4F,
       0x1.37c5a95e885f5p-4,
       0x67bfd0a3}};
  for (const Known& known : kKnown) {
    curandStateMRG32k3a state;
    curand_init(known.seed, known.subsequence, known.offset, &state);
    for (const unsigned draw : known.draws)
      EXPECT_EQ(curand(&state), draw);
    EXPECT_EQ(curand_uniform(&state), known.uniform);
    EXPECT_EQ(curand_uniform_double(&state), known.uniform_double);
    skipahead_sequence(3, &state);
    EXPECT_EQ(curand(&state), known.three_sequences_on);
  }
}

TEST_F(Library, LogNormalNumbersAreThoseOfNormalOnes) {
  curandStateMRG32k3a state;
  curand_init(7, 0, 0, &state);
  curandStateMRG32k3a same = state;
  const float2 normal = curand_normal2(&state), two = curand_log_normal2(&same, 1, 2);
  EXPECT_EQ(two.x, std::exp(1 + 2 * normal.x));
  EXPECT_EQ(two.y, std::exp(1 + 2 * normal.y));
  EXPECT_EQ(curand_log_normal(&same, 0, 1), std::exp(curand_normal(&state)));
  curandStatePhilox4_32_10_t philox;
  curand_init(7, 0, 0, &philox);
  curandStatePhilox4_32_10_t again = philox;
  EXPECT_EQ(curand_log_normal4(&philox, 0, 1).w, std::exp(curand_normal4(&again).w));
}

TEST_F(Library, AHostGeneratorGoesOnWhereItStands) {
  curandGenerator_t generator = nullptr;
  ASSERT_EQ(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_SUCCESS);
  curandSetPseudoRandomGeneratorSeed(generator, 7);
  const auto draw = [&](std::size_t count) {
    const Device<float> out(count);
    EXPECT_EQ(curandGenerateUniform(generator, out.get(), count), CURAND_STATUS_SUCCESS);
    return out.Read();
  };
  const Floats all = draw(10);
  curandSetGeneratorOffset(generator, 3);
  EXPECT_EQ(draw(4), Floats(all.begin() + 3, all.begin() + 7));
  EXPECT_EQ(draw(3), Floats(all.begin() + 7, all.end()));
  curandSetGeneratorOffset(generator, 3);
  curandSetPseudoRandomGeneratorSeed(generator, 7);  // the position stays
  EXPECT_EQ(draw(7), Floats(all.begin() + 3, all.end()));
  const Device<float> normal(4096);
  EXPECT_EQ(curandGenerateNormal(generator, normal.get(), 4095, 2, 3), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandGenerateNormal(generator, normal.get(), 4096, 2, 3), CURAND_STATUS_SUCCESS);
  double sum = 0, squares = 0;
  for (const float x : normal.Read()) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  EXPECT_NEAR(sum / 4096, 2, 0.2);
  EXPECT_NEAR(squares / 4096, 13, 0.8);
  EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandCreateGenerator(&generator, CURAND_RNG_QUASI_DEFAULT), CURAND_STATUS_TYPE_ERROR);
}

TEST_F(Library, VectorsHaveStrides) {
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const float two = 2, half = 0.5F;
  const Device<float> a(Floats{1, 2, 3, 4, 5, 6}), x(Floats{1, 9, 2, 9, 3}), y(Floats{8, 9, 6}), z(Floats(6, 0));
  // a is 2 x 3, x and y every second element
  EXPECT_EQ(cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &two, a.get(), 2, x.get(), 2, &half, y.get(), 2),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(y.Read(), (Floats{48, 9, 59}));
  EXPECT_EQ(cublasSger(handle, 2, 3, &two, y.get(), -2, x.get(), 2, z.get(), 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(z.Read(), (Floats{118, 96, 236, 192, 354, 288}));
  EXPECT_EQ(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &two, a.get(), 2, &half, a.get(), 3, z.get(), 3),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(z.Read(), (Floats{2.5F, 7, 11.5F, 6, 10.5F, 15}));
  EXPECT_EQ(cublasSdgmm(handle, CUBLAS_SIDE_RIGHT, 2, 3, a.get(), 2, x.get(), 2, z.get(), 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(z.Read(), (Floats{1, 2, 6, 8, 15, 18}));
  float norm = 0, sum = 0;
  int largest = 0;
  cublasSnrm2(handle, 3, x.get(), 2, &norm);
  cublasSasum(handle, 3, x.get(), 2, &sum);
  cublasIsamax(handle, 5, x.get(), 1, &largest);
  EXPECT_FLOAT_EQ(norm, std::sqrt(14.0F));
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(largest, 2);
  EXPECT_EQ(cublasScopy(handle, 3, x.get(), 2, z.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(z.Read()[2], 3);
  cublasDestroy(handle);
}

TEST_F(Library, DrawsInDeviceCodeAreOfTheThreadsStream) {
  Device<float> out(64);
  float* const at = out.get();
  const auto run = [&] {
    Launch(2, 32, 0, nullptr, [=] {
      curandStatePhilox4_32_10_t state;
      const unsigned id = blockIdx.x * 32 + threadIdx.x;
      curand_init(1234, id, 0, &state);
      at[id] = curand_uniform(&state) + curand_normal(&state);
    });
    return out.Read();
  };
  EXPECT_EQ(DifferentResults(4, run), 1);
  EXPECT_NE(run()[0], run()[1]);
}

}  // namespace
}  // namespace detrain::cudahost::test
