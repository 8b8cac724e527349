// A step that starts tasks in each of the ways of <future> and waits for all of them leaves nothing of them. Twins: the
// result of a task is waited for in the next step; a shared one was waited for before the loop, and no step changes it.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: modelled
// CHECK: Saved at each checkpoint: 2 entries
// CHECK-DAG: {{^  step}}
// CHECK-DAG: m.w {{.*}} carried
// CHECK: Left out
// RUN: %detrain plan %s -- -std=c++17 -DAHEAD | FileCheck %s --check-prefix=AHEAD
// AHEAD: not replayable
// AHEAD-NEXT: futures.cpp:[[@LINE+22]]: next leads to
// RUN: %detrain plan %s -- -std=c++17 -DSHARED | FileCheck %s --check-prefix=SHARED
// SHARED: modelled
// SHARED: Left out
// SHARED-DAG: rate._M_state._M_pi->_M_state._M_is_async {{.*}} dead
// SHARED-DAG: rate._M_state._M_pi->_M_state._M_result {{.*}} invariant
#include <cstdio>
#include <future>
#include <thread>
#include <vector>
struct Model {
  std::vector<float> w = std::vector<float>(16, 0.5f), g = std::vector<float>(16);
};
int main() {
  Model m;
#ifdef AHEAD
  std::future<float> next = std::async(std::launch::async, [] { return 0.5f; });
#endif
#ifdef SHARED
  std::shared_future<float> rate = std::async(std::launch::async, [] { return 0.125f; });
  rate.wait();
#endif
  for (int step = 0; step < 8; ++step) {
    std::vector<std::future<float>> parts;
    for (int k = 0; k < 4; ++k)
      parts.push_back(std::async(std::launch::async, [&m, k] {
        float loss = 0;
        for (int i = 4 * k; i < 4 * k + 4; ++i) {
          m.g[i] = m.w[i] - 0.25f;
          loss += m.g[i] * m.g[i];
        }
        return loss;
      }));
    float loss = 0;
    for (auto& part : parts)
      loss += part.get();
    auto norm = std::async(std::launch::deferred, [&m] {
      float sum = 1;
      for (const float g : m.g)
        sum += g * g;
      return sum;
    });
    std::promise<float> promised;
    std::packaged_task<float(float)> half([](float x) { return 0.5f * x; });
    std::future<float> scale = promised.get_future(), halved = half.get_future();
    std::thread giver([&promised, loss] { promised.set_value(0.1f / (1 + loss)); });
    float lr = scale.get() / norm.get();
    giver.join();
    half(lr);
    lr = halved.get();
#ifdef AHEAD
    lr *= next.get();
    next = std::async(std::launch::async, [loss] { return loss; });
#endif
#ifdef SHARED
    lr *= rate.get();
#endif
    for (int i = 0; i < 16; ++i)
      m.w[i] -= lr * m.g[i];
    std::printf("%d %.9g\n", step, static_cast<double>(loss));
  }
}
