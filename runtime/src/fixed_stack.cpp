// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixed_stack.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "fixed_heap.h"
#include "hash.h"

// Main may take fewer arguments than the C library calls it with.
#ifdef __clang__
#define DETRAIN_CALLS_MAIN __attribute__((no_sanitize("function")))
#else
#define DETRAIN_CALLS_MAIN
#endif

namespace detrain::runtime {
namespace {

using Main = int (*)(int, char**, char**);

constexpr std::size_t kPage = 4096, kLeastStack = std::size_t{8} << 20U, kArguments = std::size_t{4} << 20U;
constexpr std::uintptr_t kStackBase = kHeapBase + kHeapSize;
constexpr std::uintptr_t kStackEnd = kStackBase + kStackRange;
constexpr std::uintptr_t kArgumentsBase = kStackEnd - kArguments;

struct Call {
  Main main = nullptr;
  int argc = 0;
  char** argv = nullptr;
  char** environment = nullptr;
  int result = 0;
};

Call g_call;
bool g_are_arguments_saved = false;

std::size_t StackSize() {
  constexpr std::size_t kMost = kStackRange - kArguments - kPage;
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return kMost;
  return std::clamp(static_cast<std::size_t>(limit.rlim_cur) / kPage * kPage, kLeastStack, kMost);
}

// Each behind the one before it. Nothing: they are more than the place holds.
std::optional<char**> CopyArguments(int argc, char** argv) {
  auto** const words = reinterpret_cast<char**>(kArgumentsBase);
  const auto count = static_cast<std::size_t>(argc);
  if ((count + 1) * sizeof(char*) >= kArguments)
    return std::nullopt;
  char* at = reinterpret_cast<char*>(words + count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = std::strlen(argv[i]) + 1;
    if (size > kStackEnd - reinterpret_cast<std::uintptr_t>(at))
      return std::nullopt;
    std::memcpy(at, argv[i], size);
    words[i] = at;
    at += size;
  }
  words[count] = nullptr;
  return words;
}

DETRAIN_CALLS_MAIN void CallMain() {
  g_call.result = g_call.main(g_call.argc, g_call.argv, g_call.environment);
}

DETRAIN_CALLS_MAIN int MainOnFixedStack(int argc, char** argv, char** environment) {
  if (!IsHeapFixed())
    return g_call.main(argc, argv, environment);
  const std::size_t size = StackSize();
  const std::uintptr_t bottom = kArgumentsBase - size;
  mprotect(reinterpret_cast<void*>(bottom - kPage), kPage, PROT_NONE);
  g_call.argc = argc;
  g_call.argv = CopyArguments(argc, argv).value_or(argv);
  g_call.environment = environment;
  ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = reinterpret_cast<void*>(bottom);
  there.uc_stack.ss_size = size;
  there.uc_link = &here;
  makecontext(&there, CallMain, 0);
  swapcontext(&here, &there);
  return g_call.result;
}

}  // namespace

bool IsAmongArguments(std::uintptr_t address) {
  return IsInFixedHeap(address) && address >= kArgumentsBase;
}

void NoteArgumentsSaved() {
  g_are_arguments_saved = true;
}

bool IsOnMovingStack(std::uintptr_t address) {
  static const auto stack = [] {
    pthread_attr_t attributes;
    void* from = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &from, &size);
      pthread_attr_destroy(&attributes);
    }
    return std::pair(reinterpret_cast<std::uintptr_t>(from), size);
  }();
  return address - stack.first < stack.second;
}

std::string ArgumentsNow() {
  std::string all;
  for (int i = 0; i < g_call.argc; ++i)
    all.append(g_call.argv[i]).push_back('\0');
  return Hex(Hash(all));
}

std::string ArgumentsSaved() {
  return g_are_arguments_saved ? ArgumentsNow() : "";
}

}  // namespace detrain::runtime

// The C library's, which calls main. The program's own start-up code calls the one that the linker finds first: this.
// Weak: in a program that is linked statically the library's own is in its place, and main stays on its stack.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" __attribute__((weak)) int __libc_start_main(detrain::runtime::Main main, int argc, char** argv,
                                                       void (*init)(), void (*fini)(), void (*end_of_loader)(),
                                                       void* stack_end) {
  using Start = int (*)(detrain::runtime::Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  detrain::runtime::g_call.main = main;
  const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(detrain::runtime::MainOnFixedStack, argc, argv, init, fini, end_of_loader, stack_end);
}
