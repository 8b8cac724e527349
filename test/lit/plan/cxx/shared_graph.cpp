// A graph of nodes that share their inputs, made in each step and gone at its end: how a graph is taken apart by the
// counts of its owners is not followed, as nobody's end does anything but free memory.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK: Saved at each checkpoint: 5 entries
// CHECK-DAG: w[]->use_count
// CHECK-DAG: w[]->weak_count
// CHECK-DAG: w[]->_M_storage.data
// CHECK-DAG: {{^  epoch}}
// CHECK-DAG: w[]->_M_storage.grad
// CHECK: Left out
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
struct Value;
using Ref = std::shared_ptr<Value>;
struct Value {
  double data, grad = 0;
  std::vector<Ref> prev;
  std::function<void()> back = [] {};
  explicit Value(double d, std::vector<Ref> p = {}) : data(d), prev(std::move(p)) {}
};
Ref val(double d) { return std::make_shared<Value>(d); }
Ref add(const Ref& a, const Ref& b) {
  auto o = std::make_shared<Value>(a->data + b->data, std::vector<Ref>{a, b});
  o->back = [a, b, p = o.get()] { a->grad += p->grad; b->grad += p->grad; };
  return o;
}
Ref mul(const Ref& a, const Ref& b) {
  auto o = std::make_shared<Value>(a->data * b->data, std::vector<Ref>{a, b});
  o->back = [a, b, p = o.get()] { a->grad += b->data * p->grad; b->grad += a->data * p->grad; };
  return o;
}
Ref tanh_(const Ref& a) {
  auto o = std::make_shared<Value>(std::tanh(a->data), std::vector<Ref>{a});
  o->back = [a, p = o.get()] { a->grad += (1 - p->data * p->data) * p->grad; };
  return o;
}
int main() {
  std::vector<Ref> w;
  for (int i = 0; i < 3; ++i) w.push_back(val(0.1 * i));
  for (int epoch = 0; epoch < 6; ++epoch) {
    Ref s = val(0);
    for (size_t i = 0; i < w.size(); ++i) s = add(s, mul(w[i], val(1.5)));
    Ref loss = tanh_(s);
    for (auto& p : w) p->grad = 0;
    loss->grad = 1; loss->back();
    for (auto& p : w) p->data -= 0.05 * p->grad;
    std::printf("%d %.6f\n", epoch, loss->data);
  }
}
