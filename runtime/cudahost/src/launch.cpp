// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches, and what device code asks of the worker that runs it.
#include "detrain/cudahost/launch.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "access.h"
#include "detrain/cudahost/launch_calls.h"
#include "error.h"
#include "grid.h"
#include "library.h"
#include "report.h"
#include "stream.h"

namespace detrain::cudahost {
namespace {

constexpr std::size_t kMostAsked = 227UL * 1024;
constexpr std::uint64_t kMostCooperative = 256;

bool IsValid(const Configuration& c) {
  const dim3 g = c.grid, b = c.block;
  if (g.x == 0 || g.y == 0 || g.z == 0 || b.x == 0 || b.y == 0 || b.z == 0)
    return false;
  return g.x <= 0x7fffffff && g.y <= 65535 && g.z <= 65535 && b.x <= 1024 && b.y <= 1024 && b.z <= 64 &&
         std::uint64_t{b.x} * b.y * b.z <= 1024;
}

bool IsCluster(const cudaLaunchAttribute& attribute) {
  const auto& size = attribute.val.clusterDim;
  return attribute.id == cudaLaunchAttributeClusterDimension && (size.x != 1 || size.y != 1 || size.z != 1);
}

}  // namespace

void Enqueue(const Configuration& configuration, std::function<void()> body, Site site) {
  const dim3 g = configuration.grid;
  if (!IsValid(configuration))
    return Fail(cudaErrorInvalidConfiguration);
  if (configuration.shared > kMostAsked)
    return Fail(cudaErrorInvalidValue);
  if (configuration.cooperative && std::uint64_t{g.x} * g.y * g.z > kMostCooperative)
    return Fail(cudaErrorCooperativeLaunchTooLarge);
  const Inside inside;
  const bool known = Enqueue(configuration.stream, [=] {
    const Grid grid{configuration, &body, site, NextNumber()};  // a graph launches it again and again
    BeginGrid();
    RunGrid(grid);
  });
  if (!known)
    Fail(cudaErrorInvalidResourceHandle);
}

cudaError_t EnqueueCalled(const Configuration& configuration, std::function<void()> body, Site site) {
  const cudaError_t before = cudaGetLastError();
  Enqueue(configuration, std::move(body), site);
  const cudaError_t error = cudaPeekAtLastError();
  if (error == cudaSuccess && before != cudaSuccess)
    Fail(before);
  return error;
}

cudaError_t EnqueueCalled(const cudaLaunchConfig_t& config, std::function<void()> body, Site site) {
  const cudaLaunchAttribute *begin = config.attrs, *end = begin + config.numAttrs;
  if (std::any_of(begin, end, IsCluster)) {
    Fail(cudaErrorNotSupported);
    return cudaErrorNotSupported;
  }
  const bool is_cooperative = std::any_of(begin, end, [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
  });
  return EnqueueCalled(
      Configuration{config.gridDim, config.blockDim, config.dynamicSmemBytes, config.stream, is_cooperative},
      std::move(body), site);
}

std::uint64_t WarpExchange(WarpKind kind, unsigned mask, std::uint64_t value, int source, bool is_signed, Site site) {
  return ThisWorker()->WarpExchange(kind, mask, value, source, is_signed, site);
}

int Barrier(Scope scope, Vote vote, int predicate, Site site) {
  return ThisWorker()->Barrier(scope, vote, predicate, site);
}

bool InThread() {
  return ThisWorker() != nullptr;
}
unsigned Lane() {
  return ThisWorker()->thread() % 32;
}
void* DynamicShared() {
  return ThisWorker()->dynamic_shared();
}

void Trap(const char* what) {
  const Worker* const worker = ThisWorker();
  ReportFatal("trap", worker == nullptr ? Site{"", 0} : worker->grid().site, what);
}

// Nanoseconds; with a schedule, how often somebody has asked.
std::uint64_t Clock() {
  static std::uint64_t asked = 0;
  if (IsScheduled())
    return 1000 * ++asked;
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace detrain::cudahost
