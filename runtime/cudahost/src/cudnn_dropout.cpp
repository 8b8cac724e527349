// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropout. Element i of the n-th call takes draw number (all elements of the calls before) + i of Philox4_32_10.
#include <map>
#include <mutex>

#include "cudnn_descriptors.h"
#include "kernels/philox.h"

using namespace detrain::cudahost;

namespace {

// What the program's memory of states holds: it is saved and restored with the program's memory.
struct DropoutStates {
  unsigned long long seed, next;
};

// Where a descriptor's states lie. Addresses differ from run to run, but for those in a heap of a fixed place, so they
// stand beside the descriptor, which is memory of the program; the code before the loop sets them again.
class Places {
 public:
  static Places& All() {
    static auto* const all = Forever<Places>();
    return *all;
  }
  void Set(cudnnDropoutDescriptor_t dropout, void* states) {
    const Inside inside;
    const std::scoped_lock held(lock_);
    places_[dropout] = states;
  }
  void* Of(cudnnDropoutDescriptor_t dropout) {
    if (dropout->states != nullptr)
      return dropout->states;
    const std::scoped_lock held(lock_);
    const auto found = places_.find(dropout);
    return found == places_.end() ? nullptr : found->second;
  }
  void Drop(cudnnDropoutDescriptor_t dropout) {
    const std::scoped_lock held(lock_);
    places_.erase(dropout);
  }

 private:
  std::mutex lock_;
  std::map<cudnnDropoutDescriptor_t, void*> places_;
};

cudnnStatus_t Set(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate, void* states, std::size_t size,
                  unsigned long long seed) {
  if (handle == nullptr)
    return CUDNN_STATUS_NOT_INITIALIZED;
  if (rate < 0 || rate > 1 || (states != nullptr && size < sizeof(DropoutStates)))
    return CUDNN_STATUS_BAD_PARAM;
  const Range places = PlacesForDevice();
  const auto at = reinterpret_cast<std::uintptr_t>(states);
  *dropout = {rate, seed, at >= places.begin && at < places.end ? states : nullptr};
  Places::All().Set(dropout, states);
  return CUDNN_STATUS_SUCCESS;
}

float ScaleOf(float rate) {
  return rate < 1 ? 1 / (1 - rate) : 0;
}

// Forward and backward alike: what is kept is scaled. `type` stands for alpha and beta, which dropout has none of.
template <class Body>
cudnnStatus_t OnElements(cudnnHandle_t handle, cudnnDataType_t type, Body body) {
  constexpr float one = 1, zero = 0;
  constexpr double wide_one = 1, wide_zero = 0;
  const bool is_double = type == CUDNN_DATA_DOUBLE;
  return OnTensors(handle, type, is_double ? static_cast<const void*>(&wide_one) : &one,
                   is_double ? static_cast<const void*>(&wide_zero) : &zero, body);
}

// The mask has its elements in the order of the indices.
std::int64_t NumberOf(const cudnnTensorStruct& tensor, std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) {
  return ((n * tensor.size[1] + c) * tensor.size[2] + h) * tensor.size[3] + w;
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropout) {
  return MakeDescriptor(dropout);
}
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropout) {
  Places::All().Drop(dropout);
  return DropDescriptor(dropout);
}
cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t, std::size_t* size) {
  *size = sizeof(DropoutStates);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t tensor, std::size_t* size) {
  *size = static_cast<std::size_t>(tensor->Count());
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate,
                                        void* states, std::size_t size, unsigned long long seed) {
  const cudnnStatus_t set = Set(dropout, handle, rate, states, size, seed);
  if (set != CUDNN_STATUS_SUCCESS || states == nullptr)
    return set;
  const Inside inside;
  const bool is_given = Enqueue(handle->stream, [=] { *static_cast<DropoutStates*>(states) = {seed, 0}; });
  return is_given ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}
// The states are as they were left.
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate,
                                            void* states, std::size_t size, unsigned long long seed) {
  return Set(dropout, handle, rate, states, size, seed);
}
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t, float* rate, void** states,
                                        unsigned long long* seed) {
  *rate = dropout->rate;
  *states = Places::All().Of(dropout);
  *seed = dropout->seed;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor,
                                  cudnnTensorDescriptor_t of_x, const void* x, cudnnTensorDescriptor_t of_y, void* y,
                                  void* reserve, std::size_t size) {
  const cudnnTensorStruct in = *of_x, out = *of_y;
  const float rate = descriptor->rate;
  void* const at = Places::All().Of(descriptor);
  if (at == nullptr || size < static_cast<std::size_t>(in.Count()))
    return CUDNN_STATUS_BAD_PARAM;
  return OnElements(handle, in.type, [=](auto blend) {
    auto& states = *static_cast<DropoutStates*>(at);
    auto* kept = static_cast<unsigned char*>(reserve);
    in.Each([&](auto n, auto c, auto h, auto w) {
      const std::int64_t i = NumberOf(in, n, c, h, w);
      constexpr double unit = 1.0 / 4294967296.0;
      const auto drawn = detrain::kernels::PhiloxDraw(states.seed, 0, states.next + static_cast<std::uint64_t>(i));
      kept[i] = static_cast<double>(drawn) * unit >= static_cast<double>(rate) ? 1 : 0;
      const auto scale = static_cast<decltype(blend.alpha)>(kept[i] != 0 ? ScaleOf(rate) : 0);
      As(blend, y)[out.At(n, c, h, w)] = As(blend, x)[in.At(n, c, h, w)] * scale;
    });
    states.next += static_cast<unsigned long long>(in.Count());
  });
}

cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor,
                                   cudnnTensorDescriptor_t of_dy, const void* dy, cudnnTensorDescriptor_t of_dx,
                                   void* dx, void* reserve, std::size_t size) {
  const cudnnTensorStruct gradient = *of_dy, to = *of_dx;
  const float rate = descriptor->rate;
  if (size < static_cast<std::size_t>(gradient.Count()))
    return CUDNN_STATUS_BAD_PARAM;
  return OnElements(handle, gradient.type, [=](auto blend) {
    const auto* kept = static_cast<const unsigned char*>(reserve);
    gradient.Each([&](auto n, auto c, auto h, auto w) {
      const bool is_kept = kept[NumberOf(gradient, n, c, h, w)] != 0;
      const auto scale = static_cast<decltype(blend.alpha)>(is_kept ? ScaleOf(rate) : 0);
      As(blend, dx)[to.At(n, c, h, w)] = As(blend, dy)[gradient.At(n, c, h, w)] * scale;
    });
  });
}

}  // extern "C"
