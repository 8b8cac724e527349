// What has no body in a header: types that are asked for, constructors that are a base's, functions that do not return.
// RUN: %detrain plan --dump=rir %s 2>&1 | FileCheck %s
// CHECK-NOT: note:
#include <stdexcept>
#include <typeinfo>
#include <vector>
struct Base {
  int n;
  explicit Base(int m) : n(m) {}
  virtual ~Base() = default;
};
struct Derived : Base {
  using Base::Base;
};
const std::type_info& kind(const Base& b) {
  return typeid(b);
}
const std::type_info& known() {
  return typeid(int);
}
// CHECK-DAG: "type information of int"
// CHECK-DAG: "type information of Derived"
int make(int n) {
  Derived made(n);
  return made.n;
}
void refuse(bool is_bad) {
  if (is_bad)
    throw std::runtime_error("bad");
}
float at(const std::vector<float>& v, int i) {
  return v.at(i);
}
int main() {}
