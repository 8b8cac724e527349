// Where one test guards all that a pointer may be (a vector that may be empty), the test does not tell which of them it
// is: a pointer with a null among them is not null just because the vector is not empty.
// RUN: cd %S && %detrain plan told_apart.cpp | FileCheck %s
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}y.p->uses {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}data[].p {{.*}} invariant{{$}}
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Block {
  int uses;
  float v[4];
};
struct Shared {
  Block* p = nullptr;
  Shared() = default;
  Shared(const Shared& o) : p(o.p) { Take(); }
  Shared& operator=(const Shared& o) {
    if (o.p != p) {
      Drop();
      p = o.p;
      Take();
    }
    return *this;
  }
  ~Shared() { Drop(); }
  void Take() {
    if (p)
      ++p->uses;
  }
  void Drop() {
    if (p && --p->uses == 0)
      delete p;
  }
};
int main() {
  const int n = atoi("3");
  std::vector<Shared> data(n);
  for (int i = 0; i < n; i++)
    data[i].p = new Block{1, {1, 2, 3, float(i)}};
  Shared y;
  float w[4] = {1, 2, 3, 4};
  for (int e = 0; e < 4; e++)
    for (int b = 0; b < n - 1; b++) {
      for (int i = 0; i < 4; i++)
        w[i] = w[i] * 0.5f + (y.p ? y.p->v[i] : 1);
      y = data[b];
    }
  printf("%f %f\n", y.p->v[0], w[3]);
}
