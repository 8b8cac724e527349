// Objects: bases and members are made in order and destroyed in the other; a scope's objects go however it is left.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
// RUN: %detrain plan --dump=rir %s | FileCheck %s --check-prefix=LAST
int use(int);
struct Part {
  int a;
  explicit Part(int x) : a(x) {}
  ~Part() { use(a); }
};
struct Whole : Part {
  Part p;
  int b = 7;
  Whole() : Part(1), p(2) {}
};
// CHECK-LABEL: func $Whole::Whole
// CHECK: call $Part::Part({{.*}}, 1)
// CHECK: call $Part::Part({{.*}}, 2)
// CHECK: store: i32 %{{[0-9]+}}, 7
int leave(int n) {
  Part first(n);
  for (;;) {
    Part second(n);
    if (n)
      break;
  }
  return first.a;
}
// CHECK-LABEL: func $leave
// CHECK: call $Part::Part(@first,
// CHECK: call $Part::Part(@second,
// CHECK: call $"Part::~Part"(@second)
// CHECK-NEXT: break 0
// CHECK: call $"Part::~Part"(@second)
// CHECK: [[RESULT:%[0-9]+]]: i32 = load
// CHECK-NEXT: call $"Part::~Part"(@first)
// CHECK-NEXT: return: i32 [[RESULT]]
Part make(int n) {
  return Part(n);
}
// The caller makes room for the result.
// CHECK-LABEL: func $make(param @"$result"
// CHECK: call $Part::Part(
// CHECK: return
int temporary(int n) {
  return make(n).a + 1;
}
// CHECK-LABEL: func $temporary
// CHECK: call $make(@[[TMP:[a-z0-9.]+]],
// CHECK: call $"Part::~Part"(@[[TMP]])
void whole() {
  Whole w;
}
// CHECK-LABEL: func $whole
// CHECK: call $"Whole::~Whole"(@w)
// LAST-LABEL: func $"Whole::~Whole"
// LAST: member p
// LAST: call $"Part::~Part"(
// LAST: call $"Part::~Part"(
