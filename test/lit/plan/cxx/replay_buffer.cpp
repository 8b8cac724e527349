// A deque from which a step draws: its blocks, and the places in them.
// RUN: cd %S && %detrain plan replay_buffer.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan replay_buffer.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}buffer.begin {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}buffer.end {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}buffer[].reward {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}buffer[].action {{.*}} carried{{$}}
//
// Twin 1: nothing is put in.
// TWIN1-NOT: {{^  }}buffer{{.*}} carried{{$}}
#include <cstdio>
#include <deque>
#include <random>
struct Move {
  float reward;
  int action;
};
int main() {
  std::deque<Move> buffer;
  std::mt19937 rng(1);
  float q[4] = {};
#if TWIN == 1
  for (int i = 0; i < 20; ++i)
    buffer.push_back({0.5f, i % 4});
#endif
  for (int step = 0; step < 40; ++step) {
#if TWIN != 1
    buffer.push_back({static_cast<float>(rng() % 10), static_cast<int>(rng() % 4)});
    if (buffer.size() > 30)
      buffer.pop_front();
#endif
    const Move& move = buffer[rng() % buffer.size()];
    q[move.action] += 0.1f * (move.reward - q[move.action]);
  }
  std::printf("%f\n", q[0]);
}
