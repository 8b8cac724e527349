// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the runtime that calls CUDA, with the host backend in the driver's place: a hostile schedule runs each
// stream as late, and in as different an order, as waits and events allow.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "detrain/device.h"
#include "device.h"
#include "runtime/gpu/hooks.h"

namespace {
const detrain_device* g_gpu = nullptr;
std::vector<std::size_t> g_allocated;
}  // namespace

extern "C" {
void detrain_use_device(const detrain_device* device) {
  if (device->apart != nullptr)
    g_gpu = device;
}
int detrain_device_allocated(void* /*block*/, std::size_t size, std::uint32_t /*kind*/) {
  g_allocated.push_back(size);
  return 0;
}
void detrain_device_freed(void* /*block*/) {}
}

namespace detrain::cudahost::test {
namespace {

using Gpu = HostBackend;
using Floats = std::vector<float>;

template <typename Run>
void ExpectAlways(Run run, const Floats& result) {
  EXPECT_EQ(run(), result);
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SetSchedule(seed);
    EXPECT_EQ(run(), result) << "schedule " << seed;
  }
  ClearSchedule();
}

class ThreeStreams {
 public:
  ThreeStreams() {
    for (cudaStream_t* stream : {&first_, &second_})
      detrain_cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    cudaMallocHost(&host_, 3 * sizeof(float));  // pageable memory would be copied to at once
  }
  ~ThreeStreams() {
    cudaFreeHost(host_);
    detrain_cudaStreamDestroy(first_);
    detrain_cudaStreamDestroy(second_);
  }
  ThreeStreams(const ThreeStreams&) = delete;
  ThreeStreams& operator=(const ThreeStreams&) = delete;

  // Each stream sets its number, which is saved, and then another one.
  Floats Saved() {
    Give(0);
    cudaDeviceSynchronize();
    Give(1);
    g_gpu->apart->begin();
    for (std::size_t i = 0; i < 3; ++i)
      g_gpu->apart->fetch(host_ + i, numbers_[i]->get(), sizeof(float));
    g_gpu->apart->finish();
    Give(10);
    for (const cudaStream_t stream : {first_, second_, cudaStreamLegacy})
      cudaStreamSynchronize(stream);
    g_gpu->apart->wait();
    return {host_, host_ + 3};
  }

 private:
  void Give(float factor) {
    float number = 1;
    const cudaStream_t streams[] = {first_, second_, nullptr};
    for (std::size_t i = 0; i < 3; ++i, ++number) {
      float* const at = numbers_[i]->get();
      Launch(1, 1, 0, streams[i], [=] { *at = number * factor; });
    }
  }

