// A virtual call goes through the table that the object's constructor has set; `delete` through the destructor in it.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
// RUN: %detrain plan --dump=rir %s | FileCheck %s --check-prefix=TABLES
struct Other {
  int o;
  virtual int g() { return o; }
};
struct Base {
  virtual ~Base() {}
  virtual int f() = 0;
};
struct Derived : Base, Other {
  int d = 3;
  int f() override { return d; }
  int g() override { return d; }
};
// CHECK: hidden @"virtual functions of Derived"
int call(Base* b) {
  return b->f();
}
// CHECK-LABEL: func $call
// CHECK: [[TABLE:%[0-9]+]]: {{.*}} = load %
// CHECK: [[SLOT:%[0-9]+]]: {{.*}} = index [[TABLE]], 2
// CHECK: [[F:%[0-9]+]]: {{.*}} = load [[SLOT]]
// CHECK: call [[F]](
int direct(Derived* d) {
  return d->Derived::f();
}
// CHECK-LABEL: func $direct
// CHECK: call $Derived::f(
void drop(Base* b) {
  delete b;
}
// CHECK-LABEL: func $drop
// CHECK: index %{{[0-9]+}}, 1
// CHECK: call %
// CHECK-NOT: free
// CHECK: }
Other* make() {
  return new Derived;
}
// CHECK-LABEL: func $make
// CHECK: alloc 24 of Derived infallible by new
// CHECK: call $Derived::Derived(
// CHECK: field {{.*}} of Derived member
// What the second base's table holds finds the whole object first.
// TABLES-LABEL: link "delete0__ZN7DerivedD1Ev"
// TABLES: call $"Derived::~Derived"
// TABLES: free {{.*}} by delete
// TABLES-LABEL: link "thunk-8__ZN7Derived1gEv"
// TABLES: index %{{[0-9]+}}, -8 of i8
// TABLES: call $Derived::g
