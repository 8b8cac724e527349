// What ends with the last owner of a shared object changes what others see: its destructors are followed.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK: alive {{.*}}i32
// CHECK: Left out
#include <cstdio>
#include <memory>
#include <vector>
static int alive = 0;
struct Inner { int* count; explicit Inner(int* c) : count(c) { ++*count; } ~Inner() { --*count; } };
struct Node {
  float value;
  std::vector<std::shared_ptr<Inner>> inner;
  explicit Node(float v) : value(v) { inner.push_back(std::make_shared<Inner>(&alive)); }
};
int main() {
  std::shared_ptr<Node> kept = std::make_shared<Node>(1.0f);
  float w = 0.5f;
  for (int s = 0; s < 10; ++s) {
    auto fresh = std::make_shared<Node>(w);
    if (s % 3 == 0) kept = fresh;
    if (s == 7) kept.reset();
    w = w * 0.9f + 0.01f * static_cast<float>(alive) + (kept ? kept->value : 0.0f) * 0.1f;
  }
  std::printf("%a %d\n", static_cast<double>(w), alive);
}
