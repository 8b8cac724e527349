// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hidden.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "standard_input.h"

namespace detrain::runtime {
namespace {

// 128 bytes are the size of glibc's own state: an additive feedback generator of degree 31, and a word that holds its
// position.
constexpr std::size_t kRandBytes = 128;
constexpr std::size_t kDrandBytes = 3 * sizeof(unsigned short);

alignas(8) char g_rand[kRandBytes];
int g_errno = 0;  // the program's, of the thread that runs the step loop

bool IsRand(const char* path) {
  return std::strcmp(path, "libc::rand") == 0;
}
bool IsDrand(const char* path) {
  return std::strcmp(path, "libc::drand48") == 0;
}

bool IsErrno(const char* path) {
  return std::strcmp(path, "libc::errno") == 0;
}

bool IsStandardInput(const char* path) {
  return path == kStandardInput;
}

bool CaptureRand(void* bytes, std::string& why) {
  // setstate writes the position of the state that it leaves into that state's first word.
  char* before = setstate(g_rand);
  if (before != g_rand) {
    if (before != nullptr)
      setstate(before);
    why = "the program gave rand() a state of its own (initstate)";
    return false;
  }
  std::memcpy(bytes, g_rand, kRandBytes);
  return true;
}

void RestoreRand(const void* bytes) {
  // Through a second buffer, because leaving g_rand writes to it.
  alignas(8) static char other[kRandBytes];
  std::memcpy(other, bytes, kRandBytes);
  setstate(other);
  std::memcpy(g_rand, bytes, kRandBytes);
  setstate(g_rand);
}

void CaptureDrand(void* bytes) {
  unsigned short state[3] = {};
  std::memcpy(state, seed48(state), sizeof state);
  seed48(state);
  std::memcpy(bytes, state, sizeof state);
}

bool CaptureStandardInput(void* bytes, std::string& why) {
  const PlaceInInput place = PlaceInStandardInput();
  std::memcpy(bytes, &place, sizeof place);
  why = "standard input has no place that a restore could go back to";
  return place.offset >= 0;
}

void RestoreStandardInput(const void* bytes) {
  PlaceInInput place;
  std::memcpy(&place, bytes, sizeof place);
  MoveStandardInput(place);
}

void RestoreDrand(const void* bytes) {
  unsigned short state[3];
  std::memcpy(state, bytes, sizeof state);
  seed48(state);
}

}  // namespace

KeptErrno::KeptErrno() {
  g_errno = errno;
}

KeptErrno::~KeptErrno() {
  errno = g_errno;
}

void InstallRandState() {
  initstate(1, g_rand, sizeof g_rand);
}

std::size_t HiddenSize(const char* path) {
  if (IsStandardInput(path))
    return sizeof(PlaceInInput);
  return IsRand(path) ? kRandBytes : IsDrand(path) ? kDrandBytes : IsErrno(path) ? sizeof g_errno : 0;
}

bool CaptureHidden(const char* path, void* bytes, std::string& why) {
  if (IsRand(path))
    return CaptureRand(bytes, why);
  if (IsStandardInput(path))
    return CaptureStandardInput(bytes, why);
  if (IsDrand(path))
    CaptureDrand(bytes);
  if (IsErrno(path))
    std::memcpy(bytes, &g_errno, sizeof g_errno);
  return true;
}

void RestoreHidden(const char* path, const void* bytes) {
  if (IsRand(path))
    RestoreRand(bytes);
  if (IsStandardInput(path))
    RestoreStandardInput(bytes);
  if (IsDrand(path))
    RestoreDrand(bytes);
  if (IsErrno(path))
    std::memcpy(&g_errno, bytes, sizeof g_errno);
}

}  // namespace detrain::runtime
