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
