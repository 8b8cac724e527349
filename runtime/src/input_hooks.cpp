// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The environment's functions. With no variable of ours set each is one test and a tail call.
#include <sys/random.h>
#include <sys/times.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "detrain/device.h"
#include "fail.h"
#include "hook_declarations.h"
#include "inputs.h"
#include "settings.h"

using detrain::runtime::Ask;
using detrain::runtime::AskClock;
using detrain::runtime::Derived;
using detrain::runtime::g_active;
using detrain::runtime::Guard;
using detrain::runtime::Input;

namespace {

Input Numbers(std::initializer_list<std::int64_t> numbers) {
  Input input;
  input.numbers = numbers;
  return input;
}

// A believable date from a seed: between 2020 and 2030, and a microsecond later at every call.
constexpr std::uint64_t kEpoch = 1577836800;
constexpr std::uint64_t kSpan = 315360000;
constexpr std::uint64_t kSecond = 1000000, kTick = 10000;  // microseconds

std::int64_t DerivedSeconds() {
  const std::uint64_t seed = detrain::runtime::GetSettings().seed.value_or(0);
  return static_cast<std::int64_t>(kEpoch + seed % kSpan);
}

std::int64_t SecondsOf(const Derived& from) {
  return DerivedSeconds() + static_cast<std::int64_t>(from.microseconds / kSecond);
}

Input DerivedClock(const Derived& from) {
  return Numbers({0, SecondsOf(from), static_cast<std::int64_t>(from.microseconds % kSecond * 1000)});
}

// A recorded answer with too few numbers comes from a damaged file.
std::int64_t At(const Input& input, std::size_t index) {
  if (index >= input.numbers.size())
    detrain::runtime::Fail("recorded input " + input.call + "() is damaged");
  return input.numbers[index];
}

int GiveTimespec(const Input& input, struct timespec* out) {
  out->tv_sec = At(input, 1);
  out->tv_nsec = At(input, 2);
  return static_cast<int>(At(input, 0));
}

Input AskBytes(const char* call, std::size_t size, const std::function<std::int64_t(char*)>& real) {
  const auto ask = [&] {
    Input input;
    input.bytes.resize(size);
    const std::int64_t result = real(input.bytes.data());
    input.numbers = {result, result < 0 ? errno : 0};
    return input;
  };
  const auto derive = [&](const Derived& from) {
    Input input;
    while (input.bytes.size() < size) {
      std::uint64_t words[2] = {from.word[0] + input.bytes.size(), from.word[1]};
      const std::uint32_t counter[4] = {static_cast<std::uint32_t>(words[0]),
                                        static_cast<std::uint32_t>(words[0] >> 32), 0, 0};
      const std::uint32_t key[2] = {static_cast<std::uint32_t>(words[1]), static_cast<std::uint32_t>(words[1] >> 32)};
      std::uint32_t out[4];
      detrain_philox4x32_10(counter, key, out);
      input.bytes.append(reinterpret_cast<const char*>(out), sizeof out);
    }
    input.bytes.resize(size);
    input.numbers = {static_cast<std::int64_t>(size), 0};
    return input;
  };
  return Ask(call, ask, derive);
}

std::int64_t GiveBytes(const Input& input, void* bytes, std::size_t size) {
  std::memcpy(bytes, input.bytes.data(), input.bytes.size() < size ? input.bytes.size() : size);
  if (At(input, 0) < 0)
    errno = static_cast<int>(At(input, 1));
  return At(input, 0);
}

// The number of a process. A derived one is never that of the first process or of none.
pid_t AskProcess(const char* call, pid_t (*real)()) {
  if (!g_active)
    return real();
  return Guard([&] {
    const auto derived = [](const Derived& from) {
      return Numbers({static_cast<std::int64_t>(from.word[0] % 30000 + 2)});
    };
    return static_cast<pid_t>(At(Ask(call, [&] { return Numbers({real()}); }, derived), 0));
  });
}

}  // namespace

