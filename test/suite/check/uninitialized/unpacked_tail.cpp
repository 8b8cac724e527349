// Rows of a segment beyond the longest that is packed get no gradient written, and what the buffer held goes on, as reported
// in pytorch/FBGEMM#5754. Twin: the buffer begins with zeros.
// OBSERVE: memory
// KIND: memory
#include <algorithm>
#include <cstdio>
#include <memory>
static const int kSegments = 4, kMost = 3;
static const int length[kSegments] = {2, 5, 3, 4};
static void Unpack(const float *packed, float *rows) {
  int row = 0;
  for (int s = 0; s < kSegments; s++) {
    for (int i = 0; i < std::min(length[s], kMost); i++) rows[row + i] = packed[s * kMost + i];
    row += length[s];
  }
}
int main() {
  const int rows = 14;
  float w[rows] = {}, packed[kSegments * kMost];
  for (int step = 0; step < 9; step++) {
    for (int i = 0; i < kSegments * kMost; i++) packed[i] = static_cast<float>((i * 5 + step) % 7) / 7 - w[i];
    std::unique_ptr<float[]> gradient(new float[rows]);
    // twin: std::unique_ptr<float[]> gradient(new float[rows]());
    Unpack(packed, gradient.get());
    for (int i = 0; i < rows; i++) w[i] += 0.1f * gradient[i];  // site: uninitialized error state | twin: quiet
  }
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
