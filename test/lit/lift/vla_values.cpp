// GCC takes values for an array whose size is a variable, in C++ too, and what the list leaves out is 0; Clang rejects
// them. Numbers are followed; of others it is said that nothing is known.
// RUN: %detrain plan --dump=rir %s -- g++ 2>&1 | FileCheck %s
// RUN: %detrain plan %s -- g++ 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %detrain plan %s -- g++ -DOBJECTS 2>&1 | FileCheck %s --check-prefix=OBJECTS
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cpp && cd %t && %detrain cc -- g++ train.cpp -o train && %detrain verify --kill-at 1,3 -- ./train
#include <cstdio>
#include <cstdlib>

struct Drawn {
  int value = rand();
};

// CHECK: note: Clang rejects this where your compiler may not, so it is left as it stands: variable-sized object may not be initialized
// CHECK: func $mean
// CHECK: %[[BLOCK:[0-9]+]]: ptr<f32> = alloc %[[BYTES:[0-9]+]] of f32 infallible stack by vla
// CHECK: fill %[[BLOCK]], 0 bytes %[[BYTES]]
// CHECK: [[PLACE:%[0-9]+]]: ptr<f32> = index %[[BLOCK]], 1 of f32
// CHECK: store: f32 [[PLACE]],
static float mean(const float *w, int n) {
  float part[n]{0, static_cast<float>(n)};
  for (int i = 0; i < n; i++) part[i] += w[i];
  float all = 0;
  for (int i = 0; i < n; i++) all += part[i];
  return all / n;
}

int main(int argc, char **) {
  float w[8] = {};
  for (int step = 0; step < 10; step++) {
    float m = mean(w, 8);
    int drawn[argc + 1] = {rand() % 10};
    const int *none[argc]{};
    // PLAN: bitwise: proven
    // PLAN: {{^  }}libc::rand
    // PLAN: vla_values.cpp:[[#@LINE-4]]: numbers are drawn here
#ifdef OBJECTS
    Drawn more[argc]{};
    // OBJECTS: vla_values.cpp:[[#@LINE-1]]:{{.*}} note: what values an array of variable length begins with is not modelled
    // OBJECTS: modelled: proven, given the assumptions below
    drawn[1] += more[0].value % 3;
#endif
    for (int i = 0; i < 8; i++) w[i] = 0.5f * (w[i] - m) + 0.1f * static_cast<float>(drawn[i % 2] + (none[0] != nullptr));
  }
  printf("%f\n", w[0]);
}
