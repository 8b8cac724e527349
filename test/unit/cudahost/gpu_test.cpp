// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the runtime that calls CUDA, with the host backend in the driver's place: a hostile schedule runs each
// stream as late, and in as different an order, as waits and events allow.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <random>

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

std::vector<unsigned char> RandomBytes(std::size_t n) {
  std::mt19937 generator(7);
  std::vector<unsigned char> bytes(n);
  for (unsigned char& byte : bytes)
    byte = static_cast<unsigned char>(generator());
  return bytes;
}

// Each of XXH3's blocks, stripes and tails, and of the kernel's tiles (124 blocks), with a byte less and one more.
std::vector<std::size_t> SizesToHash() {
  std::vector<std::size_t> sizes = {241, 255, 256, 257, 319, 320, 321, 1023, 1024, 1025, 1088, 1089, (3 << 20) + 5};
  for (const std::size_t blocks : {2U, 3U, 123U, 124U, 125U, 248U, 249U})
    for (const std::size_t size : {blocks * 1024 - 1, blocks * 1024, blocks * 1024 + 1})
      sizes.push_back(size);
  std::mt19937 generator(8);
  for (int i = 0; i < 20; ++i)
    sizes.push_back(241 + generator() % 100'000);
  return sizes;
}

TEST_F(Gpu, HashesAreThoseOfTheHost) {
  constexpr std::size_t kStarts = 8;
  const std::vector<std::size_t> sizes = SizesToHash();
  const auto bytes = RandomBytes(*std::max_element(sizes.begin(), sizes.end()) + kStarts);
  Device<unsigned char> device(bytes);
  std::vector<detrain_piece> pieces;  // more than one launch takes
  for (std::size_t start = 0; start < kStarts; ++start)
    for (const std::size_t size : sizes)
      pieces.push_back({device.get() + start, size, 0});
  ASSERT_EQ(g_gpu->apart->hash(pieces.data(), pieces.size()), 1);
  for (const detrain_piece& piece : pieces) {
    const auto start = static_cast<const unsigned char*>(piece.bytes) - device.get();
    EXPECT_EQ(piece.hash, XXH3_64bits(bytes.data() + start, piece.size)) << start << " + " << piece.size;
  }
}

TEST_F(Gpu, HashesBehindAllWorkInAnyOrderOfThreads) {
  constexpr int kFloats = 50'001;
  Device<float> a(kFloats);
  float* const at = a.get();
  cudaStream_t stream = nullptr;
  detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const auto set = [&](float value) { Launch(1, 1, 0, stream, [=] { std::fill(at, at + kFloats, value); }); };
  const Floats sevens(kFloats, 7);
  for (unsigned seed = 0; seed <= 20; ++seed) {
    if (seed != 0)
      SetSchedule(seed);
    set(7);
    detrain_piece pieces[] = {{at, kFloats * sizeof(float), 0}, {at + 1, 300, 0}};
    ASSERT_EQ(g_gpu->apart->hash(pieces, 2), 1);
    set(8);
    EXPECT_EQ(pieces[0].hash, XXH3_64bits(sevens.data(), kFloats * sizeof(float))) << "schedule " << seed;
    EXPECT_EQ(pieces[1].hash, XXH3_64bits(sevens.data(), 300)) << "schedule " << seed;
    cudaDeviceSynchronize();
  }
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
