// What a std::function holds is found, and what it captures.
// RUN: cd %S && %detrain plan callbacks.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan callbacks.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}lowest {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}worse {{.*}} carried{{$}}
//
// Twin 1: the callback only prints.
// TWIN1: bitwise
// TWIN1-NOT: {{^  }}{{lowest|worse}} {{.*}} carried{{$}}
#include <cstdio>
#include <functional>
struct Trainer {
  float w[4] = {1, 2, 3, 4};
  std::function<float(float)> rate;
  std::function<void(int, float)> on_step;
  void Fit(int steps) {
    for (int step = 0; step < steps; ++step) {
      float loss = 0;
      for (float& v : w) {
        v -= v * rate(0.1f);
        loss += v * v;
      }
      on_step(step, loss);
    }
  }
};
int main() {
  Trainer trainer;
  const float scale = 0.5f;
  trainer.rate = [scale](float v) { return v * scale; };
  float lowest = 1e9f;
  int worse = 0;
#if TWIN == 1
  trainer.on_step = [](int step, float loss) { std::printf("%d %f\n", step, loss); };
#else
  trainer.on_step = [&](int, float loss) {
    worse += loss < lowest ? 0 : 1;
    lowest = loss < lowest ? loss : lowest;
  };
#endif
  trainer.Fit(20);
  std::printf("%d %f\n", worse, lowest);
}
