// A closure is an object: what it captures are its members, by value or as addresses.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
int twice(int (*f)(int), int x) {
  return f(f(x));
}
int capture(int n) {
  int sum = 0;
  auto add = [&sum, n](int x) { sum += x * n; };
  add(3);
  return sum + twice([](int x) { return x + 1; }, n);
}
// CHECK-LABEL: func $capture
// CHECK: [[SUM:%[0-9]+]]: {{.*}} = field @add of {{.*}} member #0
// CHECK: store: {{.*}} [[SUM]], @sum
// CHECK: call {{.*}}operator()
// CHECK-LABEL: operator()"#2(param
// CHECK: [[FIELD:%[0-9]+]]: {{.*}} = field %{{[0-9]+}} of {{.*}} member #0
// CHECK: [[PLACE:%[0-9]+]]: {{.*}} = load [[FIELD]]
// CHECK: store: i32 [[PLACE]],
