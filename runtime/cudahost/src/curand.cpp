// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "curand.h"

#include <cmath>
#include <map>
#include <mutex>

#include "curand_kernel.h"
#include "kernels/philox.h"
#include "library.h"
#include "memory.h"
#include "stream.h"

using namespace detrain::cudahost;

// Which numbers come next. It is a block of the program's memory, so that a checkpoint can hold it.
struct curandGenerator_st {
  unsigned long long seed, next;
};

namespace {

// What a checkpoint does not hold: the code before the loop sets it again.
std::map<curandGenerator_t, cudaStream_t>& Streams() {
  static std::map<curandGenerator_t, cudaStream_t> streams;
  return streams;
}
std::mutex& StreamsLock() {
  static std::mutex lock;
  return lock;
}

cudaStream_t StreamOf(curandGenerator_t generator) {
  const std::scoped_lock held(StreamsLock());
  const auto found = Streams().find(generator);
  return found == Streams().end() ? nullptr : found->second;
}

// What is drawn is decided by the call, not by when the stream gets to it.
template <class Fill>
curandStatus_t Draw(curandGenerator_t generator, unsigned long long draws, Fill fill) {
  if (generator == nullptr)
    return CURAND_STATUS_NOT_INITIALIZED;
  const unsigned long long seed = generator->seed, first = generator->next;
  generator->next += draws;
  const Inside inside;
  const auto draw = [seed, first](unsigned long long i) { return detrain::kernels::PhiloxDraw(seed, 0, first + i); };
  return Enqueue(StreamOf(generator), [=] { fill(draw); }) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

template <class Finish>
curandStatus_t Normals(curandGenerator_t generator, float* out, std::size_t count, float mean, float deviation,
                       Finish finish) {
  if (count % 2 != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return Draw(generator, count, [=](auto draw) {
    for (std::size_t i = 0; i < count; i += 2) {
      const float2 two = BoxMuller(draw(i), draw(i + 1));
      out[i] = finish(mean + deviation * two.x);
      out[i + 1] = finish(mean + deviation * two.y);
    }
  });
}

template <class Finish>
curandStatus_t NormalDoubles(curandGenerator_t generator, double* out, std::size_t count, double mean, double deviation,
                             Finish finish) {
  if (count % 2 != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return Draw(generator, 2 * count, [=](auto draw) {
    for (std::size_t i = 0; i < count; i += 2) {
      const double2 two = BoxMullerDouble(draw(2 * i), draw(2 * i + 1), draw(2 * i + 2), draw(2 * i + 3));
      out[i] = finish(mean + deviation * two.x);
      out[i + 1] = finish(mean + deviation * two.y);
    }
  });
}

constexpr auto kAsItIs = [](auto x) { return x; };
constexpr auto kExponential = [](auto x) { return std::exp(x); };

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  if (type >= CURAND_RNG_QUASI_DEFAULT)
    return CURAND_STATUS_TYPE_ERROR;
  void* const block = AllocateDevice(sizeof(curandGenerator_st), MemoryKind::Managed);
  if (block == nullptr)
    return CURAND_STATUS_ALLOCATION_FAILED;
  TellAllocated(block, sizeof(curandGenerator_st), MemoryKind::Managed);
  *generator = static_cast<curandGenerator_t>(block);
  **generator = {0, 0};
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return curandCreateGenerator(generator, type);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr)
    return CURAND_STATUS_NOT_INITIALIZED;
  {
    const std::scoped_lock held(StreamsLock());
    Streams().erase(generator);
  }
  TellFreed(generator);
  return FreeDevice(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  generator->seed = seed;  // the position stays, as cuRAND's does
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  generator->next = offset;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) {
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  const Inside inside;
  const std::scoped_lock held(StreamsLock());
  Streams()[generator] = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t) {
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, std::size_t count) {
  return Draw(generator, count, [=](auto draw) {
    for (std::size_t i = 0; i < count; ++i)
      out[i] = draw(i);
  });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, std::size_t count) {
  return Draw(generator, count, [=](auto draw) {
    for (std::size_t i = 0; i < count; ++i)
      out[i] = _curand_uniform(draw(i));
  });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, std::size_t count) {
  return Draw(generator, 2 * count, [=](auto draw) {
    for (std::size_t i = 0; i < count; ++i)
      out[i] = _curand_uniform_double_hq(draw(2 * i), draw(2 * i + 1));
  });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, std::size_t count, float mean,
                                    float deviation) {
  return Normals(generator, out, count, mean, deviation, kAsItIs);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, std::size_t count, double mean,
                                          double deviation) {
  return NormalDoubles(generator, out, count, mean, deviation, kAsItIs);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, std::size_t count, float mean,
                                       float deviation) {
  return Normals(generator, out, count, mean, deviation, kExponential);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, std::size_t count, double mean,
                                             double deviation) {
  return NormalDoubles(generator, out, count, mean, deviation, kExponential);
}

}  // extern "C"