  cudaStream_t first_ = nullptr, second_ = nullptr;
  Device<float> a_{1}, b_{1}, c_{1};
  float* host_ = nullptr;
  const Device<float>* numbers_[3] = {&a_, &b_, &c_};
};

TEST_F(Gpu, SnapshotWaitsForAllStreamsAndTheyForIt) {
  ThreeStreams streams;
  const auto run = [&] { return streams.Saved(); };
  ExpectAlways(run, {1, 2, 3});  // straight to the host
  g_gpu->apart->expect(std::size_t{3} * 256);
  ExpectAlways(run, {1, 2, 3});  // by way of the device
}

TEST_F(Gpu, ReadsAndWritesBehindAllWork) {
  Device<float> a(1);
  float* const at = a.get();
  cudaStream_t stream = nullptr;
  detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const auto run = [&] {
    Launch(1, 1, 0, stream, [=] { *at = 7; });
    Floats read(1);
    g_gpu->apart->read(read.data(), at, sizeof(float));
    Launch(1, 1, 0, stream, [=] { *at = 8; });
    const float nine = 9;
    g_gpu->apart->write(at, &nine, sizeof nine);
    Launch(1, 1, 0, stream, [=] { *at += 1; });
    cudaDeviceSynchronize();
    read.push_back(a.Read()[0]);
    return read;
  };
  ExpectAlways(run, {7, 10});
  detrain_cudaStreamDestroy(stream);
}

std::vector<char> Bytes(std::size_t size) {
  std::vector<char> bytes(size);
  std::uint64_t word = size;
  for (char& byte : bytes)
    byte = static_cast<char>((word = word * 6364136223846793005U + 1442695040888963407U) >> 56U);  // Knuth's MMIX
  return bytes;
}

TEST_F(Gpu, HashesAsTheHostDoes) {
  const std::size_t block = 1024, room = std::size_t{1} << 26U;  // of which it hashes at a time
  for (const std::size_t size : {block + 1, 2 * block - 1, 2 * block, 2 * block + 1, 2 * block + 63, 2 * block + 64,
                                 2 * block + 65, 33 * block, 100 * block + 7, 3333333UL, room + block + 1}) {
    const std::vector<char> bytes = Bytes(size + 4);
    const Device<char> device(bytes);
    for (const std::size_t from : {0U, 4U}) {
      std::uint64_t hash = 0;
      ASSERT_EQ(g_gpu->apart->hash(device.get() + from, size, &hash), 1);
      EXPECT_EQ(hash, XXH3_64bits(bytes.data() + from, size)) << size << " bytes from " << from << " on";
    }
  }
}

TEST_F(Gpu, LeavesOddHashesToTheHost) {
  const Device<char> device(Bytes(4096));
  std::uint64_t hash = 7;
  for (const std::size_t size : {0U, 1U, 240U, 241U, 1023U, 1024U})
    EXPECT_EQ(g_gpu->apart->hash(device.get(), size, &hash), 0) << size;
  EXPECT_EQ(g_gpu->apart->hash(device.get() + 1, 2048, &hash), 0);
  EXPECT_EQ(hash, 7U);
}

TEST_F(Gpu, HashesBehindAllWork) {
  const std::size_t n = 5000;
  Device<float> a(Floats(n, 1));
  float* const at = a.get();
  cudaStream_t stream = nullptr;
  detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const Floats sevens(n, 7);
  const auto run = [&] {
    cudaDeviceSynchronize();
    Launch(20, 250, 0, stream, [=] { at[blockIdx.x * blockDim.x + threadIdx.x] = 7; });
    std::uint64_t hash = 0;
    g_gpu->apart->hash(at, n * sizeof(float), &hash);
    Launch(20, 250, 0, stream, [=] { at[blockIdx.x * blockDim.x + threadIdx.x] = 8; });
    return Floats{hash == XXH3_64bits(sevens.data(), n * sizeof(float)) ? 1.0F : 0.0F};
  };
  ExpectAlways(run, {1});
  cudaDeviceSynchronize();
  detrain_cudaStreamDestroy(stream);
}

TEST_F(Gpu, TellsTheRuntimeOfMemory) {
  g_allocated.clear();
  void* block = nullptr;
  ASSERT_EQ(detrain_cudaMalloc(&block, 123), cudaSuccess);
  EXPECT_EQ(g_allocated.back(), 123U);
  EXPECT_EQ(detrain_cudaFree(block), cudaSuccess);
  void* const made = g_gpu->allocate(DETRAIN_MEMORY_DEVICE, 8);
  ASSERT_NE(made, nullptr);
  Floats zeros(2, 1);
  g_gpu->apart->read(zeros.data(), made, 8);
  EXPECT_EQ(zeros, (Floats{0, 0}));
  cudaFree(made);
}

TEST_F(Gpu, AStepDoesNotEndInsideACapture) {
  EXPECT_EXIT(
      {
        cudaStream_t stream = nullptr;
        detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
        g_gpu->synchronize();
      },
      testing::ExitedWithCode(4), "step boundary: lies inside the capture of a CUDA graph");
}

}  // namespace
}  // namespace detrain::cudahost::test