extern "C" {

time_t detrain_time(time_t* out) {
  if (!g_active)
    return time(out);
  return Guard([&] {
    const Input input = AskClock(
        "time", [] { return Numbers({time(nullptr)}); },
        [](const Derived& from) { return Numbers({SecondsOf(from)}); });
    if (out != nullptr)
      *out = At(input, 0);
    return static_cast<time_t>(At(input, 0));
  });
}

clock_t detrain_clock(void) {
  if (!g_active)
    return clock();
  return Guard([&] {
    return static_cast<clock_t>(
        At(AskClock(
               "clock", [] { return Numbers({clock()}); },
               [](const Derived& from) { return Numbers({static_cast<std::int64_t>(from.microseconds)}); }),
           0));
  });
}

int detrain_clock_gettime(clockid_t clock_id, struct timespec* out) {
  if (!g_active)
    return clock_gettime(clock_id, out);
  return Guard([&] {
    const auto real = [&] {
      struct timespec now = {};
      const int result = clock_gettime(clock_id, &now);
      return Numbers({result, now.tv_sec, now.tv_nsec});
    };
    return GiveTimespec(AskClock("clock_gettime", real, DerivedClock), out);
  });
}

int detrain_timespec_get(struct timespec* out, int base) {
  if (!g_active)
    return timespec_get(out, base);
  return Guard([&] {
    const auto real = [&] {
      struct timespec now = {};
      const int result = timespec_get(&now, base);
      return Numbers({result, now.tv_sec, now.tv_nsec});
    };
    const auto derived = [&](const Derived& from) {
      Input input = DerivedClock(from);
      input.numbers[0] = base;
      return input;
    };
    return GiveTimespec(AskClock("timespec_get", real, derived), out);
  });
}

int detrain_gettimeofday(struct timeval* out, void* zone) {
  if (!g_active)
    return gettimeofday(out, zone);
  return Guard([&] {
    const auto real = [&] {
      struct timeval now = {};
      const int result = gettimeofday(&now, zone);
      return Numbers({result, now.tv_sec, now.tv_usec});
    };
    const auto derived = [](const Derived& from) {
      return Numbers({0, SecondsOf(from), static_cast<std::int64_t>(from.microseconds % kSecond)});
    };
    const Input input = AskClock("gettimeofday", real, derived);
    out->tv_sec = At(input, 1);
    out->tv_usec = At(input, 2);
    return static_cast<int>(At(input, 0));
  });
}

float detrain_device_elapsed(float milliseconds) {
  if (!g_active)
    return milliseconds;
  return Guard([&] {
    constexpr double kNanoseconds = 1e6;
    const auto real = [&] { return Numbers({std::llround(double{milliseconds} * kNanoseconds)}); };
    const auto derived = [](const Derived&) { return Numbers({1000}); };
    return static_cast<float>(static_cast<double>(At(AskClock("cudaEventElapsedTime", real, derived), 0)) /
                              kNanoseconds);
  });
}

pid_t detrain_getpid(void) {
  return AskProcess("getpid", getpid);
}

ssize_t detrain_getrandom(void* bytes, std::size_t size, unsigned int flags) {
  if (!g_active)
    return getrandom(bytes, size, flags);
  return Guard([&] {
    const auto real = [&](char* out) { return getrandom(out, size, flags); };
    return static_cast<ssize_t>(GiveBytes(AskBytes("getrandom", size, real), bytes, size));
  });
}

std::uint32_t detrain_arc4random(void) {
  std::uint32_t word = 0;
  detrain_arc4random_buf(&word, sizeof word);
  return word;
}

std::uint32_t detrain_arc4random_uniform(std::uint32_t bound) {
  if (!g_active)
    return arc4random_uniform(bound);
  return Guard([&] {
    const auto derived = [&](const Derived& from) {
      return Numbers({static_cast<std::int64_t>(bound < 2 ? 0 : from.word[0] % bound)});
    };
    return static_cast<std::uint32_t>(
        At(Ask("arc4random_uniform", [&] { return Numbers({arc4random_uniform(bound)}); }, derived), 0));
  });
}

void detrain_arc4random_buf(void* bytes, std::size_t size) {
  if (!g_active)
    return arc4random_buf(bytes, size);
  Guard([&] {
    const auto real = [&](char* out) {
      arc4random_buf(out, size);
      return std::int64_t{0};
    };
    return GiveBytes(AskBytes("arc4random_buf", size, real), bytes, size);
  });
}

pid_t detrain_getppid(void) {
  return AskProcess("getppid", getppid);
}

clock_t detrain_times(struct tms* out) {
  if (!g_active)
    return times(out);
  return Guard([&] {
    const auto real = [] {
      struct tms now = {};
      const clock_t result = times(&now);
      return Numbers({result, now.tms_utime, now.tms_stime, now.tms_cutime, now.tms_cstime});
    };
    const auto derived = [](const Derived& from) {
      return Numbers({static_cast<std::int64_t>(from.microseconds / kTick), 0, 0, 0, 0});
    };
    const Input input = AskClock("times", real, derived);
    if (out != nullptr)
      *out = {At(input, 1), At(input, 2), At(input, 3), At(input, 4)};
    return static_cast<clock_t>(At(input, 0));
  });
}

int detrain_getentropy(void* bytes, std::size_t size) {
  if (!g_active)
    return getentropy(bytes, size);
  return Guard([&] {
    const auto real = [&](char* out) { return static_cast<std::int64_t>(getentropy(out, size)); };
    return GiveBytes(AskBytes("getentropy", size, real), bytes, size) < 0 ? -1 : 0;
  });
}

}  // extern "C"
