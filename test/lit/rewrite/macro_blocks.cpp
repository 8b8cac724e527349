// A macro that stands for a block is a statement like others, where a resumed run skips it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %detrain rewrite %s -o out && FileCheck %s --check-prefix=TEXT < out/macro_blocks.cpp
// RUN: %gxx -O1 -Wall -Wextra -Werror -I%rt_include out/macro_blocks.cpp %rt_lib -lpthread -o program
// RUN: %detrain verify --kill-at all --poison -- ./program | FileCheck %s
// CHECK: PASSED
#include <cstdio>
#include <cstdlib>
#include <numeric>

#define CHECK(error)                   \
  {                                    \
    if ((error) != 0) {                \
      std::printf("%d\n", __LINE__);   \
      std::exit(1);                    \
    }                                  \
  }

static int Clear(float *x, int n) {
  for (int i = 0; i < n; i++) x[i] = 0;
  return n < 0;
}

static float Epoch(float *w, int epoch) {
  int order[8];
  float step[8];
  std::iota(order, order + 8, epoch);
  // TEXT: if (!detrain_resuming{{.*}}) { std::iota
  std::iota(step, step + 8, 0.0f);
  CHECK(Clear(step, 8));
  // TEXT: CHECK(Clear(step, 8)) };
  float sum = 0;
  for (int i = 0; i < 8; i++) {
    step[i] += w[order[i] % 8] * 0.5f;
    for (int j = 0; j < 8; j++) w[j] = w[j] * 0.75f + step[i];
    sum += w[i];
  }
  return sum;
}

int main() {
  float w[8] = {1, 2, 3};
  for (int epoch = 0; epoch < 3; epoch++) {
    const float sum = Epoch(w, epoch);
    std::printf("%d %g\n", epoch, sum);
  }
}
