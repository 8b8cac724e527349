// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's functions that make the block which they read into larger. What they allocate themselves is in no
// checkpoint, so that the block comes from the program's own allocation functions here.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "detrain/detrain.h"
#include "hook_declarations.h"
#include "settings.h"

namespace {

using detrain::runtime::g_active;

constexpr size_t kFirst = 120;  // bytes, as of the C library

// Where the C library reads the line to; each thread has one.
struct Line {
  char* text = nullptr;
  size_t size = 0;
  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { std::free(text); }
};

bool Enlarge(char** block, size_t* size, size_t wanted) {
  void* const larger = detrain_realloc(*block, wanted);
  if (larger == nullptr)
    return false;
  *block = static_cast<char*>(larger);
  *size = wanted;
  return true;
}

}  // namespace

extern "C" {

ssize_t detrain_getdelim(char** block, size_t* size, int end, FILE* stream) {
  if (!g_active || block == nullptr || size == nullptr)
    return getdelim(block, size, end, stream);
  thread_local Line line;
  if ((*block == nullptr || *size == 0) && !Enlarge(block, size, kFirst))
    return -1;
  const ssize_t length = getdelim(&line.text, &line.size, end, stream);
  if (length < 0)
    return length;
  const size_t needed = static_cast<size_t>(length) + 1;
  if (needed > *size && !Enlarge(block, size, std::max(needed, 2 * *size)))
    return -1;
  std::memcpy(*block, line.text, needed);
  return length;
}

ssize_t detrain_getline(char** block, size_t* size, FILE* stream) {
  return g_active ? detrain_getdelim(block, size, '\n', stream) : getline(block, size, stream);
}

}  // extern "C"
