// A loop stands where its keyword stands; the test is computed in the loop, and reading and writing variables are loads and stores.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
float sum(const float* x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
// CHECK: func $sum(param @x: ptr<f32> !3:24, param @n: i32
// CHECK: declare @i
// CHECK: loop 0 !5:3 test {
// CHECK: %[[LESS:[0-9]+]]: i32 = lt
// CHECK: } if %[[LESS]] body {
// CHECK: index %{{[0-9]+}}, %{{[0-9]+}} of f32
// CHECK: store: f32 @s
// CHECK: } step {
