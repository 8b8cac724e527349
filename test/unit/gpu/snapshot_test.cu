// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Snapshots of device memory while three streams work on: test/unit/cudahost/gpu_test.cpp has the same under hostile
// schedules. Work is slow here, so that it comes too late, or goes on too early, where a wait is missing.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <random>

#include "runtime.cuh"
#include "runtime/gpu/hooks.h"

namespace {
const detrain_device* g_device = nullptr;
}

extern "C" {
void detrain_use_device(const detrain_device* device) {
  if (device->apart != nullptr)
    g_device = device;
}
int detrain_device_allocated(void* /*block*/, std::size_t /*size*/, std::uint32_t /*kind*/) {
  return 0;
}
void detrain_device_freed(void* /*block*/) {}
float detrain_device_elapsed(float milliseconds) {
  return milliseconds;
}
}

namespace detrain::gpu::test {

const detrain_device& Device() {
  return *g_device;
}

namespace {

using Snapshot = NeedsGpu;
using Floats = std::vector<float>;

__global__ void SetSlowly(float* at, Floats::size_type n, float value, long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  for (Floats::size_type i = threadIdx.x; i < n; i += blockDim.x)
    at[i] = value;
}

class ThreeStreams {
 public:
  static constexpr std::size_t kNumbers = 1 << 20;

  ThreeStreams() {
    for (cudaStream_t* stream : {&streams_[0], &streams_[1]})
      Checked(detrain_cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    for (float*& host : hosts_)
      Checked(cudaMallocHost(&host, kNumbers * sizeof(float)));
  }
  ~ThreeStreams() {
    for (float* host : hosts_)
      cudaFreeHost(host);
    detrain_cudaStreamDestroy(streams_[0]);
    detrain_cudaStreamDestroy(streams_[1]);
  }
  ThreeStreams(const ThreeStreams&) = delete;
  ThreeStreams& operator=(const ThreeStreams&) = delete;

  // Each stream sets its number late, which is saved, and then at once another one.
  Floats Saved() {
    const detrain_apart& apart = *Device().apart;
    Set(0, 0);
    Checked(cudaDeviceSynchronize());
    Set(1, 20'000'000);
    apart.begin();
    for (std::size_t i = 0; i < 3; ++i)
      apart.fetch(hosts_[i], arrays_[i].get(), kNumbers * sizeof(float));
    apart.finish();
    Set(10, 0);
    for (const cudaStream_t stream : streams_)
      Checked(cudaStreamSynchronize(stream));
    apart.wait();
    Floats seen;
    for (const float* host : hosts_) {
      seen.push_back(host[0]);
      seen.push_back(host[kNumbers - 1]);
    }
    return seen;
  }

 private:
  void Set(float factor, long long cycles) {
    for (int i = 0; i < 3; ++i)
      SetSlowly<<<1, 256, 0, streams_[i]>>>(arrays_[i].get(), kNumbers, static_cast<float>(i + 1) * factor, cycles);
    Checked(cudaGetLastError());
  }

  cudaStream_t streams_[3] = {nullptr, nullptr, nullptr};  // the third: the default one
  Array<float> arrays_[3] = {Array<float>(Floats(kNumbers)), Array<float>(Floats(kNumbers)),
                             Array<float>(Floats(kNumbers))};
  float* hosts_[3] = {};
};

TEST_F(Snapshot, WaitsForAllStreamsAndTheyForIt) {
  ThreeStreams streams;
  const Floats wanted = {1, 1, 2, 2, 3, 3};
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(streams.Saved(), wanted) << "straight to the host";
  Device().apart->expect(3 * ThreeStreams::kNumbers * sizeof(float));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(streams.Saved(), wanted) << "by way of the device";
}

TEST_F(Snapshot, ReadsAndWritesBehindAllWork) {
  Array<float> a(Floats(1));
  cudaStream_t stream = nullptr;
  Checked(detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  float read = 0;
  const float nine = 9;
  SetSlowly<<<1, 1, 0, stream>>>(a.get(), 1, 7, 20'000'000);
  Device().apart->read(&read, a.get(), sizeof read);
  EXPECT_EQ(read, 7);
  SetSlowly<<<1, 1, 0, stream>>>(a.get(), 1, 8, 20'000'000);
  Device().apart->write(a.get(), &nine, sizeof nine);
  EXPECT_EQ(a.Read(), Floats{9});
  Checked(detrain_cudaStreamDestroy(stream));
}

TEST_F(Snapshot, HashesAreThoseOfTheHost) {
  constexpr std::size_t kStarts = 8;
  std::vector<std::size_t> sizes = {241,           256, 319, 320, 321, 1023, 1024, 1025, 124 * 1024, 124 * 1024 + 1,
                                    (64 << 20) + 5};
  std::mt19937 generator(8);
  for (int i = 0; i < 30; ++i)
    sizes.push_back(241 + generator() % 1'000'000);
  std::vector<unsigned char> bytes(*std::max_element(sizes.begin(), sizes.end()) + kStarts);
  for (unsigned char& byte : bytes)
    byte = static_cast<unsigned char>(generator());
  const Array<unsigned char> array(bytes);
  std::vector<detrain_piece> pieces;  // more than one launch takes
  for (std::size_t start = 0; start < kStarts; ++start)
    for (const std::size_t size : sizes)
      pieces.push_back({array.get() + start, size, 0});
  ASSERT_EQ(Device().apart->hash(pieces.data(), pieces.size()), 1);
  for (const detrain_piece& piece : pieces) {
    const auto start = static_cast<const unsigned char*>(piece.bytes) - array.get();
    EXPECT_EQ(piece.hash, XXH3_64bits(bytes.data() + start, piece.size)) << start << " + " << piece.size;
  }
}

TEST_F(Snapshot, HashesBehindAllWork) {
  constexpr std::size_t kNumbers = 1 << 20;
  const Array<float> a{Floats(kNumbers)};
  cudaStream_t stream = nullptr;
  Checked(detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SetSlowly<<<1, 256, 0, stream>>>(a.get(), kNumbers, 7, 20'000'000);
  detrain_piece piece = {a.get(), kNumbers * sizeof(float), 0};
  ASSERT_EQ(Device().apart->hash(&piece, 1), 1);
  SetSlowly<<<1, 256, 0, stream>>>(a.get(), kNumbers, 8, 0);
  const Floats sevens(kNumbers, 7);
  EXPECT_EQ(piece.hash, XXH3_64bits(sevens.data(), kNumbers * sizeof(float)));
  Checked(detrain_cudaStreamDestroy(stream));
}

TEST_F(Snapshot, AStepDoesNotEndInsideACapture) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        cudaStream_t stream = nullptr;
        detrain_cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
        Device().synchronize();
      },
      testing::ExitedWithCode(4), "step boundary: lies inside the capture of a CUDA graph");
}

}  // namespace
}  // namespace detrain::gpu::test
