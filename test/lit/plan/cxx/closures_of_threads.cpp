// The step loop stands in a closure that a thread runs, and a loop makes a thread for each part: each closure is another
// one, and has no name that could announce it. The plan says what the rewrite would.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: closures_of_threads.cpp:[[@LINE+16]] in Train
// CHECK: not replayable
// CHECK-NEXT: closures_of_threads.cpp:[[@LINE+12]]: the code around the step loop
// RUN: %detrain plan %s -- -std=c++17 -DONE | FileCheck %s --check-prefix=ONE
// ONE: modelled
#include <cstdio>
#include <thread>
#include <vector>
static void Train(int parts, double rate, std::vector<double>& weight) {
  std::vector<double> momentum(weight.size());
#ifndef ONE
  for (int part = 0; part < parts; ++part)
#endif
  {
    std::thread thread([&] {
      double shift = 0.5;
      for (int step = 0; step < 5 * parts; ++step) {
        for (std::size_t i = 0; i < weight.size(); ++i) {
          momentum[i] = 0.9 * momentum[i] + weight[i] - shift;
          weight[i] -= rate * momentum[i];
        }
        shift *= 1.25;
        std::printf("%d %a\n", step, weight[0]);
      }
    });
    thread.join();
  }
}
int main() {
  std::vector<double> weight = {1, 2, 3};
  Train(3, 0.125, weight);
  std::printf("%a\n", weight[2]);
}
