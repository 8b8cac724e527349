// A static that the first loop of a row makes: a run resumed in the second one skips that, so that until its code comes
// by, what no step writes of it is not there, and not different either.
// RUN: rm -rf %t && mkdir %t && cp %s %t/said.cpp && cd %t
// RUN: %detrain plan said.cpp | FileCheck %s
// RUN: %detrain cc -- g++ -O1 said.cpp -o said
// RUN: %detrain verify --kill-at all --poison -- ./said
// CHECK: Way 2 of 2
// CHECK: Log::The::log.said {{.*}} invariant
#include <cmath>
#include <cstdio>
#include <string>

struct Log {
  std::string said = {};
  static Log& The() {
    static Log log;
    return log;
  }
};

struct Node {
  float v;
  Node* next;
};
static Node* head;

static float Batches(float g) {
  for (int i = 0; i < 2; i++) {
    Log::The().said += static_cast<char>('a' + i);
    if (!Log::The().said.empty())
      g += 0.001f * static_cast<float>(Log::The().said.back());
    head = new Node{g, head};
    for (const Node* q = head; q != nullptr; q = q->next)
      g += 0.05f * q->v;
    g = std::fmod(g, 4.0f);
  }
  return g;
}

static float Phase(float g) {
  for (int epoch = 0; epoch < 2; epoch++) {
    g = Batches(g);
    std::printf("epoch %d %a\n", epoch, static_cast<double>(g));
  }
  return g;
}

int main() {
  float g = Phase(0.5f);
  g = Phase(g);
  std::printf("%a\n", static_cast<double>(g));
}
