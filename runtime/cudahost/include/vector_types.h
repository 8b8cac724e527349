// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's vector types, with its alignments. Part of the stand-in for NVIDIA's headers: names and layouts are its
// interface, the text is ours.
#pragma once

#define DETRAIN_CUDAHOST_VECTORS(name, element, align2, align4)                         \
  struct name##1 {                                                                      \
    element x;                                                                          \
  };                                                                                    \
  struct alignas(align2) name##2 {                                                      \
    element x, y;                                                                       \
  };                                                                                    \
  struct name##3 {                                                                      \
    element x, y, z;                                                                    \
  };                                                                                    \
  struct alignas(align4) name##4 {                                                      \
    element x, y, z, w;                                                                 \
  };                                                                                    \
  inline constexpr name##1 make_##name##1(element x) {                                  \
    return {x};                                                                         \
  }                                                                                     \
  inline constexpr name##2 make_##name##2(element x, element y) {                       \
    return {x, y};                                                                      \
  }                                                                                     \
  inline constexpr name##3 make_##name##3(element x, element y, element z) {            \
    return {x, y, z};                                                                   \
  }                                                                                     \
  inline constexpr name##4 make_##name##4(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                                \
  }

DETRAIN_CUDAHOST_VECTORS(char, signed char, 2, 4)
DETRAIN_CUDAHOST_VECTORS(uchar, unsigned char, 2, 4)
DETRAIN_CUDAHOST_VECTORS(short, short, 4, 8)
DETRAIN_CUDAHOST_VECTORS(ushort, unsigned short, 4, 8)
DETRAIN_CUDAHOST_VECTORS(int, int, 8, 16)
DETRAIN_CUDAHOST_VECTORS(uint, unsigned int, 8, 16)
DETRAIN_CUDAHOST_VECTORS(long, long, 16, 16)
DETRAIN_CUDAHOST_VECTORS(ulong, unsigned long, 16, 16)
DETRAIN_CUDAHOST_VECTORS(longlong, long long, 16, 16)
DETRAIN_CUDAHOST_VECTORS(ulonglong, unsigned long long, 16, 16)
DETRAIN_CUDAHOST_VECTORS(float, float, 8, 16)
DETRAIN_CUDAHOST_VECTORS(double, double, 16, 16)
#undef DETRAIN_CUDAHOST_VECTORS

struct dim3 {
  unsigned int x = 1, y = 1, z = 1;
  constexpr dim3() = default;
  constexpr dim3(unsigned int x_, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
