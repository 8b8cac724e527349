// Which variables a plan of tier 0 saves: those that are live at the boundary, or whose address is still around.
// RUN: cd %S && %detrain plan --tier=0 variables.cpp -- -std=c++17 > %t && FileCheck %s < %t
// RUN: FileCheck --check-prefix=LEFT-OUT --allow-empty %s < %t
// CHECK: variables.cpp:37 in Fit
// CHECK: inside the call at variables.cpp:58 in main
// CHECK: modelled
// CHECK-DAG: ::rate f32, 4 bytes carried
// CHECK-DAG: Fit::calls i32, 4 bytes carried
// CHECK-DAG: w ptr, 16 bytes carried
// CHECK-DAG: epochs i32, 4 bytes carried
// CHECK-DAG: best f32, 4 bytes carried
// CHECK-DAG: epoch i32, 4 bytes carried
// CHECK-DAG: loss#2 f32, 4 bytes carried
// CHECK-DAG: sum f32, 4 bytes carried
// CHECK-DAG: text.size u64, 8 bytes carried
// CHECK-DAG: heap::image[] bytes[], sized at run time each image
// The loop's own, what is set before it is read, what no code names again, and what only initialises.
// LEFT-OUT-NOT: {{^ *(change|next|seed|count|.*::begin) }}
#include <cstdio>
#include <cstdlib>
#include <map>

static float rate = 0.1f;
static float begin = 0.5f;
static float first = begin;

static float Fit(float* w, int epochs, float* loss) {
  static int calls = 0;
  float best = 1e9f, next;
  int seed = 3;
  for (int i = 0; i < 4; i++)
    w[i] = first + static_cast<float>(i * seed);
  {
    int count = 0;
    std::printf("%d weights\n", count + 4);
  }
  for (int epoch = 0; epoch < epochs; epoch++) {
    float change = 0;
    for (int i = 0; i < 4; i++) {
      change += w[i] * rate;
      w[i] -= rate * w[i];
    }
    calls++;
    rate *= 0.9f;
    *loss += change;
    best = change < best ? change : best;
  }
  next = best * 2;
  return next + static_cast<float>(calls);
}

int main() {
  float* w = static_cast<float*>(std::malloc(4 * sizeof(float)));
  float loss = 0, sum = 1;
  std::map<int, int> text = {{1, 2}};
  for (auto it = text.begin(); it != text.end(); ++it)
    std::printf("%d %d\n", it->first, it->second);
  sum += Fit(w, 6, &loss);
  std::printf("%f %f\n", sum, loss);
}
