// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by functions of CUDA's runtime. They are templates here, as in NVIDIA's C++ headers, because what the
// arguments are is known from the kernel's type alone: a kernel behind a `void*` cannot be launched on the CPU. Where a
// program casts one in the call (`cudaLaunchKernel((void*)k, ...)`), detrain's rewrite takes the cast away.
//
// Arguments are copied when the launch is written down, as CUDA does.
#pragma once

#include <functional>
#include <tuple>
#include <utility>

#include "cuda_runtime_api.h"
#include "detrain/cudahost/device.h"
#include "detrain/cudahost/launch.h"

namespace detrain::cudahost {

// The error of this launch, which cudaGetLastError tells, too.
cudaError_t EnqueueCalled(const Configuration& configuration, std::function<void()> body, Site site);
// Attributes: cooperative ones count; clusters are not supported; others change no result.
cudaError_t EnqueueCalled(const cudaLaunchConfig_t& config, std::function<void()> body, Site site);

// With the place of the call in which it is written.
struct ConfigAt {
  ConfigAt(const cudaLaunchConfig_t* given, DETRAIN_SITE_PARAMETERS) : config(*given), site(DETRAIN_SITE) {}
  const cudaLaunchConfig_t& config;
  Site site;
};

template <class... P>
std::function<void()> Bound(void (*kernel)(P...), std::tuple<P...> values) {
  return [kernel, values = std::move(values)] { std::apply(kernel, values); };
}

template <class... P, std::size_t... I>
std::function<void()> BoundAt(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
  static_cast<void>(arguments);  // of a kernel without parameters
  return Bound(kernel, std::tuple<P...>(*static_cast<P*>(arguments[I])...));
}
template <class... P>
std::function<void()> BoundAt(void (*kernel)(P...), void** arguments) {
  return BoundAt(kernel, arguments, std::index_sequence_for<P...>());
}

}  // namespace detrain::cudahost

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                             cudaStream_t stream = nullptr, DETRAIN_SITE_PARAMETERS) {
  return detrain::cudahost::EnqueueCalled(detrain::cudahost::Configuration{grid, block, shared, stream, false},
                                          detrain::cudahost::BoundAt(kernel, arguments), DETRAIN_SITE);
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared = 0, cudaStream_t stream = nullptr,
                                        DETRAIN_SITE_PARAMETERS) {
  return detrain::cudahost::EnqueueCalled(detrain::cudahost::Configuration{grid, block, shared, stream, true},
                                          detrain::cudahost::BoundAt(kernel, arguments), DETRAIN_SITE);
}
template <class... P>
cudaError_t cudaLaunchKernelExC(detrain::cudahost::ConfigAt at, void (*kernel)(P...), void** arguments) {
  return detrain::cudahost::EnqueueCalled(at.config, detrain::cudahost::BoundAt(kernel, arguments), at.site);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(detrain::cudahost::ConfigAt at, void (*kernel)(P...), A&&... arguments) {
  return detrain::cudahost::EnqueueCalled(
      at.config, detrain::cudahost::Bound(kernel, std::tuple<P...>(static_cast<P>(std::forward<A>(arguments))...)),
      at.site);
}
